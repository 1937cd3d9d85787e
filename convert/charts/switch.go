package charts

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Many charts enable consolidation by one value: enabled: {{ .Values.consolidate }}. In the successor two fields depend on it, and
// consolidateAfter is allowed for only one of the answers. So such a line is read as an if with an else, whose branches are true
// and false. If the conversion does not change the lines, the original line is put back.

// expansion is a line of a file that is read as several lines.
type expansion struct {
	written, read string
	start         int // where the line starts
	readStart     int // where read starts
	line          int // the line number in the file
	added         int // how many lines read has beyond the first
}

// Expanded holds the expansions of files, by path.
type Expanded map[string][]expansion

var (
	switchLine = pattern.New(`^([ \t]+)enabled:[ \t]*\{\{-?[ \t]*([^\r\n]*?)[ \t]*-?\}\}[ \t]*(#[^\r\n]*)?$`)
	switchHead = pattern.New(`^([ \t]*)consolidation:[ \t]*(?:#.*)?$`)
	switchPart = pattern.New(`^[ \t]*(?:#.*|enabled:.*|\{\{.*\}\})?$`) // lines between the two
)

// ofGo matches an expression that reads a field or a variable in the syntax of Go templates, which is not that of Jinja.
var ofGo = pattern.New(`(^|[ (])[.$]`)

// Expand returns the files with their expansions made, and the expansions.
func (c *Charts) Expand(files []*model.File) ([]*model.File, Expanded) {
	expanded := Expanded{}
	read := slices.Clone(files)
	for i, f := range files {
		if !bytes.Contains(f.Data, []byte("karpenter.sh/v1alpha5")) || filetype.IsTerraform(f.Path) {
			continue
		}
		if lines := c.expandFile(f); len(lines) > 0 {
			expanded[f.Path] = lines
			read[i] = model.NewFile(f.Path, expandedText(f.Data, lines))
			read[i].Helpers = f.Helpers
		}
	}
	return read, expanded
}

// expandFile returns the expansions of a file.
func (c *Charts) expandFile(f *model.File) []expansion {
	x := expander{charts: c, file: f, indent: -1, written: map[string]string{}}
	number, start := 0, 0
	for line := range bytes.Lines(f.Data) {
		number++
		text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		x.readLine(number, model.Span{Start: start, End: start + len(text)})
		start += len(line)
	}
	return x.lines
}

// expander finds the expansions of one file.
type expander struct {
	charts  *Charts
	file    *model.File
	indent  int // of the consolidation key above; -1 if there is none
	added   int // by how many bytes the text has grown
	lines   []expansion
	heads   map[string]bool   // each if in the file with the line below it; nil until needed
	written map[string]string // the written text of each read text
}

func (x *expander) readLine(number int, span model.Span) {
	text := x.file.Data[span.Start:span.End]
	if x.indent < 0 && !bytes.Contains(text, []byte("consolidation:")) {
		return // the cheap test comes first, because a file may have millions of lines
	}
	if content := bytes.TrimLeft(text, " \t"); len(content) == 0 || content[0] == '#' {
		return
	}
	m := switchLine().FindSubmatch(text)
	switch {
	case m != nil && x.indent >= 0 && len(m[1]) > x.indent:
		x.expand(number, span, m)
	case switchHead().Match(text):
		x.indent = len(switchHead().FindSubmatch(text)[1])
	case !switchPart().Match(text):
		x.indent = -1
	}
}

// expand adds an expansion for a line that matches switchLine, if its value may be true or false.
func (x *expander) expand(number int, span model.Span, match [][]byte) {
	value := string(match[2])
	if strings.Contains(value, "}}") || gotmpl.Read("{{ "+value+" }}").WritesNothing() || !ofGo().MatchString(value) {
		return
	}
	e := expansion{line: number, written: string(match[0]), start: span.Start, readStart: span.Start + x.added}
	x.choose(&e, x.charts.switchCondition(x.file, span, value), string(match[1]), string(match[3]))
	x.added += len(e.read) - len(e.written)
	x.lines = append(x.lines, e)
	x.written[e.read] = e.written
}

// choose sets the text as which the line is read, an if with an else. The text must be unique in the file, because Collapse searches
// for it.
func (x *expander) choose(e *expansion, condition, indent, comment string) {
	newline := "\n"
	if end := e.start + len(e.written); end < len(x.file.Data) && x.file.Data[end] == '\r' {
		newline = "\r\n"
	}
	for blanks := " "; e.read == "" || x.isTaken(*e); blanks += " " {
		lines := []string{"{{- if" + blanks + condition + " }}", "enabled: true", "{{- else }}", "enabled: false", "{{- end }}"}
		if comment != "" {
			lines[1] += " " + comment
		}
		e.read, e.added = indent+strings.Join(lines, newline+indent), len(lines)-1
	}
}

// isTaken reports whether the new text may be in the file already, or belongs to another expansion.
func (x *expander) isTaken(e expansion) bool {
	if x.heads == nil {
		x.heads = map[string]bool{}
		head := ""
		for line := range bytes.Lines(x.file.Data) {
			if head != "" {
				x.heads[head+trimNewline(string(line))] = true
			}
			head = headOf(string(line))
		}
	}
	first, rest, _ := strings.Cut(e.read, "\n")
	second, _, _ := strings.Cut(rest, "\n")
	written, isRead := x.written[e.read]
	return x.heads[headOf(first)+trimNewline(second)] || isRead && written != e.written
}

// headOf returns the part of a line from its last if on; "" if it has none.
func headOf(line string) string {
	i := strings.LastIndex(line, "{{- if")
	if i < 0 {
		return ""
	}
	return trimNewline(line[i:])
}

func trimNewline(line string) string { return strings.TrimRight(line, "\r\n") }

// expandedText returns the text with its expansions made.
func expandedText(text []byte, lines []expansion) []byte {
	var b bytes.Buffer
	last := 0
	for _, e := range lines {
		b.Write(text[last:e.start])
		b.WriteString(e.read)
		last = e.start + len(e.written)
	}
	b.Write(text[last:])
	return b.Bytes()
}

// switchCondition returns the condition under which a template writes true. In a condition the text "false" is true, but the bool
// false is not, so the values of the chart must be bools.
func (c *Charts) switchCondition(f *model.File, span model.Span, value string) string {
	if a, ok := WrittenAt(f, span); ok && a.Plain {
		values, complete := c.ValuesAt(f, a.Values)
		if complete && !slices.ContainsFunc(values, func(s Set) bool { return s.Value.Kind != model.Bool }) {
			return value
		}
	}
	if strings.ContainsAny(value, " |") {
		value = "(" + value + ")"
	}
	return "eq (print " + value + `) "true"`
}

// Collapse puts back the lines whose expansions are unchanged.
func (x Expanded) Collapse(path string, text []byte) []byte {
	if len(x[path]) == 0 {
		return text
	}
	var pairs []string
	for _, e := range x[path] {
		pairs = append(pairs, e.read, e.written)
	}
	return []byte(strings.NewReplacer(pairs...).Replace(string(text))) // in one pass, because a file may have thousands of expansions
}

// Line returns the line number in the original file for an offset in the read one.
func (x Expanded) Line(f *model.File, offset int) int {
	line := f.Position(offset).Line
	for _, e := range x[f.Path] {
		switch {
		case e.readStart > offset:
			return line
		case offset < e.readStart+len(e.read):
			return e.line
		}
		line -= e.added
	}
	return line
}
