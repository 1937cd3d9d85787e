package lint_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// sets is the body of a rule that requires the value for the key a in any map with another one.
func sets(other, value string) string {
	return fmt.Sprintf(`report contains {
	"resource": input.resource.address, "path": path, "message": "a is %[1]s",
	"fix": {"title": "set %[2]s", "safety": "safe", "ops": [{"do": "set", "path": path, "value": "%[2]s"}]},
} if {
	walk(input.resource.value, [path, "%[1]s"])
	path[count(path) - 1] == "a"
}`, other, value)
}

// adds is the body of a rule that requires the item in every list called l.
func adds(item string) string {
	return fmt.Sprintf(`report contains {
	"resource": input.resource.address, "path": path, "message": "%[1]s is missing",
	"fix": {"title": "add %[1]s", "safety": "safe", "ops": [{"do": "insert", "path": path, "value": "%[1]s"}]},
} if {
	walk(input.resource.value, [path, items])
	path[count(path) - 1] == "l"
	not "%[1]s" in items
}`, item)
}

// drops is the body of a rule that forbids the item in every list called l.
func drops(item string) string {
	return fmt.Sprintf(`report contains {
	"resource": input.resource.address, "path": path, "message": "%[1]s",
	"fix": {"title": "remove %[1]s", "safety": "safe", "ops": [{"do": "delete", "path": path}]},
} if {
	walk(input.resource.value, [path, "%[1]s"])
	path[count(path) - 2] == "l"
}`, item)
}

// TestFixRounds: conflicting fixes are made one after the other, and the rules find nothing afterwards.
func TestFixRounds(t *testing.T) {
	tests := []struct {
		name, text, want string
		bodies           []string
		fixes            int
	}{
		{"the same value", "kind: P\na: one\n", "kind: P\na: three\n", []string{sets("one", "two"), sets("two", "three")}, 1},
		{"the same list", "kind: P\nl:\n- a\n", "kind: P\nl:\n- a\n- b\n- c\n", []string{adds("b"), adds("c")}, 2},
		{"the same flow list", "kind: P\nl: [a]\n", "kind: P\nl: [a, b, c]\n", []string{adds("b"), adds("c")}, 2},
		{"all items of a list", "kind: P\nl:\n- a\n\n# of both\n\n- b\n", "kind: P\nl: []\n  # of both\n", []string{drops("a"), drops("b")}, 2},
		{"one item of a list", "kind: P\nl:\n- b\n- a\n- b\n", "kind: P\nl:\n- a\n", []string{drops("b")}, 2},
		{"all entries of a map", "kind: P\nm:\n  a: 1\n\n  # of both\n\n  b: 1\n", "kind: P\nm: {}\n  # of both\n",
			[]string{removes("a", "safe"), removes("b", "safe")}, 2},
		{"the same map", "kind: P\nm: {a: one, b: 1}\n", "kind: P\nm: {a: two}\n", []string{sets("one", "two"), removes("b", "safe")}, 2},
		{"a list in what another takes away", "kind: P\na:\n  l: [a]\nb: 1\n", "kind: P\nb: 1\n", []string{adds("b"), removes("a", "safe")}, 2},
		{"several documents", "kind: P\na: one\n---\nkind: P\na: one\nl: [a]\n", "kind: P\na: two\n---\nkind: P\na: two\nl: [a, b]\n",
			[]string{sets("one", "two"), adds("b")}, 3},
		{"what one adds another looks at", "kind: P\nl: [a]\n", "kind: P\nl: [a, b, c]\n", []string{adds("b"), `report contains {
	"resource": input.resource.address, "path": ["l"], "message": "b without c",
	"fix": {"title": "add c", "safety": "safe", "ops": [{"do": "insert", "path": ["l"], "value": "c"}]},
} if {
	"b" in input.resource.value.l
	not "c" in input.resource.value.l
}`}, 1},
		{"an anchor and its alias", "kind: P\nm: &m\n  a: one\nn: *m\n", "kind: P\nm: &m\n  a: two\nn: *m\n", []string{sets("one", "two")}, 1},
		{"behind a merge key", "x: &m {a: one}\nkind: P\nm:\n  <<: *m\n", "x: &m {a: two}\nkind: P\nm:\n  <<: *m\n", []string{sets("one", "two")}, 1},
		{"an alias of a scalar", "x: &m one\nkind: P\na: *m\n", "x: &m two\nkind: P\na: *m\n", []string{sets("one", "two")}, 1},
		{"an alias that goes", "kind: P\nm: &m\n  b: one\na: *m\n", "kind: P\nm: &m\n  b: one\n", []string{removes("a", "safe")}, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			fixed := fixFile(t, teamRules(t, test.bodies...), model.NewFile("a.yaml", []byte(test.text)), true, true)
			if d := cmp.Diff(test.want, string(fixed.Data)); d != "" {
				t.Errorf("fixed (-want +got):\n%s", d)
			}
			if fixed.Fixes != test.fixes || len(fixed.Findings) > 0 || len(fixed.Notes) > 0 {
				t.Errorf("%d fixes, %d findings left, notes %q; want %d fixes", fixed.Fixes, len(fixed.Findings), fixed.Notes, test.fixes)
			}
		})
	}
}

