package admission_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/planning"
	"github.com/karplint/karplint/internal/testing/cputime"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/versions"
	"golang.org/x/tools/txtar"
)

// documents parses a text. The anchors "uncertain" and "closed" mark the values that are so for a known.Reader.
func documents(t testing.TB, data []byte) []*model.Document {
	t.Helper()
	var all []*model.Document
	yaml.Documents(model.NewFile("test.yaml", data), func(doc *model.Document, failed *yaml.ParseError) bool {
		if failed != nil {
			t.Fatal(failed)
		}
		all = append(all, doc)
		return true
	})
	return all
}

func object(v *model.Value) admission.Object {
	isClosed := func(v *model.Value) bool { return v.Anchor() == "closed" }
	isUncertain := func(v *model.Value) bool { return v.Anchor() == "uncertain" || isClosed(v) }
	return admission.Object{Value: v, Reader: known.Reader{Uncertain: isUncertain, Closed: isClosed}}
}

// TestGolden compares the problems of the objects in testdata for each target. An archive has the targets, the objects, and
// "problems", with all problems of each object. Objects in partial.txtar are patches.
func TestGolden(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", func(t *testing.T, archive *txtar.Archive) []txtar.File {
		targets := strings.Split(strings.TrimSpace(string(archive.Files[0].Data)), "\n")
		var out strings.Builder
		for _, doc := range documents(t, archive.Files[1].Data) {
			o := object(doc.Root)
			o.Filled = known.Filled(doc)
			o.Partial = strings.HasSuffix(t.Name(), "partial")
			var order []string
			of := map[string][]string{} // the targets that have the same problems
			for _, target := range targets {
				text := report(t, doc, o, interval(t, target))
				if of[text] == nil {
					order = append(order, text)
				}
				of[text] = append(of[text], target)
			}
			for _, text := range order {
				fmt.Fprintf(&out, "%s (%s)\n%s", doc.Root.Str("metadata", "name"), strings.Join(of[text], "; "), text)
			}
		}
		return []txtar.File{archive.Files[0], archive.Files[1], {Name: "problems", Data: []byte(out.String())}}
	})
}

func interval(t testing.TB, target string) versions.Interval {
	t.Helper()
	interval, err := versions.ParseConstraint(strings.TrimPrefix(target, "any"))
	if err != nil {
		t.Fatal(err)
	}
	return interval
}

const rejects = "the API server rejects the object" // the consequence of most problems, which the golden files leave out

func report(t *testing.T, doc *model.Document, o admission.Object, target versions.Interval) string {
	t.Helper()
	var b strings.Builder
	for _, p := range admission.Check(o, target) {
		fmt.Fprintf(&b, "  %s (%s)\n    %s%s\n", model.PathText(p.Path), strings.Join(facts(p), ", "), p.Message, fix(t, doc, p, target))
		if why := p.Consequence(); why != "" && why != rejects {
			fmt.Fprintf(&b, "    why: %s\n", why)
		}
		fmt.Fprintf(&b, "    help: %s\n", p.Help)
	}
	return b.String()
}

var classes = map[admission.Class]string{admission.Rejected: "rejected", admission.Pruned: "pruned"}

func facts(p admission.Problem) []string {
	all := []string{classes[p.Class] + " " + p.Code}
	if p.Releases != "" {
		all = append(all, p.Releases)
	}
	if p.Inferred {
		all = append(all, "inferred")
	}
	if p.Conditional {
		all = append(all, "conditional")
	}
	return all
}

// fix returns the title of a problem's fix. It fails if the fix cannot be planned, or does not solve the problem.
func fix(t *testing.T, doc *model.Document, p admission.Problem, target versions.Interval) string {
	t.Helper()
	if p.Fix == nil {
		return ""
	}
	edits, err := planning.Plan(planning.Target{Doc: doc}, p.Fix.Ops)
	if err != nil {
		t.Fatalf("%s: %v", p.Fix.Title, err)
	}
	fixed, err := edit.Apply(doc.File.Data, edits)
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range documents(t, fixed) {
		if other.Root.Str("metadata", "name") != doc.Root.Str("metadata", "name") {
			continue
		}
		for _, q := range admission.Check(object(other.Root), target) {
			if q.Code == p.Code && slices.Equal(q.Path, p.Path) {
				t.Errorf("%s leaves %s", p.Fix.Title, q.Message)
			}
		}
	}
	return "\n    fix: " + p.Fix.Title
}

// TestManyProblems: the time for an object is proportional to its length, even if it has many problems.
func TestManyProblems(t *testing.T) {
	for name, part := range map[string]string{
		"unknown fields": "  field%d: x\n",
		"one key":        "  field: %d\n",
		"merged":         "  <<: {field%d: x}\n",
	} {
		bytes := func(n int) []byte {
			var b strings.Builder
			b.WriteString("apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec:\n")
			for i := range n {
				fmt.Fprintf(&b, part, i)
			}
			return []byte(b.String())
		}
		doc := documents(t, bytes(20_000))[0]
		before := cputime.Used()
		if problems := admission.Check(object(doc.Root), versions.Interval{}); len(problems) == 0 || len(problems) > admission.MaxProblems {
			t.Errorf("%s: %d problems", name, len(problems))
		}
		if used := cputime.Used() - before; used > 2*time.Second {
			t.Errorf("%s: %v", name, used)
		}
	}
}

// TestManyObjectsWithProblems: the names similar to an unknown field are searched once, and not for each object.
func TestManyObjectsWithProblems(t *testing.T) {
	var b strings.Builder
	b.WriteString("apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec:\n")
	for i := range 300 {
		fmt.Fprintf(&b, "  field%d: x\n", i)
	}
	doc := documents(t, []byte(b.String()))[0]
	before := cputime.Used()
	for range 50 {
		admission.Check(object(doc.Root), versions.Interval{})
	}
	if used := cputime.Used() - before; used > 2*time.Second {
		t.Errorf("%v", used)
	}
}
