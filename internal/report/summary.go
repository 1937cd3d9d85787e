package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/internal/terminal"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
)

// writeSummary writes the counts, the versions that were judged by, and the commonest rules.
func (t *textWriter) writeSummary(l *Lint) {
	if l.Files == 0 || l.Nothing {
		return
	}
	t.wrapped(terminal.Bold, Summary(l))
	for _, line := range versionLines(l.Projects, l.All) {
		t.wrapped(terminal.Plain, line)
	}
	if counts := countRules(l.Findings); len(counts) > 0 && !l.Statistics {
		t.wrapped(terminal.Plain, commonest(counts))
	}
}

// wrapped writes a text in lines of the terminal's width.
func (t *textWriter) wrapped(style, text string) {
	for i, line := range terminal.Wrap(text, t.Columns()-2, -2) {
		t.line("%s%s", strings.Repeat(" ", 2*min(i, 1)), t.Paint(style, line))
	}
}

// maxProjects is how many lines about versions the text shows.
const maxProjects = 5

// versionLines returns a line for each version by which projects were judged, with its place, and one for the projects whose version is unknown.
func versionLines(projects []lint.Project, all bool) []string {
	roots := map[string][]string{}
	var lines []string
	for _, p := range projects {
		line := ""
		if p.Target.IsKnown() {
			line = fmt.Sprintf("Karpenter %s (%s)", p.Target.Words(), printable.Text(cmp.Or(p.Target.At, p.Target.From)))
		}
		if roots[line] == nil {
			lines = append(lines, line)
		}
		roots[line] = append(roots[line], printable.Path(p.Root)+"/")
	}
	slices.SortStableFunc(lines, func(a, b string) int { return cmp.Compare(b, "") - cmp.Compare(a, "") }) // the unknown ones at the end
	for i, line := range lines {
		where := ""
		if len(projects) > 1 {
			where = " in " + few(roots[line], all)
		}
		if line == "" {
			lines[i] = "Karpenter's version is unknown" + where + "; set karpenter-version in .karplint.yaml, or --karpenter-version, to be judged by it"
		} else {
			lines[i] = line + where
		}
	}
	if n := len(lines) - maxProjects; n > 0 && !all {
		last := lines[len(lines)-1] // tells what to set, if a version is unknown
		lines = append(lines[:maxProjects-1], fmt.Sprintf("and %s; --all shows them", Count(n, "more version")), last)
	}
	return lines
}

// few joins some of the texts, or all of them.
func few(texts []string, all bool) string {
	const most = 3
	if n := len(texts) - most; n > 0 && !all {
		return fmt.Sprintf("%s and %d more", strings.Join(texts[:most], ", "), n)
	}
	return strings.Join(texts, ", ")
}

// ruleCount is how often a rule reports.
type ruleCount struct {
	rule, name          string
	count, safe, unsafe int // findings, and those with a fix
}

// countRules returns the counts of the rules with findings, the commonest first.
func countRules(findings []lint.Finding) []ruleCount {
	var counts []ruleCount
	place := map[string]int{}
	for _, f := range findings {
		i, ok := place[f.Rule]
		if !ok {
			i = len(counts)
			place[f.Rule] = i
			counts = append(counts, ruleCount{rule: f.Rule, name: f.Name})
		}
		safe, unsafe := countFixable([]lint.Finding{f})
		counts[i].count, counts[i].safe, counts[i].unsafe = counts[i].count+1, counts[i].safe+safe, counts[i].unsafe+unsafe
	}
	slices.SortFunc(counts, func(a, b ruleCount) int { return cmp.Or(b.count-a.count, strings.Compare(a.rule, b.rule)) })
	return counts
}

// commonest names the commonest rules, and the command that explains the first.
func commonest(counts []ruleCount) string {
	var names []string
	for _, c := range counts[:min(len(counts), 3)] {
		names = append(names, fmt.Sprintf("%s %s (%d)", c.rule, c.name, c.count))
	}
	return fmt.Sprintf("most: %s; karplint rules explain %s", strings.Join(names, ", "), counts[0].rule)
}

// writeStatistics writes a line for each rule: how often it reports, and how much of that can be fixed.
func (t *textWriter) writeStatistics(findings []lint.Finding) {
	counts := countRules(findings)
	name := 0
	for _, c := range counts {
		name = max(name, len(c.name))
	}
	for _, c := range counts {
		fixable := fixableWords(c.safe, c.unsafe)
		t.line("%s", strings.TrimRight(fmt.Sprintf("%5d  %s  %-*s  %s", c.count, t.Paint(terminal.Bold, t.Link(c.rule, RuleURL(c.rule))), name, c.name,
			fixable), " "))
	}
	if len(counts) > 0 {
		t.line("")
	}
}

// Summary returns the result of the run in one line: "2 errors, 1 warning in 14 files; 1 fixable
// with --fix".
func Summary(l *Lint) string {
	parts := []string{countFindings(l.Findings) + " in " + Count(l.Files, "file")}
	if isEmpty(l) {
		parts[0] += " (" + mention(l) + ")"
	}
	if l.New {
		parts[0] = "new: " + parts[0]
	}
	if l.Fix || l.Fixed > 0 {
		parts = append(parts, fmt.Sprintf("%d fixed", l.Fixed))
	}
	if fixable := fixableWords(countFixable(l.Findings)); fixable != "" {
		parts = append(parts, fixable)
	}
	if l.Suppressed > 0 {
		parts = append(parts, fmt.Sprintf("%d suppressed", l.Suppressed))
	}
	if l.Baselined != nil && *l.Baselined > 0 {
		parts = append(parts, fmt.Sprintf("%d in the baseline", *l.Baselined))
	}
	return strings.Join(parts, "; ")
}

// isEmpty reports whether some files do not mention Karpenter, and nothing else in the summary shows that others do.
func isEmpty(l *Lint) bool {
	hasBaselined := l.Baselined != nil && *l.Baselined > 0
	return l.Mention < l.Files && len(l.Findings) == 0 && l.Fixed == 0 && l.Suppressed == 0 && !hasBaselined && !l.New
}

// mention says how many of the files mention Karpenter.
func mention(l *Lint) string {
	switch {
	case l.Files == 1:
		return "it does not mention Karpenter"
	case l.Mention == 0:
		return "none mentions Karpenter"
	case l.Mention == 1:
		return "1 mentions Karpenter"
	}
	return fmt.Sprintf("%d mention Karpenter", l.Mention)
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

// fixableWords says how many findings can be fixed, "" for none.
func fixableWords(safe, unsafe int) string {
	switch {
	case safe > 0 && unsafe > 0:
		return fmt.Sprintf("%d fixable with --fix, %d more with --unsafe-fixes", safe, unsafe)
	case safe > 0:
		return fmt.Sprintf("%d fixable with --fix", safe)
	case unsafe > 0:
		return fmt.Sprintf("%d fixable with --unsafe-fixes", unsafe)
	}
	return ""
}
