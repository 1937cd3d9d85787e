package project

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// neighbourhood finds the manifest projects above and below others, because objects shared by several clusters are outside of the directory
// of each.
type neighbourhood struct {
	projects []*Project       // sorted by their directories
	sharing  []*sharing       // of those that share something, in the same order
	byDir    map[string][]int // the same by directory; each an index in sharing
	wide     []int            // those in the working directory or above it
	crds     map[string]bool  // see crdSources
	derived  sync.Map         // see Project.DeriveOnce
}

// sharing is what a project shares with others.
type sharing struct {
	*Project
	classes []*survey.Resource
	below   []*survey.Resource // with those below it: the classes, and CRD charts
	layer   func() *layer      // of the classes
}

// neighbour is a project that is near another one.
type neighbour struct {
	*sharing
	above bool
}

func newNeighbourhood(projects []*Project, crds map[string]bool) *neighbourhood {
	h := &neighbourhood{projects: projects, byDir: map[string][]int{}, crds: crds}
	for _, p := range projects {
		p.crds = h.crds
		p.own = sync.OnceValue(func() *layer { return newLayer(p.Resources) })
		p.neighbours, p.derived = func() []neighbour { return h.neighbours(p) }, &h.derived
		s := &sharing{Project: p}
		for _, r := range p.Resources {
			isClass := r.Kind == survey.Object && survey.IsClass(r.Value.Str("kind"))
			if isClass {
				s.classes = append(s.classes, r)
			}
			if isClass || r.Role() == survey.CRDsRole {
				s.below = append(s.below, r)
			}
		}
		if len(s.below) == 0 {
			continue
		}
		s.layer = sync.OnceValue(func() *layer { return newLayer(s.classes) })
		h.byDir[p.Root] = append(h.byDir[p.Root], len(h.sharing))
		if containsMany(p.Root) {
			h.wide = append(h.wide, len(h.sharing))
		}
		h.sharing = append(h.sharing, s)
	}
	return h
}

// containsMany reports whether a directory contains others that do not begin with its name.
func containsMany(dir string) bool { return dir == "." || path.Base(dir) == ".." || dir == "/" }

// Settle gives a project the classes near it, as if it were a manifest project.
//
// If it is a Terraform root without an installation, it also gets the only one in manifests near it, with its target: the root may have made
// its roles.
func (m *Map) Settle(p *Project) {
	p.alpha = m.alpha
	p.crds = m.crds
	p.deployed = m.deployed(p.Root, p.Resources)
	p.access = m.access
	p.Target = m.targetOf(p)
	p.neighbours, p.derived = func() []neighbour { return m.neighbourhood.neighbours(p) }, &m.neighbourhood.derived
}

// neighbours returns the projects above a project, beside it and below it, in their order.
func (h *neighbourhood) neighbours(p *Project) (near []neighbour) {
	var numbers []int
	if containsMany(p.Root) {
		for number := range h.sharing {
			numbers = append(numbers, number)
		}
	} else {
		numbers = slices.Clone(h.wide)
		for dir := p.Root; !containsMany(dir); dir = path.Dir(dir) {
			numbers = append(numbers, h.byDir[dir]...)
		}
		first, _ := slices.BinarySearchFunc(h.sharing, p.Root+"/", func(s *sharing, dir string) int { return strings.Compare(s.Root, dir) })
		for number := first; number < len(h.sharing) && strings.HasPrefix(h.sharing[number].Root, p.Root+"/"); number++ {
			numbers = append(numbers, number)
		}
		slices.Sort(numbers)
	}
	for _, number := range numbers {
		s := h.sharing[number]
		isAbove := contains(s.Root, p.Root)
		if s.Project != p && (isAbove || s.Root == p.Root || contains(p.Root, s.Root)) {
			near = append(near, neighbour{s, isAbove})
		}
	}
	return near
}

// shared returns what the neighbour shares with the project.
func (n neighbour) shared() []*survey.Resource {
	if n.above {
		return n.below
	}
	return n.classes
}

// near returns the neighbours of the project.
func (p *Project) near() []neighbour {
	if p.neighbours == nil {
		return nil
	}
	return p.neighbours()
}

