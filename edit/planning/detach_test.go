package planning

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/yamltext"
	"github.com/karplint/karplint/model"
)

// What is detached and written as a document, or set in another one, has its comments, its styles and its texts.
func TestDetach(t *testing.T) {
	from := `# header

---
spec:
  a: 1
  # apart

  # about the kubelet
  kubelet: # beside it
    # first
    maxPods: 20 # pods

    # reserved
    'kubeReserved': {cpu: "1", memory: 1Gi} # both
    clusterDNS:
    # one
    - 10.0.0.1 # of two

    #- 10.0.0.3
    - "10.0.0.2"
      # behind the items
    evictionHard: { # open
      memory.available: 5%, # five
      # nodefs
      nodefs.available: 10%
      # last
      }
    # the end
  # below
  b: 2
`
	doc := parseAll(t, []byte(from))[0]
	v := layout.Detach(doc, doc.Root.Get("spec", "kubelet"))
	text, err := yamltext.Document(doc, model.NewMap(model.NewEntry("kind", model.NewString("EC2NodeClass")),
		model.NewEntry("spec", model.NewMap(model.NewEntry("kubelet", v)))))
	want := `kind: EC2NodeClass
spec:
  # about the kubelet
  kubelet: # beside it
    # first
    maxPods: 20 # pods

    # reserved
    'kubeReserved': {cpu: "1", memory: 1Gi} # both
    clusterDNS:
    # one
    - 10.0.0.1 # of two

    #- 10.0.0.3
    - "10.0.0.2"
      # behind the items
    evictionHard:
      memory.available: 5%
      nodefs.available: 10%
      # open
      # five
      # nodefs
      # last
    # the end
`
	if err != nil || text != want {
		t.Errorf("%v\n%s\nwant\n%s", err, text, want)
	}
	if !model.Equal(v, doc.Root.Get("spec", "kubelet")) {
		t.Error("the copy means something else")
	}
	if v.Span != doc.Root.Get("spec", "kubelet").Span {
		t.Error("the copy forgot its place")
	}
	in := "kind: EC2NodeClass\r\nspec:\r\n    role: x\r\n"
	other := parseAll(t, []byte(in))[0]
	edits, err := Plan(Target{Doc: other}, []edit.Op{{Do: edit.Set, Path: []any{"spec", "kubelet"}, Value: v}})
	out, _ := edit.Apply([]byte(in), edits)
	if err != nil || !strings.HasPrefix(string(out),
		in+"    # about the kubelet\r\n    kubelet: # beside it\r\n        # first\r\n        maxPods: 20 # pods\r\n\r\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

// What is detached comes to stand in a document of another style.
func TestDetachForms(t *testing.T) {
	const value = "v: # b\n  # c\n  x: 1 # d\n"
	for _, c := range []struct{ name, from, into, want string }{
		{"flow style", value, "{a: 1}\n", "# b\n# c\n# d\n{a: 1, v: {x: 1}}\n"},
		{"flow style below comments", value, "# head\n---\n{a: 1}\n", "# head\n---\n# b\n# c\n# d\n{a: 1, v: {x: 1}}\n"},
		{"flow style behind a marker", value, "--- {a: 1}\n", "--- {a: 1, v: {x: 1}}\n# b\n# c\n# d\n"},
		{"JSON has no comments", value, "{\"a\": 1}\n", "the comment \"# b\" of what is added would be lost; change it by hand"},
		{"JSON", "v:\n  x: 1\n  z: ['a']\n", "{\"a\": 1}\n", "{\"a\": 1, \"v\": {\"x\": 1, \"z\": [\"a\"]}}\n"},
		{"of JSON", "{\"v\": {\"a\": [1, {\"b\": \"x\"}], \"c\": \"yes\"}}", "k: 1\n", "k: 1\nv:\n  a:\n    - 1\n    - b: x\n  c: \"yes\"\n"},
		{"aliases and merge keys", "b: &b {x: 1, z: 2}\nv:\n  <<: *b\n  z: 3\n  w: *b\n  l: &l [1]\n", "k: 1\n",
			"k: 1\nv:\n  x: 1\n  z: 3\n  w:\n    x: 1\n    z: 2\n  l: [1]\n"},
		{"a merge key above", "b: &b {x: 1, z: 2}\nv:\n  z: 3\n  <<: [*b, {u: 4}]\n", "k: 1\n", "k: 1\nv:\n  z: 2\n  x: 1\n  u: 4\n"},
		{"a tag", "v: !!str 3\n", "k: 1\n", "k: 1\nv: \"3\"\n"},
		{"numbers as written", "v: {a: 0x1F, 'b': 1.50, c: yes}\n", "k: 1\n", "k: 1\nv: {a: 0x1F, 'b': 1.50, c: true}\n"},
		{"templates", "v:\n    x: |\n        a {{ .b }}\n          c\n    w: \"{{ z }}\"\n", "k:\n  l: 1\n",
			"k:\n  l: 1\nv:\n  x: |\n    a {{ .b }}\n      c\n  w: \"{{ z }}\"\n"},
		{"templates in flow style", "v:\n    x: |\n        a {{ .b }}\n", "{k: 1}\n",
			"a text with templates (| …) cannot be written at its new place; change it by hand"},
		{"template lines", "v:\n  x: 1\n  {{- if .Y }}\n  y: 2\n  {{- end }}\n", "k: 1\n",
			"a template writes lines of what is added, which cannot be written elsewhere; change it by hand"},
		{"a template of lines", "v:\n  x: 1\n  {{- toYaml .Y | nindent 2 }}\n", "k: 1\n",
			"a template writes lines of what is added, which cannot be written elsewhere; change it by hand"},
		{"a templated key", "v:\n  x: 1\n  a/${b}: 2\n", "k: 1\n", "k: 1\nv:\n  x: 1\n  a/${b}: 2\n"},
		{"a templated key beside template lines", "v:\n  {{ .k }}: 1\n  {{- if .Y }}\n  y: 2\n  {{- end }}\n", "k: 1\n",
			"a template writes lines of what is added, which cannot be written elsewhere; change it by hand"},
		{"a templated key beside a template of lines", "v:\n  {{ .k }}: 1\n  {{- toYaml .Y | nindent 2 }}\n", "k: 1\n",
			"a template writes lines of what is added, which cannot be written elsewhere; change it by hand"},
		{"a comment below a text", "v: |\n   x\n # below\nw: 1\n", "k: 1\n", "k: 1\nv: |\n  x\n# below\n"},
		{"nothing", "v: # n\n", "k: 1\n", "k: 1\nv: null # n\n"},
	} {
		doc, into := parseAll(t, []byte(c.from))[0], parseAll(t, []byte(c.into))[0]
		edits, err := Plan(Target{Doc: into}, []edit.Op{{Do: edit.Set, Path: []any{"v"}, Value: layout.Detach(doc, doc.Root.Get("v"))}})
		out, _ := edit.Apply([]byte(c.into), edits)
		if err != nil {
			out = []byte(err.Error())
		}
		if string(out) != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, out, c.want)
		}
	}
}

