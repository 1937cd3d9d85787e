package convert_test

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/testing/generate"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestTemplates wraps entries and items of random objects in random blocks of a Go template. What the template renders once it is converted is what
// converting that which it renders gives, for every value of its conditions.
func TestTemplates(t *testing.T) {
	for name, opts := range map[string]convert.Options{"v1beta1": {}, "v1": {To: convert.V1}, "keep": {Keep: true}} {
		t.Run(name, func(t *testing.T) {
			files, kept := 0, 0
			check(t, func(t *rapid.T) {
				f := generate.Alpha().Filter(func(f generate.File) bool {
					return strings.HasSuffix(f.Path, ".yaml") && !strings.Contains(f.Text, "{{")
				}).Draw(t, "file")
				text, conditions := wrapped(t, f)
				if conditions == 0 {
					return
				}
				opts.Role = "NodeRole"
				r := convertText(t, opts, f.Path, text)
				checkLaws(t, r.Converter, r.in, r.out)
				files++
				if r.Undecided() {
					kept++
					return
				}
				for bits := range 1 << conditions {
					checkRendered(t, opts, r, bits)
				}
			})
			if t.Logf("%d files, of which %d are left to a person", files, kept); files < golden.Draws(draws/4, 50) || kept*2 > files {
				t.Errorf("%d of %d files are left to a person", kept, files)
			}
		})
	}
}

// checkRendered compares what the converted template renders with what is rendered and then converted.
func checkRendered(t *rapid.T, opts convert.Options, r *run, bits int) {
	rendered := render(t, string(r.Before), bits)
	want := convertText(t, opts, r.Path, rendered)
	if want.Undecided() || slices.ContainsFunc(want.Notes,
		func(n convert.Note) bool { return strings.Contains(n.Message, "is refused by the alpha API") }) {
		return // the object is not legal then
	}
	wanted, err := readObjects(string(want.After))
	if err != nil {
		t.Fatalf("what is rendered does not read: %v\n%s", err, rendered)
	}
	after := render(t, string(r.After), bits)
	is, err := readObjects(after)
	if err != nil {
		t.Fatalf("the converted template renders what does not read: %v\n%s\nof\n%s\nof\n%s", err, after, r.After, r.Before)
	}
	if diff := cmp.Diff(wanted, is); diff != "" {
		t.Fatalf("with conditions %b rendering the converted template gives other objects (+) than converting what it renders (-):\n%s\n%s\nbecomes\n%s",
			bits, diff, r.Before, r.After)
	}
}

// render executes a template, whose conditions hold as the bits say.
func render(t *rapid.T, text string, bits int) string {
	parsed := template.New("a")
	set := func(m map[string]any, key string, v any) map[string]any { m[key] = v; return m }
	parsed.Funcs(template.FuncMap{
		"set":     set,
		"unset":   func(m map[string]any, key string) map[string]any { delete(m, key); return m },
		"merge":   func(m, other map[string]any) map[string]any { maps.Copy(m, other); return m },
		"dict":    func(key string, v any) map[string]any { return map[string]any{key: v} },
		"default": func(_, v any) any { return v },
		"include": func(name string, v any) (string, error) { return "", parsed.ExecuteTemplate(io.Discard, name, v) },
		"tpl":     func(_ string, m map[string]any) string { set(m, "c0", m["c0"] != true); return "" },
	})
	template.Must(parsed.New("helpers").Parse(`{{ define "flip" }}{{ $_ := set . "c0" (not .c0) }}{{ end }}{{ define "note" }}{{ "\n" }}flip: 1{{ end ` +
		`}}`))
	if _, err := parsed.Parse(text); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	values := map[string]any{}
	for i := range maxConditions {
		holds := bits>>i&1 == 1
		values[fmt.Sprintf("c%d", i)] = holds
		list := []int{}
		if holds {
			list = []int{1}
		}
		values[fmt.Sprintf("l%d", i)] = list
	}
	var b bytes.Buffer
	if err := parsed.Execute(&b, values); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return b.String()
}

const maxConditions = 3

// effects are lines that change the first condition for what stands below them, or comments that write lines.
var effects = []string{
	`{{- $_ := set $ "c0" (not $.c0) }}`, `{{- $_ := set (default (dict "a" 1) $) "c0" (not $.c0) }}`, `{{- $_ := unset $ "c0" }}`,
	`{{- $_ := merge $ (dict "c0" (not $.c0)) }}`, `{{- $x := include "flip" $ }}`, `{{- $x := tpl "text" $ }}`,
	`{{- if set $ "c0" (not $.c0) }}{{ end }}`, `# {{ include "note" $ }}`, `# {{ template "note" $ }}`,
}