// TestFixBehindAlias: the fix of an anchored value is unsafe, because aliases read the value too.
func TestFixBehindAlias(t *testing.T) {
	text := "kind: P\nm: &m\n  a: one\nn: *m\n"
	fixed := fixFile(t, teamRules(t, sets("one", "two")), model.NewFile("a.yaml", []byte(text)), false, true)
	if fixed.Fixes != 0 || len(fixed.Findings) != 1 || fixed.Findings[0].Fix == nil || fixed.Findings[0].Fix.Safety != rule.Unsafe {
		t.Errorf("%d fixes, findings %+v", fixed.Fixes, fixed.Findings)
	}
}

// TestFixesThatUndoEachOther: such fixes are not made, but named in a note; the other fixes of the file are made.
func TestFixesThatUndoEachOther(t *testing.T) {
	l := teamRules(t, sets("one", "two"), sets("two", "one"), removes("b", "safe"))
	fixed := fixFile(t, l, model.NewFile("a.yaml", []byte("kind: P\na: one\nb: 1\nc: 1\n")), false, true)
	want := []string{"the fixes of TEAM000, TEAM001 undo each other in a.yaml, so they were not made; ignore one of the rules"}
	if d := cmp.Diff(want, fixed.Notes); d != "" {
		t.Errorf("notes (-want +got):\n%s", d)
	}
	if strings.Contains(string(fixed.Data), "b: 1") || len(fixed.Findings) != 1 {
		t.Errorf("%d findings left in\n%s", len(fixed.Findings), fixed.Data)
	}

	l = teamRules(t, sets("one", "two"), sets("two", "one"))
	fixed = fixFile(t, l, model.NewFile("a.yaml", []byte("kind: P\na: one\n")), false, true)
	if fixed.Fixes != 0 || len(fixed.Texts) != 0 || len(fixed.Notes) != 1 {
		t.Errorf("%d fixes, %d files changed, notes %q", fixed.Fixes, len(fixed.Texts), fixed.Notes)
	}
}

// TestFixOfFileThatWasNotAskedFor: a fix that would change a file outside of the request is named in a note.
func TestFixOfFileThatWasNotAskedFor(t *testing.T) {
	tree := lint.Tree{Source: inventory.Source{
		Inputs: []fileset.Input{
			{Path: "main.tf", Terraform: true}, {Path: "variables.tf", Terraform: true, Context: true},
		},
		Files: fileset.Overlay{Texts: map[string][]byte{
			"main.tf": []byte(`resource "helm_release" "crds" {
  chart   = "karpenter-crd"
  version = var.crds
}

resource "helm_release" "karpenter" {
  chart      = "karpenter"
  version    = "1.0.8"
}
`),
			"variables.tf": []byte("variable \"crds\" {\n  default = \"1.0.6\"\n}\n"),
		}},
	}}
	l := linter(t, projectRules(t, `report contains {
	"resource": crds.id, "path": ["chart"], "message": "old",
	"fix": {"title": "set the version", "safety": "unsafe", "ops": [{"do": "set", "path": ["version"], "value": "1.0.8"}]},
} if {
	some crds in input.project.resources
	crds.value.version == "1.0.6"
}`), "", "TEAM")
	fixed := fixTree(t, l, tree, true)
	if len(fixed.Findings) != 1 || fixed.Findings[0].File != "main.tf" {
		t.Fatalf("findings %+v", fixed.Findings)
	}
	if len(fixed.Texts) != 0 || len(fixed.Notes) != 1 || !strings.Contains(fixed.Notes[0], "it would change variables.tf; give that path as well") {
		t.Errorf("%d files changed, notes %q", len(fixed.Texts), fixed.Notes)
	}
}

