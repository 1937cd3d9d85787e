// Package convert rewrites Karpenter's alpha objects, and the labels and annotations in any
// object, to v1beta1.
package convert

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
	Line    int    `json:"line"`   // 1-based
	Object  string `json:"object"` // "Provisioner default"
	Path    string `json:"path"`   // "spec.launchTemplate"
	Level   Level  `json:"level"`
	Message string `json:"message"`
	See     string `json:"see"` // a link to Karpenter's documentation, or ""
}

// Object says what became of one object.
type Object struct {
	File   string `json:"file"`
	From   string `json:"from"` // "karpenter.sh/v1alpha5 Provisioner default"
	To     string `json:"to"`   // "karpenter.sh/v1beta1 NodePool default"
	Status Status `json:"status"`
}

// File is the outcome for one file.
type File struct {
	Path    string
	Before  []byte
	After   []byte // equals Before where nothing changes
	Objects []Object
	Notes   []Note
}
