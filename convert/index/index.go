// Package index finds the pools and classes of a run: by kind, name and place.
package index

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/convert/scripts"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/filetype"
)

// Member is a pool or a class in the input or the output API.
type Member struct {
	sites.Origin
	Shown string // the name, or the template that writes it
	IsNew bool   // it is in the API of the output
	// Classes are the classes that a converted pool refers to. It has several only if its spec is in several values files.
	Classes []string
	// HiddenClass is the template that writes the name of a pool's class. It may mean any class with a templated name in the same
	// file or directory.
	HiddenClass string
}

// Foreign is a class of another provider than AWS.
type Foreign struct{ Path, Kind, Group, Name string }

// Index holds the members of a run. In the survey of one file it is empty.
type Index struct {
	Members []Member
	Foreign []Foreign
	goal    *apis.Goal
	builds  *patches.Builds
	byName  map[named][]int // indices in Members, in the order of their paths
	byID    map[units.ID]int
	classes map[string]bool // names of classes, and of Provisioners that become one
	free    sync.Map        // the result of FreeClassName for each name
}

type named struct{ kind, name string }

// New returns the index of members. builds are the kustomizations of the run.
func New(goal *apis.Goal, members []Member, builds *patches.Builds) *Index {
	x := &Index{Members: members, goal: goal, builds: builds, byName: map[named][]int{}, byID: map[units.ID]int{}, classes: map[string]bool{}}
	kinds := apis.ClassKinds(goal.APIs)
	for i, m := range members {
		x.byID[m.ID] = i
		if slices.Contains(kinds, m.Kind) || m.Provider {
			x.classes[m.Name] = true
		}
		n := named{m.Kind, m.Name}
		x.byName[n] = append(x.byName[n], i)
	}
	for _, indices := range x.byName {
		slices.SortStableFunc(indices, func(a, b int) int { return cmp.Compare(members[a].Path, members[b].Path) })
	}
	return x
}

// membersAt returns the members of a kind and name in a file, or below a directory.
func (x *Index) membersAt(kind, name, place string) (members []*Member) {
	indices := x.byName[named{kind, name}]
	if place != "." {
		start, end := x.search(kind, name, place), x.search(kind, name, place+"\x00")
		if start == end { // place is no file, so it is a directory
			place = strings.TrimSuffix(place, "/")
			start, end = x.search(kind, name, place+"/"), x.search(kind, name, place+"0") // the character after the slash
		}
		indices = indices[start:end]
	}
	for _, i := range indices {
		if m := &x.Members[i]; place != "." || !path.IsAbs(m.Path) {
			members = append(members, m)
		}
	}
	return members
}

// search returns how many members of a kind and name have a path before that one.
func (x *Index) search(kind, name, before string) int {
	indices := x.byName[named{kind, name}]
	return sort.Search(len(indices), func(i int) bool { return x.Members[indices[i]].Path >= before })
}

// nearest returns the members of some kinds and a name that share the longest path with the file, because a file usually means its
// neighbours.
func (x *Index) nearest(file, name string, kinds ...string) (members []*Member) {
	if name == "" {
		return nil
	}
	deepest := ""
	for _, kind := range kinds {
		// The paths are in order, so the one that shares most with the file is beside the place that the file would have.
		indices := x.byName[named{kind, name}]
		at := x.search(kind, name, file)
		for _, i := range indices[max(0, at-1):min(len(indices), at+1)] {
			if place := sharedPlace(file, x.Members[i].Path); len(place) > len(deepest) || deepest == "." && place != "" {
				deepest = place
			}
		}
	}
	if deepest == "" {
		return nil
	}
	for _, kind := range kinds {
		members = append(members, x.membersAt(kind, name, deepest)...)
	}
	return members
}

// sharedPlace returns the innermost directory of two files, or the file if they are the same; "" if only one of the paths is absolute.
func sharedPlace(a, b string) string {
	if a == b {
		return a
	}
	slash := -1
	for i := 0; i < min(len(a), len(b)) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			slash = i
		}
	}
	switch {
	case path.IsAbs(a) != path.IsAbs(b):
		return ""
	case slash < 0:
		return "."
	case slash == 0:
		return "/"
	}
	return a[:slash]
}

// OnlyForeign returns a class of another provider that a file may mean by a name, or nil. It returns nil if AWS has a class with
// that name.
func (x *Index) OnlyForeign(file, name string) *Foreign {
	for _, kind := range apis.ClassKinds(x.goal.APIs) {
		if len(x.nearest(file, name, kind)) > 0 {
			return nil
		}
	}
	i := slices.IndexFunc(x.Foreign, func(f Foreign) bool { return f.Name == name })
	if i < 0 || name == "" {
		return nil
	}
	return &x.Foreign[i]
}

// NearestClasses returns the classes of a kind and name that are nearest to the file. Patches do not count.
func (x *Index) NearestClasses(file, kind, name string) (classes []units.ID) {
	for _, m := range x.nearest(file, name, kind) {
		if !x.builds.IsPatch(m.Path) {
			classes = append(classes, m.ID)
		}
	}
	return classes
}

// FreeClassName returns a name, with a number if there is a class of that name.
func (x *Index) FreeClassName(name string) string {
	if free, ok := x.free.Load(name); ok {
		return free.(string)
	}
	free := name
	for n := 2; x.classes[free]; n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	x.free.Store(name, free)
	return free
}

