package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// writeText writes the report for people: each finding with its lines of the file, then the summary.
func writeText(w io.Writer, l *Lint) error {
	t := &textWriter{lineWriter{painter: painter(l.Color)}, sources{read: l.Source}}
	for _, f := range l.Findings {
		t.writeFinding(f, l.template(f))
		if err := t.flush(w); err != nil {
			return err
		}
	}
	if l.Files > 0 {
		t.line("%s", t.paint(bold, Summary(l)))
	}
	return t.flush(w)
}

type textWriter struct {
	lineWriter
	sources
}

// writeFinding writes
//
//	warning KL501 do-not-evict: message
//	  --> file:12:9 in Deployment/web, rendered from chart/templates/web.yaml
//	   |
//	12 |         karpenter.sh/do-not-evict: "true"
//	   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//	   = fix: title (safe: --fix)
func (t *textWriter) writeFinding(f lint.Finding, template string) {
	style := levelStyle(f.Severity.String())
	t.line("%s %s", t.paint(style, f.Severity.String()+" "+f.Rule), t.paint(bold, f.Name+": "+printable.Text(f.Message)))

	lines := snippet(t.file(f.File), f.Start, f.End)
	gutter := gutterWidth(lines)
	indent := strings.Repeat(" ", gutter)
	location := position(f.Location)
	if f.Resource != "" {
		location += " in " + printable.Text(f.Resource)
	}
	if template != "" {
		location += ", rendered from " + printable.Text(template)
	}
	t.line("%s%s %s", indent, t.paint(blue, "-->"), location)
	if len(lines) > 0 {
		t.line("%s %s", indent, t.paint(blue, "|"))
	}
	for _, s := range lines {
		t.writeSnippetLine(s, gutter, style)
	}
	for _, r := range f.Related {
		t.writeNote(indent, "see", position(r.Location)+": "+printable.Text(r.Message))
	}
	if f.Fix != nil {
		t.writeNote(indent, "fix", printable.Text(f.Fix.Title)+" "+t.paint(green, fixFlag(f.Fix.Safety)))
	}
	t.line("")
}

func (t *textWriter) writeSnippetLine(s snippetLine, gutter int, style string) {
	bar := t.paint(blue, "|")
	if s.gap {
		t.line("%s", t.paint(blue, "..."))
		return
	}
	number := t.paint(blue, fmt.Sprintf("%*d", gutter, s.number))
	text := printable.Text(s.text)
	t.line("%s", strings.TrimRight(fmt.Sprintf("%s %s %s", number, bar, text), " "))
	if s.length > 0 {
		marks := strings.Repeat(" ", s.offset) + t.paint(style, strings.Repeat("^", s.length))
		t.line("%*s %s %s", gutter, "", bar, marks)
	}
}

func (t *textWriter) writeNote(indent, label, text string) {
	t.line("%s %s %s %s", indent, t.paint(blue, "="), t.paint(bold, label+":"), text)
}

func position(l place.Location) string {
	return fmt.Sprintf("%s:%d:%d", printable.Path(l.File), l.Start.Line, l.Start.Column)
}

func fixFlag(s rule.Safety) string {
	if s == rule.Safe {
		return "(safe: --fix)"
	}
	return "(unsafe: --unsafe-fixes)"
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
