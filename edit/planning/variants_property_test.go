package planning

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	kyaml "sigs.k8s.io/yaml"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/branches"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestVariantsProperty makes random Ops on random templates, in each selection of branches. Rendering the result with the engine of Go
// or of Terraform must give the same tree as applying the Ops to the rendered original.
func TestVariantsProperty(t *testing.T) {
	drawn := golden.Draws(60, 400)
	checkSeeds(t, drawn, drawn*3/4, func(seed int64) error {
		if seed%2 == 1 {
			return checkTerraformVariants(t, seed)
		}
		return checkVariants(t, seed)
	})
}

// TestVariantsWithEffects is TestVariantsProperty with templates, also in comments, that may change values which other templates read.
// More of these plans are refused.
func TestVariantsWithEffects(t *testing.T) {
	drawn := golden.Draws(300, 3000)
	checkSeeds(t, drawn, drawn/6, func(seed int64) error {
		d := &drawer{Rand: rand.New(rand.NewSource(seed)), used: map[string]bool{}}
		d.effect = append(effects, effectValues...)[seed%int64(len(effects)+len(effectValues))]
		return d.check(t)
	})
}

// checkSeeds checks a number of drawn templates. At least the given number of them must be planned.
func checkSeeds(t *testing.T, drawn, least int, check func(seed int64) error) {
	planned := 0
	refused := map[string]int{}
	for seed := range drawn {
		err := check(int64(seed))
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
		if err == nil {
			planned++
		} else {
			refused[err.Error()]++
		}
	}
	if t.Logf("%d of %d planned, refused: %v", planned, drawn, refused); planned < least {
		t.Errorf("only %d of %d are planned", planned, drawn)
	}
}

// helpers are the named templates that templates with effects include.
const helpers = `{{ define "init" }}{{ $_ := set .s "v" (print .s.v "i") }}{{ end }}` +
	`{{ define "deep" }}{{ if .x }}{{ template "init" . }}{{ end }}{{ end }}` +
	`{{ define "pure" }}{{ $d := dict "a" 1 }}{{ $_ := set $d "b" .s.v }}{{ $d.b }}{{ end }}` +
	`{{ define "note" }}n{{ "\n" }}  written: 1{{ end }}`

var (
	// effects are templates on separate lines.
	effects = []string{
		"{{- if set $.s \"v\" (print $.s.v \"c\") }}\nin: 1\n{{- end }}",
		`{{- $_ := set $.s "v" (print $.s.v "s") }}`, `{{- $_ := set (default dict $.s) "v" (print $.s.v "d") }}`, `{{- $_ := unset $.s "v" }}`,
		`{{- $_ := merge $.s (dict "w" (print $.s.v "m")) }}`, `{{- $_ := mergeOverwrite $.s (dict "v" (print $.s.v "o")) }}`,
		`{{- $_ := set (dict "a" 1) "v" $.s.v }}`, `{{- $_ := set (deepCopy $.s) "v" "copy" }}`, `{{- $y := include "init" $ }}`,
		`# {{ $.x }} and {{ include "pure" $ | quote }}`, `# {{ include "note" $ }}`, `# {{- toYaml $.m | nindent %d }}`, `# {{ tpl $.t $ }}`,
	}
	// effectValues write a value, and may change some.
	effectValues = []string{
		`"{{ include "pure" $ }}"`, `"{{ include "init" $ }}"`, `"{{ include "deep" $ }}"`,
		`"{{ template "init" $ }}"`, `"{{ tpl $.t $ }}"`,
	}
)

// change draws lines that may change values.
func (d *drawer) change(indent int) {
	text := strings.Replace(d.effect, "%d", strconv.Itoa(indent), 1)
	for line := range strings.SplitSeq(strings.Replace(text, "in:", d.key()+":", 1), "\n") {
		d.line(indent, "%s", line)
	}
}

