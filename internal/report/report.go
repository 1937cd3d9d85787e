// Package report writes the results of lint and convert in every format: one file for each format.
package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
)

// Lint is the result of a run of lint. Findings are sorted.
type Lint struct {
	Findings   []lint.Finding
	Files      int // files that were read
	Suppressed int
	Fixed      int // findings that were fixed
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
	Color        bool
}

type format struct {
	name  string
	write func(io.Writer, *Lint) error
}

var formats = []format{
	{"text", writeText},
	{"concise", writeConcise},
	{"json", writeJSON},
	{"sarif", writeSARIF},
	{"github", writeGitHub},
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
		if f.name == name {
			return f.write(w, l)
		}
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

// message returns the finding's message, with the template for formats that have no field for it.
func (l *Lint) message(f lint.Finding) string {
	if template := l.template(f); template != "" {
		return f.Text() + " (rendered from " + template + ")"
	}
	return f.Text()
}

// docsURL is the address of the rules' pages.
const docsURL = "https://github.com/karplint/karplint/blob/main/docs/rules/"

// ruleURL returns the address of a rule's page.
func ruleURL(id string) string { return docsURL + id + ".md" }

// Summary returns the result of the run in one line: "2 errors, 1 warning in 14 files; 1 fixable
// with --fix".
func Summary(l *Lint) string {
	parts := []string{countFindings(l.Findings) + " in " + Count(l.Files, "file")}
	if l.Fixed > 0 {
		parts = append(parts, fmt.Sprintf("%d fixed", l.Fixed))
	}
	safe, unsafe := countFixable(l.Findings)
	switch {
	case safe > 0 && unsafe > 0:
		parts = append(parts, fmt.Sprintf("%d fixable with --fix, %d more with --unsafe-fixes", safe, unsafe))
	case safe > 0:
		parts = append(parts, fmt.Sprintf("%d fixable with --fix", safe))
	case unsafe > 0:
		parts = append(parts, fmt.Sprintf("%d fixable with --unsafe-fixes", unsafe))
	}
	if l.Suppressed > 0 {
		parts = append(parts, fmt.Sprintf("%d suppressed", l.Suppressed))
	}
	return strings.Join(parts, "; ")
}

func countFindings(findings []lint.Finding) string {
	count := map[rule.Severity]int{}
	for _, f := range findings {
		count[f.Severity]++
	}
	var parts []string
	for _, s := range []rule.Severity{rule.Error, rule.Warning} {
		if count[s] > 0 {
			parts = append(parts, Count(count[s], s.String()))
		}
	}
	if n := count[rule.Info]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d info", n))
	}
	if len(parts) == 0 {
		return "no findings"
	}
	return strings.Join(parts, ", ")
}

func countFixable(findings []lint.Finding) (safe, unsafe int) {
	for _, f := range findings {
		switch {
		case f.Fix == nil:
		case f.Fix.Safety == rule.Safe:
			safe++
		default:
			unsafe++
		}
	}
	return safe, unsafe
}

// Count returns "1 file", "2 files".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
