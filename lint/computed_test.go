package lint_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/lint/rule"
)

// A rule that reports every path in input.resource.computed.
const computedRule = `# METADATA
# title: t
# description: d
# custom:
#   id: T001
#   severity: info
#   scope: resource
#   fix: none
#   kinds: ["*"]
#   needles: [kind]
package karplint.rules.t

report contains {"resource": input.resource.address, "path": [], "message": json.marshal(path)} if {
	some path in input.resource.computed
}
`

func TestComputed(t *testing.T) {
	rules, err := rule.Load(fstest.MapFS{"t/rule.rego": {Data: []byte(computedRule)}})
	if err != nil {
		t.Fatal(err)
	}
	l, err := lint.New(rules, lint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, file, text string
		want             []string
	}{
		{"plain", "a.yaml", "kind: A\nspec: {a: '', b: null, c: []}\n", nil},
		{"a scalar is unknown already", "a.yaml", "kind: A\nspec:\n  a: {{ .a }}\n  b: x{{ .b }}\n", nil},
		{"branches", "a.yaml", "kind: A\nspec:\n  {{- if .a }}\n  a: 1\n  {{- else }}\n  b: 2\n  {{- end }}\n  c: {d: 1}\n", []string{`["spec"]`}},
		{"branches at the end", "a.yaml", "kind: A\nspec:\n  c:\n    d: 1\n    {{- if .a }}\n    e: 1\n    {{- end }}\n", []string{`["spec","c"]`}},
		{"a range of items", "a.yaml", "kind: A\nspec:\n  list:\n  {{- range .a }}\n  - b: {{ . }}\n    {{- with .c }}\n    c: {{ . }}\n    {{- end }}\n " +
			" {{- end }}\n", []string{`["spec","list",0]`, `["spec","list"]`}},
		{"around the whole", "a.yaml", "{{- if .a }}\nkind: A\nspec:\n  a: 1\n{{- end }}\n", nil},
		{"between documents", "a.yaml", "{{- range .a }}\n---\nkind: A\nspec:\n  a: 1\n{{- end }}\n", nil},
		{"comments and variables", "a.yaml", "kind: A\nspec:\n  a: 1\n  {{- /* else */}}\n  {{- $x := 1 }}\n  b: 2\n", nil},
		{"text", "a.yaml", "kind: A\nspec:\n  script: |\n    {{- if .a }}\n    b: 1\n    {{- end }}\n", nil},
		{
			"a branch that is not rendered", "main.tf",
			"variable \"a\" { default = \"\" }\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = <<-EOT\n    kind: A\n    metadata: {name: a}\n    " +
				"spec:\n" +
				"      b:\n        c: 1\n      %{ if var.a != \"\" }\n      a: ${var.a}\n      %{ endif }\n  EOT\n}\n",
			[]string{`["spec","b"]`, `["spec"]`, `[]`},
		},
		{
			"expressions", "main.tf",
			"variable \"a\" { default = \"\" }\nresource \"kubernetes_manifest\" \"a\" {\n  manifest = {\n    kind = \"A\"\n    metadata = { name = \"a\" " +
				"}\n    spec = {\n" +
				"      a = var.a\n      b = var.a != \"\" ? 1 : null\n      c = merge({ d = 1 }, var.a != \"\" ? { e = 1 } : {})\n      f = { g = \"x\" }\n    " +
				"}\n  }\n}\n",
			[]string{`["spec","a"]`, `["spec","b"]`, `["spec","c"]`},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree := lint.Tree{Source: inventory.Source{
				Inputs: []fileset.Input{{Path: c.file, Terraform: isTerraform(c.file), Named: true}},
				Files:  fileset.Overlay{Texts: map[string][]byte{c.file: []byte(c.text)}},
			}}
			var got []string
			for _, f := range lintTree(t, l, tree).Findings {
				got = append(got, f.Message)
			}
			slices.Sort(got)
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}
