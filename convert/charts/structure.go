package charts

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// StructuralTemplate returns the first template in v that decides which entries or items v has, or "". Templates in a scalar, key or
// comment do not count, nor do those that only write whole entries or items.
func StructuralTemplate(doc *model.Document, v *model.Value) string {
	var parts []model.Span
	for part := range v.All() {
		if !part.IsMap() && part.Kind != model.List {
			parts = append(parts, part.Span)
		}
		for _, e := range part.Entries {
			if !gotmpl.Read(doc.Text(e.Key.Span)).Decides() {
				parts = append(parts, e.Key.Span)
			}
		}
	}
	for _, c := range yaml.CommentsIn(doc, v) {
		parts = append(parts, c.Span)
	}
	inPart := containedIn(parts)
	first := sort.Search(len(doc.Templates), func(i int) bool { return doc.Templates[i].End > v.Span.Start })
	closed := 0 // the end of a line that closes all blocks which it opens
	for i, t := range doc.Templates[first:] {
		if t.Start >= v.Span.End {
			break
		}
		if t.Start >= closed {
			closed = closedLine(doc, doc.Templates[first+i:])
		}
		if inPart(t) || t.End <= closed {
			continue
		}
		if writesLines := ownLines(doc, t) && !gotmpl.Read(doc.Text(t)).Decides(); !writesLines {
			return strings.Join(strings.Fields(doc.Text(t)), " ")
		}
	}
	return ""
}

// closedLine returns the end of the line on which the templates begin, if it has nothing but them and they close all blocks that they open: then it
// writes entries or items as {{ toYaml .Values.labels | nindent 4 }} does, or nothing. Otherwise it returns 0.
func closedLine(doc *model.Document, templates []model.Span) int {
	pos, end, depth := doc.File.LineStart(templates[0].Start), doc.File.LineEnd(templates[0].Start), 0
	for _, t := range templates {
		if t.Start >= end {
			break
		}
		a := gotmpl.Read(doc.Text(t))
		depth += a.Depth()
		if isOther := a.Decides() && !a.IsControl(); t.End > end || a.Open != "{{" || depth < 0 || isOther ||
			len(bytes.TrimSpace(doc.File.Data[min(pos, t.Start):t.Start])) > 0 {
			return 0
		}
		pos = t.End
	}
	if depth != 0 || len(bytes.TrimSpace(doc.File.Data[pos:end])) > 0 {
		return 0
	}
	return end
}

// containedIn returns a function that reports whether one of the parts contains a span. To be fast it checks a single part: of
// those that start before the span, the one that ends last.
func containedIn(parts []model.Span) func(model.Span) bool {
	slices.SortFunc(parts, func(a, b model.Span) int { return a.Start - b.Start })
	lastEnd := make([]int, len(parts))
	end := 0
	for i, p := range parts {
		end = max(end, p.End)
		lastEnd[i] = end
	}
	return func(s model.Span) bool {
		after := sort.Search(len(parts), func(i int) bool { return parts[i].Start > s.Start })
		return after > 0 && lastEnd[after-1] >= s.End
	}
}

// ownLines reports whether a template has its lines to itself, apart from a key or dash before it.
func ownLines(doc *model.Document, t model.Span) bool {
	data := doc.File.Data
	prefix := bytes.TrimSpace(data[doc.File.LineStart(t.Start):t.Start])
	isValue := len(prefix) == 0 || bytes.HasSuffix(prefix, []byte(":")) || bytes.Equal(prefix, []byte("-"))
	if !isValue {
		return false // decided without searching the end of the line, because a line may have thousands of templates
	}
	suffix := data[t.End:doc.File.LineEnd(t.End)]
	if i := bytes.Index(suffix, []byte(" #")); i >= 0 {
		suffix = suffix[:i]
	}
	return len(bytes.TrimSpace(suffix)) == 0
}