// drawer draws a template.
type drawer struct {
	effect string // a template that may change values
	*rand.Rand
	b       strings.Builder
	counter int
	used    map[string]bool // conditions
	style   string          // of the controls of Terraform, with %s in it; "" for Go's
	ends    []string        // of what is open there
}

var conditions = []string{"$.a", "$.b", "$.c"}

func (d *drawer) line(indent int, format string, args ...any) {
	d.b.WriteString(strings.Repeat(" ", indent) + fmt.Sprintf(format, args...) + "\n")
}

func (d *drawer) key() string { d.counter++; return fmt.Sprintf("k%d", d.counter) }

// some draws children of a map, some of them in blocks.
func (d *drawer) some(indent, depth int, dot string) {
	for range 1 + d.Intn(3) {
		if d.Intn(5) == 0 {
			d.line(indent, "# about what follows %d", d.counter)
		}
		if d.Intn(8) == 0 {
			d.b.WriteString("\n")
		}
		if slices.Contains(effects, d.effect) && d.Intn(4) == 0 {
			d.change(indent)
		}
		if depth < 4 && d.Intn(3) == 0 {
			d.block(indent, depth, dot)
			continue
		}
		d.child(indent, depth, dot)
	}
}

func (d *drawer) control(indent int, format string, args ...any) {
	if d.style != "" {
		d.directive(indent, strings.ReplaceAll(fmt.Sprintf(format, args...), "$.", ""))
		return
	}
	d.line(indent, "{{- "+format+" }}", args...)
}

// directive writes a control for Terraform. A block about the value "a" is a loop over the list "la" there.
func (d *drawer) directive(indent int, words string) {
	verb, condition, _ := strings.Cut(words, " ")
	switch verb {
	case "range":
		words = "for i in l" + condition
		d.ends = append(d.ends, "endfor")
	case "if", "with":
		words = "if " + condition
		d.ends = append(d.ends, "endif")
	case "end":
		words = d.ends[len(d.ends)-1]
		d.ends = d.ends[:len(d.ends)-1]
	}
	if strings.HasSuffix(d.style, " ~}") && strings.HasPrefix(d.style, "%%{ ") { // the blanks in front of it would stay
		indent = 0
	}
	d.line(indent, d.style, words)
}

func (d *drawer) block(indent, depth int, dot string) {
	c := conditions[d.Intn(len(conditions))]
	d.used[c] = true
	switch d.Intn(4) {
	case 0:
		d.control(indent, "with %s", c)
		d.some(indent, depth+1, ".")
	case 1:
		d.control(indent, "if %s", c)
		d.some(indent, depth+1, dot)
		d.control(indent, "else")
		d.some(indent, depth+1, dot)
	default:
		d.control(indent, "if %s", c)
		d.some(indent, depth+1, dot)
	}
	d.control(indent, "end")
}

func (d *drawer) child(indent, depth int, dot string) {
	if d.style != "" {
		dot = "$.x"
	}
	value := []string{"v", "\"1\"", "{{ " + dot + " }}", "x{{ $.x }}", "{{ $.x }} # beside", "[p, q]"}[d.Intn(6)]
	if d.style != "" {
		value = strings.NewReplacer("{{ $.x }}", "${x}").Replace(value)
	}
	switch n := d.Intn(6); {
	case d.effect == "":
	case n == 0 && slices.Contains(effectValues, d.effect):
		value = d.effect
	case n < 4:
		value = `"{{ $.s.v }}{{ $.s.w }}"`
	}
	switch n := d.Intn(8); {
	case n < 4 || depth > 3:
		d.line(indent, "%s: %s", d.key(), value)
	case n < 6:
		d.line(indent, "%s:", d.key())
		d.line(indent+2, "%s: plain", d.key())
		d.some(indent+2, depth+1, dot)
	case n == 6:
		d.line(indent, "%s:", d.key())
		if d.style != "" {
			d.line(indent+2, "${indent(%d, m)}", indent+2)
		} else {
			d.line(indent+2, "{{- toYaml $.m | nindent %d }}", indent+2)
		}
	default:
		d.line(indent, "%s:", d.key())
		d.line(indent, "- name: %s", value)
		if d.Intn(2) == 0 {
			c := conditions[d.Intn(len(conditions))]
			d.used[c] = true
			d.control(indent, "%s %s", []string{"if", "with", "range"}[d.Intn(3)], c)
			d.line(indent, "- name: i%d", d.counter)
			d.control(indent, "end")
		}
		d.line(indent, "- name: last")
	}
}

