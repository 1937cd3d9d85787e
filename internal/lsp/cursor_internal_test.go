package lsp

import (
	"strings"
	"testing"
)

// TestCursor: | is the cursor. The path of the map or list, the key of its line, and the word before it are found in YAML, JSON and Terraform, also
// where the text does not parse.
func TestCursor(t *testing.T) {
	const head = "apiVersion: karpenter.sh/v1\nkind: NodePool\n"
	for _, test := range []struct{ name, text, path, key, word string }{
		{"a field of the object", head + "sp|", "", "", "sp"},
		{"an empty line", head + "spec:\n  |", "spec", "", ""},
		{"an empty line between others", head + "spec:\n  disruption:\n    |\n  limits: {}", "spec.disruption", "", ""},
		{"a word without a colon", head + "spec:\n  disruption:\n    con|\n  template:\n    x: y", "spec.disruption", "", "con"},
		{"a value", head + "spec:\n  disruption:\n    consolidationPolicy: When|", "spec.disruption", "consolidationPolicy", "When"},
		{"directly behind the colon", head + "spec:\n  weight:|", "spec", "weight", ""},
		{"on the key", head + "spec:\n  wei|ght: 1", "spec", "weight", "wei"},
		{"an item that is indented", head + "spec:\n  template:\n    spec:\n      requirements:\n        - ke|",
			"spec.template.spec.requirements.[]", "", "ke"},
		{"an item that is not", head + "spec:\n  template:\n    spec:\n      requirements:\n      - key: a\n        op|",
			"spec.template.spec.requirements.[]", "", "op"},
		{"the second item", head + "spec:\n  template:\n    spec:\n      requirements:\n      - key: a\n        values: [b]\n      - key: c|",
			"spec.template.spec.requirements.[]", "key", "c"},
		{"a scalar in a list", head + "spec:\n  template:\n    spec:\n      requirements:\n        - key: a\n          values:\n            - s|",
			"spec.template.spec.requirements.[].values.[]", "", "s"},
		{"a list on a line", head + "spec:\n  template:\n    spec:\n      requirements:\n        - key: a\n          values: [\"b\", \"s|\"]",
			"spec.template.spec.requirements.[]", "values", "s"},
		{"comments and empty lines", head + "\n# spec\nspec:\n# no: key\n\n  # limits:\n  we|", "spec", "", "we"},
		{"the second document", "kind: Pod\nspec:\n  a: b\n---\n" + head + "spec:\n  we|\n---\nkind: Pod\n", "spec", "", "we"},
		{"the first document", head + "spec:\n  we|\n---\napiVersion: v1\nkind: Pod\n", "spec", "", "we"},
		{"an object in a list of values", "extraObjects:\n  - apiVersion: karpenter.sh/v1\n    kind: NodePool\n    spec:\n      we|", "spec", "", "we"},
		{"behind the spec", "spec:\n  we|\napiVersion: karpenter.sh/v1\nkind: NodePool", "spec", "", "we"},
		{"a heredoc", "resource \"a\" \"b\" {\n  kind = \"x\"\n  yaml_body = <<-EOT\n    apiVersion: karpenter.sh/v1\n    kind: NodePool\n    spec:\n" +
			"      we|\n  EOT\n  apiVersion = 1\n}", "spec", "", "we"},
		{"a heredoc that begins in the first column", "a {\n  body = <<EOT\n" + head + "spec:\n  we|\nEOT\n}\nkind: Pod", "spec", "", "we"},
		{"an object with a heredoc in it", "manifest = {\n  apiVersion = \"karpenter.sh/v1\"\n  kind = \"NodePool\"\n  metadata = {\n    note = <<-EOT\n" +
			"kind: Pod\n    EOT\n  }\n  spec = {\n    we|", "spec", "", "we"},
		{"below a heredoc of a shell, in YAML", "data: >\n  cat <<EOF\n  x\n  EOF\n" + head + "spec:\n  we|", "spec", "", "we"},
		{"an object of Terraform", "resource \"kubernetes_manifest\" \"b\" {\n  manifest = {\n    apiVersion = \"karpenter.sh/v1\"\n" +
			"    kind       = \"NodePool\"\n    spec = {\n      template = {\n        spec = {\n          requirements = [{\n            op|",
			"spec.template.spec.requirements.[]", "", "op"},
		{"items of Terraform on lines of their own", "manifest = {\n  apiVersion = \"karpenter.sh/v1\"\n  kind = \"NodePool\"\n  spec = {\n" +
			"    taints = [\n      {\n        effect = \"No|", "spec.taints.[]", "effect", "No"},
		{"JSON", "{\n  \"apiVersion\": \"karpenter.sh/v1\",\n  \"kind\": \"NodePool\",\n  \"spec\": {\n    \"disruption\": {\n      \"con|",
			"spec.disruption", "", "con"},
		{"CRLF", strings.ReplaceAll(head+"spec:\n  disruption:\n    con|\n", "\n", "\r\n"), "spec.disruption", "", "con"},
		{"templates", head + "spec:\n  {{- if .Values.x }}\n  disruption:\n    {{- end }}\n    con|", "spec.disruption", "", "con"},
	} {
		t.Run(test.name, func(t *testing.T) {
			before, after, _ := strings.Cut(test.text, "|")
			l := newLines([]byte(before + after))
			c := cursorAt(l, l.position(len(before)), strings.Contains(test.text, "{\n")) // only Terraform and JSON have such lines
			path := strings.Join(c.path, ".")
			if c.apiVersion != "karpenter.sh/v1" || c.kind != "NodePool" || path != test.path || c.key != test.key || c.before != test.word {
				t.Errorf("%s %s: path %q, key %q, word %q; want %q, %q, %q", c.apiVersion, c.kind, path, c.key, c.before, test.path, test.key, test.word)
			}
		})
	}
}

// FuzzCursor: a place in any text does not fail.
func FuzzCursor(f *testing.F) {
	f.Add("apiVersion: karpenter.sh/v1\nkind: NodePool\nspec:\n- {\n  a = [{\n<<EOT\n", uint32(3), uint32(1))
	f.Fuzz(func(t *testing.T, text string, line, character uint32) {
		l := newLines([]byte(text))
		c := cursorAt(l, l.position(l.offset(l.position(int(line)+int(character)))), character%2 == 0)
		if c.start > c.end || c.end > len(text) || c.span[0] > c.span[1] {
			t.Errorf("%+v", c)
		}
	})
}
