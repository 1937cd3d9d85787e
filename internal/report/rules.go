package report

import (
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/karplint/karplint/lint/rule"
)

// RuleList is the rules with what a configuration makes of them.
type RuleList struct {
	Rules      []*rule.Rule
	Off        func(*rule.Rule) bool
	Severities map[string]rule.Severity  // that were set, by the rule's id
	Options    map[string]map[string]any // that were set, by the rule's id and the option's name
}

// severity returns the rule's, or the one that was set.
func (l *RuleList) severity(r *rule.Rule) rule.Severity {
	if set, is := l.Severities[r.ID]; is {
		return set
	}
	return r.Severity
}

// WriteRules lists the rules for people, one line each.
func WriteRules(w io.Writer, l RuleList, color bool) error {
	p := painter(color)
	name := 0
	for _, r := range l.Rules {
		name = max(name, len(r.Name))
	}
	var out strings.Builder
	for _, r := range l.Rules {
		severity := p.paint(levelStyle(l.severity(r).String()), fmt.Sprintf("%-7s", l.severity(r)))
		if l.Off(r) {
			severity = fmt.Sprintf("%-7s", "off")
		}
		fmt.Fprintf(&out, "%s %-*s  %s  %-6s  %s\n", p.paint(bold, r.ID), name, r.Name, severity, fixWord(r.Fix), r.Title)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func fixWord(fix string) string {
	if fix == "none" {
		return "-"
	}
	return fix
}

type jsonRule struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Severity    string   `json:"severity"`
	Scope       string   `json:"scope"`
	Fix         string   `json:"fix"`
	When        string   `json:"when"`
	Kinds       []string `json:"kinds"`
	APIs        []string `json:"apis"`
	URL         string   `json:"url"`

	Configured jsonConfigured `json:"configured"` // what the configuration makes of it
	Options    []jsonOption   `json:"options"`
}

type jsonConfigured struct {
	Enabled  bool   `json:"enabled"`
	Severity string `json:"severity"`
}

type jsonOption struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Default     any    `json:"default"`
	Value       any    `json:"value"` // the default, or what the configuration says
	Description string `json:"description"`
}

// WriteRulesJSON lists the rules as one JSON object.
func WriteRulesJSON(w io.Writer, l RuleList) error {
	out := struct {
		Version int        `json:"version"`
		Rules   []jsonRule `json:"rules"`
	}{1, []jsonRule{}}
	for _, r := range l.Rules {
		out.Rules = append(out.Rules, jsonRule{
			ID: r.ID, Name: r.Name, Title: r.Title, Description: r.Description, Severity: r.Severity.String(),
			Scope: string(r.Scope), Fix: r.Fix, When: r.When,
			Kinds: append([]string{}, r.Kinds...), APIs: append([]string{}, r.APIs...), URL: ruleURL(r.ID),
			Configured: jsonConfigured{!l.Off(r), l.severity(r).String()}, Options: l.options(r),
		})
	}
	return encode(w, out)
}

func (l *RuleList) options(r *rule.Rule) []jsonOption {
	all := []jsonOption{}
	for _, o := range r.Options {
		value := o.Default
		if set, is := l.Options[r.ID][o.Name]; is {
			value = set
		}
		all = append(all, jsonOption{o.Name, string(o.Type), o.Default, value, o.Description})
	}
	return all
}

// Explain writes what there is to know about a rule: its page, with one bad and one good
// example.
func Explain(w io.Writer, r *rule.Rule, examples *rule.Examples, color bool) error {
	e := &explainer{painter: painter(color)}
	e.line("%s\n%s", e.paint(bold, r.ID+" "+r.Name), r.Title)
	e.line("")
	e.row("severity", r.Severity.String(), r.Notes.Severity)
	e.row("fix", r.Fix, r.Notes.Fix)
	e.row("looks at", strings.ReplaceAll(strings.Join(r.Kinds, ", "), "*", "every kind"))
	e.row("of API", strings.Join(r.APIs, ", "))
	if r.When != "" {
		e.row("applies to", "Karpenter "+r.When)
	}
	e.line("")
	e.line("%s", strings.TrimSpace(r.Description))
	e.options(r)
	e.examples(examples)
	if len(r.Links) > 0 {
		e.heading("Sources")
	}
	for _, link := range r.Links {
		e.line("%s", strings.TrimSpace(link.Title+"\n  "+link.URL))
	}
	e.heading("All examples")
	e.line("%s", ruleURL(r.ID))
	_, err := io.WriteString(w, e.out.String())
	return err
}

type explainer struct {
	painter
	out strings.Builder
}

func (e *explainer) options(r *rule.Rule) {
	if len(r.Options) == 0 {
		return
	}
	e.heading("Options")
	for _, o := range r.Options {
		e.line("%s: %s", o.Name, o.Description)
		e.line("  %s; default %s", o.Type.Noun(), o.DefaultText())
	}
}

func (e *explainer) examples(examples *rule.Examples) {
	shown := map[bool]bool{}
	for _, c := range examples.Cases {
		if shown[c.Bad] {
			continue
		}
		shown[c.Bad] = true
		title := "Good"
		if c.Bad {
			title = "Bad"
		}
		title += ": " + path.Base(c.Name)
		if c.Version != "" {
			title += ", for Karpenter " + c.Version
		}
		e.heading(title)
		e.files(c, c.Files)
		if len(c.Findings) > 0 {
			e.heading("karplint says")
			e.code(strings.Join(c.Findings, "\n"))
		}
		if len(c.Fixed) > 0 {
			e.heading("Fixed")
			e.files(c, c.Fixed)
		}
	}
}

// files shows the files of an example, in a directory with their names.
func (e *explainer) files(c rule.Example, files []rule.ExampleFile) {
	for _, f := range files {
		if c.IsDirectory() {
			e.line("  %s:", f.Name)
		}
		e.code(f.Text)
	}
}

func (e *explainer) row(name string, values ...string) {
	var full []string
	for _, v := range values {
		if v != "" {
			full = append(full, v)
		}
	}
	if len(full) > 0 {
		e.line("  %-10s  %s", name, strings.Join(full, "; "))
	}
}

func (e *explainer) heading(text string) {
	e.line("")
	e.line("%s", e.paint(bold, text))
}

func (e *explainer) code(text string) {
	for line := range strings.Lines(text) {
		e.line("%s", strings.TrimRight("    "+strings.TrimRight(line, "\n"), " "))
	}
}

func (e *explainer) line(format string, args ...any) { fmt.Fprintf(&e.out, format+"\n", args...) }
