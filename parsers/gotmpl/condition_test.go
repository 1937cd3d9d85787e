package gotmpl_test

import (
	"testing"

	"github.com/karplint/karplint/parsers/gotmpl"
)

func TestOpposites(t *testing.T) {
	for _, test := range []struct{ open, text, want string }{
		{"{{", ".a", "not .a"},
		{"{{", "not .a", ".a"},
		{"{{", "empty (.a)", ".a"},
		{"{{", `ne .a "x"`, `eq .a "x"`},
		{"{{", `.a | default "x"`, `not (.a | default "x")`},
		{"{{", "and .a (or .b .c)", "not (and .a (or .b .c))"},
		{"{{", "no template )", "not (no template ))"},
		{"%{", "a", "!a"},
		{"%{", "!(a || b)", "a || b"},
		{"%{", `a != ""`, `!(a != "")`},
	} {
		if got := gotmpl.ReadCondition(test.open, test.text).Not().Text; got != test.want {
			t.Errorf("the opposite of %s is %s, want %s", test.text, got, test.want)
		}
	}
}

// TestTruth asks for conditions where a holds, b does not, and so does c or d.
func TestTruth(t *testing.T) {
	known := map[string]int{".a": 1, ".b": -1, "or .c .d": 1, "a": 1, "b": -1}
	for text, want := range map[string]int{
		"and .a .c": 0, "and .b .c": -1, "or .a .c": 1, "or .b .c": 0, "not (or .c .d)": -1, "and (not .b) (or .c .d)": 1,
	} {
		if got := gotmpl.ReadCondition("{{", text).Truth(func(text string) int { return known[text] }); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	if got := gotmpl.ReadCondition("%{", "a && !(b || c)").Truth(func(text string) int { return known[text] }); got != 0 {
		t.Errorf("an unknown part gives %d", got)
	}
	if got := gotmpl.ReadCondition("%{", "a && !(b && c) || d").Truth(func(text string) int { return known[text] }); got != 1 {
		t.Errorf("Terraform: %d", got)
	}
}
