package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/internal/terminal"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// writeText writes the report for people: the findings, where those at one span share its lines of the file, then what is folded, and the
// summary.
func writeText(w io.Writer, l *Lint) error {
	t := &textWriter{lineWriter{Terminal: l.Terminal}, sources{read: l.Source}}
	shown, folded := l.Findings, []fold(nil)
	switch {
	case l.Statistics:
		t.writeStatistics(shown)
		shown = nil
	case !l.All:
		shown, folded = foldEqual(shown)
	}
	for len(shown) > 0 {
		n := 1
		for n < len(shown) && sharesSnippet(shown[0], shown[n]) && l.template(shown[0]) == l.template(shown[n]) {
			n++
		}
		t.writeFindings(shown[:n], l.template(shown[0]))
		if err := t.flush(w); err != nil {
			return err
		}
		shown = shown[n:]
	}
	for _, f := range folded {
		t.wrapped(terminal.Plain, f.String())
	}
	if len(folded) > 0 {
		t.line("")
	}
	t.writeSummary(l)
	return t.flush(w)
}

// sharesSnippet reports whether the findings are about one resource and one span.
func sharesSnippet(a, b lint.Finding) bool {
	return a.File == b.File && a.Start == b.Start && a.End == b.End && a.Resource == b.Resource
}

type textWriter struct {
	lineWriter
	sources
}

// writeFindings writes findings that share a snippet, with an id before each text if there are several:
//
//	warning[KL501]: the fact
//	  --> file:12:9 in Deployment/web, rendered from chart/templates/web.yaml
//	   |
//	12 |         karpenter.sh/do-not-evict: "true"
//	   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ why it matters
//	   = see: other.yaml:1:1: a related place
//	   = fix: what to do (--fix)
func (t *textWriter) writeFindings(findings []lint.Finding, template string) {
	first := findings[0]
	for _, f := range findings {
		t.writeHeadline(f)
	}
	lines := snippet(t.file(first.File), first.Start, first.End, t.Columns())
	gutter := gutter(first.End.Line)
	indent := strings.Repeat(" ", gutter)
	location := position(first.Location)
	if first.Resource != "" {
		location += " in " + printable.Text(first.Resource)
	}
	if template != "" {
		location += ", rendered from " + printable.Text(template)
	}
	t.line("%s%s %s", indent, t.Paint(terminal.Blue, "-->"), location)
	if len(lines) > 0 {
		t.line("%s %s", indent, t.Paint(terminal.Blue, "|"))
	}
	for i, s := range lines {
		var labels []string
		if i == len(lines)-1 {
			labels = t.labels(s, t.Columns()-gutter-3, findings)
		}
		t.writeSnippetLine(s, gutter, levelStyle(first.Severity.String()), labels)
	}
	for _, f := range findings {
		of := ""
		if len(findings) > 1 {
			of = " " + f.Rule
		}
		if len(lines) == 0 && f.Why != "" {
			t.writeNote(indent, "note"+of, f.Why, "")
		}
		for _, r := range f.Related {
			t.writeNote(indent, "see"+of, position(r.Location)+": "+r.Message, "")
		}
		if f.Fix != nil {
			t.writeNote(indent, "fix"+of, f.Fix.Title, fixFlag(f.Fix.Safety))
		} else if f.Help != "" {
			t.writeNote(indent, "help"+of, f.Help, "")
		}
	}
	t.line("")
}

func (t *textWriter) writeHeadline(f lint.Finding) {
	level := f.Severity.String()
	t.headline(level, level+"["+t.Link(f.Rule, RuleURL(f.Rule))+"]", printable.Text(f.Message))
}

// headline writes a fact with a label in the style of a level.
func (t *textWriter) headline(level, label, fact string) {
	lines := terminal.Wrap(fact, t.Columns()-4, terminal.VisibleWidth(label)+2-4)
	t.line("%s%s", t.Paint(levelStyle(level), label), t.Paint(terminal.Bold, ": "+lines[0]))
	for _, l := range lines[1:] {
		t.line("    %s", t.Paint(terminal.Bold, l))
	}
}