// ClassNamed returns the place of a class with the name of a Provisioner. inWay is true if the two certainly conflict: their
// directories are the same, or one contains the other.
func (x *Index) ClassNamed(file, name string) (place string, inWay bool) {
	for _, kind := range apis.ClassKinds(x.goal.APIs) {
		for _, m := range x.nearest(file, name, kind) {
			if x.builds.IsPatch(m.Path) {
				continue
			}
			text := fmt.Sprintf("%s %s in %s", m.Kind, m.Name, m.Path)
			if filetype.InOneTree(m.Path, file) {
				return text, true
			}
			if place == "" {
				place = text
			}
		}
	}
	return place, false
}

// IsSettled reports whether an object of a kind and name is already in the API of the output, in a directory above the file or below
// it. "" is any name.
func (x *Index) IsSettled(file, kind, name string) bool {
	return slices.ContainsFunc(x.Members, func(m Member) bool {
		isMeant := m.Kind == kind && (name == "" || m.Name == name)
		return m.IsNew && isMeant && filetype.InOneTree(m.Path, file)
	})
}

// Namesake returns the first object with the same kind and name in the same directory; nil if that is the object itself. Patches
// and templated names have none, because they may be for any number of objects.
func (x *Index) Namesake(id units.ID, file, kind, name string) *Member {
	if x.builds.IsPatch(file) || name == "" {
		return nil
	}
	for _, m := range x.membersAt(kind, name, path.Dir(file)) {
		if m.ID == id {
			return nil
		}
		if !x.builds.IsPatch(m.Path) && path.Dir(m.Path) == path.Dir(file) {
			return m
		}
	}
	return nil
}

// TwinOf returns the same pool or class in another version of the API, or nil.
func (x *Index) TwinOf(id units.ID, kind string) *Member {
	i, ok := x.byID[id]
	if !ok {
		return nil
	}
	m := &x.Members[i]
	twins := x.sameName(m, kind)
	if len(twins) == 0 {
		return nil
	}
	if m.Name != "" {
		return twins[0]
	}
	// Templated names may differ from place to place, so a twin must be where karplint writes one, or be the only candidate.
	for _, twin := range twins {
		if m.IsBeside(&twin.Origin) {
			return twin
		}
	}
	perInstance := m.Block != "" && (strings.Contains(m.Shown, "each.") || strings.Contains(m.Shown, "count."))
	if len(twins) > 1 || perInstance || x.countNamed(m) > 1 {
		return nil
	}
	return twins[0]
}

// sameName returns the other objects of a kind in the directory of m with its name, or with the template for its name. The twin of a
// patch must be in the same file, because one kustomization uses both. So must the twin of an object in a script, because the script
// applies only its own objects.
func (x *Index) sameName(m *Member, kind string) (namesakes []*Member) {
	if m.Shown == "" {
		return nil
	}
	dir := path.Dir(m.Path)
	for _, name := range []string{m.Shown, ""} { // "" indexes templated names
		for _, namesake := range x.membersAt(kind, name, dir) {
			isApart := slices.ContainsFunc([]string{m.Path, namesake.Path}, func(file string) bool { return x.builds.IsPatch(file) || scripts.MayRead(file) })
			isBeside := namesake.Path == m.Path || !isApart && path.Dir(namesake.Path) == dir
			if isBeside && namesake.Shown == m.Shown && namesake.ID != m.ID {
				namesakes = append(namesakes, namesake)
			}
		}
	}
	return namesakes
}

// countNamed returns how many objects in the directory of m have its kind and its template for a name.
func (x *Index) countNamed(m *Member) (count int) {
	for _, namesake := range x.membersAt(m.Kind, "", path.Dir(m.Path)) {
		if namesake.Shown == m.Shown && path.Dir(namesake.Path) == path.Dir(m.Path) {
			count++
		}
	}
	return count
}

// Join calls join for each pool and its class, because they must be converted together.
func (x *Index) Join(join func(a, b units.ID)) {
	templated := map[string][]*Member{} // the classes with templated names, by directory
	for i, m := range x.Members {
		if m.Name == "" && slices.Contains(x.goal.OldClassKinds(), m.Kind) {
			templated[templatesIn(m.Path, m.Shown)] = append(templated[templatesIn(m.Path, m.Shown)], &x.Members[i])
		}
	}
	for i, m := range x.Members {
		classes := x.classesOf(&x.Members[i])
		if m.HiddenClass != "" {
			classes = matching(templated[templatesIn(m.Path, m.HiddenClass)], m.HiddenClass)
		}
		for _, class := range classes {
			join(class.ID, m.ID)
		}
	}
}

// classesOf returns the classes that a pool refers to.
func (x *Index) classesOf(m *Member) (classes []*Member) {
	for _, class := range m.Classes {
		classes = append(classes, x.nearest(m.Path, class, x.goal.OldClassKinds()...)...)
	}
	return classes
}

// templatesIn returns a key for the directory of a file and the language of its template: a pool of a chart never refers to a
// class of Flux.
func templatesIn(file, text string) string {
	return path.Dir(file) + " " + strconv.FormatBool(strings.Contains(text, "{{"))
}

// matching returns the classes whose name is the same template, or all classes if none is.
func matching(classes []*Member, template string) []*Member {
	var matches []*Member
	for _, m := range classes {
		if m.Shown == template {
			matches = append(matches, m)
		}
	}
	if matches == nil {
		return classes
	}
	return matches
}

// ClassOf names the class that a pool refers to, or the object itself if it is a class: "EC2NodeClass default". It returns "" if the
// class is unknown.
func (x *Index) ClassOf(id units.ID) string {
	i, ok := x.byID[id]
	if !ok {
		return ""
	}
	m := &x.Members[i]
	if slices.Contains(x.goal.OldClassKinds(), m.Kind) {
		return m.Kind + " " + m.Shown
	}
	for _, class := range x.classesOf(m) {
		return class.Kind + " " + class.Shown
	}
	return ""
}
