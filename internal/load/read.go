package load

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"sync/atomic"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/filetype"
)

// MaxSize bounds the bytes of a file, because the tree of a larger one would not fit into the memory of a small CI machine.
const MaxSize = 32 << 20

// selector reports whether a file is relevant, of which data is a part or all.
type selector func(path string, data []byte) bool

// Outcome is the result of Each.
type Outcome struct {
	Read     int     // files that were read
	Selected int     // files for which visit was called
	Errors   []error // *Error, *parallel.Bug, and errors of visit, in the order of the files
}

// Each reads the files in parallel and calls visit for those that were requested themselves and those whose bytes are selected; visit is
// called from several goroutines. Nothing of a file is kept after visit returns. If a file cannot be read, or visit panics, that is an
// error of the outcome, and the others go on. When ctx ends, no further file is begun.
func (l *Listing) Each(ctx context.Context, files []File, selects selector, visit func(File, []byte) error) Outcome {
	var read, selected atomic.Int64
	errs := parallel.Each(ctx, 0, files, func(f File) string { return f.Path }, func(_ int, f File) error {
		data, large, err := f.read(l.reader, selects)
		if err != nil {
			return &Error{Path: f.Path, Err: err}
		}
		read.Add(1)
		if large || !f.Named && !selects(f.Path, data) {
			return nil
		}
		selected.Add(1)
		return visit(f, data)
	})
	return Outcome{Read: int(read.Load()), Selected: int(selected.Load()), Errors: errs}
}

// read returns the bytes of the file. A large file is not read whole: it is an error if it was
// requested itself or is selected; otherwise it is skipped.
func (f File) read(files *regular.Reader, selects selector) (data []byte, large bool, err error) {
	if f.data != nil {
		return f.data, false, nil
	}
	data, tooLarge := files.Read(f.path, MaxSize)
	if !errors.Is(tooLarge, regular.ErrTooLarge) {
		return data, false, tooLarge
	}
	selected := f.Named
	if !selected && !files.IsInstead(f.path) {
		_, err = scanFile(f.path, make([]byte, scanSize), func(part []byte) { selected = selected || selects(f.Path, part) })
	}
	if selected {
		err = tooLarge
	}
	return nil, true, err
}

// stdinName is the path of standard input without a name.
const stdinName = "<stdin>"

// Stdin reads standard input as a file with the given name, which need not exist, and lists the files around it if the options ask
// for context. Without a name it is a file in the working directory.
func Stdin(in io.Reader, name string, o Options) (*Listing, error) {
	l := &lister{options: o, listed: map[string]bool{}, listing: &Listing{dir: o.Dir, reader: o.Reader, leftOut: newLeftOut(o)}, context: true}
	f := File{Path: stdinName, Named: true}
	full := ""
	if name != "" {
		full = absolute(filepath.FromSlash(name), o.Dir)
		f.Path, f.Terraform = l.display(full), filetype.IsTerraform(name)
		l.listAround(full)
	} else {
		l.listAround(filepath.Join(o.Dir, stdinName))
	}
	f.Root, f.Scope = l.stdinScope(full)
	f.Context, f.Named = f.Scope.Broken, !f.Scope.Broken
	data, err := regular.ReadAll(in, 0, MaxSize)
	if err != nil {
		return nil, &Error{Path: f.Path, Err: err}
	}
	f.data = append([]byte{}, data...)
	l.listing.Stdin = f.Path
	l.listing.Files = append(l.listing.Files, f)
	l.listing.sort()
	return l.listing, nil
}

// stdinScope returns the boundary and the scope of the directory of standard input: the working directory if it has no name.
func (l *lister) stdinScope(full string) (boundary string, scope *Scope) {
	dir := l.options.Dir
	if full != "" {
		dir = filepath.Dir(full)
	}
	if real, err := l.options.Reader.WithoutLinks(dir); err == nil {
		dir = real
	}
	l.context = false // it was requested
	return l.boundary(dir), l.scope(dir)
}

// listAround lists the files around standard input, but not the file whose name it has.
func (l *lister) listAround(full string) {
	dir, err := l.options.Reader.WithoutLinks(filepath.Dir(full))
	if err != nil || !l.options.Context {
		return
	}
	l.requested = []string{dir}
	l.addContexts()
	l.dropOutputs()
	l.listing.Files = slices.DeleteFunc(l.listing.Files, func(f File) bool { return f.path == full })
}
