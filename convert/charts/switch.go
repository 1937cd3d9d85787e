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

// Whether a chart's pool is consolidated often comes from one value: enabled: {{ .Values.consolidate }}. Two fields of the successor depend on
// it, and consolidateAfter goes with only one of the answers. So such a line is read as an if with an else, whose branches are true and false. A line that the conversion
// does not change is put back.

// expansion is a line of a file that is read as several.
type expansion struct {
	written, read string
	start         int // offset of the line
	readStart     int // offset of read
	line          int // number of the line in the file
	added         int // how many lines are read beyond it
}

// Expanded are the lines of files that are read as several, by the path of the file.
type Expanded map[string][]expansion

var (
	switchLine = pattern.New(`^([ \t]+)enabled:[ \t]*\{\{-?[ \t]*([^\r\n]*?)[ \t]*-?\}\}[ \t]*(#[^\r\n]*)?$`)
	switchHead = pattern.New(`^([ \t]*)consolidation:[ \t]*(?:#.*)?$`)
	switchPart = pattern.New(`^[ \t]*(?:#.*|enabled:.*|\{\{.*\}\})?$`) // lines between the two
)

// ofGo matches an expression that reads a field or a variable as Go templates do, and Jinja's do not.
var ofGo = pattern.New(`(^|[ (])[.$]`)

// Expand returns the files as they are read, and the lines that are read as several.
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

// expandFile finds the lines of a file that are read as several.
func (c *Charts) expandFile(f *model.File) (lines []expansion) {
	indent, added := -1, 0 // the indentation of the consolidation above, -1 for none
	for i := range f.Lines() {
		span := f.LineSpan(i + 1)
		text := f.Data[span.Start:span.End]
		m := switchLine().FindSubmatch(text)
		switch {
		case m != nil && indent >= 0 && len(m[1]) > indent:
		case switchHead().Match(text):
			indent = len(switchHead().FindSubmatch(text)[1])
			continue
		case switchPart().Match(text):
			continue
		default:
			indent = -1
			continue
		}
		value := string(m[2])
		if strings.Contains(value, "}}") || gotmpl.Read("{{ "+value+" }}").WritesNothing() || !ofGo().MatchString(value) {
			continue
		}
		e := expansion{line: i + 1, written: string(text), start: span.Start, readStart: span.Start + added}
		e.choose(c.switchCondition(f, span, value), string(m[1]), string(m[3]), f, lines)
		added += len(e.read) - len(e.written)
		lines = append(lines, e)
	}
	return lines
}

// choose makes the line read as a choice between true and false, in a text that nothing else in the file has, so that collapse finds it.
func (e *expansion) choose(condition, indent, comment string, f *model.File, expansions []expansion) {
	newline := "\n"
	if end := e.start + len(e.written); end < len(f.Data) && f.Data[end] == '\r' {
		newline = "\r\n"
	}
	for blanks := " "; e.read == "" || isTaken(*e, f.Data, expansions); blanks += " " {
		lines := []string{"{{- if" + blanks + condition + " }}", "enabled: true", "{{- else }}", "enabled: false", "{{- end }}"}
		if comment != "" {
			lines[1] += " " + comment
		}
		e.read, e.added = indent+strings.Join(lines, newline+indent), len(lines)-1
	}
}

// isTaken reports whether the text of an expansion is in the file already, or in another expansion.
func isTaken(e expansion, text []byte, expansions []expansion) bool {
	return bytes.Contains(text, []byte(e.read)) || slices.ContainsFunc(expansions, func(o expansion) bool { return o.read == e.read && o.written != e.written })
}

// expandedText returns a text with lines as they are read.
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

// switchCondition returns the condition under which a template writes true. The text "false" would count as true, the bool does not.
func (c *Charts) switchCondition(f *model.File, span model.Span, value string) string {
	if a, ok := WrittenAt(f, span); ok && a.Plain {
		values, complete := c.ValuesAt(f, a.Values)
		if complete && !slices.ContainsFunc(values, func(v *model.Value) bool { return v.Kind != model.Bool }) {
			return value
		}
	}
	if strings.ContainsAny(value, " |") {
		value = "(" + value + ")"
	}
	return "eq (print " + value + `) "true"`
}

// Collapse puts back the lines of a file that are still as they were read.
func (x Expanded) Collapse(path string, text []byte) []byte {
	for _, e := range x[path] {
		text = bytes.Replace(text, []byte(e.read), []byte(e.written), 1)
	}
	return text
}

// Line returns the line of an offset in a file that is read, in the file as it is written.
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
