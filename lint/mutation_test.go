package lint_test

import (
	"bytes"
	"encoding/json"
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
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
	"sigs.k8s.io/yaml"
)

// odd are values of every kind, as an author or a template may write them by mistake.
var odd = []any{
	nil, true, 7, "", "odd", "{{ .odd }}", []any{}, []any{"odd", nil}, []any{map[string]any{}},
	map[string]any{}, map[string]any{"odd": "odd", "{{ .key }}": 1},
}

// mutantsEach: of so many mutants, `make test` takes one. It is prime, so that each kind of change is taken.
const mutantsEach = 13

// TestMutations replaces each value of each example by odd ones. No rule fails on them, the scan changes no finding, and a fixed text still parses
// and needs no second fix.
func TestMutations(t *testing.T) {
	golden.NotInCheck(t)
	rules := load(t)
	var linters []*lint.Linter
	for _, version := range []string{"unknown", "0.31.4", "0.32.10", "0.37.8", "1.0.8", ">= 0.37, < 1.1"} {
		linters = append(linters, linter(t, rules, version))
	}
	plain := linter(t, rules, "unknown")
	lint.WithoutScan(plain)
	files := corpus(t, rules)
	drawn, count := 0, 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for i, document := range objects(files[name]) {
			mutate(document, func(changed any) {
				if drawn++; !golden.IsSampled(drawn, mutantsEach) {
					return
				}
				f := mutant(t, name, changed, count%2 == 0)
				l := linters[count%len(linters)]
				count++
				where := fmt.Sprintf("%s document %d:\n%s", name, i, f.Data)
				checkMutant(t, l, f, where)
				if count%5 == 0 {
					checkScan(t, linters[0], plain, f, where)
				}
			})
		}
	}
	if drawn < 2500 || count == 0 {
		t.Errorf("only %d mutants, %d of them linted", drawn, count)
	}
}

// objects returns the documents of a text that can be read as data, with templates as strings.
func objects(text string) []any {
	var found []any
	for part := range bytes.SplitSeq([]byte(text), []byte("\n---")) {
		var value any
		if yaml.Unmarshal(part, &value) == nil && value != nil {
			found = append(found, value)
		}
	}
	return found
}

// mutate calls do for document with each of its values replaced by odd ones, two in turn.
func mutate(document any, do func(any)) {
	next := 0
	var below func(value any, put func(any))
	below = func(value any, put func(any)) {
		for range 2 {
			put(odd[next%len(odd)])
			next++
			do(document)
		}
		put(value)
		switch v := value.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				below(v[key], func(other any) { v[key] = other })
			}
		case []any:
			for i := range v {
				below(v[i], func(other any) { v[i] = other })
			}
		}
	}
	below(document, func(other any) { document = other })
}

func mutant(t *testing.T, name string, value any, asJSON bool) *model.File {
	t.Helper()
	name = strings.TrimSuffix(name, path.Ext(name)) + ".json"
	data, err := json.MarshalIndent(value, "", "  ")
	if err == nil && !asJSON {
		name = strings.TrimSuffix(name, ".json") + ".yaml"
		data, err = yaml.JSONToYAML(data)
	}
	if err != nil {
		t.Fatal(err)
	}
	return model.NewFile(name, data)
}

func checkMutant(t *testing.T, l *lint.Linter, f *model.File, where string) {
	t.Helper()
	fixed := fixFile(t, l, f, true, true)
	noRuleFails(t, fixed.Findings, where)
	for _, finding := range fixed.Findings {
		if finding.Rule == "KL000" {
			t.Fatalf("%s in what the fixes made of %s\n%s", finding.Message, where, fixed.Data)
		}
		if finding.Fix != nil {
			t.Errorf("%s can still be fixed after the fixes in %s\n%s", finding.Rule, where, fixed.Data)
		}
		if strings.ContainsAny(finding.Message, "\n\r") || strings.HasSuffix(finding.Message, ".") {
			t.Errorf("message %q in %s", finding.Message, where)
		}
	}
}

func checkScan(t *testing.T, scanning, plain *lint.Linter, f *model.File, where string) {
	t.Helper()
	with, err := scanning.File(f, nil, true, versions.Target{})
	if err != nil {
		t.Fatal(err)
	}
	without, err := plain.File(f, nil, true, versions.Target{})
	if err != nil {
		t.Fatal(err)
	}
	noRuleFails(t, without.Findings, where)
	if d := cmp.Diff(without, with, cmpopts.EquateEmpty(), unexported); d != "" {
		t.Errorf("(-without +with the scan) %s\n%s", d, where)
	}
}

// TestTemplatedMutations puts lines of a template around, after and between the lines of each example: a key may then occur twice, in two branches,
// and any map may be open. The same laws hold as for values.
func TestTemplatedMutations(t *testing.T) {
	golden.NotInCheck(t)
	rules := load(t)
	linters := []*lint.Linter{linter(t, rules, "unknown"), linter(t, rules, "1.0.8")}
	changes := []func(line string) string{
		func(line string) string { return "{{- if .x }}\n" + line + "{{- end }}\n" },
		func(line string) string { return "{{- if .x }}\n" + line + "{{- else }}\n" + line + "{{- end }}\n" },
		func(line string) string { return line + "{{- toYaml .x | nindent 4 }}\n" },
	}
	files := corpus(t, rules)
	drawn, count := 0, 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		lines := strings.SplitAfter(files[name], "\n")
		for i := range lines {
			if drawn++; !golden.IsSampled(drawn, mutantsEach) {
				continue
			}
			changed := slices.Clone(lines)
			changed[i] = changes[count%len(changes)](lines[i])
			f := model.NewFile(strings.ReplaceAll(name, "/", "-"), []byte(strings.Join(changed, "")))
			l := linters[count%len(linters)]
			count++
			before, err := l.File(f, nil, true, versions.Target{})
			if err != nil {
				t.Fatalf("%v in %s:\n%s", err, name, f.Data)
			}
			noRuleFails(t, before.Findings, name)
			if !slices.ContainsFunc(before.Findings, func(f lint.Finding) bool { return f.Rule == "KL000" }) {
				checkMutant(t, l, f, name+":\n"+string(f.Data))
			}
		}
	}
	if drawn < 1000 || count == 0 {
		t.Errorf("only %d mutants, %d of them linted", drawn, count)
	}
}
