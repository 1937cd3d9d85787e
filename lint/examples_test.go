package lint_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/baseline"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/versions"
)

const rulesDir = "../rules"

func load(t testing.TB) *rule.Rules {
	t.Helper()
	rules, err := rule.Load(os.DirFS(rulesDir))
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func linter(t testing.TB, rules *rule.Rules, version string, selected ...string) *lint.Linter {
	t.Helper()
	target, err := versions.ParseTarget(version, "test")
	if err != nil {
		t.Fatal(err)
	}
	l, err := lint.New(rules, lint.Options{Select: selected, Target: target, Facts: os.DirFS("../facts")})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestExamples runs every rule on its own examples: the findings and the fixed files are as recorded; a fixed file parses and has no finding with a
// fix; and fixing it again changes nothing.
func TestExamples(t *testing.T) {
	rules := load(t)
	for _, rule := range rules.All() {
		t.Run(rule.Name, func(t *testing.T) {
			examples, err := rule.Examples()
			if err != nil {
				t.Fatal(err)
			}
			var good, bad int
			for i := range examples.Cases {
				c := &examples.Cases[i]
				if c.Bad {
					bad++
				} else {
					good++
				}
				t.Run(c.Name, func(t *testing.T) { checkExample(t, rules, rule, c) })
			}
			if good == 0 || bad == 0 {
				t.Errorf("%d bad and %d good examples; at least one of each is needed", bad, good)
			}
			if golden.Update() {
				writeExamples(t, rule, examples)
			}
		})
	}
}

func checkExample(t *testing.T, rules *rule.Rules, about *rule.Rule, c *rule.Example) {
	l := exampleLinter(t, rules, about, c)
	tree := exampleTree(c, c.Files)
	result := lintExample(t, l, c, tree)
	fixed := fixTree(t, l, tree, fixesUnsafe(about))
	got := rule.Example{Name: c.Name, Findings: lines(about, c, result.Findings)}
	if strings.Contains(strings.Join(got.Findings, "\n"), " fix: ") {
		got.Fixed = changedFiles(c, fixed.Texts)
	}
	checkFixed(t, l, about, c, result, fixed)
	checkOthers(t, rules, c, tree, fixed)
	golden.Shuffles(t, tree.Inputs, func(t *testing.T, shuffled []fileset.Input) {
		tree := tree
		tree.Inputs = shuffled
		if d := cmp.Diff(got.Findings, lines(about, c, lintExample(t, l, c, tree).Findings)); d != "" {
			t.Errorf("findings (-in order +shuffled):\n%s", d)
		}
		if c.Bad {
			if d := cmp.Diff(fixed.Texts, fixTree(t, l, tree, fixesUnsafe(about)).Texts); d != "" {
				t.Errorf("fixed (-in order +shuffled):\n%s", d)
			}
		}
	})
	for _, f := range result.Findings {
		if f.Rule == about.ID {
			checkWords(t, f)
		}
	}
	if c.Bad && len(got.Findings) == 0 {
		t.Error("no finding in a bad example")
	}
	if !c.Bad && len(got.Findings) > 0 {
		t.Errorf("findings in a good example:\n%s", strings.Join(got.Findings, "\n"))
	}
	if golden.Update() && c.Bad {
		c.Findings, c.Fixed = got.Findings, got.Fixed
	}
	if d := cmp.Diff(c.Findings, got.Findings); d != "" {
		t.Errorf("findings (-want +got):\n%s", d)
	}
	if d := cmp.Diff(c.Fixed, got.Fixed); d != "" {
		t.Errorf("fixed (-want +got):\n%s", d)
	}
}

// checkWords: the headline is the fact alone and fits a line, the label says why, and there is something to do.
func checkWords(t *testing.T, f lint.Finding) {
	t.Helper()
	const headline, label = 100, 160
	switch {
	case len(f.Message) > headline || len(f.Why) > label || len(f.Help) > label:
		t.Errorf("longer than %d, %d and %d characters: %q, %q, %q", headline, label, label, f.Message, f.Why, f.Help)
	case strings.Contains(f.Message, "; ") || strings.HasSuffix(f.Message, "."):
		t.Errorf("more than the fact is in the message %q", f.Message)
	case f.Why == "" || f.Help == "":
		t.Errorf("nothing says why it matters or what to do: %q, %q, %q", f.Message, f.Why, f.Help)
	}
}

func exampleLinter(t testing.TB, rules *rule.Rules, rule *rule.Rule, c *rule.Example) *lint.Linter {
	t.Helper()
	target, err := versions.ParseTarget(c.Version, "test")
	if err != nil {
		t.Fatal(err)
	}
	l, err := lint.New(rules, lint.Options{
		Select: selection(rule), Target: target, DestroyOrder: c.DestroyOrder, Facts: os.DirFS("../facts"),
		Convert: conversions.Converter(convert.Options{}, target), Planned: target.IsKnown(), Stops: road.Between,
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// exampleTree is the example as a run of the command reads it: a file that is named, or a directory.
func exampleTree(c *rule.Example, files []rule.ExampleFile) lint.Tree {
	texts := map[string][]byte{}
	tree := lint.Tree{}
	for _, f := range files {
		texts[f.Name] = []byte(f.Text)
		if isTerraform(f.Name) || isManifest(f.Name) {
			tree.Inputs = append(tree.Inputs, fileset.Input{Path: f.Name, Terraform: isTerraform(f.Name), Named: !c.IsDirectory()})
		}
	}
	tree.Files = fileset.Overlay{Texts: texts}
	return tree
}

func lintTree(t *testing.T, l *lint.Linter, tree lint.Tree) lint.TreeResult {
	t.Helper()
	result := l.Tree(t.Context(), tree)
	if len(result.Errors) > 0 {
		t.Fatal(errors.Join(result.Errors...))
	}
	result.Findings = withBaseline(t, l, tree, result.Findings)
	return result
}

// withBaseline adds the findings about the baseline of an example, if it has one.
func withBaseline(t *testing.T, l *lint.Linter, tree lint.Tree, findings []lint.Finding) []lint.Finding {
	t.Helper()
	const name = ".karplint-baseline.txt"
	text := tree.Files.(fileset.Overlay).Texts[name]
	if text == nil {
		return findings
	}
	entries, broken := baseline.Parse(text)
	if broken != nil {
		t.Fatal(broken)
	}
	stale := slices.DeleteFunc(entries, func(e baseline.Entry) bool {
		return slices.ContainsFunc(findings, func(f lint.Finding) bool { return f.Fingerprint == e.Fingerprint })
	})
	all := slices.Concat(findings, l.Stale(model.NewFile(name, text), stale))
	lint.Sort(all)
	return all
}

// lintExample lints the tree of an example, compared with its former state if it has one.
func lintExample(t *testing.T, l *lint.Linter, c *rule.Example, tree lint.Tree) lint.TreeResult {
	t.Helper()
	if len(c.Before) == 0 {
		return lintTree(t, l, tree)
	}
	side := func(tree lint.Tree) lint.Side {
		return lint.Side{Tree: tree, Settings: l.ForAll(), PathOf: func(file string) string { return file }}
	}
	result := lint.Compare(t.Context(), side(tree), side(exampleTree(c, c.Before)))
	if len(result.Errors) > 0 {
		t.Fatal(errors.Join(result.Errors...))
	}
	return result
}

func fixTree(t *testing.T, l *lint.Linter, tree lint.Tree, unsafe bool) lint.TreeFixed {
	t.Helper()
	fixed := l.FixTree(t.Context(), tree, unsafe, func(string, []byte, []byte) error { return nil })
	if len(fixed.Errors) > 0 {
		t.Fatal(errors.Join(fixed.Errors...))
	}
	return fixed
}

// changedFiles returns the changed files of the example, in their order.
func changedFiles(c *rule.Example, texts map[string][]byte) []rule.ExampleFile {
	var changed []rule.ExampleFile
	for _, f := range c.Files {
		if text, ok := texts[f.Name]; ok {
			changed = append(changed, rule.ExampleFile{Name: f.Name, Text: string(text)})
		}
	}
	return changed
}

// selection selects the rule alone, or every rule if it is about suppressions.
func selection(rule *rule.Rule) []string {
	if strings.HasPrefix(rule.ID, "KL00") {
		return nil
	}
	return []string{rule.ID}
}

// fixesUnsafe reports whether the examples also show unsafe fixes: not if every rule is selected, because the rule itself has only safe ones then.
func fixesUnsafe(rule *rule.Rule) bool { return selection(rule) != nil }

func checkFixed(t *testing.T, l *lint.Linter, about *rule.Rule, c *rule.Example, before lint.TreeResult, fixed lint.TreeFixed) {
	t.Helper()
	var withoutFix int
	for _, finding := range before.Findings {
		switch {
		case finding.Fix == nil, finding.Fix.Safety == rule.Unsafe && !fixesUnsafe(about):
			withoutFix++
		case finding.Rule == about.ID && about.Fix == "none",
			finding.Rule == about.ID && about.Fix == "unsafe" && finding.Fix.Safety == rule.Safe:
			t.Errorf("%s has a %s fix; METADATA says %s", finding.Message, finding.Fix.Safety, about.Fix)
		}
	}
	if len(fixed.Findings) > withoutFix {
		t.Errorf("after fixing there are %d findings, before it %d without a fix:\n%s",
			len(fixed.Findings), withoutFix, strings.Join(lines(about, c, fixed.Findings), "\n"))
	}
	files := slices.Clone(c.Files)
	for i, f := range files {
		if text, changed := fixed.Texts[f.Name]; changed {
			files[i].Text = string(text)
			if broken := doesNotParse(f.Name, text); broken != nil {
				t.Errorf("the fixed file %s does not parse: %v", f.Name, broken)
			}
			checkText(t, f, text)
		}
	}
	if len(fixed.Notes) > 0 {
		t.Errorf("fixes were not made: %q", fixed.Notes)
	}
	checkRound(t, c, before)
	again := fixTree(t, l, exampleTree(c, files), fixesUnsafe(about))
	for name, text := range again.Texts {
		t.Errorf("fixing %s twice differs:\n%s", name, cmp.Diff(string(fixed.Texts[name]), string(text)))
	}
}

// checkText reports whether a fixed text has the line ends of the original, and the layout of terraform fmt.
func checkText(t *testing.T, f rule.ExampleFile, text []byte) {
	t.Helper()
	before := []byte(f.Text)
	if isTerraform(f.Name) && bytes.Equal(hclwrite.Format(before), before) && !bytes.Equal(hclwrite.Format(text), text) {
		t.Errorf("%s was formatted and is not any more:\n%s", f.Name, cmp.Diff(string(text), string(hclwrite.Format(text))))
	}
	if bytes.HasSuffix(before, []byte("\n")) != bytes.HasSuffix(text, []byte("\n")) ||
		bytes.Contains(text, []byte("\r")) != bytes.Contains(before, []byte("\r")) {
		t.Errorf("the newlines of %s differ", f.Name)
	}
}

// checkRound reports whether the first round of fixes changes exactly the bytes that the edits name.
func checkRound(t *testing.T, c *rule.Example, before lint.TreeResult) {
	t.Helper()
	texts := map[string][]byte{}
	for _, f := range c.Files {
		texts[f.Name] = []byte(f.Text)
	}
	changed, _ := lint.ApplyFixes(before.Findings, true, func(name string) ([]byte, error) { return texts[name], nil })
	for name, text := range changed {
		old, new := string(texts[name]), string(text)
		for _, f := range before.Findings {
			if f.Fix == nil {
				continue
			}
			for _, e := range f.Fix.Edits {
				if e.File == name && (e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(old)) {
					t.Fatalf("%s: the edit %+v is not in the file", f.Rule, e)
				}
			}
		}
		for rest := old; rest != ""; { // every line that no edit touches is there, in order
			line, after, _ := strings.Cut(rest, "\n")
			at := len(old) - len(rest)
			rest = after
			if touched(before.Findings, name, at, at+len(line)) {
				continue
			}
			i := strings.Index(new, line)
			if i < 0 {
				t.Errorf("%s loses the line %q, which no edit touches", name, line)
				break
			}
			new = new[i+len(line):]
		}
	}
}

// touched reports whether an edit of a fix touches the bytes.
func touched(findings []lint.Finding, file string, start, end int) bool {
	for _, f := range findings {
		if f.Fix == nil {
			continue
		}
		for _, e := range f.Fix.Edits {
			if e.File == file && e.Span.Start <= end && start <= e.Span.End {
				return true
			}
		}
	}
	return false
}

// linters are linters with every rule, by the target: each compiles the rules once.
var linters = map[string]*lint.Linter{}

func withAllRules(t *testing.T, rules *rule.Rules, version string) *lint.Linter {
	t.Helper()
	if linters[version] == nil {
		linters[version] = linter(t, rules, version)
	}
	return linters[version]
}

// checkOthers lints the fixed files by all rules: no fix makes an error that was not there before.
func checkOthers(t *testing.T, rules *rule.Rules, c *rule.Example, tree lint.Tree, fixed lint.TreeFixed) {
	t.Helper()
	if len(fixed.Texts) == 0 {
		return
	}
	l := withAllRules(t, rules, c.Version)
	count := func(tree lint.Tree) map[string]int {
		errors := map[string]int{}
		for _, f := range lintTree(t, l, tree).Findings {
			if f.Severity == rule.Error {
				errors[f.Rule]++
			}
		}
		return errors
	}
	before := count(tree)
	files := tree.Files.(fileset.Overlay)
	tree.Files = files.With(fixed.Texts)
	for id, n := range count(tree) {
		if n > before[id] {
			t.Errorf("after the fixes there are %d errors of %s, before %d", n, id, before[id])
		}
	}
}

// doesNotParse returns the parse error of a text, read in the format of its file's name.
func doesNotParse(name string, text []byte) error {
	f := model.NewFile(name, text)
	if isTerraform(name) {
		if _, broken := hcl.Parse(f); broken != nil {
			return broken
		}
		return nil
	}
	var failed error
	yaml.Documents(f, func(_ *model.Document, broken *yaml.ParseError) bool {
		if broken != nil {
			failed = broken
		}
		return failed == nil
	})
	return failed
}

// lines prints the findings of the rule as examples hold them.
func lines(rule *rule.Rule, c *rule.Example, findings []lint.Finding) []string {
	var all []string
	for _, f := range findings {
		if f.Rule != rule.ID {
			continue
		}
		line := ""
		if c.IsDirectory() {
			line = f.File + ":"
		}
		all = append(all, line+fmt.Sprintf("%d:%d-%d:%d %s %s", f.Start.Line, f.Start.Column, f.End.Line, f.End.Column, f.Severity, f.Message))
		if f.Why != "" {
			all = append(all, "  why: "+f.Why)
		}
		if f.Help != "" && (f.Fix == nil || f.Help != f.Fix.Title) {
			all = append(all, "  help: "+f.Help)
		}
		if f.Fix != nil {
			all = append(all, fmt.Sprintf("  %s fix: %s", f.Fix.Safety, f.Fix.Title))
		}
	}
	return all
}

func writeExamples(t *testing.T, rule *rule.Rule, examples *rule.Examples) {
	t.Helper()
	name := filepath.Join(rulesDir, rule.Folder, "examples.txtar")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	archive := txtar.Parse(data)
	archive.Files = nil
	for _, c := range examples.Cases {
		stem, extension, _ := strings.Cut(path.Base(c.Name), ".")
		stem = path.Join(path.Dir(c.Name), stem)
		add := func(name, text string) {
			archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
		}
		for _, f := range c.Files {
			if c.IsDirectory() {
				add(path.Join(stem, f.Name), f.Text)
			} else {
				add(c.Name, f.Text)
			}
		}
		for _, f := range c.Before {
			if c.IsDirectory() {
				add(path.Join(stem+".before", f.Name), f.Text)
			} else {
				add(stem+".before."+extension, f.Text)
			}
		}
		if len(c.Findings) > 0 {
			add(stem+".findings", strings.Join(c.Findings, "\n")+"\n")
		}
		for _, f := range c.Fixed {
			if c.IsDirectory() {
				add(path.Join(stem+".fixed", f.Name), f.Text)
			} else {
				add(stem+".fixed."+extension, f.Text)
			}
		}
	}
	if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}
