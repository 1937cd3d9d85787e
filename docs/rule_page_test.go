package docs_test

import (
	"fmt"
	"path"
	"strings"

	"github.com/karplint/karplint/lint"
)

// rulePage returns the page of a rule in Markdown.
func rulePage(rule *lint.Rule, examples *lint.Examples) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!-- Made by make docs from rules/%s. -->\n", rule.Name)
	fmt.Fprintf(&b, "# %s %s\n\n%s.\n\n", rule.ID, rule.Name, strings.TrimSuffix(rule.Title, "."))
	b.WriteString("| | |\n|---|---|\n")
	row := func(name, text string) { fmt.Fprintf(&b, "| %s | %s |\n", name, text) }
	row("Severity", join("; ", rule.Severity.String(), rule.Notes.Severity))
	row("Fix", join("; ", rule.Fix, rule.Notes.Fix))
	row("Looks at", looksAt(rule))
	if rule.When != "" {
		row("Applies to", "Karpenter `"+rule.When+"`; where the version is unknown, at most as a warning")
	}
	fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(rule.Description))
	if len(examples.Cases) > 0 {
		b.WriteString("\n## Examples\n")
	}
	for _, example := range examples.Cases {
		writeExample(&b, example)
	}
	if text := fixSafety[rule.Fix]; text != "" {
		fmt.Fprintf(&b, "\n## Fix safety\n\n%s\n", text)
	}
	fmt.Fprintf(&b, "\n## Suppress\n\n%s\n", suppress(rule))
	if len(rule.Links) > 0 {
		b.WriteString("\n## Sources\n\n")
	}
	for _, link := range rule.Links {
		b.WriteString("- " + source(link) + "\n")
	}
	return b.String()
}

// ruleTable returns README's table.
func ruleTable(rules []*lint.Rule) string {
	var b strings.Builder
	b.WriteString("| Rule | Finds | Severity | Fix |\n|---|---|---|---|\n")
	for _, rule := range rules {
		fmt.Fprintf(&b, "| [%s](docs/rules/%s.md) `%s` | %s | %s | %s |\n",
			rule.ID, rule.ID, rule.Name, strings.TrimSuffix(rule.Title, "."), rule.Severity, rule.Fix)
	}
	return b.String() + "\n"
}

var fixSafety = map[string]string{
	"safe": "`karplint lint --fix` applies the safe fixes: the configuration means the same afterwards, or what this " +
		"rule proves right.",
	"unsafe": "The fix changes what the configuration does, or would lose a comment: `karplint lint --unsafe-fixes` " +
		"applies it, and a person should look at the result.",
}

// suppress shows how to accept a finding; the rules about suppressions cannot be suppressed.
func suppress(rule *lint.Rule) string {
	if strings.HasPrefix(rule.ID, "KL00") {
		return "Not by a comment. `karplint lint --ignore " + rule.ID + "` leaves the rule out."
	}
	return "On the line or the line above it:\n\n```yaml\n# karplint:ignore " + rule.ID + " -- the reason\n```"
}

func looksAt(rule *lint.Rule) string {
	kinds := make([]string, len(rule.Kinds))
	for i, kind := range rule.Kinds {
		kinds[i] = "`" + kind + "`"
		if kind == "*" {
			kinds[i] = "every kind"
		}
	}
	text := strings.Join(kinds, ", ")
	if len(rule.APIs) > 0 {
		text += " of `" + strings.Join(rule.APIs, "`, `") + "`"
	}
	if text == "" {
		return "every file"
	}
	return text
}

func writeExample(b *strings.Builder, example lint.Example) {
	quality := "Good"
	if example.Bad {
		quality = "Bad"
	}
	fmt.Fprintf(b, "\n### %s: %s", quality, path.Base(example.Name))
	if example.Version != "" {
		fmt.Fprintf(b, ", for Karpenter %s", example.Version)
	}
	b.WriteString("\n\n" + fence(example.Name, example.Input))
	if len(example.Findings) > 0 {
		b.WriteString("\nkarplint says:\n\n" + fence("", strings.Join(example.Findings, "\n")))
	}
	if example.Fixed != "" {
		b.WriteString("\nFixed:\n\n" + fence(example.Name, example.Fixed))
	}
}

// fence puts text into a code block, longer than any fence inside it.
func fence(name, text string) string {
	mark := "```"
	for strings.Contains(text, mark) {
		mark += "`"
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return mark + strings.TrimPrefix(path.Ext(name), ".") + "\n" + text + mark + "\n"
}

func source(link lint.Link) string {
	switch {
	case link.URL == "":
		return link.Title
	case link.Title == "":
		return "<" + link.URL + ">"
	}
	return "[" + link.Title + "](" + link.URL + ")"
}

// join joins the texts that are not empty.
func join(separator string, texts ...string) string {
	var full []string
	for _, text := range texts {
		if text != "" {
			full = append(full, text)
		}
	}
	return strings.Join(full, separator)
}