// A comment inside what a move leaves behind goes along.
func TestUnwrapKeepsComments(t *testing.T) {
	doc := parseAll(t, []byte("# of all\nlimits: # l\n  # in all\n  resources: # r\n    cpu: 1 # c\n"))[0]
	after, err := draft.Changed(layout.Detach(doc, doc.Root), []edit.Op{{Do: edit.Move, Path: []any{"limits", "resources"}, To: []any{"limits"}}})
	if err != nil {
		t.Fatal(err)
	}
	out, err := yamltext.Document(doc, after)
	if want := "# of all\n# l\n# in all\nlimits: # r\n  cpu: 1 # c\n"; err != nil || out != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}
}

func TestAddDocuments(t *testing.T) {
	for _, c := range []struct{ name, in, ops, add, want string }{
		{"alone", "a: 1\n", "", "b: 2\n", "a: 1\n---\nb: 2\n"},
		{"no final newline", "a: 1", "set a = 2", "b: 2\n", "a: 2\n---\nb: 2"},
		{"before another", "---\na: 1\n---\nc: 3\n", "set b = 2", "b: 2\n", "---\na: 1\nb: 2\n---\nb: 2\n---\nc: 3\n"},
		{"blank lines", "a: 1\n\n---\nc: 3\n", "", "b: 2\n", "a: 1\n\n---\nb: 2\n\n---\nc: 3\n"},
		{"dots", "a: 1\n...\nc: 3\n", "", "b: 2\n", "a: 1\n...\n---\nb: 2\n...\nc: 3\n"},
		{"a marker at the end", "a: 1\n---\n", "", "b: 2\n", "a: 1\n---\nb: 2\n---\n"},
		{"clip", "a: |\n  x", "", "b: 2\n", "a: |-\n  x\n---\nb: 2"},
		{"clipped new text", "a: 1", "", "b: |\n  x\n", "a: 1\n---\nb: |\n  x\n"},
		{"keep", "a: |+\n  x\n\n---\nc: 3\n", "", "b: |+\n  x\n\n", "a: |+\n  x\n\n---\nb: |+\n  x\n\n---\nc: 3\n"},
		{"template", "{{- if .X }}\n---\na: 1\n{{- end }}\n---\nc: 3\n", "", "b: 2\n", "{{- if .X }}\n---\na: 1\n---\nb: 2\n{{- end }}\n---\nc: 3\n"},
		{"template behind", "a: 1\n# {{ if .X }}\n# {{ end }}\n---\nc: 3\n", "", "b: 2\n", "a: 1\n# {{ if .X }}\n# {{ end }}\n---\nb: 2\n---\nc: 3\n"},
		{"template around both", "{{- if .X }}\n---\na: 1\n---\nc: 3\n{{- end }}\n", "", "b: 2\n",
			"{{- if .X }}\n---\na: 1\n---\nb: 2\n---\nc: 3\n{{- end }}\n"},
		{"template around the next", "a: 1\n{{- if .X }}\n---\nc: 3\n{{- end }}\n", "", "b: 2\n", "a: 1\n---\nb: 2\n{{- if .X }}\n---\nc: 3\n{{- end }}\n"},
		{"with a marker and an end", "a: 1\n", "", "# head\n---\n# of b\nb: 2\n...\n", "a: 1\n---\n# of b\nb: 2\n"},
		{"byte order mark", "\ufeff# x\n---\na: 1\n", "delete a\nset c = 1", "b: 2\n", "\ufeff# x\n---\nc: 1\n---\nb: 2\n"},
		{"content behind the marker", "a: 1\n", "", "--- {b: 2}\n", "a: 1\n--- {b: 2}\n"},
		{"comment-only documents", "# x\n---\na: 1\n---\n# y\n", "", "b: 2\n", "# x\n---\na: 1\n---\nb: 2\n---\n# y\n"},
	} {
		for _, newline := range []string{"\n", "\r\n"} {
			with := func(text string) string { return strings.ReplaceAll(text, "\n", newline) }
			doc := parseAll(t, []byte(with(c.in)))[0]
			own, err := Plan(Target{Doc: doc}, parseOps(t, doc, c.ops))
			if err != nil {
				t.Fatal(err)
			}
			edits, err := AddDocuments(doc, own, []string{with(c.add)})
			out, _ := edit.Apply([]byte(with(c.in)), edits)
			if newline != "\n" && !strings.Contains(c.in, "\n") {
				continue
			}
			if err != nil || string(out) != with(c.want) {
				t.Errorf("%s: %v\n%q\nwant\n%q", c.name, err, out, with(c.want))
			}
		}
	}
}
