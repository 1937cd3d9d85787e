package report

import (
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/terminal"
	"github.com/karplint/karplint/lint/rule"
)

// RuleList is the rules and their settings in a configuration.
type RuleList struct {
	Rules      []*rule.Rule
	Off        func(*rule.Rule) bool
	Severities map[string]rule.Severity  // settings, by the rule's id
	Options    map[string]map[string]any // settings, by the rule's id and the option's name
}

// severity returns the configured severity, or the rule's own.
func (l *RuleList) severity(r *rule.Rule) rule.Severity {
	if set, ok := l.Severities[r.ID]; ok {
		return set
	}
	return r.Severity
}

// WriteRules lists the rules for people, one line each.
func WriteRules(w io.Writer, l RuleList, t terminal.Terminal) error {
	id, name := 0, 0
	for _, r := range l.Rules {
		id, name = max(id, len(r.ID)), max(name, len(r.Name))
	}
	var out strings.Builder
	for _, r := range l.Rules {
		severity := t.Paint(levelStyle(l.severity(r).String()), fmt.Sprintf("%-7s", l.severity(r)))
		if l.Off(r) {
			severity = fmt.Sprintf("%-7s", "off")
		}
		fmt.Fprintf(&out, "%s%*s %-*s  %s  %-6s  %s\n", t.Paint(terminal.Bold, r.ID), id-len(r.ID), "", name, r.Name,
			severity, fixWord(r.Fix), r.Title+adviceWord(r))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func adviceWord(r *rule.Rule) string {
	if r.Advice {
		return " (advice)"
	}
	return ""
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
	Advice      bool     `json:"advice"`
	When        string   `json:"when"`
	Kinds       []string `json:"kinds"`
	APIs        []string `json:"apis"`
	URL         string   `json:"url"` // "" for a team's own rule

	Configured jsonConfigured `json:"configured"` // in the configuration
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
	Value       any    `json:"value"` // the configured value, or the default
	Description string `json:"description"`
}

// WriteRulesJSON lists the rules as one JSON object.
func WriteRulesJSON(w io.Writer, l RuleList) error {
	out := struct {
		Version   int        `json:"version"`
		Generator string     `json:"generator"`
		Rules     []jsonRule `json:"rules"`
	}{1, filetype.Generator, []jsonRule{}}
	for _, r := range l.Rules {
		out.Rules = append(out.Rules, jsonRule{
			ID: r.ID, Name: r.Name, Title: r.Title, Description: r.Description, Severity: r.Severity.String(),
			Scope: string(r.Scope), Fix: r.Fix, Advice: r.Advice, When: r.When,
			Kinds: append([]string{}, r.Kinds...), APIs: append([]string{}, r.APIs...), URL: RuleURL(r.ID),
			Configured: jsonConfigured{!l.Off(r), l.severity(r).String()}, Options: l.options(r),
		})
	}
	return printable.JSON(w, out)
}

func (l *RuleList) options(r *rule.Rule) []jsonOption {
	options := []jsonOption{}
	for _, o := range r.Options {
		value := o.Default
		if set, ok := l.Options[r.ID][o.Name]; ok {
			value = set
		}
		options = append(options, jsonOption{o.Name, string(o.Type), o.Default, value, o.Description})
	}
	return options
}

// Explain writes the page of a rule for people, with one bad and one good example.
func Explain(w io.Writer, r *rule.Rule, examples *rule.Examples, t terminal.Terminal) error {
	e := &explainer{lineWriter{Terminal: t}}
	e.line("%s", e.Paint(terminal.Bold, r.ID+" "+r.Name))
	e.lines("", r.Title)
	e.line("")
	e.writeRow("severity", r.Severity.String(), r.Notes.Severity)
	e.writeRow("fix", r.Fix, r.Notes.Fix)
	e.writeRow("kinds", strings.ReplaceAll(strings.Join(r.Kinds, ", "), "*", "every kind"))
	e.writeRow("APIs", strings.Join(r.APIs, ", "))
	if r.When != "" {
		e.writeRow("applies to", "Karpenter "+r.When)
	}
	e.line("")
	e.writeMarkdown(r.Description)
	e.writeOptions(r)
	e.writeExamples(examples)
	if len(r.Links) > 0 {
		e.writeHeading("Sources")
	}
	for _, link := range r.Links {
		e.line("%s", strings.TrimSpace(link.Title+"\n  "+link.URL))
	}
	if url := RuleURL(r.ID); url != "" {
		e.writeHeading("All examples")
		e.line("%s", url)
	} else {
		e.writeHeading("Folder")
		e.line("%s", r.Folder)
	}
	return e.flush(w)
}

type explainer struct{ lineWriter }

// lines writes a text in lines of the terminal's width.
func (e *explainer) lines(lead, text string) {
	for _, line := range e.Fill(lead, text) {
		e.line("%s", line)
	}
}

// writeMarkdown writes a text as it is, or rendered for a terminal.
func (e *explainer) writeMarkdown(text string) {
	if e.Width == 0 && !e.Color {
		e.line("%s", strings.TrimSpace(text))
		return
	}
	for _, line := range terminal.Markdown(e.Terminal, text) {
		e.line("%s", line)
	}
}

func (e *explainer) writeOptions(r *rule.Rule) {
	if len(r.Options) == 0 {
		return
	}
	e.writeHeading("Options")
	for _, o := range r.Options {
		e.lines(o.Name+": ", o.Description)
		e.line("  %s; default %s", o.Type.Noun(), o.DefaultText())
	}
}

func (e *explainer) writeExamples(examples *rule.Examples) {
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
		e.writeHeading(title)
		if len(c.Before) > 0 {
			e.writeFiles(c, c.Before)
			e.writeHeading("becomes")
		}
		e.writeFiles(c, c.Files)
		if len(c.Findings) > 0 {
			e.writeHeading("karplint reports")
			e.writeCode(strings.Join(c.Findings, "\n"))
		}
		if len(c.Fixed) > 0 {
			e.writeHeading("Fixed")
			e.writeFiles(c, c.Fixed)
		}
	}
}

// writeFiles writes the files of an example, with their names if it is a directory.
func (e *explainer) writeFiles(c rule.Example, files []rule.ExampleFile) {
	for _, f := range files {
		if c.IsDirectory() {
			e.line("  %s:", f.Name)
		}
		e.writeCode(f.Text)
	}
}

func (e *explainer) writeRow(name string, values ...string) {
	var full []string
	for _, v := range values {
		if v != "" {
			full = append(full, v)
		}
	}
	if len(full) == 0 {
		return
	}
	for _, line := range terminal.Wrap(strings.Join(full, "; "), e.Columns()-14, 0) {
		e.line("  %-10s  %s", name, line)
		name = ""
	}
}

func (e *explainer) writeHeading(text string) {
	e.line("")
	e.line("%s", e.Paint(terminal.Bold, text))
}

func (e *explainer) writeCode(text string) {
	for line := range strings.Lines(text) {
		e.line("%s", strings.TrimRight("    "+strings.TrimRight(line, "\n"), " "))
	}
}
