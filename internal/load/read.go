package load

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// MaxSize is the size in bytes up to which a file is read. The tree of a larger one would not
// fit into the memory of a small CI machine.
const MaxSize = 32 << 20

// Bug is a panic while a file was worked on.
type Bug struct {
	Path  string
	Value any
	Stack []byte
}

func (b *Bug) Error() string {
	return fmt.Sprintf("%s: a bug in karplint: %v%s", b.Path, b.Value, b.place())
}

// place returns the line of code that panicked: " (lint/linter.go:12)".
func (b *Bug) place() string {
	_, after, found := strings.Cut(string(b.Stack), "panic(")
	if !found {
		return ""
	}
	lines := strings.Split(after, "\n") // the panic's own place, then function and place of its callers
	for i := 3; i < len(lines); i += 2 {
		place, _, _ := strings.Cut(strings.TrimSpace(lines[i]), " ")
		if !strings.Contains(place, "/src/runtime/") {
			parts := strings.Split(place, "/")
			return " (" + strings.Join(parts[max(0, len(parts)-2):], "/") + ")"
		}
	}
	return ""
}

// Selector says whether a file, of which data is a part or all, is worth a closer look.
type Selector func(path string, data []byte) bool

// Outcome is what became of the files.
type Outcome struct {
	Read     int     // files that were looked at
	Selected int     // files that do was called with
	Errors   []error // *Error, *Bug, those of do: in the order of the files
}

// Each reads the files in parallel and calls do with those that were named and those whose
// bytes are selected; do is called from several goroutines. Nothing of a file is kept when do
// has returned. A file that cannot be read, and one on which do panics, is an error of the
// outcome; the others go on. When ctx ends, no further file is begun.
func Each(ctx context.Context, files []File, selects Selector, do func(File, []byte) error) Outcome {
	results := make([]result, len(files))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		workers.Go(func() {
			for i := range next {
				results[i] = work(files[i], selects, do)
			}
		})
	}
feed:
	for i := range files {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	workers.Wait()
	return sum(results)
}

type result struct {
	read, selected bool
	err            error
}

func sum(results []result) Outcome {
	var o Outcome
	for _, r := range results {
		if r.read {
			o.Read++
		}
		if r.selected {
			o.Selected++
		}
		if r.err != nil {
			o.Errors = append(o.Errors, r.err)
		}
	}
	return o
}

func work(f File, selects Selector, do func(File, []byte) error) (r result) {
	defer func() {
		if value := recover(); value != nil {
			r.err = &Bug{Path: f.Path, Value: value, Stack: debug.Stack()}
		}
	}()
	data, large, err := f.read(selects)
	if err != nil {
		r.err = &Error{Path: f.Path, Err: err}
		return r
	}
	r.read = true
	if large || !f.Named && !selects(f.Path, data) {
		return r
	}
	r.selected = true
	r.err = do(f, data)
	return r
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
