package lint_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/ruletest"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/rule"
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
	l, err := lint.New(rules, lint.Options{Select: selected, Target: target, Facts: facts.FS})
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
	o, err := ruletest.Run(t.Context(), rules, about, c)
	if err != nil {
		t.Fatal(err)
	}
	problems, err := o.Problems(t.Context(), about, c)
	if err != nil {
		t.Fatal(err)
	}
	l, tree, result, fixed := o.Linter, o.Tree, o.Result, o.Fixed
	for _, f := range c.Files {
		if text, changed := fixed.Texts[f.Name]; changed {
			checkText(t, f, text)
		}
	}
	checkRound(t, c, result)
	checkOthers(t, rules, c, tree, fixed)
	golden.Shuffles(t, tree.Inputs, func(t *testing.T, shuffled []fileset.Input) {
		tree := tree
		tree.Inputs = shuffled
		if d := cmp.Diff(o.Got.Findings, ruletest.Lines(about, c, lintExample(t, l, c, tree).Findings)); d != "" {
			t.Errorf("findings (-in order +shuffled):\n%s", d)
		}
		if c.Bad {
			if d := cmp.Diff(fixed.Texts, fixTree(t, l, tree, ruletest.FixesUnsafe(about)).Texts); d != "" {
				t.Errorf("fixed (-in order +shuffled):\n%s", d)
			}
		}
	})
	for _, f := range result.Findings {
		if f.Rule == about.ID {
			checkWords(t, f)
		}
	}
	if golden.Update() && c.Bad {
		c.Findings, c.Fixed = o.Got.Findings, o.Got.Fixed
	}
	for _, problem := range append(problems, o.Differences(c)...) {
		t.Error(problem)
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
	l, err := ruletest.Linter(rules, rule, c)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// exampleTree is the example as a run of the command reads it.
func exampleTree(c *rule.Example, files []rule.ExampleFile) lint.Tree { return ruletest.Tree(c, files) }

func lintTree(t *testing.T, l *lint.Linter, tree lint.Tree) lint.TreeResult {
	t.Helper()
	return lintExample(t, l, &rule.Example{}, tree)
}

// lintExample lints the tree of an example, compared with its former state if it has one.
func lintExample(t *testing.T, l *lint.Linter, c *rule.Example, tree lint.Tree) lint.TreeResult {
	t.Helper()
	result, err := ruletest.Lint(t.Context(), l, c, tree)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func fixTree(t *testing.T, l *lint.Linter, tree lint.Tree, unsafe bool) lint.TreeFixed {
	t.Helper()
	fixed, err := ruletest.Fix(t.Context(), l, tree, unsafe)
	if err != nil {
		t.Fatal(err)
	}
	return fixed
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

func writeExamples(t *testing.T, rule *rule.Rule, examples *rule.Examples) {
	t.Helper()
	name := filepath.Join(rulesDir, rule.Folder, "examples.txtar")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, ruletest.Archive(data, examples), 0o644); err != nil {
		t.Fatal(err)
	}
}
