package convert

import (
	"slices"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/facts"
)

// Note tells a person something about the conversion of one object.
type Note = record.Note

// Place is a line of a file.
type Place = record.Place

// Level of a Note.
type Level = record.Level

// The levels of notes.
const (
	Info     = record.Info
	Warning  = record.Warning
	Decision = record.Decision
)

// The values of Note.About.
const (
	AboutDone     = record.AboutDone
	AboutReplaced = record.AboutReplaced
	AboutRelease  = "release" // about one release, so that the same place needs another decision for the next one
)

// Status of an object after a conversion.
type Status string

// The statuses. Those of a conversion are part of the JSON contract.
const (
	Converted Status = "converted"
	Unchanged Status = "unchanged"
	Undecided Status = "decision"
	Skipped   Status = "skipped"

	Removed Status = "removed" // by Retire
)

// Object is the outcome for one object of a selected file.
type Object struct {
	File   string `json:"file"`
	From   string `json:"from"` // "karpenter.sh/v1alpha5 Provisioner default"
	To     string `json:"to"`   // "karpenter.sh/v1beta1 NodePool default"; equals From unless the kind changes
	Status Status `json:"status"`

	Kind facts.APIKind `json:"-"` // as written
	Name string        `json:"-"` // as written: also a template
	Line int           `json:"-"` // 1-based, in the file before the conversion; 0 for a new object

	SpecFrom    string `json:"-"` // the value of a chart that is its whole spec: .Values.pools[].spec; "" if the template writes it
	Aside       bool   `json:"-"` // a person set it aside, so that nothing waits for it
	NeedsRole   bool   `json:"-"` // its role is still to be decided, which does not stop the conversion
	UnknownRole string `json:"-"` // why the role or instance profile of the options cannot be written in this file; "" if it can
}

// File is the outcome for one file. Its slices are shared with one another where nothing differs.
type File struct {
	Path   string
	Before []byte
	// Removed is true for a file that is deleted, because Retire leaves nothing in it: After is empty.
	Removed bool
	// After is the converted text. An object that needs a decision, and every object of its group (a pool and its class, a base and its
	// patches; also in other files), stays as it is. Only a missing role holds nothing back. Equals Before where nothing changes.
	After   []byte
	Objects []Object // in the file's order
	// Group is the same number for files whose objects are converted together or not at all.
	Group int
	// Tied is the same number for files that must have an object in the same API: a base and its patches, but not a pool and its class.
	Tied  int
	Notes []record.Note // sorted by line
}

// Changed reports whether After differs from Before.
func (f *File) Changed() bool { return string(f.Before) != string(f.After) || f.Removed }

// ChangesKind reports whether the kind or API of an object in the file changes, or would.
func (f *File) ChangesKind() bool {
	return slices.ContainsFunc(f.Objects, func(o Object) bool { return o.From != o.To })
}

// Undecided reports whether a note asks for a decision, so that the exit code is 1.
func (f *File) Undecided() bool {
	return slices.ContainsFunc(f.Notes, func(n record.Note) bool { return n.Level == record.Decision })
}
