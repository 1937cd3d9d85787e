package yaml

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// firstDocument reads the first document of a text.
func firstDocument(t testing.TB, text string) *model.Document {
	t.Helper()
	var found *model.Document
	Documents(model.NewFile("pool.yaml", []byte(text)), func(doc *model.Document, err *ParseError) bool {
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		found = doc
		return false
	})
	if found == nil || found.Root == nil {
		t.Fatalf("no document in %q", text)
	}
	return found
}

// outline writes blocks as one line for each branch.
func outline(doc *model.Document, blocks []*gotmpl.Block, depth int) string {
	var b strings.Builder
	for _, block := range blocks {
		for _, branch := range block.Branches {
			condition := ""
			if branch.Condition != nil {
				condition = branch.Condition.Text
			}
			fmt.Fprintf(&b, "%s%s(%s) %d-%d\n", strings.Repeat("  ", depth), branch.Keyword, condition,
				doc.File.Position(branch.Control.Start).Line, doc.File.Position(branch.Body.End).Line)
			b.WriteString(outline(doc, branch.Blocks, depth+1))
		}
	}
	return b.String()
}

func TestBlocks(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"around", "{{- if .on }}\nkind: A\n{{- if .x }}\na: 1\n{{- end }}\n{{- end }}\n", "if(.x) 3-5\n"},
		{"nested", "a:\n  {{- with $l := .labels }}\n  {{- range $k, $v := . }}\n  {{ $k }}: {{ $v }}\n  {{- end }}\n  {{- end }}\nb: 1\n",
			"with(.labels) 2-6\n  range(.) 3-5\n"},
		{"chain", "kind: A\n{{ if eq .a \"}}\" }}\na: 1\n{{else if .b}}\na: 2\n{{ else }}\na: 3\n{{end}}\n",
			"if(eq .a \"}}\") 2-4\nelse(.b) 4-6\nelse() 6-8\n"},
		{"in a text", "a: |\n  {{ if .x }}\n  b\n  {{ end }}\nc: 1\n", ""},
		{"from a text on", "a: |\n  b\n{{ if .x }}\n  c\n{{ end }}\nc: 1\n", ""},
		{"in a line", "a: {{ if .x }}1{{ else }}2{{ end }}\n", ""},
		{"terraform", "a:\n%{ for k, v in labels ~}\n  ${k}: ${v}\n%{ endfor ~}\n%{ if x != \"\" }\nb: 1\n%{ else }\nb: 2\n%{ endif }\n",
			"for(length(labels) > 0) 2-4\nif(x != \"\") 5-7\nelse() 7-9\n"},
		{"comments", "a: 1\n#{{ if .x }}\nb: 2\n#  {{ else}} # or\nb: 3\n#{{ end }}\n", "if(.x) 2-4\nelse() 4-6\n"},
		{"at the end", "a:\n  {{- with .l }}\n  {{- toYaml . | nindent 2 }}\n  {{- end }}\n{{- if .m }}\n---\n", "with(.l) 2-4\n"},
		{"first", "{{- if .x }}\napiVersion: a\n{{- else }}\napiVersion: b\n{{- end }}\nkind: A\n", "if(.x) 1-3\nelse() 3-5\n"},
		{"over lines", "a: 1\n{{- if and\n  .a\n  .b }}\nb: 2\n{{- end }}{{/* a */}}\n", "if(and .a .b) 2-6\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			doc := firstDocument(t, test.text)
			blocks, err := Blocks(doc, doc.Root.Span)
			if err != nil {
				t.Fatal(err)
			}
			if got := outline(doc, blocks, 0); got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}

func TestBlocksUnbalanced(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\n{{ if .x }}\nb: 1\nc: 2\n":                                          `the template "{{ if .x }}" has no end`,
		"a: 1\n{{ end }}\nb: 1\n":                                                  `the template "{{ end }}" has no beginning`,
		"a: 1\n{{ else }}\nb: 1\n":                                                 `the template "{{ else }}" has no beginning`,
		"a: 1\nb: {{ if .x }}1\nc: 2\n{{ end }}\n":                                 "shares its lines",
		"a: 1\n%{ if x }\nb: 1\n%{ endfor }\nc: {{ x }}\n":                         "",
		"a: 1\n{{ if .x }}\nb: 1\n%{ endif }\nc: 1\n":                              "ends what",
		"a: 1\n%{ if }\nb: 1\n%{ else }\nb: 2\n%{ endif }\n":                       "has no condition",
		"a: 1\n{{ if .x }}\nb: 1\n{{ else }}\nb: 2\n{{ else }}\nb: 3\n{{ end }}\n": "has no condition",
		"a: 1\n{{ range .x }}\n{{ continue }}\n{{ end }}\nb: 1\n":                  "decides about more",
	} {
		doc := firstDocument(t, text)
		_, err := Blocks(doc, doc.Root.Span)
		if got := fmt.Sprint(err); want != "" && !strings.Contains(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestSelect(t *testing.T) {
	doc := firstDocument(t, "kind: A\nspec:\n  {{- if .x }}\n  ttl: 30\n  {{- else }}\n  sub:\n    {{- with .l }}\n    a: {{ . }}\n    {{- end }}\n  "+
		"{{- end }}\n  text: |\n    b\n        {{- if .y }}\n  z: 1\n        {{- end }}\n  end: 1\n")
	blocks, err := Blocks(doc, doc.Root.Span)
	if err != nil {
		t.Fatal(err)
	}
	inner := blocks[0].Branches[1].Blocks[0]
	for _, test := range []struct {
		taken gotmpl.Taken
		want  string
	}{
		{gotmpl.Taken{blocks[0]: 0, blocks[1]: -1}, "kind ttl:30 text:b\n end:1"},
		{gotmpl.Taken{blocks[0]: 1, inner: -1}, "kind sub: text:b\n end:1"},
		{gotmpl.Taken{blocks[0]: 1, inner: 0, blocks[1]: 0}, "kind sub: text:b\n z:1 end:1"},
	} {
		selected, err := Select(doc, blocks, test.taken)
		if err != nil {
			t.Fatal(err)
		}
		got := "kind"
		for _, e := range selected.Root.Get("spec").Entries {
			got += " " + e.Key.Text + ":" + e.Value.Text
			if text := doc.Text(e.Key.Span); text != e.Key.Text {
				t.Errorf("the key %q stands where %q stood", e.Key.Text, text)
			}
		}
		if got != test.want {
			t.Errorf("%v: got %q, want %q", test.taken, got, test.want)
		}
		if len(selected.File.Data) != len(doc.File.Data) {
			t.Error("the length has changed")
		}
	}
}
