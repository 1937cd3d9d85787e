// Package shortcut turns off what saves time, so that a test can show that it changes no finding.
package shortcut

import "sync/atomic"

// Kind is one way to save time.
type Kind int

// The kinds.
const (
	HeldFiles   Kind = iota // a file is read and parsed once for all who open it
	KeptRoots               // a root is evaluated once, for the survey and to lint it
	EqualInputs             // rules are evaluated once on equal inputs
	Needles                 // rules are evaluated only where a word of theirs occurs
	JointPlans              // the fixes of a document are planned together
	Kinds                   // the number of kinds
)

var off [Kinds]atomic.Bool

// Off reports whether the kind is turned off.
func Off(kind Kind) bool { return off[kind].Load() }

// Set turns a kind on or off, for the whole process.
func Set(kind Kind, on bool) { off[kind].Store(!on) }
