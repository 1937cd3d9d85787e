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

	once  sync.Once // sets marks, because several goroutines read the trees of one file
	marks []mark

	sumOnce sync.Once // sets sum
	sum     uint64

	kept sync.Map // see Kept
}

// Kept returns what read makes of a file, such as its trees. The file keeps it, so everybody shares it, and nobody may change it. There is one of each
// type.
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

// mark counts lines and code points before an offset, so that neither the file nor a long line is counted from its start each
// time. There is one mark for each KiB rather than for each line, because a file may have one line for each byte.
type mark struct {
	offset       int // at most 3 bytes after a multiple of markEvery, so that no code point is divided
	lines, runes int // line breaks and code points before the offset
	lineStart    int // of the line of the offset
	lineEnd      int // of that line, including its line break
}

const markEvery = 1 << 10 // bytes

// NewFile returns a File. It is safe for concurrent use.
func NewFile(path string, data []byte) *File { return &File{Path: path, Data: data} }

// Position returns the line and column of the byte offset. A byte order mark at the start of
// the file takes no column. An invalid byte counts as one column.
func (f *File) Position(offset int) Position {
	start := f.LineStart(offset)
	if start == 0 && hasBOM(f.Data) && offset >= 3 {
		start = 3
	}
	m := f.markBefore(offset)
	line := m.lines + bytes.Count(f.Data[m.offset:offset], newline) + 1
	return Position{Line: line, Column: f.runeCount(start, offset) + 1}
}

var newline = []byte("\n")

// runeCount returns the number of code points from the first byte of a line to offset.
func (f *File) runeCount(start, offset int) int {
	if offset-start <= markEvery {
		return utf8.RuneCount(f.Data[start:offset])
	}
	return f.runesBefore(offset) - f.runesBefore(start)
}

func (f *File) runesBefore(offset int) int {
	m := f.markBefore(offset)
	return m.runes + utf8.RuneCount(f.Data[m.offset:offset])
}

// LineStart returns the offset of the first byte of the line that offset is on.
func (f *File) LineStart(offset int) int {
	m := f.markBefore(offset)
	if i := bytes.LastIndexByte(f.Data[m.offset:offset], '\n'); i >= 0 {
		return m.offset + i + 1
	}
	return m.lineStart
}

// LineEnd returns the offset after the newline of the line that offset is on.
func (f *File) LineEnd(offset int) int {
	m := f.markBefore(offset)
	if offset < m.lineEnd {
		return m.lineEnd
	}
	end := min(offset+markEvery+utf8.UTFMax, len(f.Data)) // the next mark is before end
	switch i := bytes.IndexByte(f.Data[offset:end], '\n'); {
	case i >= 0:
		return offset + i + 1
	case end == len(f.Data):
		return end
	}
	return f.markBefore(end).lineEnd
}

// Offset returns the offset of a position. If the line has fewer columns, that is the end of the line.
func (f *File) Offset(p Position) int {
	line := f.LineSpan(p.Line)
	if line.Start == 0 && hasBOM(f.Data) {
		line.Start = min(3, line.End)
	}
	offset, columns := line.Start, p.Column-1
	if line.End-line.Start > markEvery {
		marks, runes := f.allMarks(), f.runesBefore(line.Start)+columns
		m := marks[sort.Search(len(marks), func(i int) bool { return marks[i].runes > runes })-1]
		if m.offset > line.Start {
			offset, columns = m.offset, runes-m.runes
		}
	}
	for ; columns > 0 && offset < line.End; columns-- {
		_, size := utf8.DecodeRune(f.Data[offset:line.End])
		offset += size
	}
	return min(offset, line.End)
}

// LineSpan returns the bytes of the line (1-based), its newline excluded.
func (f *File) LineSpan(line int) Span {
	marks := f.allMarks()
	m := marks[sort.Search(len(marks), func(i int) bool { return marks[i].lines >= line })-1]
	start := m.lineStart
	for offset, n := m.offset, m.lines; n < line-1; n++ {
		start = offset + bytes.IndexByte(f.Data[offset:], '\n') + 1
		offset = start
	}
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
	n := f.Position(len(f.Data)).Line
	if n > 1 && bytes.HasSuffix(f.Data, newline) {
		n--
	}
	return n
}

// markBefore returns the last mark that is not after the offset.
func (f *File) markBefore(offset int) mark {
	marks := f.allMarks()
	i := min(offset/markEvery, len(marks)-1)
	if marks[i].offset > offset {
		i--
	}
	return marks[i]
}

func (f *File) allMarks() []mark {
	f.once.Do(func() {
		last := mark{lineEnd: f.firstLineEnd(0)}
		f.marks = make([]mark, 0, len(f.Data)/markEvery+1)
		f.marks = append(f.marks, last)
		for next := markEvery; next < len(f.Data); next += markEvery {
			last = f.markAt(f.runeStart(next), last)
			f.marks = append(f.marks, last)
		}
	})
	return f.marks
}

// markAt returns the mark at the offset, given the one before it.
func (f *File) markAt(offset int, before mark) mark {
	between := f.Data[before.offset:offset]
	m := mark{
		offset: offset, lines: before.lines + bytes.Count(between, newline), runes: before.runes + utf8.RuneCount(between),
		lineStart: before.lineStart, lineEnd: before.lineEnd,
	}
	if i := bytes.LastIndexByte(between, '\n'); i >= 0 {
		m.lineStart = before.offset + i + 1
	}
	if offset >= m.lineEnd {
		m.lineEnd = f.firstLineEnd(offset)
	}
	return m
}

// firstLineEnd returns the offset after the first newline at or after the offset.
func (f *File) firstLineEnd(offset int) int {
	if i := bytes.IndexByte(f.Data[offset:], '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(f.Data)
}

// runeStart returns the first offset, from the given one on, that is not inside a code point. A code point has at most three
// continuation bytes.
func (f *File) runeStart(offset int) int {
	end := min(offset+utf8.UTFMax-1, len(f.Data))
	for offset < end && !utf8.RuneStart(f.Data[offset]) {
		offset++
	}
	return offset
}

func hasBOM(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\uFEFF"))
}
