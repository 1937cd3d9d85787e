package convert

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Whether a chart's pool is consolidated often comes from one value: enabled: {{ .Values.consolidate }}. Two fields of the successor depend on
// it, and one of them may not even stand there for either answer. So such a line is read as what it means: an if with an else, whose branches say
// true and false. Where nothing came of it, the line is put back.

// expansion is a line of a file that is read as several.
type expansion struct {
	start, at  int // offsets: of the line, and of what it is read as
	line, more int // number of the line in the file, and how many lines are read beyond it
	from, to   string
}

var (
	switchLine = pattern.New(`^([ \t]+)enabled:[ \t]*\{\{-?[ \t]*([^\r\n]*?)[ \t]*-?\}\}[ \t]*(#[^\r\n]*)?$`)
	switchHead = pattern.New(`^([ \t]*)consolidation:[ \t]*(?:#.*)?$`)
	switchPart = pattern.New(`^[ \t]*(?:#.*|enabled:.*|\{\{.*\}\})?$`) // what may stand between the two
)

// ofGo matches an expression that reads a field or a variable as Go templates do, and Jinja's do not.
var ofGo = pattern.New(`(^|[ (])[.$]`)

// expand returns the files as they are read, and what is read in another way than it is written, by path.
func (c *charts) expand(files []*model.File) ([]*model.File, map[string][]expansion) {
	found := map[string][]expansion{}
	read := slices.Clone(files)
	for i, f := range files {
		if !containsAny(f.Data, [][]byte{[]byte("karpenter.sh/v1alpha5")}) || filetype.IsTerraform(f.Path) {
			continue
		}
		if e := c.expandFile(f); len(e) > 0 {
			found[f.Path] = e
			read[i] = model.NewFile(f.Path, expanded(f.Data, e))
			read[i].Helpers = f.Helpers
		}
	}
	return read, found
}

// expandFile finds the lines of a file that are read as several.
func (c *charts) expandFile(f *model.File) (found []expansion) {
	head, more := -1, 0 // the indentation of the consolidation above, -1 for none
	for line := range f.Lines() {
		span := f.LineSpan(line + 1)
		text := f.Data[span.Start:span.End]
		m := switchLine().FindSubmatch(text)
		switch {
		case m != nil && head >= 0 && len(m[1]) > head:
		case switchHead().Match(text):
			head = len(switchHead().FindSubmatch(text)[1])
			continue
		case switchPart().Match(text):
			continue
		default:
			head = -1
			continue
		}
		ws, value, comment := string(m[1]), string(m[2]), string(m[3])
		if strings.Contains(value, "}}") || gotmpl.Read("{{ "+value+" }}").WritesNothing() || !ofGo().MatchString(value) {
			continue
		}
		newline := "\n"
		if span.End < len(f.Data) && f.Data[span.End] == '\r' {
			newline = "\r\n"
		}
		e := expansion{line: line + 1, from: string(text)}
		for blanks := " "; e.to == "" || isTaken(e, f.Data, found); blanks += " " { // collapse must find it, and nothing else
			lines := []string{"{{- if" + blanks + c.switchCondition(f, span, value) + " }}", "enabled: true", "{{- else }}", "enabled: false", "{{- end }}"}
			if comment != "" {
				lines[1] += " " + comment
			}
			e.to, e.more = ws+strings.Join(lines, newline+ws), len(lines)-1
		}
		e.start, e.at = span.Start, span.Start+more
		more += len(e.to) - len(e.from)
		found = append(found, e)
	}
	return found
}

// isTaken says whether something else in a text, or that is read in place of a line of it, is what an expansion is read as.
func isTaken(e expansion, text []byte, others []expansion) bool {
	return bytes.Contains(text, []byte(e.to)) || slices.ContainsFunc(others, func(o expansion) bool { return o.to == e.to && o.from != e.from })
}

// expanded returns a text with lines as they are read.
func expanded(text []byte, all []expansion) []byte {
	var b bytes.Buffer
	last := 0
	for _, e := range all {
		b.Write(text[last:e.start])
		b.WriteString(e.to)
		last = e.start + len(e.from)
	}
	b.Write(text[last:])
	return b.Bytes()
}

// switchCondition returns the condition under which a template writes true. A text "false" would count as true, but a bool does not.
func (c *charts) switchCondition(f *model.File, at model.Span, value string) string {
	if w, ok := writtenAt(f, at); ok && w.plain {
		seen, known := c.valuesAt(f, w.values)
		if known && !slices.ContainsFunc(seen, func(v *model.Value) bool { return v.Kind != model.Bool }) {
			return value
		}
	}
	if strings.ContainsAny(value, " |") {
		value = "(" + value + ")"
	}
	return "eq (print " + value + `) "true"`
}

// collapse puts back the lines that were read in another way, where they still stand as they were read.
func collapse(text []byte, all []expansion) []byte {
	for _, e := range all {
		text = bytes.Replace(text, []byte(e.to), []byte(e.from), 1)
	}
	return text
}

// lineIn returns the line of an offset in a file that is read, in the file as it is written.
func (c *Converter) lineIn(f *model.File, offset int) int {
	line := f.Position(offset).Line
	for _, e := range c.expanded[f.Path] {
		switch {
		case e.at > offset:
			return line
		case offset < e.at+len(e.to):
			return e.line
		}
		line -= e.more
	}
	return line
}
