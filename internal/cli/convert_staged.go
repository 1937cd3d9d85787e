package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/sides"
)

// mayConvertStaged reports whether a staged file contains anything to convert.
func (r *runner) mayConvertStaged(s *sides.Sides) bool {
	for name := range s.Changed { // in any order: it is a question of yes or no
		path := fullPath(s.Root, name)
		data, err := s.Now.Read(path, load.MaxSize)
		if err == nil && convert.Selects(path, data) {
			return true
		}
	}
	return false
}

// onlyStaged returns the files whose objects are staged, and those that must change with them. Where one of these is not staged, or has other
// changes in the working tree, none of them changes, and a note says why. The texts are those of the working tree.
func (r *runner) onlyStaged(s *sides.Sides, converted []convert.File, writes bool) []convert.File {
	isStaged := func(f *convert.File) bool {
		name, ok := s.Relative(r.dir, f.Path)
		return ok && s.Changed[name]
	}
	wanted := map[int]bool{} // groups
	for i := range converted {
		wanted[converted[i].Group] = wanted[converted[i].Group] || isStaged(&converted[i])
	}
	converted = slices.DeleteFunc(slices.Clone(converted), func(f convert.File) bool { return !wanted[f.Group] })
	reasons := map[int]string{}
	for i := range converted {
		f := &converted[i]
		if !f.Changed() || reasons[f.Group] != "" {
			continue
		}
		if !isStaged(f) {
			reasons[f.Group] = fmt.Sprintf("%s must change with it, and is not staged; stage it too, or convert them by hand: karplint convert --write %s",
				f.Path, strings.Join(pathsOf(converted, f.Group), " "))
		} else if writes {
			now, after, reason := r.onDisk(s, f.Path, f.Before, f.After)
			if reason != "" {
				reasons[f.Group] = reason
				if len(pathsOf(converted, f.Group)) > 1 {
					reasons[f.Group] = fmt.Sprintf("of %s: %s", f.Path, reason)
				}
			} else {
				f.Before, f.After = now, after
			}
		}
	}
	for i := range converted {
		f := &converted[i]
		if reason := reasons[f.Group]; reason != "" && f.Changed() && isStaged(f) {
			line := 1
			if len(f.Objects) > 0 {
				line = f.Objects[0].Line
			}
			markSkipped(f)
			f.Notes = append(f.Notes, convert.Note{File: f.Path, Line: line, Level: convert.Decision, Message: "not converted: " + reason})
		}
	}
	return slices.DeleteFunc(converted, func(f convert.File) bool {
		saysNothing := !f.Changed() && len(f.Notes) == 0
		return saysNothing || reasons[f.Group] != "" && !isStaged(&f)
	})
}

// pathsOf returns the paths of the files of a group that change.
func pathsOf(converted []convert.File, group int) (paths []string) {
	for i := range converted {
		if f := &converted[i]; f.Group == group && f.Changed() {
			paths = append(paths, f.Path)
		}
	}
	return paths
}
