// Package scripts reads the objects in heredocs of shell scripts as a file of manifests, and puts them back.
package scripts

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// Script is a shell script with objects in its heredocs.
type Script struct {
	// Manifests is the script as a file of manifests. It has as many lines; those outside of the objects are comments.
	Manifests *model.File
	// Remainder is the script without the objects, with the same lines.
	Remainder *model.File

	Written *model.File // unchanged

	lines [][]byte // of the script
	kept  []int    // the numbers of the lines outside of objects, from 1
	// indents has the indent of each heredoc, by the number of the line above it: tabs that the shell removes, or the blanks of a
	// step in a workflow.
	indents map[int][]byte
	ends    map[string]map[string][]int // see delimiters
}

// IsShell reports whether a file is a script of a shell, by its name.
func IsShell(file string) bool {
	extension := path.Ext(file)
	return extension == ".sh" || extension == ".bash"
}

// MayRead reports whether a file may be read as a script with objects, judging by its name.
func MayRead(file string) bool { return IsShell(file) || isWorkflow(file) }

// isWorkflow reports whether a file is a workflow of GitHub, whose steps are scripts.
func isWorkflow(file string) bool {
	return strings.Contains("/"+file, "/.github/workflows/") && filetype.IsYAML(file)
}

// Read returns a script with objects; nil if it has none in a heredoc. Of a workflow, only those of Karpenter count.
func Read(f *model.File) *Script {
	if !MayRead(f.Path) || !bytes.Contains(f.Data, []byte("<<")) || bytes.Contains(f.Data, []byte(kept)) {
		return nil
	}
	s := &Script{Written: f, lines: bytes.SplitAfter(f.Data, []byte("\n")), indents: map[int][]byte{}, ends: map[string]map[string][]int{}}
	var manifests, remainder bytes.Buffer
	outside := 0
	for _, body := range s.bodies() {
		s.keep(&manifests, &remainder, outside, body.from)
		s.indents[body.from] = body.indent
		for _, line := range s.lines[body.from:body.to] {
			manifests.Write(bytes.TrimPrefix(line, body.indent))
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

// kept begins the comment that replaces a line of the script.
const kept = "# karplint keeps line "

// keep writes lines outside of objects. In manifests they become comments, the first and the last behind a --- that separates
// documents.
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

// part is a half-open range of indexes of lines. All of them have the same indent, except for empty ones.
type part struct {
	from, to int
	indent   []byte
}

var (
	heredoc = pattern.New(`(?:^|[^<])<<(-?)[ \t]*["']?([A-Za-z_][A-Za-z0-9_]*)["']?(?:[^<]*)$`)
	object  = pattern.New(`^[ ]*"?apiVersion"?:`)
)

// bodies returns the texts of the heredocs that contain objects. It leaves out a <<- heredoc whose lines begin with different numbers
// of tabs: the shell removes all of them, so that they cannot be restored from an indent.
func (s *Script) bodies() (parts []part) {
	inWorkflow := isWorkflow(s.Written.Path)
	for i := 0; i < len(s.lines); i++ {
		line := bytes.TrimRight(s.lines[i], "\r\n")
		m := heredoc().FindSubmatch(line)
		if m == nil || bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
			continue
		}
		dropped := "" // by the shell, or by the reader of the workflow
		switch {
		case inWorkflow:
			dropped = " "
		case len(m[1]) > 0:
			dropped = "\t"
		}
		end := s.endOf(i+1, m[2], dropped)
		if end < 0 {
			continue
		}
		body := part{from: i + 1, to: end}
		isRead := true
		if inWorkflow {
			isRead = s.indentAs(&body, s.lines[end])
		} else if dropped != "" {
			body.indent, isRead = tabsBefore(s.lines[i+1 : end])
		}
		if isRead && s.hasObjects(body, inWorkflow) {
			parts = append(parts, body)
		}
		i = end
	}
	return parts
}

// indentAs sets the indent of a body to that of the line that ends it. It returns false if a line does not begin with that indent.
func (s *Script) indentAs(body *part, end []byte) bool {
	body.indent = end[:len(end)-len(bytes.TrimLeft(end, " "))]
	return !slices.ContainsFunc(s.lines[body.from:body.to], func(line []byte) bool {
		isEmpty := len(bytes.TrimRight(line, "\r\n")) == 0
		return !isEmpty && !bytes.HasPrefix(line, body.indent)
	})
}

// hasObjects reports whether a body contains objects.
func (s *Script) hasObjects(body part, ofKarpenter bool) bool {
	return slices.ContainsFunc(s.lines[body.from:body.to], func(line []byte) bool {
		line = bytes.TrimPrefix(line, body.indent)
		isMeant := !ofKarpenter || bytes.Contains(line, []byte("karpenter"))
		return isMeant && object().Match(line)
	})
}

// tabsBefore returns the tabs with which all lines begin, apart from empty ones. ok is false if lines begin with different tabs.
func tabsBefore(lines [][]byte) (tabs []byte, ok bool) {
	isFirst := true
	for _, line := range lines {
		text := bytes.TrimLeft(line, "\t")
		begin := line[:len(line)-len(text)]
		switch {
		case len(bytes.TrimRight(line, "\r\n")) == 0:
		case len(bytes.TrimSpace(text)) == 0: // Restore would not write the tabs of a blank line
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
func (s *Script) endOf(from int, delimiter []byte, dropped string) int {
	lines := s.delimiters(dropped)[string(delimiter)]
	if i, _ := slices.BinarySearch(lines, from); i < len(lines) {
		return lines[i]
	}
	return -1
}

// delimiters returns the indexes of the lines that may end a heredoc, by their text without the dropped characters before it. They are collected
// once, because a script may begin very many heredocs that never end.
func (s *Script) delimiters(dropped string) map[string][]int {
	if s.ends[dropped] == nil {
		byText := map[string][]int{}
		for i, line := range s.lines {
			text := bytes.TrimRight(bytes.TrimLeft(line, dropped), "\r\n")
			if len(text) > 0 && !bytes.ContainsAny(text, " \t") {
				byText[string(text)] = append(byText[string(text)], i)
			}
		}
		s.ends[dropped] = byText
	}
	return s.ends[dropped]
}

func newlineOf(line []byte) []byte {
	return line[len(bytes.TrimRight(line, "\r\n")):]
}

var keptLine = pattern.New(`^(?:--- )?` + kept + `([0-9]+)\r?\n?$`)

// Restore returns the script with the objects from a changed text of Manifests. ok is false if a line outside of the objects was
// moved or removed.
func (s *Script) Restore(manifests []byte) (script []byte, ok bool) {
	var out bytes.Buffer
	var indent []byte
	next := 0
	for line := range bytes.Lines(manifests) {
		m := keptLine().FindSubmatch(line)
		if m == nil {
			if len(bytes.TrimRight(line, "\r\n")) > 0 {
				out.Write(indent)
			}
			out.Write(line)
			continue
		}
		number, _ := strconv.Atoi(string(m[1]))
		if next == len(s.kept) || s.kept[next] != number {
			return nil, false
		}
		out.Write(s.lines[number-1])
		indent = s.indents[number]
		next++
	}
	return out.Bytes(), next == len(s.kept)
}
