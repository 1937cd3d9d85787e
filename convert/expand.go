package convert

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
)

// Whether a chart's pool is consolidated often comes from one value: enabled: {{ .Values.consolidate }}. Two fields of the successor depend on
// it, and one of them may not even stand there for either answer. So such a line is read as what it means: an if with an else, whose branches say
// true and false. Where nothing came of it, the line is put back.

// expansion is a line of a file that is read as several.
type expansion struct {
	at         int // offset of what it is read as
	line, more int // number of the line in the file, and how many lines are read beyond it
	from, to   string
}

var templatedSwitch = pattern.New(`(?m)^([ \t]*)consolidation:[ \t]*(?:#[^\r\n]*)?(\r?\n)([ \t]+)enabled:[ \t]*\{\{-?[ \t]*([^\r\n]*?)[ \t]*-?\}\}[ \t]*(#[^\r\n]*)?(\r?\n|\z)`)

// expand returns the files as they are read, and what is read in another way than it is written, by path.
func (c *charts) expand(files []*model.File) ([]*model.File, map[string][]expansion) {
	found := map[string][]expansion{}
	read := slices.Clone(files)
	for i, f := range files {
		if chartDir(f.Path) == "" || !containsAny(f.Data, [][]byte{[]byte("karpenter.sh/v1alpha5")}) {
			continue
		}
		var text strings.Builder
		last, more := 0, 0
		for _, m := range templatedSwitch().FindAllSubmatchIndex(f.Data, -1) {
			part := func(n int) string {
				if m[2*n] < 0 {
					return ""
				}
				return string(f.Data[m[2*n]:m[2*n+1]])
			}
			newline, ws, value, comment, end := part(2), part(3), part(4), part(5), part(6)
			if len(ws) <= len(part(1)) || strings.Contains(value, "}}") || strings.HasPrefix(value, "/*") || nests().MatchString("{{ "+value) {
				continue
			}
			from := m[6] // of the second line
			lines := []string{"{{- if " + c.switchCondition(f, model.Span{Start: m[6], End: m[9]}, value) + " }}", "enabled: true", "{{- else }}", "enabled: false", "{{- end }}"}
			if comment != "" {
				lines[1] += " " + comment
			}
			e := expansion{line: f.Position(from).Line, more: len(lines) - 1, from: string(f.Data[from:m[12]])}
			e.to = ws + strings.Join(lines, newline+ws)
			text.Write(f.Data[last:from])
			e.at = text.Len()
			text.WriteString(e.to + end)
			last, more = m[1], more+e.more
			found[f.Path] = append(found[f.Path], e)
		}
		if last > 0 {
			text.Write(f.Data[last:])
			read[i] = model.NewFile(f.Path, []byte(text.String()))
		}
	}
	return read, found
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
	return "eq (toString " + value + `) "true"`
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
