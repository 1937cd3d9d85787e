package fileset

import (
	"strings"
	"unsafe"

	"github.com/karplint/karplint/terraform"
)

// State identifies the text that a path has in a set of files. If two sets over the same disk, or over commits of one repository, have equal states
// of a path, they have the same text there. The zero State is that of the disk.
type State struct {
	layer    layer
	text     *byte
	size     int
	identity string // of what Files has that can tell it; "" otherwise
}

// identifier is a set of files that can tell whether a path has the same text as in another set.
type identifier interface {
	Identity(name string) string
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
				return State{layer: inMemory, text: unsafe.SliceData(text), size: len(text)}
			}
			files = f.Base
		case Without:
			if f.missing(name) != nil {
				return State{layer: removed}
			}
			files = f.Files
		case *Recorder:
			files = f.Files
		case identifier:
			return State{identity: f.Identity(name)}
		default:
			return State{}
		}
	}
}

// EntriesOf returns what is equal for directories with the same entries: their names and types.
func EntriesOf(files terraform.Files, dir string) string {
	entries, err := files.ReadDir(dir)
	var text strings.Builder
	for _, e := range entries {
		text.WriteString(e.Name() + "\x00" + e.Type().String() + "\x00")
	}
	if err != nil {
		text.WriteString(err.Error())
	}
	return text.String()
}
