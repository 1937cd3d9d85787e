package conversions

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
)

// convertObjects converts the objects in the files. With ElseInPlace, those that cannot get a successor beside them are converted in place, with all
// that is converted together with them.
func (r *Run) convertObjects() ([]convert.File, []error) {
	converted, bugs := convertFiles(r.Converter.Files, r.Files)
	if !r.ElseInPlace || !r.Options.Keep {
		return converted, bugs
	}
	open := map[int]bool{}
	for _, f := range converted {
		open[f.Group] = open[f.Group] || slices.ContainsFunc(f.Objects, isUndecided)
	}
	stay := map[string]convert.File{}
	for _, f := range converted {
		if open[f.Group] {
			stay[f.Path] = f
		}
	}
	if len(stay) == 0 {
		return converted, bugs
	}
	inPlace, more := convertFiles(r.inPlace.Files, r.Files)
	return r.chosen(converted, stay, inPlace), append(bugs, more...)
}

// chosen returns the conversion in place of the files that stay, where that leaves no decision open, and otherwise the one beside the old objects.
func (r *Run) chosen(beside []convert.File, stay map[string]convert.File, inPlace []convert.File) []convert.File {
	open := map[int]bool{}
	for i := range inPlace {
		f := &inPlace[i]
		open[f.Group] = open[f.Group] || slices.ContainsFunc(f.Objects, isUndecided)
	}
	replaced := map[string]bool{}
	var all []convert.File
	for _, f := range inPlace {
		before, isWanted := stay[f.Path]
		if open[f.Group] || !isWanted {
			continue
		}
		replaced[f.Path] = true
		f.Group += len(r.Files) // of another run
		f.Notes = append(replacementNotes(before), f.Notes...)
		all = append(all, f)
	}
	for _, f := range beside {
		if !replaced[f.Path] && !replaced[f.Beside] {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b convert.File) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// replacementNotes returns a warning for each decision that kept a successor from being added.
func replacementNotes(f convert.File) (notes []convert.Note) {
	for _, n := range f.Notes {
		if n.Level != convert.Decision {
			continue
		}
		n.Level = convert.Warning
		n.Message += "; karplint converts it in place instead, and applying that deletes the old object and drains its nodes: to avoid it, write the new object beside the old one"
		notes = append(notes, n)
	}
	return notes
}

func isUndecided(o convert.Object) bool { return o.Status == convert.Undecided }
