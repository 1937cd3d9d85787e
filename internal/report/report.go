// Package report writes the results of lint and convert in every format: one file for each format.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/internal/terminal"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// Lint is the result of a run of lint. Findings are sorted.
type Lint struct {
	Findings   []lint.Finding
	Files      int  // files that were read
	Mention    int  // how many of them mention Karpenter
	Nothing    bool // none was checked, which is said elsewhere
	Suppressed int
	Baselined  *int // findings that a baseline contains; nil if there is none
	New        bool // only new findings were looked for
	Fix        bool // findings were to be fixed
	Fixed      int  // findings that were
	Rules      []*rule.Rule
	Projects   []lint.Project
	Version    string // karplint's own

	// Source returns the text that positions of findings refer to, nil if it is gone. It reads the file again, because
	// texts are not kept while linting.
	Source func(file string) []byte
	// Template returns the template of a chart that the text at a finding was rendered from,
	// "" if it is unknown.
	Template func(lint.Finding) string
	// TemplateFile returns the file of such a template; nil means that the name is the path.
	TemplateFile func(template string) string
	// Path returns the path of a file by the root of the repository, for formats that other programs read; nil means that it is the path.
	Path func(file string) string
	// Fails reports whether a finding fails the run; nil: all do.
	Fails func(lint.Finding) bool

	All        bool // the text folds nothing
	Statistics bool // the text lists how often each rule reports, instead of the findings
	terminal.Terminal
}

type format struct {
	name   string
	write  func(io.Writer, *Lint) error
	byRoot bool // paths are by the root of the repository
}

var formats = []format{
	{"text", writeText, false},
	{"concise", writeConcise, false},
	{"json", writeJSON, false},
	{"sarif", writeSARIF, true},
	{"github", writeGitHub, true},
	{"gitlab", writeGitLab, true},
	{"junit", writeJUnit, true},
	{"checkstyle", writeCheckstyle, true},
	{"markdown", writeMarkdown, true},
}

// Formats returns the names of the formats of lint.
func Formats() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

// Write writes the report in the named format. It returns an error if the format is unknown, and errors of w.
func Write(w io.Writer, name string, l *Lint) error {
	for _, f := range formats {
		if f.name != name {
			continue
		}
		if f.byRoot {
			l = l.byRoot()
		}
		return f.write(w, l)
	}
	return fmt.Errorf("unknown format %q%s", name, nearest.Hint(name, Formats()))
}

// template returns Template's result, or "" if there is no such function.
func (l *Lint) template(f lint.Finding) string {
	if l.Template == nil {
		return ""
	}
	return l.Template(f)
}

// templateFile returns the file of the finding's template; "" if the text was not rendered from one. Positions of the finding do
// not apply to that file.
func (l *Lint) templateFile(f lint.Finding) string {
	template := l.template(f)
	if template == "" || l.TemplateFile == nil {
		return template
	}
	return l.TemplateFile(template)
}

// worstFirst returns the findings by severity, those of one severity in their order.
func (l *Lint) worstFirst() []lint.Finding {
	return slices.SortedStableFunc(slices.Values(l.Findings), func(a, b lint.Finding) int { return int(b.Severity) - int(a.Severity) })
}

// place returns the file of a finding and where it begins: for a text rendered from a template the first character of the template's file.
func (l *Lint) place(f lint.Finding) (file string, start model.Position) {
	if template := l.templateFile(f); template != "" {
		return template, model.Position{Line: 1, Column: 1}
	}
	return f.File, f.Start
}

// sentences returns the fact, why it matters and what to do, each if it is known, in printable characters.
func (l *Lint) sentences(f lint.Finding) []string {
	fact := f.Message
	if template := l.template(f); template != "" {
		fact += " (rendered from " + template + ")"
	}
	var parts []string
	for _, part := range []string{fact, f.Why, f.Help} {
		if part != "" {
			parts = append(parts, printable.Text(part))
		}
	}
	return parts
}

// sentence returns the same in one line.
func (l *Lint) sentence(f lint.Finding) string { return strings.Join(l.sentences(f), "; ") }

// docsURL is the address of the rules' pages.
const docsURL = "https://github.com/karplint/karplint/blob/main/docs/rules/"

// RuleURL returns the address of a rule's page; "" for a team's own rule, which has none.
func RuleURL(id string) string {
	if !rule.IsOwnID(id) {
		return ""
	}
	return docsURL + id + ".md"
}

// Count returns "1 file", "2 files".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
