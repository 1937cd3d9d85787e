// Package report writes what lint found, and what convert did, in every format: one file per
// format.
package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
)

// Lint is what a run of lint has to say. Findings are sorted.
type Lint struct {
	Findings   []lint.Finding
	Files      int // files that were looked at
	Suppressed int
	Fixed      int // findings that were fixed
	Rules      []*rule.Rule
	Projects   []lint.Project
	Version    string // karplint's own

	// Source returns the text that the findings' positions are in, nil if it is gone. The
	// file's text is not kept while linting: this reads it once more.
	Source func(file string) []byte
	// Template returns the template of a chart that the text at a finding was rendered from,
	// "" where it is not known.
	Template func(lint.Finding) string
	Color    bool
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

// Write writes the report in the format. An error is a name that no format has, or one of w.
func Write(w io.Writer, name string, l *Lint) error {
	for _, f := range formats {
		if f.name == name {
			return f.write(w, l)
		}
	}
	return fmt.Errorf("unknown format %q%s", name, nearest.Hint(name, Formats()))
}

// template is Template, which may be nil.
func (l *Lint) template(f lint.Finding) string {
	if l.Template == nil {
		return ""
	}
	return l.Template(f)
}

// message returns the finding's message for a format that has no place of its own for the
// template.
func (l *Lint) message(f lint.Finding) string {
	if template := l.template(f); template != "" {
		return f.Message + " (rendered from " + template + ")"
	}
	return f.Message
}

// docsURL is where the rules' pages are.
const docsURL = "https://github.com/karplint/karplint/blob/main/docs/rules/"

// ruleURL returns the address of the page of the rule with the id.
func ruleURL(id string) string { return docsURL + id + ".md" }

// Summary says in one line how the run ended: "2 errors, 1 warning in 14 files; 1 fixable
// with --fix".
func Summary(l *Lint) string {
	parts := []string{found(l.Findings) + " in " + Count(l.Files, "file")}
	if l.Fixed > 0 {
		parts = append(parts, fmt.Sprintf("%d fixed", l.Fixed))
	}
	safe, unsafe := fixable(l.Findings)
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

func found(findings []lint.Finding) string {
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

func fixable(findings []lint.Finding) (safe, unsafe int) {
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
