// Package fixes plans the fixes that rules propose, as edits at the places where the values are written, and applies those that do
// not conflict.
package fixes

import (
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

	unplanned *Unplanned // from which it was planned; nil after DropUnplanned, or if there is none
	holders   []holder   // the collections to which it adds entries, or from which it removes them
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

// DropUnplanned drops that from which the fix was planned. Afterwards, the fix cannot be planned together with others of the same map.
func (f *Fix) DropUnplanned() { f.unplanned = nil }