// writeSnippetLine writes a line of the file, then its marks. The first label stands beside the marks, the others below them.
func (t *textWriter) writeSnippetLine(s snippetLine, gutter int, style string, labels []string) {
	bar := t.Paint(terminal.Blue, "|")
	if s.gap {
		t.line("%s", t.Paint(terminal.Blue, "..."))
		return
	}
	t.line("%s", strings.TrimRight(fmt.Sprintf("%s %s %s", t.Paint(terminal.Blue, fmt.Sprintf("%*d", gutter, s.number)), bar, printable.Text(s.text)),
		" "))
	if s.length == 0 {
		return
	}
	marks := strings.Repeat(" ", s.offset) + t.Paint(style, strings.Repeat("^", s.length))
	if len(labels) > 0 {
		marks, labels = marks+labels[0], labels[1:]
	}
	t.line("%*s %s %s", gutter, "", bar, marks)
	for _, l := range labels {
		t.line("%*s %s %s", gutter, "", bar, l)
	}
}

// minLabel is how many columns must be free beside the marks for a label to begin there.
const minLabel = 30

// labels returns why the findings matter, as lines to the right of the gutter. The first is a text beside the marks of s, "" if there is no room.
func (t *textWriter) labels(s snippetLine, room int, findings []lint.Finding) []string {
	texts, longest := make([]string, len(findings)), 0
	for i, f := range findings {
		if f.Why == "" {
			continue
		}
		texts[i] = printable.Text(f.Why)
		if len(findings) > 1 {
			texts[i] = f.Rule + ": " + texts[i]
		}
		longest = max(longest, terminal.VisibleWidth(texts[i]))
	}
	column, isBeside := s.offset+s.length+1, true
	if room-column < minLabel {
		column, isBeside = min(s.offset, max(room-min(longest, 2*minLabel), 0)), false
	}
	var lines []string
	for i, f := range findings {
		if texts[i] == "" {
			continue
		}
		for _, l := range terminal.Wrap(texts[i], room-column, 0) {
			lines = append(lines, strings.Repeat(" ", column)+t.Paint(levelStyle(f.Severity.String()), l))
		}
	}
	switch {
	case len(lines) == 0:
	case isBeside:
		lines[0] = " " + lines[0][column:]
	default:
		lines = slices.Insert(lines, 0, "")
	}
	return lines
}

// writeNote writes a remark below a snippet, with a suffix in green.
func (t *textWriter) writeNote(indent, label, text, suffix string) {
	text = printable.Text(text)
	if suffix != "" {
		text += " " + suffix
	}
	lines := terminal.Wrap(text, t.Columns()-len(indent)-len(label)-5, 0)
	last := len(lines) - 1
	if suffix != "" {
		lines[last] = strings.TrimSuffix(lines[last], suffix) + t.Paint(terminal.Green, suffix)
	}
	t.line("%s %s %s %s", indent, t.Paint(terminal.Blue, "="), t.Paint(terminal.Bold, label+":"), lines[0])
	for _, l := range lines[1:] {
		t.line("%s%s", strings.Repeat(" ", len(indent)+len(label)+5), l)
	}
}

func position(l place.Location) string {
	return fmt.Sprintf("%s:%d:%d", printable.Path(l.File), l.Start.Line, l.Start.Column)
}

func fixFlag(s rule.Safety) string {
	if s == rule.Safe {
		return "(--fix)"
	}
	return "(--unsafe-fixes)"
}

// sources keeps the last file that was read, because findings are sorted by file.
type sources struct {
	read func(string) []byte
	last *model.File
}

// file returns the file, nil if its text is gone.
func (s *sources) file(path string) *model.File {
	if s.last == nil || s.last.Path != path {
		var data []byte
		if s.read != nil {
			data = s.read(path)
		}
		s.last = model.NewFile(path, data)
	}
	if s.last.Data == nil {
		return nil
	}
	return s.last
}
