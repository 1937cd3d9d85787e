package edit

import (
	"strings"
	"testing"

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
	v := Detach(doc, doc.Root.Get("spec", "kubelet"))
	text, err := Document(doc, model.NewMap(model.NewEntry("kind", model.NewString("EC2NodeClass")), model.NewEntry("spec", model.NewMap(model.NewEntry("kubelet", v)))))
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
      # open
      memory.available: 5% # five
      # nodefs
      nodefs.available: 10%
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
	edits, err := Plan(other, []Op{{Do: Set, Path: []any{"spec", "kubelet"}, Value: v}})
	out, _ := Apply([]byte(in), edits)
	if err != nil || !strings.HasPrefix(string(out), in+"    # about the kubelet\r\n    kubelet: # beside it\r\n        # first\r\n        maxPods: 20 # pods\r\n\r\n") {
		t.Errorf("%v\n%s", err, out)
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
	} {
		for _, newline := range []string{"\n", "\r\n"} {
			with := func(text string) string { return strings.ReplaceAll(text, "\n", newline) }
			doc := parseAll(t, []byte(with(c.in)))[0]
			own, err := Plan(doc, parseOps(t, doc, c.ops))
			if err != nil {
				t.Fatal(err)
			}
			edits, err := AddDocuments(doc, own, []string{with(c.add)})
			out, _ := Apply([]byte(with(c.in)), edits)
			if newline != "\n" && !strings.Contains(c.in, "\n") {
				continue
			}
			if err != nil || string(out) != with(c.want) {
				t.Errorf("%s: %v\n%q\nwant\n%q", c.name, err, out, with(c.want))
			}
		}
	}
}
