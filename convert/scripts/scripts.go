// Package scripts reads the objects in heredocs of shell scripts as a file of manifests, and puts them back.
package scripts

import (
	"bytes"
	"fmt"
	"path"
	"strconv"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// Script is a shell script with objects in its heredocs.
type Script struct {
	// Manifests is the script as a file of manifests with the same lines: each of those outside of the objects is a comment.
	Manifests *model.File
	// Remainder is the script without the objects, with the same lines.
	Remainder *model.File

	Written *model.File // as it is

	lines [][]byte       // of the script
	kept  []int          // the numbers of the lines outside of objects, from 1
	tabs  map[int][]byte // before the lines of a heredoc, by the number of the line above it: the shell removes them
}

// IsShell reports whether a file is a script of a shell, by its name.
func IsShell(file string) bool {
	extension := path.Ext(file)
	return extension == ".sh" || extension == ".bash"
}

// Read returns a script with objects; nil if it has none in a heredoc.
func Read(f *model.File) *Script {
	if !IsShell(f.Path) || !bytes.Contains(f.Data, []byte("<<")) || bytes.Contains(f.Data, []byte(kept)) {
		return nil
	}
	s := &Script{Written: f, lines: bytes.SplitAfter(f.Data, []byte("\n")), tabs: map[int][]byte{}}
	var manifests, remainder bytes.Buffer
	outside := 0
	for _, body := range s.bodies() {
		s.keep(&manifests, &remainder, outside, body.from)
		s.tabs[body.from] = body.tabs
		for _, line := range s.lines[body.from:body.to] {
			manifests.Write(bytes.TrimPrefix(line, body.tabs))
			remainder.Write(newlineOf(line))
		}
		outside = body.to
	}
	if outside == 0 {
		return nil
	}
	s.keep(&manifests, &remainder, outside, len(s.lines))
	s.Manifests = model.NewFile(f.Path, manifests.Bytes())
	s.Remainder = model.NewFile(f.Path, remainder.Bytes())
	return s
}

// kept begins a line that stands for one of the script.
const kept = "# karplint keeps line "

// keep writes lines outside of objects, as comments of which the first and the last separate documents.
func (s *Script) keep(manifests, remainder *bytes.Buffer, from, to int) {
	for i, line := range s.lines[from:to] {
		remainder.Write(line)
		if len(line) == 0 {
			continue // the last one ends with a newline
		}
		if i == 0 || i == to-from-1 {
			manifests.WriteString("--- ")
		}
		fmt.Fprintf(manifests, "%s%d%s", kept, from+i+1, newlineOf(line))
		s.kept = append(s.kept, from+i+1)
	}
}

// part is a half-open range of indexes of lines, which all begin with the same tabs, unless they are blank.
type part struct {
	from, to int
	tabs     []byte
}

var (
	heredoc = pattern.New(`(?:^|[^<])<<(-?)["']?([A-Za-z_][A-Za-z0-9_]*)["']?(?:[^<]*)$`)
	object  = pattern.New(`(?m)^[ ]*"?apiVersion"?:`)
)

// bodies returns the texts of the heredocs that contain objects. One whose lines begin with different tabs, which the shell removes, is not among
// them: YAML knows no tabs.
func (s *Script) bodies() (all []part) {
	for i := 0; i < len(s.lines); i++ {
		line := bytes.TrimRight(s.lines[i], "\r\n")
		m := heredoc().FindSubmatch(line)
		if m == nil || bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
			continue
		}
		dropsTabs := len(m[1]) > 0
		end := s.endOf(i+1, m[2], dropsTabs)
		if end < 0 {
			continue
		}
		tabs, ok := []byte(nil), true
		if dropsTabs {
			tabs, ok = tabsBefore(s.lines[i+1 : end])
		}
		body := bytes.ReplaceAll(append([]byte("\n"), bytes.Join(s.lines[i+1:end], nil)...), append([]byte("\n"), tabs...), []byte("\n"))
		if ok && object().Match(body) {
			all = append(all, part{i + 1, end, tabs})
		}
		i = end
	}
	return all
}

// tabsBefore returns the tabs that begin each of some lines, apart from empty ones. ok is false if they are not the same.
func tabsBefore(lines [][]byte) (tabs []byte, ok bool) {
	isFirst := true
	for _, line := range lines {
		text := bytes.TrimLeft(line, "\t")
		begin := line[:len(line)-len(text)]
		switch {
		case len(bytes.TrimRight(line, "\r\n")) == 0:
		case len(bytes.TrimSpace(text)) == 0: // a blank line of tabs would lose them
			return nil, false
		case isFirst:
			tabs, isFirst = begin, false
		case !bytes.Equal(tabs, begin):
			return nil, false
		}
	}
	return tabs, true
}

// endOf returns the index of the line that ends a heredoc, -1 for none.
func (s *Script) endOf(from int, delimiter []byte, dropsTabs bool) int {
	for i, line := range s.lines[from:] {
		if dropsTabs {
			line = bytes.TrimLeft(line, "\t")
		}
		if bytes.Equal(bytes.TrimRight(line, "\r\n"), delimiter) {
			return from + i
		}
	}
	return -1
}

func newlineOf(line []byte) []byte {
	return line[len(bytes.TrimRight(line, "\r\n")):]
}

var keptLine = pattern.New(`^(?:--- )?` + kept + `([0-9]+)\r?\n?$`)

// Restore returns the script with the objects of a changed text of Manifests. It returns false if a line outside of them is not in its place.
func (s *Script) Restore(manifests []byte) (script []byte, ok bool) {
	var out bytes.Buffer
	var tabs []byte
	next := 0
	for line := range bytes.Lines(manifests) {
		m := keptLine().FindSubmatch(line)
		if m == nil {
			if len(bytes.TrimRight(line, "\r\n")) > 0 {
				out.Write(tabs)
			}
			out.Write(line)
			continue
		}
		number, _ := strconv.Atoi(string(m[1]))
		if next == len(s.kept) || s.kept[next] != number {
			return nil, false
		}
		out.Write(s.lines[number-1])
		tabs = s.tabs[number]
		next++
	}
	return out.Bytes(), next == len(s.kept)
}
