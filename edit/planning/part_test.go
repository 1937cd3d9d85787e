package planning

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/edit"
)

// inParts has Ops planned on parts of documents above size bytes.
func inParts(t *testing.T, size int) {
	t.Helper()
	before := partAbove
	partAbove = size
	t.Cleanup(func() { partAbove = before })
}

// TestPropertiesOfParts: what is planned on a part of a document has the properties of what is planned on all of it.
func TestPropertiesOfParts(t *testing.T) {
	inParts(t, 0)
	for seed := int64(0); seed < int64(rounds) && !t.Failed(); seed++ {
		g := &generator{Rand: rand.New(rand.NewSource(seed))}
		checkProperties(t, fmt.Sprintf("seed %d", seed), g.document(), g)
	}
}

// TestPartIsTheItem: the part is the one item, and what is planned on it is planned as in the whole document.
func TestPartIsTheItem(t *testing.T) {
	inParts(t, 60)
	block := "kind: P\njobs:\n- name: a\n  m:\n    x: 1\n    y: 2\n- name: b\n  m:\n    x: 1 # why\n    y: 2\n- name: c"
	json := "{\n  \"jobs\": [\n    {\"m\": {\"y\": 2}},\n    {\n      \"name\": \"b\",\n      \"m\": {\"x\": 1, \"y\": 2}\n    },\n    {\"name\": \"c\"}\n  ]\n}\n"
	for _, c := range []struct{ name, text, part string }{
		{"block", block + "\n", "- name: b\n  m:\n    x: 1 # why\n    y: 2\n"},
		{"no newline at the end", strings.TrimSuffix(block, "\n- name: c"), "- name: b\n  m:\n    x: 1 # why\n    y: 2"},
		{"CRLF", strings.ReplaceAll(block, "\n", "\r\n") + "\r\n", "- name: b\r\n  m:\r\n    x: 1 # why\r\n    y: 2\r\n"},
		{"JSON", json, "{\n      \"name\": \"b\",\n      \"m\": {\"x\": 1, \"y\": 2}\n    }"},
		{"alias", strings.Replace(block, "m:", "m: &a", 1) + "\n- *a\n", ""},
		{"template", strings.Replace(block, "name: a", "name: {{ .a }}", 1), ""},
	} {
		doc := parseAll(t, []byte(c.text))[0]
		ops := []edit.Op{{Do: edit.Rename, Path: []any{"jobs", 1, "m", "x"}, Key: "z"}}
		text := ""
		if part, _ := partFor(doc, ops); part != nil {
			text = part.Text(part.Span)
		}
		if d := cmp.Diff(c.part, text); d != "" {
			t.Errorf("%s: the part (-want +got):\n%s", c.name, d)
		}
		got, err := (&Target{}).planPart(doc, ops, nil)
		if err != nil {
			t.Fatal(err)
		}
		want, err := (&Target{}).planTree(doc, ops, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-whole +part):\n%s", c.name, d)
		}
	}
}

// TestManyPlans: a thousand plans on one document take time in proportion to what they change. Plans on the whole document would take
// minutes here.
func TestManyPlans(t *testing.T) {
	const count = 1000
	var text strings.Builder
	text.WriteString("kind: Prow\nmetadata: {name: x}\nspec:\n  jobs:\n")
	for i := range count {
		fmt.Fprintf(&text, "  # job %[1]d\n  - name: job%[1]d\n    annotations:\n      old: true # why\n      other: a\n    spec:\n      containers:\n      - image: a\n", i)
	}
	doc := parseAll(t, []byte(text.String()))[0]
	start := time.Now()
	for i := range count {
		if _, err := Plan(Target{Doc: doc}, []edit.Op{{Do: edit.Rename, Path: []any{"spec", "jobs", i, "annotations", "old"}, Key: "new"}}); err != nil {
			t.Fatal(err)
		}
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("took %v", d)
	}
}
