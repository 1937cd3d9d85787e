package docs_test

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/survey"
)

// rulePage returns the page of a rule in Markdown.
func rulePage(rule *rule.Rule, examples *rule.Examples) string {
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
	writeOptions(&b, rule)
	if len(examples.Cases) > 0 {
		b.WriteString("\n## Examples\n")
		if examples.Prose != "" {
			b.WriteString("\n" + examples.Prose + "\n")
		}
	}
	for _, example := range examples.Cases {
		writeExample(&b, example)
	}
	if text := applyFix[rule.Fix]; text != "" {
		fmt.Fprintf(&b, "\n## Apply the fix\n\n%s\n", text)
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

// writeOptions shows what a configuration can say to the rule.
func writeOptions(b *strings.Builder, rule *rule.Rule) {
	if len(rule.Options) == 0 {
		return
	}
	b.WriteString("\n## Options\n\n| Option | | Default |\n|---|---|---|\n")
	settings := "rules:\n  " + rule.ID + ":\n"
	for _, o := range rule.Options {
		fmt.Fprintf(b, "| `%s` | %s: %s | `%s` |\n", o.Name, o.Type.Noun(), o.Description, o.DefaultText())
		settings += "    " + o.Name + ": " + o.DefaultText() + "\n"
	}
	b.WriteString("\nIn [.karplint.yaml](../configuration.md), with the defaults:\n\n" + fence("x.yaml", settings))
}

// ruleTable returns README's table.
func ruleTable(rules []*rule.Rule) string {
	var b strings.Builder
	b.WriteString("| Rule | Finds | Severity | Fix |\n|---|---|---|---|\n")
	for _, rule := range rules {
		severity := rule.Severity.String()
		if rule.Advice {
			severity += ", off by default"
		}
		fmt.Fprintf(&b, "| [%s](%s.md) `%s` | %s | %s | %s |\n",
			rule.ID, rule.ID, rule.Name, strings.TrimSuffix(rule.Title, "."), severity, rule.Fix)
	}
	return b.String() + "\n"
}

var applyFix = map[string]string{
	"safe":   "`karplint lint --fix` applies it. The configuration then means the same as before, or what this rule shows to be correct.",
	"unsafe": "`karplint lint --unsafe-fixes` applies it. It may change what the configuration does, or lose a comment: review the result.",
}

// suppress shows how to accept a finding, which depends on what the rule looks at.
func suppress(rule *rule.Rule) string {
	comment := func(place, directive string) string {
		return place + ":\n\n```yaml\n# karplint:" + directive + " " + rule.ID + " -- the reason\n```"
	}
	switch {
	case slices.Contains(rule.Kinds, "File"):
		return comment("At the top of the file", "ignore-file")
	case slices.Contains(rule.Kinds, "Suppression"), slices.Contains(rule.Kinds, "BaselineEntry"):
		return "A comment cannot suppress this rule; `karplint lint --ignore " + rule.ID + "` turns it off."
	}
	return comment("On the line of the finding, or on the line above it", "ignore")
}

// ownKinds are the kinds that karplint makes itself.
var ownKinds = map[string]string{
	"*": "every kind", "File": "every file", "Suppression": "suppressions", "BaselineEntry": "entries of the baseline",
	survey.Installation: "installed charts", survey.Addon: "EKS add-ons", survey.NodeGroup: "node groups",
	survey.FargateProfile: "Fargate profiles", survey.Cluster: "EKS clusters", survey.Object: "Kubernetes objects",
	survey.IAMPolicy: "IAM policies", survey.DestroyScript: "destroy-time scripts", survey.Cycle: "dependency cycles",
	survey.TagSelector: "selectors of instances by tags", survey.ModuleCall: "calls of Terraform modules",
	survey.ServiceAccount: "service accounts with a role", survey.ChartObject: "objects in charts that Terraform installs",
}

func looksAt(rule *rule.Rule) string {
	kinds := make([]string, len(rule.Kinds))
	for i, kind := range rule.Kinds {
		kinds[i] = "`" + kind + "`"
		if own, ok := ownKinds[kind]; ok {
			kinds[i] = own
		}
	}
	text := strings.Join(kinds, ", ")
	if len(rule.APIs) > 0 {
		text += " of `" + strings.Join(rule.APIs, "`, `") + "`"
	}
	return text
}

func writeExample(b *strings.Builder, example rule.Example) {
	quality := "Good"
	if example.Bad {
		quality = "Bad"
	}
	fmt.Fprintf(b, "\n### %s: %s", quality, path.Base(example.Name))
	if example.Version != "" {
		fmt.Fprintf(b, ", for Karpenter %s", example.Version)
	}
	b.WriteString("\n")
	if len(example.Before) > 0 {
		b.WriteString("\nFormer state:\n")
		writeFiles(b, example, example.Before)
		b.WriteString("\nNow:\n")
	}
	writeFiles(b, example, example.Files)
	if len(example.Findings) > 0 {
		b.WriteString("\nkarplint reports:\n\n" + fence("", strings.Join(example.Findings, "\n")))
	}
	if len(example.Fixed) > 0 {
		b.WriteString("\nFixed:\n")
		writeFiles(b, example, example.Fixed)
	}
}

// writeFiles shows the files of an example, in a directory each below its name.
func writeFiles(b *strings.Builder, example rule.Example, files []rule.ExampleFile) {
	for _, f := range files {
		b.WriteString("\n")
		if example.IsDirectory() {
			fmt.Fprintf(b, "`%s`:\n\n", f.Name)
		}
		b.WriteString(fence(f.Name, f.Text))
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
	language := strings.TrimPrefix(path.Ext(name), ".")
	if language == "tf" || language == "tofu" || language == "tfvars" {
		language = "hcl"
	}
	return mark + language + "\n" + text + mark + "\n"
}

func source(link rule.Link) string {
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
