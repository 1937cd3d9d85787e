package fileset

import (
	"unsafe"

	"github.com/karplint/karplint/terraform"
)

// State identifies the text that a path has in a set of files. If two sets over the same disk have equal states of a path, they have the same
// text there. The zero State is that of the disk.
type State struct {
	layer layer
	text  *byte
	size  int
}

// layer is the source of a text.
type layer int

const (
	onDisk layer = iota
	inMemory
	removed
)

// StateOf returns the state of a path.
func StateOf(files terraform.Files, name string) State {
	for {
		switch f := files.(type) {
		case opener:
			files = f.Files
		case Overlay:
			if text, ok := f.text(name); ok {
				return State{inMemory, unsafe.SliceData(text), len(text)}
			}
			files = f.Base
		case Without:
			if f.missing(name) != nil {
				return State{layer: removed}
			}
			files = f.Files
		default:
			return State{}
		}
	}
}
