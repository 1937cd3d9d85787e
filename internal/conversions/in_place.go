package conversions

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/model"
)

// convertObjects converts the objects in the files. With ElseInPlace, those that cannot get a successor beside them are converted in place, with
// their patches, and the others are converted beside the result.
func (r *Run) convertObjects() ([]convert.File, []error) {
	beside, bugs := convertFiles(r.Converter.Files, r.Files)
	if !r.ElseInPlace || !r.Options.Keep || !slices.ContainsFunc(beside, isOpenItself) {
		return beside, bugs
	}
	converted, more := convertFiles(r.inPlace.Files, r.Files)
	inPlace := chooseInPlace(beside, converted)
	if len(inPlace) == 0 {
		return beside, bugs
	}
	files := make([]*model.File, len(r.Files))
	for i, f := range r.Files {
		if files[i] = f; inPlace[f.Path] != nil {
			files[i] = model.NewFile(f.Path, inPlace[f.Path].After)
		}
	}
	beside, _ = convertFiles(r.Converter.Files, files)
	return joinInPlace(beside, inPlace), append(bugs, more...)
}

// isOpenItself reports whether a decision about a file is open. One about a role does not count, because it holds nothing back.
func isOpenItself(f convert.File) bool {
	decisions, roles := 0, 0
	for _, n := range f.Notes {
		if n.Level == convert.Decision {
			decisions++
		}
	}
	for _, o := range f.Objects {
		if o.NeedsRole {
			roles++
		}
	}
	return decisions > roles
}

// chooseInPlace returns the conversions in place, by path: of the files that need one, if it leaves no decision open. Warnings in them give the
// reasons.
func chooseInPlace(beside, converted []convert.File) map[string]*convert.File {
	needed, open := map[int]bool{}, map[string]bool{}
	for _, f := range beside {
		needed[f.Tied] = needed[f.Tied] || isOpenItself(f)
	}
	for _, f := range converted {
		open[f.Path] = isOpenItself(f)
	}
	for _, f := range beside {
		needed[f.Tied] = needed[f.Tied] && !open[f.Path]
	}
	chosen := map[string]*convert.File{}
	for _, f := range beside {
		i := slices.IndexFunc(converted, func(other convert.File) bool { return other.Path == f.Path })
		if needed[f.Tied] && i >= 0 {
			chosen[f.Path] = &converted[i]
			converted[i].Notes = append(replacementNotes(f), converted[i].Notes...)
		}
	}
	return chosen
}

// joinInPlace completes the files of a conversion beside the old objects. Those that were converted in place before get their original text, objects
// and notes from that conversion.
func joinInPlace(beside []convert.File, inPlace map[string]*convert.File) []convert.File {
	for i, f := range beside {
		if converted := inPlace[f.Path]; converted != nil {
			beside[i].Before, beside[i].Objects, beside[i].Notes = converted.Before, converted.Objects, converted.Notes
			delete(inPlace, f.Path)
		}
	}
	for _, f := range inPlace {
		f.Group = -1 - f.Group // of another run
		beside = append(beside, *f)
	}
	slices.SortStableFunc(beside, func(a, b convert.File) int { return strings.Compare(a.Path, b.Path) })
	return beside
}

// replacementNotes returns a warning for each decision that kept a successor from being added.
func replacementNotes(f convert.File) (notes []convert.Note) {
	for _, n := range f.Notes {
		if n.Level != convert.Decision {
			continue
		}
		n.Level = convert.Warning
		n.Message += "; karplint converts it in place instead, and applying that deletes the old object and drains its nodes: to avoid it, write the new " +
			"object beside the old one"
		notes = append(notes, n)
	}
	return notes
}