// required are fields that no object can do without.
var required = []string{"providerRef", "provider", "subnetSelector", "securityGroupSelector"}

// wrapped returns the text of a file with some entries and items in blocks, and the number of their conditions.
func wrapped(t *rapid.T, f generate.File) (text string, conditions int) {
	file := model.NewFile(f.Path, []byte(f.Text))
	var parts []model.Span
	yaml.Documents(file, func(doc *model.Document, err *yaml.ParseError) bool {
		if err == nil && doc.Syntax == model.YAML && doc.Root.Get("spec") != nil && strings.Contains(doc.Root.Str("apiVersion"), "/v1alpha") {
			parts = append(parts, optional(doc, doc.Root.Get("spec"), 0)...)
		}
		return true
	})
	if len(parts) == 0 {
		return f.Text, 0
	}
	newline := "\n"
	if strings.Contains(f.Text, "\r\n") {
		newline = "\r\n"
	}
	chosen := parts[:0:0]
	for _, i := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(parts)-1), 1, min(4, len(parts)), rapid.ID[int]).Draw(t, "parts") {
		chosen = append(chosen, parts[i])
	}
	slices.SortFunc(chosen, func(a, b model.Span) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return b.End - a.End
	})
	effect := ""
	if rapid.IntRange(0, 2).Draw(t, "changes") == 2 {
		effect = rapid.SampledFrom(effects).Draw(t, "effect")
	}
	var write func(span model.Span, inner []model.Span) string
	write = func(span model.Span, inner []model.Span) string {
		var b strings.Builder
		at := span.Start
		for i := 0; i < len(inner); {
			own := inner[i]
			n := i + 1
			for n < len(inner) && inner[n].End <= own.End {
				n++
			}
			b.WriteString(f.Text[at:own.Start])
			body := write(own, inner[i+1:n])
			if !strings.HasSuffix(body, "\n") {
				body += newline
			}
			line := f.Text[own.Start:own.End]
			ws := line[:len(line)-len(strings.TrimLeft(line, " "))]
			c := rapid.IntRange(0, maxConditions-1).Draw(t, "condition")
			if effect != "" {
				c /= 2 // mostly the condition that changes
			}
			conditions = max(conditions, c+1)
			other := ""
			if rapid.IntRange(0, 5).Draw(t, "else") == 5 {
				other = ws + "{{- else }}" + newline + body
			}
			if effect != "" && rapid.Bool().Draw(t, "above") {
				b.WriteString(ws + effect + newline)
				conditions = max(conditions, 1)
			}
			open := rapid.SampledFrom([]string{"if $.c%d", "if $.c%d", "if not $.c%d", "with $.c%d", "range $.l%d"}).Draw(t, "block")
			fmt.Fprintf(&b, "%s{{- %s }}%s%s%s{{- end }}%s", ws, fmt.Sprintf(open, c), newline, body+other, ws, newline)
			at = own.End
			i = n
		}
		b.WriteString(f.Text[at:span.End])
		return b.String()
	}
	return write(model.Span{End: len(f.Text)}, chosen), conditions
}

// optional returns the whole lines of entries and items that an object can do without.
func optional(doc *model.Document, v *model.Value, depth int) (spans []model.Span) {
	if v.Style != model.Block || v.Anchor() != "" || v.Alias() != "" {
		return nil
	}
	data := doc.File.Data
	add := func(start, end int) {
		line := doc.File.LineStart(start)
		var stop int
		if i := bytes.IndexByte(data[end:], '\n'); i >= 0 {
			stop = end + i + 1
		} else {
			stop = len(data)
		}
		if len(bytes.TrimSpace(data[line:start])) == 0 {
			spans = append(spans, model.Span{Start: line, End: stop})
		}
	}
	for _, item := range v.Items {
		add(int(item.Dash), max(item.Span.End, int(item.Dash)+1))
	}
	for _, e := range v.Entries {
		if e.Key.Text == "<<" || depth == 0 && slices.Contains(required, e.Key.Text) || e.Value.Anchor() != "" {
			continue
		}
		add(e.Key.Span.Start, max(e.Value.Span.End, e.Key.Span.End))
		if depth == 0 && slices.Contains([]string{"labels", "annotations", "taints", "startupTaints", "requirements", "tags", "limits",
			"kubeletConfiguration", "blockDeviceMappings"}, e.Key.Text) {
			inner := e.Value
			if e.Key.Text == "limits" && inner.Get("resources") != nil {
				inner = inner.Get("resources")
			}
			spans = append(spans, optional(doc, inner, depth+1)...)
		}
	}
	return spans
}
