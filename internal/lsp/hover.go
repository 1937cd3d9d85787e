package lsp

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/internal/report"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/versions"
)

// hover returns the pages of the rules that found something at a position, and what the field there means.
func (s *server) hover(p *protocol.HoverParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return nil, nil
	}
	l := newLines(d.text)
	at := l.offset(p.Position)
	var parts []string
	r := s.resultFor(d)
	if r != nil {
		for _, f := range r.findings[r.workspace.display(d.path)] {
			if f.Span.Start <= at && at <= f.Span.End {
				parts = append(parts, r.workspace.page(&f))
			}
		}
	}
	c := cursorAt(l, p.Position, d.isTerraform())
	span := l.span(c.span[0], c.span[1])
	path := c.path
	if c.key != "" {
		path = append(slices.Clone(path), c.key)
	}
	if f := fieldAt(c.apiVersion, c.kind, path, s.targetOf(d)); f != nil && strings.TrimSpace(l.line(int(span.Start.Line))) != "" {
		parts = append(parts, f.markdown())
	}
	parts = slices.Compact(parts)
	if len(parts) == 0 {
		return nil, nil
	}
	content := protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: strings.Join(parts, "\n\n---\n\n")}
	hover := protocol.Hover{Contents: content}
	if c.span[0] <= at && at <= c.span[1] { // VS Code drops a hover whose range is elsewhere
		hover.Range = &span
	}
	return hover, nil
}

// resultFor returns what the last run found, if it had the present text of a document; otherwise nil.
func (s *server) resultFor(d *document) *result {
	w := s.workspaceOf(d.path)
	if w == nil || w.result == nil {
		return nil
	}
	known := w.result.documents[w.display(d.path)]
	if known == nil || known.version != d.version || known.uri != d.uri || !bytes.Equal(known.text, d.text) { // a client may use a version twice
		return nil
	}
	return w.result
}

// targetOf returns the releases that a document is for, as the last run found them. A file that tells which one is installed, and does not parse
// while somebody types in it, tells what it did before.
func (s *server) targetOf(d *document) versions.Target {
	w := s.workspaceOf(d.path)
	if w == nil || w.result == nil {
		return versions.Target{}
	}
	path := w.display(d.path)
	isBroken := slices.ContainsFunc(w.result.state.Findings, func(f lint.Finding) bool { return f.Rule == "KL000" })
	if target := w.result.state.TargetOf(path); target.IsKnown() || !isBroken {
		w.targets[path] = target
	}
	return w.targets[path]
}

// page returns the page of the rule of a finding, with the reason why its fix cannot be made.
func (w *workspace) page(f *lint.Finding) string {
	var b strings.Builder
	r := w.ruleOf(f)
	if r == nil {
		return fmt.Sprintf("**%s** %s", f.Rule, f.Name)
	}
	text := link().ReplaceAllStringFunc(strings.TrimSpace(r.Description), func(link string) string {
		return "(" + report.RuleURL(link[1:len(link)-len(".md)")]) + ")"
	})
	fmt.Fprintf(&b, "**%s: %s** (%s)\n\n%s", r.ID, r.Title, r.Name, text)
	if f.NoFix != "" {
		fmt.Fprintf(&b, "\n\nThere is no fix here: %s", literal(f.NoFix))
	}
	if url := report.RuleURL(r.ID); url != "" {
		fmt.Fprintf(&b, "\n\n[%s](%s)", url, url)
	}
	return b.String()
}

// link is a link from the page of a rule to that of another, which lies beside it.
var link = pattern.New(`\(KL[0-9]+\.md\)`)

// ruleOf returns the rule of a finding, with the settings of its file.
func (w *workspace) ruleOf(f *lint.Finding) *rule.Rule {
	linter := w.files.Settings.Linters[0]
	if w.files.Settings.Of != nil {
		linter = w.files.Settings.Of(f.File)
	}
	for _, choice := range linter.Rules() {
		if choice.Rule.ID == f.Rule {
			return choice.Rule
		}
	}
	return nil
}
