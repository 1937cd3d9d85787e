package project

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// place is an installation of the controller: a manifest, or a block of Terraform in one root. A block in a module
// has a place for each root that calls the module.
type place struct {
	installation int          // the same for the places of one block
	root         *survey.Root // nil for a manifest
	top          string       // the highest directory above it that holds no other installation
	target       versions.Target
	members      []*survey.Resource // manifests that belong to it, where there is no project
	settings     []*survey.Settings // of each instance of the block
	maps         []*survey.Settings // of ConfigMaps with its settings
	alone        bool               // it says nothing of the directories above: a cluster that was made once, perhaps as an example
}

// holding is what a directory holds, and those below it.
type holding struct {
	places  []*place // of one installation
	several bool     // there are others
	own     bool     // one of them says something of this directory
	target  versions.Target
}

// arranger assigns manifests to installations.
type arranger struct {
	places []*place
	below  map[string]*holding
	others map[string][]*survey.Resource
	above  int // levels above the working directory at which files stand
}

// Arrange assigns manifests to projects: each belongs to the nearest directory above it in or below which there is an
// installation of Karpenter, in Terraform or in a manifest; to none if there are several, but for a CRD chart that goes to the same clusters
// as the controllers of one directory. One in a module belongs to the module's
// directory, where the targets of all its roots count, and to the directory of each root. A directory that is put aside by its name (archived,
// backup, deprecated, …) has nothing to do with those above it; nor has an installation that eksctl made with its cluster, or one for a test
// or as an example (tests, examples, e2e, …) where no other is. The observations are those of all files, and are not changed.
func Arrange(o *survey.Observations) *Map {
	a := &arranger{below: map[string]*holding{}, others: map[string][]*survey.Resource{}}
	manifests, roots := slices.Clone(o.Resources), o.Roots
	for _, file := range o.Files() {
		a.above = max(a.above, levels(file))
	}
	for _, root := range roots {
		a.above = max(a.above, levels(root.Dir))
	}
	sources := giveVariables(manifests, o, a.above)
	giveSources(manifests, sources, a.above)
	giveUses(manifests, o.Uses, roots, a.above)
	applyPatches(manifests, o.Patches)
	installations := a.rootPlaces(roots)
	for _, r := range manifests {
		if r.Role() == survey.ControllerRole {
			installations++
			a.add(&place{installation: installations, settings: settingsOf(r), alone: r.Value.Str("via") == survey.ViaEksctl}, path.Dir(r.File.Path))
		}
	}
	s := &Map{arranger: a, objects: map[string][]*survey.Resource{}}
	s.takeSettings(o.Settings)
	homes := a.homes(manifests)
	for _, r := range manifests {
		dir, found := a.nearest(homes.of(r))
		if found == nil || found.several {
			a.others[dir] = append(a.others[dir], r)
			continue
		}
		for _, p := range found.places {
			if p.root == nil {
				p.members = append(p.members, r)
				p.top = higher(p.top, dir)
			} else {
				s.objects[p.root.Dir] = append(s.objects[p.root.Dir], r)
			}
		}
	}
	a.manifestProjects(s)
	for _, h := range a.below {
		if !h.several {
			var targets []versions.Target
			for _, p := range h.places {
				targets = append(targets, p.target)
			}
			h.target = versions.Union(targets...)
		}
	}
	return s
}

// rootPlaces adds the installations that are written in Terraform and returns how many there are. One
// belongs to the directory it is written in, and to that of each root it is part of.
func (a *arranger) rootPlaces(roots []*survey.Root) int {
	type block struct {
		file string
		span model.Span
	}
	type part struct {
		installation int
		root         *survey.Root
	}
	numbers := map[block]int{}
	seen := map[part]*place{}
	for _, root := range roots {
		for _, r := range root.Resources {
			if r.Role() != survey.ControllerRole {
				continue
			}
			key := block{r.File.Path, r.Value.Span}
			if numbers[key] == 0 {
				numbers[key] = len(numbers) + 1
			}
			p := part{numbers[key], root}
			if first := seen[p]; first != nil {
				first.settings = append(first.settings, settingsOf(r)...) // of another instance of the block
				continue
			}
			seen[p] = &place{installation: p.installation, root: root, target: root.Target, settings: settingsOf(r)}
			a.add(seen[p], path.Dir(r.File.Path), root.Dir)
		}
	}
	a.rootMaps(roots)
	return len(numbers)
}

