package gotmpl_test

import (
	"strings"
	"testing"
	"text/template"

	"github.com/karplint/karplint/internal/testing/fuzz"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// FuzzConditions reads any text as a condition. Its opposite, and what it is joined with, hold where they should: Go's own engine
// evaluates what is made of it.
func FuzzConditions(f *testing.F) {
	for _, text := range []string{
		".a", "not .a", "and .a (or .b .c)", "ne .a \"x\"", "empty (.a)", ".a | not", "and .a", "or (not (and .a .b)) (eq .c 1)", "(and (.a) ((.b)))",
		"$.a", "with .a", ".a | default .b", "not (not .a)", "ne .a .b .c", "or", "len .s | eq 3", "and (ne .a 1) .b | not", "not .a .b", "print `}}`",
		"/* a */", "and $x.y .a",
	} {
		f.Add(text, ".b", uint8(len(text)))
		f.Add(".c", text, uint8(5*len(text)))
	}
	for _, text := range []string{"a && !(b || c)", "!a", "a == b ? c : d", "length(a) > 0", "(a)", "!!a || b && c", "a != \"\""} {
		f.Add(text, "b", uint8(0))
	}
	f.Fuzz(func(t *testing.T, text, other string, values uint8) {
		fuzz.Bounded(t, len(text)+len(other), func() {
			checkCondition(t, gotmpl.ReadCondition("%{", text))
			c, second := gotmpl.ReadCondition("{{", text), gotmpl.ReadCondition("{{", other)
			checkCondition(t, c)
			holds, known := evaluate(c.Text, values)
			if original, same := evaluate(text, values); same && (!known || original != holds) {
				t.Errorf("%q was read as %q, which is another condition", text, c.Text)
			}
			also, bothKnown := evaluate(second.Text, values)
			if !known || !bothKnown {
				return
			}
			checkTruth(t, c, values)
			for made, want := range map[*gotmpl.Condition]bool{
				c.Not():       !holds,
				c.Not().Not(): holds,
				second.Not():  !also,
				gotmpl.All([]*gotmpl.Condition{c, second, c.Not()}):      false,
				gotmpl.Any([]*gotmpl.Condition{c, second, c.Not()}):      true,
				gotmpl.All([]*gotmpl.Condition{c, second}):               holds && also,
				gotmpl.Any([]*gotmpl.Condition{c, second}):               holds || also,
				gotmpl.Any([]*gotmpl.Condition{c, and(second, c.Not())}): holds || also,
				gotmpl.All([]*gotmpl.Condition{second, c.Not()}).Not():   !also || holds,
			} {
				if got, ok := evaluate(made.Text, values); !ok || got != want {
					t.Errorf("of %q and %q was made %q, which is %v (%v), not %v", text, other, made.Text, got, ok, want)
				}
			}
		})
	})
}

func and(a, b *gotmpl.Condition) *gotmpl.Condition { return gotmpl.All([]*gotmpl.Condition{a, b}) }

// checkCondition says where a condition has parts that its Op does not say, or where its opposite is not on one line.
func checkCondition(t *testing.T, c *gotmpl.Condition) {
	t.Helper()
	if isTerm := c.Op == ""; isTerm != (len(c.In) == 0) || c.Op == "not" && len(c.In) != 1 {
		t.Errorf("%q: op %q of %d", c.Text, c.Op, len(c.In))
	}
	if c.Truth(func(string) int { return 0 }) != 0 {
		t.Errorf("%q is decided by nothing", c.Text)
	}
	c.Imply(true, func(string, bool) {})
	for _, inner := range c.In {
		checkCondition(t, inner)
	}
}

// checkTruth compares Truth with the engine, where the engine knows each term.
func checkTruth(t *testing.T, c *gotmpl.Condition, values uint8) {
	t.Helper()
	want, _ := evaluate(c.Text, values)
	terms := map[string]int{}
	if !collectTerms(c, values, terms) {
		return
	}
	if got := c.Truth(func(text string) int { return terms[text] }); (got == 1) != want || got == 0 {
		t.Errorf("%q is %v, but Truth is %d", c.Text, want, got)
	}
	c.Imply(want, func(text string, holds bool) {
		if got, ok := evaluate(text, values); ok && got != holds {
			t.Errorf("if %q is %v, so is %q, not %v", c.Text, want, text, holds)
		}
	})
}

// collectTerms reports whether the engine knows each term.
func collectTerms(c *gotmpl.Condition, values uint8, terms map[string]int) bool {
	if c.Op == "" {
		holds, known := evaluate(c.Text, values)
		terms[c.Text] = map[bool]int{true: 1, false: -1}[holds]
		return known
	}
	for _, inner := range c.In {
		if !collectTerms(inner, values, terms) {
			return false
		}
	}
	return true
}

// evaluate returns whether a condition holds for the values, and whether the engine can tell.
func evaluate(text string, values uint8) (holds, known bool) {
	if strings.Contains(text, "{{") || strings.Contains(text, "}}") || strings.Contains(text, ":=") || strings.Contains(text, "printf") {
		return false, false
	}
	parsed, err := template.New("").Funcs(template.FuncMap{
		"empty": func(v any) bool { is, _ := template.IsTrue(v); return !is },
		"default": func(fallback, v any) any {
			if is, _ := template.IsTrue(v); is {
				return v
			}
			return fallback
		},
	}).Parse("{{ if " + text + " }}1{{ end }}")
	if err != nil {
		return false, false
	}
	var b strings.Builder
	err = parsed.Execute(&b, map[string]any{"a": values&1 != 0, "b": values&2 != 0, "c": int(values & 4), "s": "xyz"[:values>>3%4]})
	return b.String() == "1", err == nil && (b.String() == "1" || b.Len() == 0)
}

// FuzzActions takes any text apart as an action, and reads it as a file of helpers.
func FuzzActions(f *testing.F) {
	for _, text := range []string{
		"{{- if .a -}}", "{{ $x, $y := .a }}", "{{ else with $x = .a }}", "{{/* a */}}", "{{ include \"a b\" . | nindent 2 }}",
		"{{ template \"a b\" (set . \"b\" 1) }}",
		"{{ define \"a\" }}{{ $x := dict }}{{ $_ := set $x \"b\" (include \"a\" .) }}{{ end }}", "%{ for k, v in a ~}", "%{~ if a }", "%{ else }", "{{",
		"%{", "}}",
		"{{ $x := merge (dict) .a }}", "{{ range $i, $e := . }}", "{{ block \"a\" . }}", "{{ break }}", "{{ \"}}\" }}", "# {{ toYaml . }}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fuzz.Bounded(t, len(text), func() {
			a := gotmpl.Read(text)
			if isAction := strings.HasPrefix(text, "{{") || strings.HasPrefix(text, "%{"); isAction != (a.Open != "") || !isAction && a.Pipeline != text {
				t.Errorf("%q is %+v", text, a)
			}
			a.MayWriteLines()
			a.WritesNothing()
			a.Decides()
			if c := gotmpl.ConditionOf(a); c != nil {
				checkCondition(t, c)
			}
			if helpers := gotmpl.HelpersOf([]string{text, text}); a.Changes(helpers) && !a.Changes(nil) {
				t.Errorf("%q changes values, though no template it might call could", text)
			}
			checkFound(t, text)
		})
	})
}

// checkFound says where templates overlap, or are not where they should be.
func checkFound(t *testing.T, text string) {
	t.Helper()
	end := 0
	for _, found := range gotmpl.Find([]byte(text)) {
		if found.Span.Start < end || found.Span.End > len(text) || !strings.HasPrefix(text[found.Span.Start:found.Span.End], found.Open) {
			t.Errorf("a template at %v after %d in %q", found.Span, end, text)
		}
		end = found.Span.End
	}
}