// TestConversionThatFails: an error or a bug of the conversion is reported, and the other fixes are made.
func TestConversionThatFails(t *testing.T) {
	body := `report contains {
	"resource": input.resource.address, "path": ["kind"], "message": "old",
	"fix": {"title": "convert", "safety": "unsafe", "ops": [{"do": "convert", "to": "v1"}]},
} if input.resource.kind == "Old"`
	rules := rulesWith(t, `#   severity: warning
#   scope: resource
#   fix: unsafe
#   kinds: ["*"]`, []string{body, removes("a", "safe")})
	text := "kind: Old\na: 1\nb: 1\n"
	run := func(c lint.Converter) lint.TreeFixed {
		l, err := lint.New(rules, lint.Options{Select: []string{"TEAM"}, Convert: c})
		if err != nil {
			t.Fatal(err)
		}
		return l.FixTree(t.Context(), lint.Tree{Source: inventory.Source{
			Inputs: []fileset.Input{{Path: "a.yaml", Named: true}},
			Files:  fileset.Overlay{Texts: map[string][]byte{"a.yaml": []byte(text)}},
		}}, true, func(string, []byte, []byte) error { return nil })
	}
	for name, c := range map[string]lint.Converter{
		"none":  nil,
		"error": func(string, lint.Manifests) ([]lint.Conversion, error) { return nil, errors.New("boom") },
		"panic": func(string, lint.Manifests) ([]lint.Conversion, error) { panic("boom") },
	} {
		fixed := run(c)
		said := slices.ContainsFunc(fixed.Errors, func(err error) bool { return strings.Contains(err.Error(), "boom") })
		if got := string(fixed.Texts["a.yaml"]); got != "kind: Old\nb: 1\n" || said != (c != nil) || len(fixed.Findings) != 1 {
			t.Errorf("%s: fixed %q, errors %v, %d findings", name, got, fixed.Errors, len(fixed.Findings))
		}
	}
	fixed := run(func(to string, m lint.Manifests) ([]lint.Conversion, error) {
		before, err := m.Files.ReadFile(m.Paths[0])
		after := strings.Replace(string(before), "Old", "New", 1)
		return []lint.Conversion{{{Path: m.Paths[0], Before: before, After: []byte(after)}}}, err
	})
	if got := string(fixed.Texts["a.yaml"]); got != "kind: New\nb: 1\n" || fixed.Fixes != 2 || len(fixed.Findings) != 0 {
		t.Errorf("fixed %q, %d fixes, findings %v", got, fixed.Fixes, fixed.Findings)
	}
}

// TestManyFixes: the fixes of one rule in one map are made at once. Fixes that wait for each other for more rounds than there are get another note
// than fixes that never end.
func TestManyFixes(t *testing.T) {
	keys := func(n int) (text string) {
		for i := range n {
			text += fmt.Sprintf("  k%d: %d\n", i, i)
		}
		return text
	}
	fixed := fixFile(t, teamRules(t, `report contains {
	"resource": input.resource.address, "path": ["m", key], "message": key,
	"fix": {"title": key, "safety": "safe", "ops": [{"do": "move", "path": ["m", key], "to": ["new", key], "prune": 1}]},
} if some key, _ in input.resource.value.m`), model.NewFile("a.yaml", []byte("kind: P\nm:\n"+keys(30))), false, true)
	if got := string(fixed.Data); got != "kind: P\nnew:\n"+keys(30) || fixed.Fixes != 30 || len(fixed.Notes) != 0 {
		t.Errorf("%d fixes, notes %q:\n%s", fixed.Fixes, fixed.Notes, got)
	}

	for want, body := range map[string]string{
		"the fixes of TEAM000 would still change a.yaml after 25 rounds, which one run makes at most; run it again": `report contains {
	"resource": input.resource.address, "path": ["l"], "message": key,
	"fix": {"title": key, "safety": "safe", "ops": [{"do": "insert", "path": ["l"], "value": key}]},
} if {
	some key, _ in input.resource.value.m
	not key in input.resource.value.l
}`,
		"the fixes of TEAM000 would still change a.yaml after 25 rounds; review their changes, " +
			"and ignore the rule whose fixes never end": `report contains {
	"resource": input.resource.address, "path": ["l"], "message": "too short",
	"fix": {"title": "more", "safety": "safe", "ops": [{"do": "insert", "path": ["l"], "value": "more"}]},
} if input.resource.value.l`,
	} {
		fixed := fixFile(t, teamRules(t, body), model.NewFile("a.yaml", []byte("kind: P\nl: []\nm:\n"+keys(27))), false, true)
		if d := cmp.Diff([]string{want}, fixed.Notes); d != "" {
			t.Errorf("notes (-want +got):\n%s", d)
		}
	}
}