// rootMaps gives the settings in ConfigMaps that a root applies to its installations.
func (a *arranger) rootMaps(roots []*survey.Root) {
	for _, root := range roots {
		for _, r := range root.Resources {
			if r.Kind != survey.Object || r.Settings == nil {
				continue
			}
			for _, p := range a.places {
				if p.root == root {
					p.maps = append(p.maps, r.Settings)
				}
			}
		}
	}
}

// add enters a place into the directories that it belongs to, and those above them. What is installed for a test or as an example
// says nothing of what lies outside of the directory of tests; it only keeps others from being the only one there.
func (a *arranger) add(p *place, dirs ...string) {
	a.places = append(a.places, p)
	var trial string
	if p.root != nil {
		trial = a.trial(p.root.Dir)
	}
	for _, start := range dirs {
		own := trial == "" || start == trial || holds(trial, start)
		for dir := range ancestors(start, a.above) {
			h := a.below[dir]
			if h == nil {
				h = &holding{}
				a.below[dir] = h
			}
			h.own = h.own || own
			own = own && !isTrial(path.Base(dir))
			switch {
			case h.several || slices.Contains(h.places, p):
			case len(h.places) > 0 && h.places[0].installation != p.installation:
				h.several, h.places = true, nil
			default:
				h.places = append(h.places, p)
			}
			if p.alone {
				break
			}
		}
	}
}

// trial returns the lowest directory above the one of a root, or that itself, that holds tests or examples; "" if there is none.
func (a *arranger) trial(root string) string {
	for dir := range ancestors(root, a.above) {
		if isTrial(path.Base(dir)) {
			return dir
		}
	}
	return ""
}

// nearest returns the lowest directory above the file that holds an installation which says something of it, or several, and what it
// holds; the top directory and nil if there is none.
func (a *arranger) nearest(file string) (string, *holding) {
	var top string
	for dir := range ancestors(path.Dir(file), a.above) {
		if found := a.below[dir]; found != nil && (found.own || found.several) {
			return dir, found
		}
		top = dir
	}
	return top, nil
}

// manifestProjects makes the projects of manifests.
func (a *arranger) manifestProjects(s *Map) {
	for _, p := range a.places {
		if p.root == nil && len(p.members) > 0 {
			p.target = survey.TargetOf(p.members)
			s.manifests = append(s.manifests, &Project{Root: p.top, Resources: p.members, Target: p.target})
		}
	}
	for dir, resources := range a.others {
		s.manifests = append(s.manifests, &Project{Root: dir, Resources: resources})
	}
	slices.SortFunc(s.manifests, func(x, y *Project) int {
		if c := strings.Compare(x.Root, y.Root); c != 0 {
			return c
		}
		return strings.Compare(x.Resources[0].ID, y.Resources[0].ID)
	})
	for _, p := range s.manifests {
		p.Around = s.around(p)
	}
}

// around returns the classes in the projects of manifests above and below a project, and the CRD charts above it: what several clusters
// share lies outside of each.
func (m *Map) around(p *Project) []*survey.Resource {
	var shared []*survey.Resource
	for _, other := range m.manifests {
		above := holds(other.Root, p.Root)
		near := above || other.Root == p.Root || holds(p.Root, other.Root)
		if other == p || !near {
			continue
		}
		for _, r := range other.Resources {
			isClass := r.Kind == survey.Object && survey.IsClass(r.Value.Str("kind"))
			if isClass || above && r.Role() == survey.CRDsRole {
				shared = append(shared, r)
			}
		}
	}
	return shared
}