// rendered executes a template and reads what it writes.
func rendered(text string, values map[string]any) (string, error) {
	nindent := func(n int, s string) string {
		return "\n" + strings.Repeat(" ", n) + strings.ReplaceAll(s, "\n", "\n"+strings.Repeat(" ", n))
	}
	toYAML := func(v any) string {
		data, _ := kyaml.Marshal(v)
		return strings.TrimSuffix(string(data), "\n")
	}
	tpl := template.New("t")
	set := func(m map[string]any, key string, v any) map[string]any { m[key] = v; return m }
	merge := func(overwrite bool) func(m, other map[string]any) map[string]any {
		return func(m, other map[string]any) map[string]any {
			for key, v := range other {
				if _, has := m[key]; overwrite || !has {
					m[key] = v
				}
			}
			return m
		}
	}
	include := func(name string, v any) (string, error) {
		var b strings.Builder
		err := tpl.ExecuteTemplate(&b, name, v)
		return b.String(), err
	}
	inline := func(text string, v any) (string, error) {
		part, err := template.Must(tpl.Clone()).New("part").Parse(text)
		if err != nil {
			return "", err
		}
		var b strings.Builder
		err = part.Execute(&b, v)
		return b.String(), err
	}
	tpl.Funcs(template.FuncMap{
		"nindent": nindent, "toYaml": toYAML, "set": set, "merge": merge(false), "mergeOverwrite": merge(true), "include": include, "tpl": inline,
		"unset": func(m map[string]any, key string) map[string]any { delete(m, key); return m },
		"dict": func(given ...any) map[string]any {
			m := map[string]any{}
			for i := 0; i+1 < len(given); i += 2 {
				m[fmt.Sprint(given[i])] = given[i+1]
			}
			return m
		},
		"deepCopy": maps.Clone[map[string]any], "quote": strconv.Quote,
		"default": func(other, v any) any {
			if v == nil {
				return other
			}
			return v
		},
	})
	template.Must(tpl.New("helpers").Parse(helpers))
	if _, err := tpl.Parse(text); err != nil {
		return "", err
	}
	values = maps.Clone(values)
	values["t"] = `{{ $_ := set .s "v" "tpl" }}`
	values["s"] = map[string]any{"v": "first"}
	var b bytes.Buffer
	err := tpl.Execute(&b, values)
	return b.String(), err
}

func checkVariants(t *testing.T, seed int64) error {
	return (&drawer{Rand: rand.New(rand.NewSource(seed)), used: map[string]bool{}}).check(t)
}

// checkTerraformVariants is checkVariants for a template of Terraform.
func checkTerraformVariants(t *testing.T, seed int64) error {
	styles := []string{"%%{ %s }", "%%{~ %s ~}", "%%{ %s ~}", "%%{ %s~}"}
	return (&drawer{Rand: rand.New(rand.NewSource(seed)), used: map[string]bool{}, style: styles[seed/2%4]}).check(t)
}

