package regocode_test

import (
	"bytes"
	"regexp"
	"slices"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/base/regocode"
)

// every is a module with each kind of value and expression.
const every = `package test

import data.test.other

default allow := false

allow if not denied

names := {"a", 1.5, true, null}

pairs := {k: v | some k, v in input.map}

lists := [x | some x in input.list; x > 2]

sets := {x | some x in input.list}

double(x) := x * 2 if is_number(x)

else := concat("", [x, x])

all_even if every i, x in input.list { i >= 0; x % 2 == 0 }

masked if allow with input as {"a": [1]}

denied contains {"id": i} if some i in other.ids
`

func compiled(t *testing.T, sources map[string]string) map[string]*ast.Module {
	t.Helper()
	modules := map[string]*ast.Module{}
	for name, source := range sources {
		modules[name] = ast.MustParseModule(source)
	}
	c := ast.NewCompiler()
	if c.Compile(modules); c.Failed() {
		t.Fatal(c.Errors)
	}
	return c.Modules
}

// What is read back is what was written, rule for rule, and equal sources give equal bytes.
func TestRoundTrip(t *testing.T) {
	sources := map[string]string{"test.rego": every, "other.rego": "package test.other\n\nids := [1]\n"}
	modules := compiled(t, sources)
	again := compiled(t, sources)
	for name, module := range modules {
		data, err := regocode.Encode(name, modules)
		if err != nil {
			t.Fatal(err)
		}
		if same, err := regocode.Encode(name, again); err != nil || !bytes.Equal(data, same) {
			t.Errorf("%s: compiling the same sources again gives other bytes (%v)", name, err)
		}
		got, _, err := regocode.Decode(name, string(data))
		if err != nil {
			t.Fatal(err)
		}
		if !got.Package.Equal(module.Package) || len(got.Rules) != len(module.Rules) {
			t.Fatalf("%s: %d rules of %v, want %d of %v", name, len(got.Rules), got.Package, len(module.Rules), module.Package)
		}
		for i, rule := range module.Rules {
			if got, want := unnumbered(got.Rules[i]), unnumbered(rule); got != want {
				t.Errorf("%s: rule %d reads back as\n%v\nwant\n%v", name, i, got, want)
			}
		}
		modules[name] = got
		if same, err := regocode.Encode(name, modules); err != nil || !bytes.Equal(data, same) {
			t.Errorf("%s: what was read gives other bytes (%v)", name, err)
		}
		modules[name] = module
	}
}

// unnumbered is the text of a rule without the numbers of the compiler's variables, which are written anew.
func unnumbered(r *ast.Rule) string {
	return regexp.MustCompile(`__local\d+__`).ReplaceAllString(r.String(), "local")
}

func TestDamaged(t *testing.T) {
	data, err := regocode.Encode("test.rego", compiled(t, map[string]string{"test.rego": every, "other.rego": "package test.other\n\nids := [1]\n"}))
	if err != nil {
		t.Fatal(err)
	}
	for cut := range data {
		if _, _, err := regocode.Decode("test.rego", string(data[:cut])); err == nil {
			t.Fatalf("the first %d bytes of %d read without an error", cut, len(data))
		}
	}
}

// TestUses: a module names those that it refers to, and no other.
func TestUses(t *testing.T) {
	modules := compiled(t, map[string]string{
		"rule":   "package rules.one\n\nimport data.lib.names\n\nreport := names.first\n",
		"names":  "package lib.names\n\nfirst := data.facts.table.first\n",
		"table":  "package facts.table\n\nfirst := 1\n",
		"second": "package rules.two\n\nreport := data.facts[input.name]\n",
		"other":  "package facts.other\n\nfirst := 1\n",
	})
	for name, want := range map[string][]string{
		"rule":   {"names"},
		"second": {"other", "table"}, // the name of the table is not known
		"names":  {"table"},
		"table":  nil,
	} {
		data, err := regocode.Encode(name, modules)
		if err != nil {
			t.Fatal(err)
		}
		if _, uses, err := regocode.Decode(name, string(data)); err != nil || !slices.Equal(uses, want) {
			t.Errorf("%s uses %v (%v), want %v", name, uses, err, want)
		}
	}
}
