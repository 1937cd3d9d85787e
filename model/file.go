// Package model has the types that every parser produces and every other package reads: files, documents,
// the located tree of values, and resources. It does not import other packages of karplint.
package model

import (
	"bytes"
	"hash/maphash"
	"sort"
	"sync"
	"unicode/utf8"
)

// Span is the half-open range [Start, End) of byte offsets in a File's Data.
type Span struct{ Start, End int }

// Empty reports whether the span covers no byte.
func (s Span) Empty() bool { return s.End <= s.Start }

// Contains reports whether t lies within s.
func (s Span) Contains(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// Position is a place for people: line and column count from 1, columns in Unicode code points.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// File is a file that was read, or standard input.
type File struct {
	Path string // relative to the working directory, with "/"
	Data []byte

	// Helpers reports whether a named template, which the file may include, may change the chart's values. If Helpers is nil, every
	// named template may.
	Helpers func(name string) bool

	shared bool // see Shared

	sumOnce sync.Once // sets sum
	sum     uint64

	kept sync.Map // see Kept
}

// Shared returns a File that keeps its trees, so that each document is parsed once. Nobody may change them.
func Shared(path string, data []byte) *File { return &File{Path: path, Data: data, shared: true} }

// Trees is Kept for what takes much memory: a file that is not shared does not keep it.
func Trees[T any](f *File, read func(*File) *T) *T {
	if f.shared {
		return Kept(f, read)
	}
	return read(f)
}

// Kept returns what read makes of a file. The file keeps one value of each type.
func Kept[T any](f *File, read func(*File) *T) *T {
	kept, ok := f.kept.Load((*T)(nil))
	if !ok {
		kept, _ = f.kept.LoadOrStore((*T)(nil), sync.OnceValue(func() *T { return read(f) }))
	}
	return kept.(func() *T)() //nolint:forcetypeassert // only this function stores it
}

// Reader reads files.
type Reader interface {
	ReadFile(path string) ([]byte, error)
}

// ReadFunc is a Reader.
type ReadFunc func(path string) ([]byte, error)

// ReadFile calls the function.
func (read ReadFunc) ReadFile(path string) ([]byte, error) { return read(path) }

// Open returns the file with a path. A Reader that has this method returns the same file each time, as long as its text does not change.
func Open(files Reader, path string) (*File, error) {
	if holder, ok := files.(interface {
		Open(path string) (*File, error)
	}); ok {
		return holder.Open(path)
	}
	data, err := files.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return NewFile(path, data), nil
}

var sumSeed = maphash.MakeSeed()

// Sum returns a hash of the bytes. It differs between processes.
func (f *File) Sum() uint64 {
	f.sumOnce.Do(func() { f.sum = maphash.Bytes(sumSeed, f.Data) })
	return f.sum
}

// lines are the lines of a file.
type lines struct {
	starts []int32 // their offsets
	ascii  bool    // each byte is a column
}

func linesOf(f *File) *lines {
	l := &lines{starts: make([]int32, 1, bytes.Count(f.Data, newline)+1), ascii: true}
	for i, c := range f.Data {
		if l.ascii = l.ascii && c < utf8.RuneSelf; c == '\n' {
			l.starts = append(l.starts, int32(i+1)) //nolint:gosec // a file is smaller
		}
	}
	return l
}

// at returns the index of the line of an offset.
func (l *lines) at(offset int) int {
	return sort.Search(len(l.starts), func(i int) bool { return int(l.starts[i]) > offset }) - 1
}

// NewFile returns a File. It is safe for concurrent use.
func NewFile(path string, data []byte) *File { return &File{Path: path, Data: data} }

// Position returns the line and column of the byte offset. A byte order mark at the start of
// the file takes no column. An invalid byte counts as one column.
func (f *File) Position(offset int) Position {
	l := Kept(f, linesOf)
	line := l.at(offset)
	start := int(l.starts[line])
	if start == 0 && hasBOM(f.Data) && offset >= 3 {
		start = 3
	}
	column := offset - start + 1
	if !l.ascii {
		column = utf8.RuneCount(f.Data[start:offset]) + 1
	}
	return Position{Line: line + 1, Column: column}
}

var newline = []byte("\n")

// LineStart returns the offset of the first byte of the line that offset is on.
func (f *File) LineStart(offset int) int {
	l := Kept(f, linesOf)
	return int(l.starts[l.at(offset)])
}

// LineEnd returns the offset after the newline of the line that offset is on.
func (f *File) LineEnd(offset int) int {
	l := Kept(f, linesOf)
	if next := l.at(offset) + 1; next < len(l.starts) {
		return int(l.starts[next])
	}
	return len(f.Data)
}

// Offset returns the offset of a position. If the line has fewer columns, that is the end of the line.
func (f *File) Offset(p Position) int {
	line := f.LineSpan(p.Line)
	if line.Start == 0 && hasBOM(f.Data) {
		line.Start = min(3, line.End)
	}
	offset, columns := line.Start, p.Column-1
	if Kept(f, linesOf).ascii {
		return min(offset+max(columns, 0), line.End)
	}
	for ; columns > 0 && offset < line.End; columns-- {
		_, size := utf8.DecodeRune(f.Data[offset:line.End])
		offset += size
	}
	return min(offset, line.End)
}

// LineSpan returns the bytes of the line (1-based), its newline excluded.
func (f *File) LineSpan(line int) Span {
	l := Kept(f, linesOf)
	start := int(l.starts[min(line, len(l.starts))-1])
	end := f.LineEnd(start)
	if end > start && f.Data[end-1] == '\n' {
		end--
		if end > start && f.Data[end-1] == '\r' {
			end--
		}
	}
	return Span{start, end}
}

// Lines returns the number of lines. A final newline does not start another line.
func (f *File) Lines() int {
	n := len(Kept(f, linesOf).starts)
	if n > 1 && bytes.HasSuffix(f.Data, newline) {
		n--
	}
	return n
}

func hasBOM(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\uFEFF"))
}