// render executes a template of the language that d draws.
func (d *drawer) render(text string, values map[string]any) (string, error) {
	if d.style == "" {
		return rendered(text, values)
	}
	expr, diags := hclsyntax.ParseTemplate([]byte(text), "t", hcl.InitialPos)
	if diags.HasErrors() {
		return "", diags
	}
	variables := map[string]cty.Value{"x": cty.StringVal("dot"), "m": cty.StringVal("m1: y\nm2: z")}
	for _, c := range conditions {
		is := values[c[2:]] != nil
		variables[c[2:]] = cty.BoolVal(is)
		variables["l"+c[2:]] = cty.ListValEmpty(cty.String)
		if is {
			variables["l"+c[2:]] = cty.ListVal([]cty.Value{cty.StringVal("i"), cty.StringVal("j")})
		}
	}
	length := map[string]function.Function{"length": stdlib.LengthFunc, "indent": stdlib.IndentFunc}
	v, diags := expr.Value(&hcl.EvalContext{Variables: variables, Functions: length})
	if diags.HasErrors() {
		return "", diags
	}
	if v.Type() != cty.String {
		return "", fmt.Errorf("%s is not a text", v.Type().FriendlyName())
	}
	return v.AsString(), nil
}

func (d *drawer) check(t *testing.T) error {
	d.line(0, "kind: Pool")
	d.line(0, "spec:")
	d.line(2, "first: 1")
	d.some(2, 0, "$.x")
	d.some(2, 0, "$.x")
	text := d.b.String()
	doc := parseAll(t, []byte(text))[0]
	doc.File.Helpers = gotmpl.HelpersOf([]string{helpers})
	blocks, err := yaml.Blocks(doc, doc.Root.Span)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var used []string
	for _, c := range conditions {
		if d.used[c] {
			used = append(used, c)
		}
	}
	var top []string // conditions that are always looked at
	for _, b := range blocks {
		top = append(top, "$."+variableOf(b))
	}
	drawn := d.drawOps(doc.Root, top)
	var variants []branches.Variant
	var given []map[string]any
	for bits := range 1 << len(used) {
		is := map[string]bool{}
		values := map[string]any{"x": "dot", "m": map[string]any{"m1": "y", "m2": "z"}, "a": nil, "b": nil, "c": nil}
		for i, c := range used {
			is[c] = bits&(1<<i) != 0
			is[c[2:]], is["length(l"+c[2:]+") > 0"] = is[c], is[c]
			if is[c] {
				values[c[2:]] = []any{"item " + c[2:], "again"}
			}
		}
		taken := gotmpl.Taken{}
		takeAll(blocks, is, taken)
		selected, broken := yaml.Select(doc, blocks, taken)
		if broken != nil {
			t.Fatalf("%v\n%s", broken, text)
		}
		var ops []edit.Op
		for _, o := range drawn {
			if o.condition == "" || is[o.condition] != o.unless && (o.second == "" || is[o.second]) {
				ops = append(ops, o.op)
			}
		}
		variants = append(variants, branches.Variant{Taken: taken, Doc: selected, Ops: possible(selected, ops)})
		given = append(given, values)
	}
	edits, err := Plan(Target{Doc: doc, Blocks: blocks, Variants: variants}, nil)
	if err != nil {
		if refusal := (*edit.Refusal)(nil); !errors.As(err, &refusal) || refusal.Unproved {
			t.Errorf("%v\n%s", err, text)
		}
		return err
	}
	out, err := edit.Apply([]byte(text), edits)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range variants {
		before, err := d.render(text, given[i])
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		after, err := d.render(string(out), given[i])
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		olds, err := documents([]byte(before))
		if err != nil || !branches.Alike(olds[0].Root, v.Doc.Root) && strings.HasSuffix(d.style, "s~}") {
			continue // it is broken before
		}
		if d.effect != "" && !reads(olds[0].Root, v.Ops) { // a template in a comment writes keys
			continue
		}
		old := olds[0]
		want, err := draft.Changed(old.Root, v.Ops)
		if err != nil {
			t.Fatalf("%v\n%s\n%s\n%v", err, text, before, v.Ops)
		}
		docs, err := documents([]byte(after))
		if err != nil || !model.Equal(docs[0].Root, want) {
			t.Fatalf("with %v: %v\n--- before\n%s\n--- after\n%s\n--- ops\n%v\n--- rendered\n%s\n--- rendered before\n%s", given[i], err, text, out, v.Ops,
				after, before)
		}
	}
	return nil
}

