package regocode_test

import (
	"bytes"
	"maps"
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
	data, err := regocode.Encode(modules)
	if err != nil {
		t.Fatal(err)
	}
	again, err := regocode.Encode(compiled(t, sources))
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("compiling the same sources again gives other bytes (%v)", err)
	}
	read := decode(t, string(data))
	if len(read) != len(modules) {
		t.Errorf("%d modules, want %d", len(read), len(modules))
	}
	for name, module := range modules {
		got := read[name]
		if !got.Package.Equal(module.Package) || len(got.Rules) != len(module.Rules) {
			t.Fatalf("%s: %d rules of %v, want %d of %v", name, len(got.Rules), got.Package, len(module.Rules), module.Package)
		}
		for i, rule := range module.Rules {
			if !got.Rules[i].Equal(rule) {
				t.Errorf("%s: rule %d reads back as\n%v\nwant\n%v", name, i, got.Rules[i], rule)
			}
		}
	}
}

func TestDamaged(t *testing.T) {
	data, err := regocode.Encode(compiled(t, map[string]string{"test.rego": every, "other.rego": "package test.other\n\nids := [1]\n"}))
	if err != nil {
		t.Fatal(err)
	}
	for cut := range data {
		if _, err := regocode.Open(string(data[:cut])); err == nil {
			t.Fatalf("the first %d bytes of %d read without an error", cut, len(data))
		}
	}
}

// A module comes with those that it refers to, directly or through others, and with no other.
func TestModules(t *testing.T) {
	data, err := regocode.Encode(compiled(t, map[string]string{
		"rule":   "package rules.one\n\nimport data.lib.names\n\nreport := names.first\n",
		"names":  "package lib.names\n\nfirst := data.facts.table.first\n",
		"table":  "package facts.table\n\nfirst := 1\n",
		"second": "package rules.two\n\nreport := data.facts[input.name]\n",
		"other":  "package facts.other\n\nfirst := 1\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	code, err := regocode.Open(string(data))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"rule":   {"names", "rule", "table"},
		"second": {"other", "second", "table"}, // the name of the table is not known
		"names":  {"names", "table"},
	} {
		modules, err := code.Modules(name)
		if got := slices.Sorted(maps.Keys(modules)); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s comes with %v (%v), want %v", name, got, err, want)
		}
	}
	if _, err := code.Modules("none"); err == nil {
		t.Error("a module that does not exist comes without an error")
	}
}

func decode(t *testing.T, data string) map[string]*ast.Module {
	t.Helper()
	code, err := regocode.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*ast.Module{}
	for _, name := range code.Names() {
		modules, err := code.Modules(name)
		if err != nil {
			t.Fatal(err)
		}
		maps.Copy(all, modules)
	}
	return all
}
