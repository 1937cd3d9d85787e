// Package fixes plans the fixes that rules propose, as edits at the places where the values are written, and applies those that do
// not conflict.
package fixes

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
)

// Fix is a change that resolves a finding.
type Fix struct {
	Title  string
	Safety rule.Safety
	Shared bool // other files or resources read the changed values
	Edits  []FileEdit

	unplanned *Unplanned // the unplanned from which it was planned; nil if it cannot be planned together with other fixes
}

// FileEdit is one byte edit in a file with its positions.
type FileEdit struct {
	place.Location
	New string

	Sum uint64 // hash of the file for which the fix was planned; 0 if unknown
}

// Edit returns the byte edit.
func (e FileEdit) Edit() edit.Edit {
	return edit.Edit{Start: e.Span.Start, End: e.Span.End, New: e.New}
}

// SameEdits reports whether both fixes have the same edits.
func (f *Fix) SameEdits(other *Fix) bool {
	return slices.Equal(f.Edits, other.Edits)
}

// files returns the paths of the files that the fix changes, each once.
func (f *Fix) files() []string {
	var paths []string
	for _, e := range f.Edits {
		if !slices.Contains(paths, e.File) {
			paths = append(paths, e.File)
		}
	}
	return paths
}

// editsOf returns the edits of one file.
func (f *Fix) editsOf(file string) []edit.Edit {
	var edits []edit.Edit
	for _, e := range f.Edits {
		if e.File == file {
			edits = append(edits, e.Edit())
		}
	}
	return edits
}

// DropUnplanned drops the unplanned of the fix. Afterwards, the fix cannot be planned together with others of the
// same document.
func (f *Fix) DropUnplanned() { f.unplanned = nil }
