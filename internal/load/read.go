package load

import (
	"context"
	"io"
	"os"
	"sync/atomic"

	"github.com/karplint/karplint/internal/parallel"
)

// MaxSize is the size in bytes up to which a file is read. The tree of a larger one would not
// fit into the memory of a small CI machine.
const MaxSize = 32 << 20

// Selector says whether a file, of which data is a part or all, is worth a closer look.
type Selector func(path string, data []byte) bool

// Outcome is what became of the files.
type Outcome struct {
	Read     int     // files that were looked at
	Selected int     // files that do was called with
	Errors   []error // *Error, *parallel.Bug, those of do: in the order of the files
}

// Each reads the files in parallel and calls do with those that were named and those whose
// bytes are selected; do is called from several goroutines. Nothing of a file is kept when do
// has returned. A file that cannot be read, and one on which do panics, is an error of the
// outcome; the others go on. When ctx ends, no further file is begun.
func Each(ctx context.Context, files []File, selects Selector, do func(File, []byte) error) Outcome {
	var read, selected atomic.Int64
	errs := parallel.Each(ctx, 0, files, func(f File) string { return f.Path }, func(_ int, f File) error {
		data, large, err := f.read(selects)
		if err != nil {
			return &Error{Path: f.Path, Err: err}
		}
		read.Add(1)
		if large || !f.Named && !selects(f.Path, data) {
			return nil
		}
		selected.Add(1)
		return do(f, data)
	})
	return Outcome{Read: int(read.Load()), Selected: int(selected.Load()), Errors: errs}
}

// read returns the bytes of the file. A large file is not read whole: it is an error if it was
// named or is selected, and passed over otherwise.
func (f File) read(selects Selector) (data []byte, large bool, err error) {
	if f.data != nil {
		return f.data, false, nil
	}
	file, err := os.Open(f.path)
	if err != nil {
		return nil, false, err
	}
	defer file.Close() //nolint:errcheck // it was opened for reading only
	info, err := file.Stat()
	if err != nil {
		return nil, false, err
	}
	if info.Size() <= MaxSize {
		data, err = readUpTo(file, MaxSize)
		return data, false, err
	}
	selected := f.Named
	if !selected {
		selected, err = scan(file, func(part []byte) bool { return selects(f.Path, part) })
	}
	if selected {
		err = errTooLarge
	}
	return nil, true, err
}

// Read returns the bytes of a file that was listed, as Each read it.
func (f File) Read() ([]byte, error) {
	data, _, err := f.read(func(string, []byte) bool { return false })
	return data, err
}

// Stdin reads standard input as a file with the name.
func Stdin(in io.Reader, name string) (File, error) {
	data, err := readUpTo(in, MaxSize)
	if err != nil {
		return File{}, &Error{Path: name, Err: err}
	}
	if data == nil {
		data = []byte{}
	}
	return File{Path: name, Named: true, data: data}, nil
}