// reads reports whether Ops can be applied to the rendered tree.
func reads(root *model.Value, ops []edit.Op) bool {
	_, err := draft.Changed(root, ops)
	return err == nil
}

// variableOf returns the name of the value on which the condition of a drawn block depends.
func variableOf(b *gotmpl.Block) string {
	text := strings.TrimPrefix(b.Branches[0].Condition.Text, "length(l")
	return strings.TrimSuffix(strings.TrimPrefix(text, "$."), ") > 0")
}

func takeAll(blocks []*gotmpl.Block, is map[string]bool, taken gotmpl.Taken) {
	for _, b := range blocks {
		taken[b] = -1
		if c := b.Branches[0].Condition; c != nil && is[c.Text] { // {{ if }} has none
			taken[b] = 0
		} else if len(b.Branches) > 1 {
			taken[b] = 1
		}
		for _, branch := range b.Branches {
			takeAll(branch.Blocks, is, taken)
		}
	}
}

// drawnOp is an Op for the selections in which a condition is true, or those in which it is false.
type drawnOp struct {
	op        edit.Op
	condition string
	unless    bool
	second    string
}

func (d *drawer) drawOps(root *model.Value, used []string) []drawnOp {
	var paths [][]any
	var walk func(v *model.Value, path []any)
	walk = func(v *model.Value, path []any) {
		for _, e := range v.Entries {
			if e.Key.Kind == model.String {
				inner := append(path[:len(path):len(path)], e.Key.Text)
				if len(inner) > 1 || d.used == nil {
					paths = append(paths, inner)
				}
				walk(e.Value, inner)
			}
		}
	}
	walk(root, nil)
	if len(paths) == 0 {
		return nil
	}
	var ops []drawnOp
	for n := range 1 + d.Intn(5) {
		o := drawnOp{}
		if len(used) > 0 && d.Intn(3) > 0 {
			o.condition, o.unless = used[d.Intn(len(used))], d.Intn(2) == 0
			if d.Intn(3) == 0 {
				o.second = used[d.Intn(len(used))]
			}
		}
		path := paths[d.Intn(len(paths))]
		switch d.Intn(6) {
		case 0:
			o.op = edit.Op{Do: edit.Delete, Path: path}
		case 1:
			o.op = edit.Op{Do: edit.Rename, Path: path, Key: fmt.Sprintf("new%d", n)}
		case 2:
			o.op = edit.Op{Do: edit.Set, Path: path, Value: model.NewString("other")}
		case 3:
			o.op = edit.Op{Do: edit.Set, Path: []any{"spec", "added", fmt.Sprintf("a%d", d.Intn(2))}, Value: model.NewString("text")}
		default:
			o.op = edit.Op{Do: edit.Move, Path: path, To: []any{"spec", fmt.Sprintf("to%d", d.Intn(2)), "deep", fmt.Sprintf("t%d", n)}}
		}
		ops = append(ops, o)
	}
	return ops
}

// possible returns the Ops that can be applied one after another.
func possible(doc *model.Document, ops []edit.Op) []edit.Op {
	var found []edit.Op
	for _, op := range ops {
		if doc.Root.Get(op.Path...) == nil && op.Do != edit.Set {
			continue
		}
		if op.Do == edit.Set && op.Value.Text == "other" && doc.Root.Get(op.Path...) == nil {
			continue
		}
		t := draft.New(layout.New(doc))
		ok := true
		for _, o := range append(found[:len(found):len(found)], op) {
			ok = ok && t.Apply(o) == nil
		}
		if ok {
			found = append(found, op)
		}
	}
	return found
}
