package lint_test

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint/rule"
)

// nearMiss turns a bad example of a rule about installations into one that looks similar and is good.
type nearMiss struct {
	name    string
	changes []change
}

// change replaces what a pattern matches in the files of one form.
type change struct {
	form    string // a pattern for the names of the files
	pattern string
	text    string
}

// nearMisses cover each form in which a chart is installed: Terraform, modules, Flux, Argo CD, helmfile, charts of charts, kustomize.
var nearMisses = []nearMiss{
	{"another chart", []change{
		{`\.tf$`, `(chart\s*=\s*)"(?:oci://[^"]*/)?karpenter(?:-crd)?"`, `$1"other"`},
		{`\.tf$`, `enable_karpenter(\s*=\s*true)`, `enable_karpenter$1 && false`},
		{`\.ya?ml$`, `(chart: )(?:\S+/)?karpenter(?:-crd)?\b`, `${1}other/other`},
		{`\.ya?ml$`, `(oci://\S+/)karpenter(?:-crd)?\n`, "${1}other\n"},
		{`(Chart|kustomization)\.yaml$`, `(- name: )karpenter(?:-crd)?\n`, "${1}other\n"},
	}},
	{"unknown version", []change{
		{`\.tf$`, `((?:chart_)?version\s*=\s*)"v?\d[^"\n]*"`, `${1}var.unknown`},
		{`\.ya?ml$`, `((?:version|targetRevision|tag): )["']?v?\d[^\s,}]*`, `${1}$${VERSION}`},
	}},
}

// TestNearMisses changes the bad examples of each rule that reads installations, in every form of installation: rules say nothing about another
// chart, nor about an unknown version. testdata/near_misses.golden counts the findings that remain, because they do not depend on the change.
func TestNearMisses(t *testing.T) {
	rules := load(t)
	var reported strings.Builder
	for _, r := range rules.All() {
		if !slices.Contains(r.Kinds, "ChartInstallation") {
			continue
		}
		examples, err := r.Examples()
		if err != nil {
			t.Fatal(err)
		}
		for i := range examples.Cases {
			c := &examples.Cases[i]
			for _, miss := range nearMisses {
				files, changed := miss.apply(c.Files)
				if !c.Bad || !changed {
					continue
				}
				result := lintTree(t, exampleLinter(t, rules, r, c), exampleTree(c, files))
				if n := len(result.Findings); n > 0 {
					fmt.Fprintf(&reported, "%s %s with %s: %d\n", r.Name, c.Name, miss.name, n)
				}
			}
		}
	}
	checkNearMisses(t, reported.String())
}

func checkNearMisses(t *testing.T, got string) {
	t.Helper()
	const file = "testdata/near_misses.golden"
	if golden.Update() {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("near misses that are reported (-want +got):\n%s", d)
	}
}

func (m nearMiss) apply(files []rule.ExampleFile) (changed []rule.ExampleFile, ok bool) {
	for _, f := range files {
		text := f.Text
		for _, c := range m.changes {
			if regexp.MustCompile(c.form).MatchString(path.Base(f.Name)) {
				text = regexp.MustCompile(c.pattern).ReplaceAllString(text, c.text)
			}
		}
		ok = ok || text != f.Text
		changed = append(changed, rule.ExampleFile{Name: f.Name, Text: text})
	}
	return changed, ok
}
