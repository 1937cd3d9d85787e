// Package index finds the pools and classes of a run: by kind, name and place.
package index

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/patches"
	"github.com/karplint/karplint/convert/sites"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/filetype"
)

// Member is a pool or a class in the input or the output API.
type Member struct {
	sites.Origin
	Shown string // the name, or the template that writes it
	// Classes are those that a pool names, if it is converted: more than one only if its spec is in several files of values.
	Classes []string
	// HiddenClass is the template that writes the name of a pool's class. It may refer to any class in the pool's file or directory whose
	// name is templated.
	HiddenClass string
}

// Foreign is a class of another provider than AWS.
type Foreign struct{ Path, Kind, Group, Name string }

// Index has the members of a run. In the survey of one file it is empty.
type Index struct {
	Members []Member
	Foreign []Foreign
	goal    *apis.Goal
	builds  *patches.Builds
	byPlace map[spot][]int // indices of Members
	byID    map[units.ID]int
}

// spot is a place of objects of a kind and name: a file, or a directory with everything below it.
type spot struct{ kind, name, path string }

// New returns the index of members. builds are the kustomizations of the run.
func New(goal *apis.Goal, members []Member, builds *patches.Builds) *Index {
	x := &Index{Members: members, goal: goal, builds: builds, byPlace: map[spot][]int{}, byID: map[units.ID]int{}}
	for i, m := range members {
		x.byID[m.ID] = i
		for place := range filetype.Parents(m.Path) {
			s := spot{m.Kind, m.Name, place}
			x.byPlace[s] = append(x.byPlace[s], i)
		}
	}
	return x
}

// membersAt returns the members of a kind and name in a file or below a directory.
func (x *Index) membersAt(kind, name, place string) (all []*Member) {
	for _, i := range x.byPlace[spot{kind, name, place}] {
		all = append(all, &x.Members[i])
	}
	return all
}

// nearest returns the members of a kind and name that share the longest path with a file, because the file means those.
func (x *Index) nearest(file, kind, name string) []*Member {
	if name == "" {
		return nil
	}
	for place := range filetype.Parents(file) {
		if all := x.membersAt(kind, name, place); len(all) > 0 {
			return all
		}
	}
	return nil
}

// OnlyForeign returns a class of another provider that a file may mean by a name, if there is none of AWS with that name; otherwise nil.
func (x *Index) OnlyForeign(file, name string) *Foreign {
	for _, kind := range apis.ClassKinds(x.goal.APIs) {
		if len(x.nearest(file, kind, name)) > 0 {
			return nil
		}
	}
	i := slices.IndexFunc(x.Foreign, func(f Foreign) bool { return f.Name == name })
	if i < 0 || name == "" {
		return nil
	}
	return &x.Foreign[i]
}

// NearestClasses returns the classes of a kind and name that are nearest to a file, without patches.
func (x *Index) NearestClasses(file, kind, name string) (all []units.ID) {
	for _, m := range x.nearest(file, kind, name) {
		if !x.builds.IsPatch(m.Path) {
			all = append(all, m.ID)
		}
	}
	return all
}

// ClassNames returns the names of the classes, and of Provisioners that become one.
func (x *Index) ClassNames() (names []string) {
	for _, m := range x.Members {
		if slices.Contains(apis.ClassKinds(x.goal.APIs), m.Kind) || m.Provider {
			names = append(names, m.Name)
		}
	}
	return names
}

// ClassNamed looks for a class with the name of a Provisioner in a file. It returns where one is, and whether it surely is in the way: it
// is in the same directory, or in one above or below.
func (x *Index) ClassNamed(file, name string) (place string, inWay bool) {
	for _, kind := range apis.ClassKinds(x.goal.APIs) {
		for _, m := range x.nearest(file, kind, name) {
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

// Namesake returns the first object with the kind and name of an object in its directory, or nil if that is the object itself. Patches, and
// templated names, may be for any number of objects.
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

// TwinOf returns the object of another kind that is the same pool or class in another version of the API, or nil.
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
	// Templated names may mean different objects in different places: the twin is where karplint writes it, or the only object.
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

// sameName returns the other objects of a kind with the name of m, or its template for a name, in its directory. That of a patch is in the
// same file, because a kustomization uses both.
func (x *Index) sameName(m *Member, kind string) (all []*Member) {
	if m.Shown == "" {
		return nil
	}
	dir := path.Dir(m.Path)
	for _, name := range []string{m.Shown, ""} { // "" is that of the templated ones
		for _, namesake := range x.membersAt(kind, name, dir) {
			isPatch := x.builds.IsPatch(m.Path) || x.builds.IsPatch(namesake.Path)
			isBeside := namesake.Path == m.Path || !isPatch && path.Dir(namesake.Path) == dir
			if isBeside && namesake.Shown == m.Shown && namesake.ID != m.ID {
				all = append(all, namesake)
			}
		}
	}
	return all
}

// countNamed returns how many objects of the kind of m have its template for a name in its directory.
func (x *Index) countNamed(m *Member) (count int) {
	for _, namesake := range x.membersAt(m.Kind, "", path.Dir(m.Path)) {
		if namesake.Shown == m.Shown && path.Dir(namesake.Path) == path.Dir(m.Path) {
			count++
		}
	}
	return count
}

// Join joins the pools with their classes: they are converted together or left together.
func (x *Index) Join(join func(a, b units.ID)) {
	templated := map[string][]*Member{} // the classes of a directory with a templated name
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

// classesOf returns the classes that a pool names.
func (x *Index) classesOf(m *Member) (all []*Member) {
	for _, class := range m.Classes {
		for _, kind := range x.goal.OldClassKinds() {
			all = append(all, x.nearest(m.Path, kind, class)...)
		}
	}
	return all
}

// templatesIn names the directory of a file and the language of a template in it: a pool of a chart is not for a class of Flux.
func templatesIn(file, text string) string {
	return path.Dir(file) + " " + strconv.FormatBool(strings.Contains(text, "{{"))
}

// matching returns the classes whose name the template writes, or else all.
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
