package lint_test

import (
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/project"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the findings and fixed files of rules/*/examples.txtar")

const rulesDir = "../rules"

func load(t testing.TB) *lint.Rules {
	t.Helper()
	rules, err := lint.Load(os.DirFS(rulesDir))
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func linter(t testing.TB, rules *lint.Rules, version string, selected ...string) *lint.Linter {
	t.Helper()
	target, err := project.ParseTarget(version, "test")
	if err != nil {
		t.Fatal(err)
	}
	l, err := lint.New(rules, lint.Options{Select: selected, Target: target, Facts: os.DirFS("../facts")})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestExamples runs every rule on its own examples: the findings and the fixed file are as
// written, a fixed file parses and has no finding that a fix could still mend, and fixing it again
// changes nothing.
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
			if *update {
				writeExamples(t, rule, examples)
			}
		})
	}
}

func checkExample(t *testing.T, rules *lint.Rules, rule *lint.Rule, c *lint.Example) {
	l := linter(t, rules, c.Version, selection(rule)...)
	f := model.NewFile(path.Base(c.Name), []byte(c.Input))
	result, err := l.File(f, true, project.Target{})
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := l.Fix(f, true, true, project.Target{})
	if err != nil {
		t.Fatal(err)
	}
	got := lint.Example{Findings: lines(rule, result.Findings)}
	if strings.Contains(strings.Join(got.Findings, "\n"), " fix: ") {
		got.Fixed = string(fixed.Data)
	}
	checkFixed(t, l, rule, result, model.NewFile(f.Path, fixed.Data), fixed)
	if c.Bad && len(got.Findings) == 0 {
		t.Error("no finding in a bad example")
	}
	if !c.Bad && len(got.Findings) > 0 {
		t.Errorf("findings in a good example:\n%s", strings.Join(got.Findings, "\n"))
	}
	if *update && c.Bad {
		c.Findings, c.Fixed = got.Findings, got.Fixed
	}
	if d := cmp.Diff(c.Findings, got.Findings); d != "" {
		t.Errorf("findings (-want +got):\n%s", d)
	}
	if d := cmp.Diff(c.Fixed, got.Fixed); d != "" {
		t.Errorf("fixed (-want +got):\n%s", d)
	}
}

// selection is the rule alone, and every rule for one about suppressions.
func selection(rule *lint.Rule) []string {
	if strings.HasPrefix(rule.ID, "KL00") {
		return nil
	}
	return []string{rule.ID}
}

func checkFixed(t *testing.T, l *lint.Linter, rule *lint.Rule, before lint.Result, f *model.File, fixed lint.Fixed) {
	t.Helper()
	var withoutFix int
	for _, finding := range before.Findings {
		switch {
		case finding.Fix == nil:
			withoutFix++
		case finding.Rule == rule.ID && rule.Fix == "none",
			finding.Rule == rule.ID && rule.Fix == "unsafe" && finding.Fix.Safety == lint.Safe:
			t.Errorf("%s has a %s fix; METADATA says %s", finding.Message, finding.Fix.Safety, rule.Fix)
		}
	}
	if len(fixed.Findings) > withoutFix {
		t.Errorf("after fixing there are %d findings, before it %d without a fix:\n%s",
			len(fixed.Findings), withoutFix, strings.Join(lines(rule, fixed.Findings), "\n"))
	}
	again, err := l.Fix(f, true, true, project.Target{})
	if err != nil {
		t.Fatal(err)
	}
	if string(again.Data) != string(fixed.Data) {
		t.Errorf("fixing twice differs:\n%s", cmp.Diff(string(fixed.Data), string(again.Data)))
	}
	if fixed.Fixes == 0 {
		return
	}
	yaml.Documents(f, func(_ *model.Document, broken *yaml.ParseError) bool {
		if broken != nil {
			t.Errorf("the fixed file does not parse: %v", broken)
		}
		return true
	})
}

// lines prints the findings of the rule as examples hold them.
func lines(rule *lint.Rule, findings []lint.Finding) []string {
	var all []string
	for _, f := range findings {
		if f.Rule != rule.ID {
			continue
		}
		line := fmt.Sprintf("%d:%d-%d:%d %s %s", f.Start.Line, f.Start.Column, f.End.Line, f.End.Column, f.Severity, f.Message)
		if f.Fix != nil {
			line += fmt.Sprintf(" (%s fix: %s)", f.Fix.Safety, f.Fix.Title)
		}
		all = append(all, line)
	}
	return all
}

func writeExamples(t *testing.T, rule *lint.Rule, examples *lint.Examples) {
	t.Helper()
	name := filepath.Join(rulesDir, rule.Folder, "examples.txtar")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	archive := txtar.Parse(data)
	archive.Files = nil
	for _, c := range examples.Cases {
		archive.Files = append(archive.Files, txtar.File{Name: c.Name, Data: []byte(c.Input)})
		extension := path.Ext(c.Name)
		stem := strings.TrimSuffix(c.Name, extension)
		if len(c.Findings) > 0 {
			data := []byte(strings.Join(c.Findings, "\n") + "\n")
			archive.Files = append(archive.Files, txtar.File{Name: stem + ".findings", Data: data})
		}
		if c.Fixed != "" {
			archive.Files = append(archive.Files, txtar.File{Name: stem + ".fixed" + extension, Data: []byte(c.Fixed)})
		}
	}
	if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}