// Nearby returns the classes in manifest projects above and below this one, because they may be applied together with it, and the
// CRD charts in those above. For a Terraform root it also returns the controller that manifests install, and if the root makes roles, what may
// give them access anywhere in the repository. It makes the list anew, because a thousand projects may be near a thousand classes.
func (p *Project) Nearby() (resources []*survey.Resource) {
	for _, n := range p.near() {
		resources = append(resources, n.shared()...)
	}
	if p.deployed != nil {
		resources = append(resources, p.deployed)
	}
	if slices.ContainsFunc(p.Resources, func(r *survey.Resource) bool { return r.Kind == survey.IAMRole }) {
		resources = append(resources, p.access...)
	}
	return resources
}

// DeriveOnce returns what derive makes of a resource of Nearby, which all projects near the resource share: a thousand projects may be near a
// thousand classes. Two projects at once may both derive it, and one result is kept.
func (p *Project) DeriveOnce(r *survey.Resource, derive func() any) any {
	if p.derived == nil {
		return derive()
	}
	if known, ok := p.derived.Load(r); ok {
		return known
	}
	known, _ := p.derived.LoadOrStore(r, derive())
	return known
}

// RootTarget returns the target of a Terraform root after Settle.
func (m *Map) RootTarget(root *survey.Root) versions.Target {
	p := OfRoot(root)
	m.Settle(p)
	return p.Target
}

// targetOf returns the target of the controller that manifests install for a project, unless its own objects contradict it; otherwise the
// project's own.
func (m *Map) targetOf(p *Project) versions.Target {
	near := m.Target(p.Root + "/")
	if p.deployed == nil || near.Intersect(p.Target.Interval).IsEmpty() {
		return p.Target
	}
	return near
}

// deployed returns the controller that manifests install for the resources of a Terraform root: the only one near it, if the root installs
// none itself. Otherwise it returns nil.
func (m *Map) deployed(dir string, resources []*survey.Resource) *survey.Resource {
	isKarpenters := func(r *survey.Resource) bool { return r.Kind == survey.Installation && r.Value.Get("karpenter") != nil }
	_, tree := m.arranger.nearest(dir + "/")
	if tree == nil || tree.several || tree.placements[0].root != nil || slices.ContainsFunc(resources, isKarpenters) {
		return nil
	}
	for _, r := range tree.placements[0].members {
		if r.Role() == survey.ControllerRole {
			return r
		}
	}
	return nil
}

// accessIn returns what gives access to roles by their names, and roles with a known name: in manifests, and in the summaries of roots.
func accessIn(manifests []*survey.Resource, roots []*survey.Root) (all []*survey.Resource) {
	add := func(resources []*survey.Resource) {
		for _, r := range resources {
			if r.Kind == survey.AccessEntry || r.Kind == survey.ServiceAccount || r.Kind == survey.IAMRole {
				all = append(all, r)
			}
		}
	}
	add(manifests)
	for _, root := range roots {
		add(root.Resources)
	}
	return all
}

// crdSources returns where something may install Karpenter's CRDs: the directories of Terraform roots, and the files of manifests.
func crdSources(manifests []*survey.Resource, roots []*survey.Root) map[string]bool {
	sources := map[string]bool{}
	for _, r := range manifests {
		switch {
		case !survey.MayHaveCRDs(r):
		case r.Value.Str("via") == survey.ViaGit: // of another repository, whatever project its object belongs to
			sources[survey.ViaGit] = true
		default:
			sources[r.File.Path] = true
		}
	}
	for _, root := range roots {
		if root.MayHaveCRDs() {
			sources[root.Dir] = true
		}
	}
	return sources
}

// CRDsElsewhere reports whether something in the repository, outside of this project, may install Karpenter's CRDs. Files are searched for that
// only if a controller of the project skips its own.
func (p *Project) CRDsElsewhere() bool {
	own := map[string]bool{}
	if p.Terraform {
		own[p.Root] = true
	}
	for _, r := range p.Resources {
		if r.File != nil {
			own[r.File.Path] = true
		}
	}
	for source := range p.crds {
		if !own[source] {
			return true
		}
	}
	return p.ApplyCRDs != nil && slices.ContainsFunc(p.Resources, skipsCRDs) && p.ApplyCRDs()
}

func skipsCRDs(r *survey.Resource) bool {
	skip := r.Value.Get("skip_crds")
	return r.Role() == survey.ControllerRole && (r.Value.Str("install_crds") == "Skip" || skip != nil && skip.Text != "false")
}
