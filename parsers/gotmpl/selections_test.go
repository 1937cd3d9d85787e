package gotmpl_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestSelections counts the ways in which branches are taken: what is written alike is one condition, and what excludes one another is not tried
// together.
func TestSelections(t *testing.T) {
	for conditions, want := range map[string]int{
		"if .a":                                     2,
		"if .a|if .b":                               4,
		"if .a|if .a":                               2,
		"if .a|if not .a":                           2,
		"if .a|with .a":                             2,
		"if .a|if (not (.a))":                       2,
		"if .a|range .a":                            2,
		"if and .a .b|if .a|if .b":                  4,
		"if or .a .b|if not (or .a .b)":             2,
		`if eq .a "x"|if eq .a "y"`:                 3,
		`if eq .a "x"|if ne .a "x"`:                 2,
		`if .a|if eq (print .a) "true"`:             3,
		"if .a|if .b|if .c|if .d|if .e|if .f":       64,
		"if .a|if .b|if .c|if .d|if .e|if .f|if .g": 58, // each two in all combinations, from all and from none
	} {
		var text strings.Builder
		text.WriteString("a: 1\n")
		for i, c := range strings.Split(conditions, "|") {
			fmt.Fprintf(&text, "{{- %s }}\nk%d: 1\n{{- end }}\n", c, i)
		}
		text.WriteString("z: 1\n")
		if got := count(t, text.String()); got != want {
			t.Errorf("%s: %d selections, want %d", conditions, got, want)
		}
	}
	// In a loop a dot is something else, and a block that is not there decides about nothing.
	if got := count(t, "a: 1\n{{- if .x }}\nb: 1\n{{- end }}\n{{- range .l }}\nc: 1\n{{- if .x }}\nd: 1\n{{- end }}\n{{- end }}\nz: 1\n"); got != 6 {
		t.Errorf("%d selections with a loop, want 6", got)
	}
	// So it is in two loops over the same, also in blocks of their own, and so is a variable of a loop.
	for _, x := range []string{".x", "$i.x"} {
		for loops, want := range map[string]int{"{{- range $i := .v }}\n%s{{- end }}\n": 5,
			"{{- if .c }}\n{{- range $i := .v }}\n%s{{- end }}\n{{- end }}\n": 6} {
			loop := fmt.Sprintf(loops, "b%d: 1\n{{- if "+x+" }}\nc%[1]d: 1\n{{- end }}\n")
			if got := count(t, "a: 1\n"+fmt.Sprintf(loop, 1)+fmt.Sprintf(loop, 2)+"z: 1\n"); got != want {
				t.Errorf("%d selections with loops over %s, want %d", got, x, want)
			}
		}
	}
	var many strings.Builder
	for i := range 40 {
		fmt.Fprintf(&many, "{{- if .c%d }}\nk%d: 1\n{{- end }}\n", i, i)
	}
	if got := count(t, "a: 1\n"+many.String()+"z: 1\n"); got != -1 {
		t.Errorf("%d selections of 40 conditions, want an error", got)
	}
	// The innermost of seven blocks in each other is there if every other condition holds, which is more than two from all and from none.
	nested := "{{- if .a }}\n{{- if not .b }}\n{{- if .c }}\n{{- if not .d }}\n{{- if .e }}\n{{- if not .f }}\n{{- if .g }}\nk: 1\n" +
		strings.Repeat("{{- end }}\n", 7)
	if got := count(t, "a: 1\n"+nested+"z: 1\n"); got != -1 {
		t.Errorf("%d selections that never take the innermost branch, want an error", got)
	}
	// Branches of one block exclude each other, so there are few selections, but each two conditions are tried.
	for branches, want := range map[int]int{60: 61, 70: -1, 5000: -1} {
		var chain strings.Builder
		for i := range branches - 1 {
			fmt.Fprintf(&chain, "{{- else if .c%d }}\nk: %[1]d\n", i)
		}
		if got := count(t, "a: 1\n{{- if .c }}\nk: a\n"+chain.String()+"{{- end }}\nz: 1\n"); got != want {
			t.Errorf("%d selections of a block with %d branches, want %d", got, branches, want)
		}
	}
}

// count returns how many selections the blocks of a text have, or -1 where they are too many.
func count(t *testing.T, text string) (n int) {
	yaml.Documents(model.NewFile("a.yaml", []byte(text)), func(doc *model.Document, failed *yaml.ParseError) bool {
		if failed != nil {
			t.Fatal(failed)
		}
		blocks, err := yaml.Blocks(doc, doc.Span)
		if err != nil {
			t.Fatal(err)
		}
		taken, _, err := gotmpl.Selections(blocks)
		if n = len(taken); err != nil {
			n = -1
		}
		return true
	})
	return n
}
