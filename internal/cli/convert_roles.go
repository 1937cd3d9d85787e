package cli

import (
	"fmt"
	"maps"
	"slices"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/apis"
)

// unknownRoles says which names in the configuration's convert.roles are those of no class. Where less than the directory
// of the configuration was read, the class may be elsewhere, and only a likely misspelling is
// told.
func (r *converting) unknownRoles(converted []convert.File) []string {
	var notes []string
	said := map[*settings]bool{}
	for _, f := range r.in.Files {
		s := r.of(f.Path).settings
		if said[s] {
			continue
		}
		said[s] = true
		own := slices.DeleteFunc(slices.Clone(converted), func(f convert.File) bool { return r.of(f.Path).settings != s })
		notes = append(notes, r.unknownIn(s, own)...)
	}
	return notes
}

// unknownIn is unknownRoles for one configuration and the files that it is for.
func (r *converting) unknownIn(s *settings, converted []convert.File) []string {
	classes := objectNames(converted, apis.IsClass)
	pools := objectNames(converted, func(kind string) bool { return kind == "Provisioner" })
	all := len(r.in.Errors) == 0 && r.in.Walked(s.Dir)
	var notes []string
	for _, name := range slices.Sorted(maps.Keys(s.Convert.Roles)) {
		if slices.Contains(classes, name) || slices.Contains(pools, name) { // a Provisioner may hold its class
			continue
		}
		hint := nearest.Hint(name, classes)
		if hint == "" && !all {
			continue
		}
		notes = append(notes, fmt.Sprintf("%s: convert.roles: no node class is called %q%s", s.Place("convert.roles."+name), name, hint))
	}
	return notes
}

// objectNames returns the names of the objects of some kinds.
func objectNames(converted []convert.File, is func(kind string) bool) []string {
	var names []string
	for i := range converted {
		for _, o := range converted[i].Objects {
			if is(o.Kind.Kind) && o.Name != "" && !slices.Contains(names, o.Name) {
				names = append(names, o.Name)
			}
		}
	}
	return names
}
