package place

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

const located = `apiVersion: apps/v1
kind: DaemonSet # the kind
metadata:
  name: "ebs"
  labels: {app: ebs, "team": data}
spec:
  template:
    spec:
      note: |
        two
        lines
      nothing:
      containers:
        - name: plugin
          args:
            - --a
            - [x,
               y]
        - image: b
      volumes:
      - &v
        name: first
      copy: *v
      {{ .Values.key }}: {{ .Values.value }}
`

func TestLocate(t *testing.T) {
	pod := []any{"spec", "template", "spec"}
	at := func(path ...any) []any { return append(append([]any{}, pod...), path...) }
	tests := []struct {
		path []any
		want string
	}{
		{[]any{}, "kind: DaemonSet"},
		{[]any{"metadata", "name"}, `name: "ebs"`},
		{[]any{"metadata", "labels"}, "labels"},
		{[]any{"metadata", "labels", "team"}, `"team": data`},
		{[]any{"metadata", "labels", "missing"}, `name: "ebs"`},
		{at("note"), "note"},
		{at("nothing"), "nothing"},
		{at("containers"), "containers"},
		{at("containers", 0), "name: plugin"},
		{at("containers", 0, "args", 0), "--a"},
		{at("containers", 0, "args", 1), "[x,"},
		{at("containers", 0, "args", 1, 1), "y"},
		{at("containers", 0, "args", 7), "name: plugin"},
		{at("containers", 0, "image"), "name: plugin"},
		{at("containers", 1, "name"), "kind: DaemonSet"},
		{at("containers", 1), "image: b"},
		{at("tolerations"), "kind: DaemonSet"},
		{at("copy"), "copy"},
		{at("copy", "name"), "name: first"},
		{at("{{ .Values.key }}"), "{{ .Values.key }}: {{ .Values.value }}"},
		{at("$open"), "kind: DaemonSet"},
		{[]any{"kind", "x"}, "kind: DaemonSet"},
	}
	doc := parseYAML(t, located)
	for _, test := range tests {
		span := locate(doc, doc.Root, test.path)
		if got := doc.Text(span); got != test.want {
			t.Errorf("%v is %q, want %q", test.path, got, test.want)
		}
	}
}

func TestLocateWithoutIdentity(t *testing.T) {
	tests := []struct{ text, want string }{
		{"replicas: 1\npodAnnotations: {}\n", "replicas"},
		{"- a\n- b\n", "- a"},
		{"text\n", "text"},
		{"{}\n", "{}"},
		{"pool:\n  name: x\n", "pool"},
	}
	for _, test := range tests {
		doc := parseYAML(t, test.text)
		if got := doc.Text(locate(doc, doc.Root, []any{"missing"})); got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
	doc := parseYAML(t, "pool:\n  size: 1\n")
	if got := doc.Text(locate(doc, doc.Root, []any{"pool", "labels", "a"})); got != "pool" {
		t.Errorf("nearest ancestor is %q", got)
	}
}

// TestPositions: columns count code points, without a byte order mark.
func TestPositions(t *testing.T) {
	doc := parseYAML(t, "\uFEFFäö: é\r\nkind: {日本: x}\r\n")
	got := NewLocation(doc.File, locate(doc, doc.Root, []any{"äö"}))
	if got.Start.Column != 1 || got.End.Column != 6 || got.End.Line != 1 {
		t.Errorf("äö is at %v-%v", got.Start, got.End)
	}
	got = NewLocation(doc.File, locate(doc, doc.Root, []any{"kind", "日本"}))
	if got.Start.Line != 2 || got.Start.Column != 8 || got.End.Column != 13 {
		t.Errorf("日本 is at %v-%v", got.Start, got.End)
	}
}

// TestLocateTerraform: a block is located by its header, an argument of a call by the attribute with the call.
func TestLocateTerraform(t *testing.T) {
	source, broken := hcl.Parse(model.NewFile("main.tf", []byte(`resource "aws_eks_addon" "coredns" {
  addon_name           = "coredns"
  configuration_values = jsonencode({
    tolerations = []
    nested      = { a = 1 }
  })
  timeouts {
    create = "1m"
  }
}
`)))
	if broken != nil {
		t.Fatal(broken)
	}
	block := []any{"resource", "aws_eks_addon", "coredns"}
	at := func(path ...any) []any { return append(append([]any{}, block...), path...) }
	for _, test := range []struct {
		path []any
		want string
	}{
		{block, `resource "aws_eks_addon" "coredns"`},
		{at("addon_name"), `addon_name           = "coredns"`},
		{at("addon_version"), `resource "aws_eks_addon" "coredns"`},
		{at("configuration_values"), "configuration_values"},
		{at("configuration_values", 0), "configuration_values"},
		{at("configuration_values", 0, "tolerations"), "tolerations"},
		{at("configuration_values", 0, "nested", "a"), "a = 1"},
		{at("timeouts", 0), "timeouts"},
		{at("timeouts", 0, "delete"), "timeouts"},
		{at("timeouts", 0, "create"), `create = "1m"`},
	} {
		if got := source.Document.Text(locate(source.Document, source.Document.Root, test.path)); got != test.want {
			t.Errorf("%v is %q, want %q", test.path, got, test.want)
		}
	}
}

func parseYAML(t testing.TB, text string) *model.Document {
	t.Helper()
	var first *model.Document
	yaml.Documents(model.NewFile("test.yaml", []byte(text)), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			t.Fatal(err)
		}
		first = doc
		return false
	})
	return first
}

func TestFind(t *testing.T) {
	const text = "spec:\n  other: word\n  text: |\n    a\n\n    word b\n  later: last\nkey: word\n"
	for _, c := range []struct{ start, word, want string }{
		{"text: |", "word", "6:5"},
		{"text: |", "last", "3:3"}, // below the text
		{"text: |", "none", "3:3"},
		{"other: word", "word", "2:10"},
		{"key: word", "word", "8:6"},
	} {
		f := model.NewFile("a.yaml", []byte(text))
		start := strings.Index(text, c.start)
		found := Site{f, model.Span{Start: start, End: start + len(c.start)}}.Find(c.word).Location().Start
		if got := fmt.Sprintf("%d:%d", found.Line, found.Column); got != c.want {
			t.Errorf("%s in %s: %s; want %s", c.word, c.start, got, c.want)
		}
	}
}
