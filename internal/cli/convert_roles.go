package cli

import (
	"fmt"
	"maps"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/apis"
)

// unknownRoleNotes returns a note for each name in convert.roles that is not the name of a class. If only a part of the
// configuration's directory was read, the class may be elsewhere, so that only likely misspellings are reported.
func (r *converting) unknownRoleNotes(converted []convert.File) []string {
	var notes []string
	checked := map[*settings]bool{}
	for _, f := range r.in.Files {
		s := r.files.of(f.Path).settings
		if checked[s] {
			continue
		}
		checked[s] = true
		files := slices.DeleteFunc(slices.Clone(converted), func(f convert.File) bool { return r.files.of(f.Path).settings != s })
		notes = append(notes, r.unknownRolesIn(s, files)...)
	}
	return notes
}

// unknownRolesIn does the same for one configuration and its files.
func (r *converting) unknownRolesIn(s *settings, converted []convert.File) []string {
	classes := objectNames(converted, apis.IsClass)
	pools := objectNames(converted, func(kind string) bool { return kind == "Provisioner" })
	complete := len(r.in.Errors) == 0 && r.in.IsWalked(s.Dir)
	var notes []string
	for _, name := range slices.Sorted(maps.Keys(s.Convert.Roles)) {
		if slices.Contains(classes, name) || slices.Contains(pools, name) { // a Provisioner may contain its class
			continue
		}
		hint := nearest.Hint(name, classes)
		if hint == "" && !complete {
			continue
		}
		notes = append(notes, fmt.Sprintf("%s: convert.roles: no node class is called %q%s", s.Place("convert.roles."+name), name, hint))
	}
	return notes
}

// checkRole returns an error if the role or instance profile of the command line cannot be written in one of the files.
func checkRole(c *cli.Context, converted []convert.File) error {
	flag := "role"
	if c.IsSet("instance-profile") {
		flag = "instance-profile"
	}
	if !c.IsSet(flag) {
		return nil
	}
	for _, f := range converted {
		for _, o := range f.Objects {
			if o.UnknownRole != "" {
				return usage(c, "--%s: %s:%d: %s; convert the other files separately", flag, f.Path, o.Line, o.UnknownRole)
			}
		}
	}
	return nil
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
