// Package model has the types that every parser produces and every other package reads: files, documents,
// the located tree of values, and resources. It imports nothing else of karplint.
package model

import (
	"bytes"
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

	// Helpers reports whether a named template, which templates of the file may include, may change values. If Helpers is nil, each may.
	Helpers func(name string) bool

	once  sync.Once // makes lines: trees of one file are read by several goroutines
	lines []int     // offset of each line's first byte

	onceMarks sync.Once
	marks     []mark
}

// mark caches the number of code points before an offset, so that a long line is not counted from its start each time.
type mark struct{ offset, runes int }

const markEvery = 1 << 10 // bytes

// NewFile returns a File. It is safe for concurrent use.
func NewFile(path string, data []byte) *File { return &File{Path: path, Data: data} }

// Position returns the line and column of the byte offset. A byte order mark at the start of
// the file takes no column. An invalid byte counts as one column.
func (f *File) Position(offset int) Position {
	line := f.line(offset)
	start := f.lineStarts()[line]
	if start == 0 && hasBOM(f.Data) && offset >= 3 {
		start = 3
	}
	return Position{Line: line + 1, Column: f.runeCount(start, offset) + 1}
}

// runeCount returns the number of code points from the first byte of a line to offset.
func (f *File) runeCount(start, offset int) int {
	if offset-start <= markEvery {
		return utf8.RuneCount(f.Data[start:offset])
	}
	f.onceMarks.Do(f.setMarks)
	return f.runesBefore(offset) - f.runesBefore(start)
}

func (f *File) runesBefore(offset int) int {
	m := f.marks[sort.Search(len(f.marks), func(i int) bool { return f.marks[i].offset > offset })-1]
	return m.runes + utf8.RuneCount(f.Data[m.offset:offset])
}

func (f *File) setMarks() {
	f.marks = []mark{{}}
	for offset, runes := 0, 0; offset < len(f.Data); runes++ {
		if offset >= f.marks[len(f.marks)-1].offset+markEvery {
			f.marks = append(f.marks, mark{offset, runes})
		}
		_, size := utf8.DecodeRune(f.Data[offset:])
		offset += size
	}
}

// LineStart returns the offset of the first byte of the line that offset is on.
func (f *File) LineStart(offset int) int { return f.lineStarts()[f.line(offset)] }

// LineEnd returns the offset after the newline of the line that offset is on.
func (f *File) LineEnd(offset int) int {
	if i := bytes.IndexByte(f.Data[offset:], '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(f.Data)
}

// LineSpan returns the bytes of the line (1-based), its newline excluded.
func (f *File) LineSpan(line int) Span {
	starts := f.lineStarts()
	start := starts[line-1]
	end := len(f.Data)
	if line < len(starts) {
		end = starts[line] - 1
		if end > start && f.Data[end-1] == '\r' {
			end--
		}
	}
	return Span{start, end}
}

// Lines returns the number of lines; a final newline starts no line of its own.
func (f *File) Lines() int {
	n := len(f.lineStarts())
	if n > 1 && f.lineStarts()[n-1] == len(f.Data) {
		n--
	}
	return n
}

// line returns the 0-based line of offset.
func (f *File) line(offset int) int {
	starts := f.lineStarts()
	return sort.Search(len(starts), func(i int) bool { return starts[i] > offset }) - 1
}

func (f *File) lineStarts() []int {
	f.once.Do(func() {
		f.lines = []int{0}
		for i, b := range f.Data {
			if b == '\n' {
				f.lines = append(f.lines, i+1)
			}
		}
	})
	return f.lines
}

func hasBOM(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\uFEFF"))
}
