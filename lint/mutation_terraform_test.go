package lint_test

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// oddExpressions may replace any expression; "" leaves the attribute out.
var oddExpressions = []string{
	"null", `""`, "1", "[]", "{}", "var.unknown", "", `"odd"`, "[{}, null]", `{ "odd" = [] }`, `"${var.unknown}-odd"`, "odd(",
	"[for x in var.unknown : x]", "local.unknown[0].x", "<<-EOT\n  odd: [\n  EOT\n",
}

// directories returns the examples of every rule that contain Terraform, or several files.
func directories(t testing.TB, rules *rule.Rules) map[string]*rule.Example {
	t.Helper()
	found := map[string]*rule.Example{}
	for _, rule := range rules.All() {
		examples, err := rule.Examples()
		if err != nil {
			t.Fatal(err)
		}
		for i := range examples.Cases {
			c := &examples.Cases[i]
			if c.IsDirectory() || isTerraform(c.Name) {
				found[path.Join(rule.Name, c.Name)] = c
			}
		}
	}
	return found
}

// TestTerraformMutations replaces the attributes of each example in Terraform by odd ones, and leaves blocks out. No rule fails on them, the scan
// changes no finding, and a fixed text still parses and needs no second fix.
func TestTerraformMutations(t *testing.T) {
	golden.NotInCheck(t)
	rules := load(t)
	var linters []*lint.Linter
	for _, version := range []string{"unknown", "0.32.10", "0.37.8", "1.0.8"} {
		linters = append(linters, linter(t, rules, version))
	}
	plain := linter(t, rules, "unknown")
	lint.WithoutScan(plain)
	drawn, count := 0, 0
	examples := directories(t, rules)
	for _, name := range slices.Sorted(maps.Keys(examples)) {
		c := examples[name]
		for i, f := range c.Files {
			if !isTerraform(f.Name) || path.Ext(f.Name) == ".json" {
				continue
			}
			mutateAttributes(f, func(text string) {
				if drawn++; !golden.IsSampled(drawn, 5) {
					return
				}
				count++
				files := append([]rule.ExampleFile{}, c.Files...)
				files[i].Text = text
				where := fmt.Sprintf("%s:\n%s", path.Join(name, f.Name), text)
				tree := exampleTree(c, files)
				checkTreeMutant(t, linters[count%len(linters)], tree, where)
				if count%5 == 0 {
					checkTreeScan(t, linters[0], plain, tree, where)
				}
			})
		}
	}
	if drawn < 300 || count == 0 {
		t.Errorf("only %d mutants, %d of them linted", drawn, count)
	}
}

// mutateAttributes calls do with the text for each attribute, with another expression in turn.
func mutateAttributes(f rule.ExampleFile, do func(text string)) {
	source, broken := hcl.Parse(model.NewFile(f.Name, []byte(f.Text)))
	if broken != nil {
		return
	}
	next := 0
	var below func(b *hcl.Body)
	below = func(b *hcl.Body) {
		for _, a := range b.Attributes {
			if next++; next%2 == 0 {
				continue // every second one is enough, and takes half the time
			}
			odd := oddExpressions[(next+len(f.Text))%len(oddExpressions)]
			changed := a.Name + " = " + odd
			if odd == "" {
				changed = ""
			}
			do(f.Text[:a.Span.Start] + changed + f.Text[a.Span.End:])
		}
		for _, block := range b.Blocks {
			do(f.Text[:block.Span.Start] + f.Text[block.Span.End:])
			below(block.Body)
		}
	}
	below(source.Body)
}

func checkTreeMutant(t *testing.T, l *lint.Linter, tree lint.Tree, where string) {
	t.Helper()
	before := lintTree(t, l, tree)
	fixed := fixTree(t, l, tree, true)
	noRuleFails(t, before.Findings, where)
	noRuleFails(t, fixed.Findings, where)
	for _, finding := range fixed.Findings {
		if finding.Rule == "KL000" && !strings.Contains(ids(before.Findings), "KL000") {
			t.Fatalf("%s in what the fixes made of %s\n%s", finding.Message, where, fixed.Texts[finding.File])
		}
		if finding.Fix != nil {
			t.Errorf("%s can still be fixed after the fixes in %s\n%s", finding.Rule, where, fixed.Texts[finding.File])
		}
		if strings.ContainsAny(finding.Message, "\n\r") || strings.HasSuffix(finding.Message, ".") {
			t.Errorf("message %q in %s", finding.Message, where)
		}
	}
}

// checkTreeScan compares the findings with and without the scan. A file that the scan rules out may not parse, which is not reported then.
func checkTreeScan(t *testing.T, scanning, plain *lint.Linter, tree lint.Tree, where string) {
	t.Helper()
	with, without := lintTree(t, scanning, tree), lintTree(t, plain, tree)
	without.Findings = slices.DeleteFunc(without.Findings, func(f lint.Finding) bool {
		return f.Rule == "KL000" && !slices.ContainsFunc(with.Findings, func(same lint.Finding) bool { return same.Fingerprint == f.Fingerprint })
	})
	noRuleFails(t, without.Findings, where)
	if d := cmp.Diff(without.Findings, with.Findings, cmpopts.EquateEmpty(), unexported); d != "" {
		t.Errorf("(-without +with the scan) %s\n%s", d, where)
	}
}

// TestTreeScan: the byte scan changes no finding in directories and Terraform.
func TestTreeScan(t *testing.T) {
	golden.NotInCheck(t)
	rules := load(t)
	for _, version := range []string{"unknown", "0.37.0"} {
		scanning, plain := linter(t, rules, version), linter(t, rules, version)
		lint.WithoutScan(plain)
		examples := directories(t, rules)
		for i, name := range slices.Sorted(maps.Keys(examples)) {
			if !golden.IsSampled(i, lint.CasesEach) {
				continue
			}
			c := examples[name]
			tree := exampleTree(c, c.Files)
			for i := range tree.Inputs {
				tree.Inputs[i].Named = false
			}
			checkTreeScan(t, scanning, plain, tree, name+" at "+version)
		}
	}
}
