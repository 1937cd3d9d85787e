package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/nearest"
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
	classes, pools := objectNames(converted, "AWSNodeTemplate", "EC2NodeClass"), objectNames(converted, "Provisioner")
	all := len(r.in.Errors) == 0 && r.in.Walked(s.Dir)
	var notes []string
	for _, name := range slices.Sorted(maps.Keys(s.Convert.Roles)) {
		if slices.Contains(classes, name) || slices.Contains(pools, name) { // a pool may hold its class
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

// objectNames returns the names of the objects of one of the kinds.
func objectNames(converted []convert.File, kinds ...string) []string {
	var names []string
	for i := range converted {
		for _, o := range converted[i].Objects {
			words := strings.SplitN(o.From, " ", 3) // apiVersion, kind, name
			if len(words) == 3 && slices.Contains(kinds, words[1]) && !slices.Contains(names, words[2]) {
				names = append(names, words[2])
			}
		}
	}
	return names
}
