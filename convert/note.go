package convert

import (
	"slices"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// Level of a Note.
type Level string

// The levels: an info is for the reader, a warning asks for a look, a decision cannot be
// converted without a person and makes the exit code 1.
const (
	Info     Level = "info"
	Warning  Level = "warning"
	Decision Level = "decision"
)

// Status of an object after a conversion.
type Status string

// The statuses of the JSON contract.
const (
	Converted Status = "converted"
	Unchanged Status = "unchanged"
	Undecided Status = "decision"
	Skipped   Status = "skipped"
)

// Note tells a person something about the conversion of one object.
type Note struct {
	File    string `json:"file"`
	Line    int    `json:"line"`   // 1-based, in the file before the conversion
	Object  string `json:"object"` // "Provisioner default"
	Path    string `json:"path"`   // "spec.launchTemplate"
	Level   Level  `json:"level"`
	Message string `json:"message"` // the fact, then what to do
	See     string `json:"see"`     // a link to Karpenter's documentation, or ""
	// Preview says that the note tells of a change that is in After and not in Written.
	Preview bool `json:"-"`
}

// note is a Note of an object under conversion.
type note struct {
	Note
	place []any // of Path
	// format and args are those of Message.
	format string
	args   []any
}

// publicNotes returns what users see of notes.
func publicNotes(notes []note) []Note {
	public := make([]Note, len(notes))
	for i, n := range notes {
		public[i] = n.Note
	}
	return public
}

// moveTo makes the note one about another place.
func (n *note) moveTo(place []any) { n.place, n.Path = place, model.PathText(place) }

// Object says what became of one object of a selected file.
type Object struct {
	File   string `json:"file"`
	From   string `json:"from"` // "karpenter.sh/v1alpha5 Provisioner default"
	To     string `json:"to"`   // "karpenter.sh/v1beta1 NodePool default"; equals From unless the kind changes
	Status Status `json:"status"`

	Kind facts.APIKind `json:"-"` // as written
	Name string        `json:"-"` // as written: also a template
}

// File is the outcome for one file. Its slices are shared with one another where nothing differs.
type File struct {
	Path string
	// Beside is the path of the file that a new one is made for, in the same directory; "" for one that was there before.
	Beside string
	Before []byte
	// After is what a diff and -f show: everything converted that can be, also the rest of an object that
	// needs a decision. Equals Before where nothing changes.
	After []byte
	// Written is what --write leaves in the file: as After, but an object that needs a decision, and
	// every object of its group (a pool and its class, a base and its patches; also in other
	// files), stays as it is. Only a missing role holds nothing back.
	Written []byte
	Objects []Object // in the file's order
	// Group is the same number for files whose objects are converted together or not at all.
	Group int
	Notes []Note // sorted by line
}

// Changed says whether After differs from Before.
func (f *File) Changed() bool { return string(f.Before) != string(f.After) }

// Undecided says whether a note asks for a decision: the exit code is 1.
func (f *File) Undecided() bool {
	return slices.ContainsFunc(f.Notes, func(n Note) bool { return n.Level == Decision })
}
