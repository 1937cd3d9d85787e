package project

import (
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// place is one installation of the controller: a manifest, or a block of Terraform that one or several roots hold.
type place struct {
	dir      string // in which it is written
	top      string // the highest directory above it that holds no other installation
	projects []*Project
	target   Target
	members  []*Resource // manifests that belong to it
}

// arranger assigns manifests to places. A directory holds the places below it.
type arranger struct {
	places []*place
	below  map[string][]*place // at most two for each directory: more make no difference
	others map[string][]*Resource
}

func arrange(manifests []*Resource, roots []*Project) *Set {
	a := &arranger{below: map[string][]*place{}, others: map[string][]*Resource{}}
	a.rootPlaces(roots)
	for _, r := range manifests {
		if r.Kind == Installation && r.role() == controllerRole {
			a.places = append(a.places, &place{dir: path.Dir(r.File.Path)})
		}
	}
	for _, p := range a.places {
		for dir := range ancestors(p.dir) {
			if len(a.below[dir]) < 2 {
				a.below[dir] = append(a.below[dir], p)
			}
		}
	}
	for _, p := range a.places {
		for dir := range ancestors(p.dir) {
			if len(a.below[dir]) == 1 {
				p.top = dir
			}
		}
	}
	for _, r := range manifests {
		dir, found := a.nearest(r.File.Path)
		if len(found) == 1 {
			found[0].members = append(found[0].members, r)
		} else {
			a.others[dir] = append(a.others[dir], r)
		}
	}
	return a.set()
}

// rootPlaces finds the places written in Terraform: one for each block, however many roots and instances it has.
func (a *arranger) rootPlaces(roots []*Project) {
	type block struct {
		file string
		span model.Span
	}
	seen := map[block]*place{}
	for _, root := range roots {
		for _, r := range root.Resources {
			if r.Kind != Installation || r.role() != controllerRole {
				continue
			}
			key := block{r.File.Path, r.Value.Span}
			p := seen[key]
			if p == nil {
				p = &place{dir: path.Dir(r.File.Path)}
				seen[key] = p
				a.places = append(a.places, p)
			}
			if !slices.Contains(p.projects, root) {
				p.projects = append(p.projects, root)
			}
		}
	}
	for _, p := range a.places {
		p.target = hullOf(p.projects)
	}
}

// hullOf returns the smallest target that holds those of all projects.
func hullOf(projects []*Project) Target {
	all := claim{}
	var from []string
	for i, p := range projects {
		if i == 0 {
			all.Interval = p.Target.Interval
		} else {
			all.Interval = hull(all.Interval, p.Target.Interval)
		}
		if p.Target.From != "" && !slices.Contains(from, p.Target.From) {
			from = append(from, p.Target.From)
		}
	}
	all.from = strings.Join(limited(from), ", ")
	return all.target()
}

// nearest returns the lowest directory above the file that holds an installation, and those that it holds (two stand for
// any number); the top directory if there is none.
func (a *arranger) nearest(file string) (string, []*place) {
	var top string
	for dir := range ancestors(path.Dir(file)) {
		if found := a.below[dir]; len(found) > 0 {
			return dir, found
		}
		top = dir
	}
	return top, nil
}

// ancestors yields the directory and those above it.
func ancestors(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			if !yield(dir) || dir == "." || dir == "/" || path.Base(dir) == ".." {
				return
			}
			dir = path.Dir(dir)
		}
	}
}

// set makes the projects of manifests, and says what belongs to whom.
func (a *arranger) set() *Set {
	s := &Set{arranger: a, objects: map[string][]*Resource{}}
	for _, p := range a.places {
		if len(p.projects) == 0 && len(p.members) == 0 {
			continue // one of several in its directory
		}
		if len(p.projects) == 0 {
			uniqueIDs(p.members)
			p.target = targetOf(p.members)
			s.manifests = append(s.manifests, &Project{Root: p.top, Resources: p.members, Target: p.target})
			continue
		}
		for _, root := range p.projects {
			s.objects[root.Root] = append(s.objects[root.Root], p.members...)
		}
	}
	for dir, resources := range a.others {
		uniqueIDs(resources)
		s.manifests = append(s.manifests, &Project{Root: dir, Resources: resources})
	}
	slices.SortFunc(s.manifests, func(x, y *Project) int {
		if c := strings.Compare(x.Root, y.Root); c != 0 {
			return c
		}
		return strings.Compare(x.Resources[0].ID, y.Resources[0].ID)
	})
	return s
}
