package advice_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/admission/advice"
	"github.com/karplint/karplint/admission/cel"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/internal/testing/celrules"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"golang.org/x/tools/txtar"
)

// example is an object that breaks rules about the value at a path.
type example struct{ path, object string }

func examples(data []byte) (all []example) {
	for line := range strings.Lines(string(data)) {
		if path, object, ok := strings.Cut(strings.TrimSpace(line), " | "); ok {
			all = append(all, example{path, object})
		}
	}
	return all
}

// TestWords compares the messages for every rule of Karpenter's CRDs, by the shape of the rule.
func TestWords(t *testing.T) {
	golden.Archives(t, "testdata/words.txtar", func(t *testing.T, archive *txtar.Archive) []txtar.File {
		objects := archive.Files[0]
		return []txtar.File{objects, {Name: "words", Data: words(t, examples(objects.Data))}}
	})
}

func words(t *testing.T, broken []example) []byte {
	var shapes []string
	said := map[string][]string{}
	for _, row := range celrules.All() {
		rule := row.Rule
		shape, _ := rule.Shape()
		if !slices.Contains(shapes, shape) {
			shapes = append(shapes, shape)
		}
		sayings := sayings(t, rule, row.Paths, broken)
		if len(sayings) == 0 {
			t.Errorf("no object breaks %s at %v", rule.Source, row.Paths)
		}
		said[shape] = append(said[shape], sayings...)
	}
	var b bytes.Buffer
	for _, shape := range shapes {
		slices.Sort(said[shape])
		b.WriteString(shape + "\n" + strings.Join(slices.Compact(said[shape]), ""))
	}
	return b.Bytes()
}

// sayings returns the messages for the objects that break a rule, with their fixes.
func sayings(t *testing.T, rule *cel.Rule, paths []string, broken []example) (all []string) {
	for _, example := range broken {
		if !slices.Contains(paths, example.path) {
			continue
		}
		object := tree(t, example.object)
		in := cel.Input{Path: path(example.path)}
		in.Self = object.Get(in.Path...)
		for _, failure := range rule.Failures(in) {
			said := advice.For(object, rule, in, failure)
			text := fmt.Sprintf("    %s: %s\n", model.PathText(failure.Path), said.Fact)
			if said.Why != "" {
				text += "        why: " + said.Why + "\n"
			}
			text += "        help: " + said.Help + "\n"
			if said.Fix != nil {
				text += "        fix: " + said.Fix.Title + "\n"
				checkFix(t, object, rule, in, failure, said.Fix)
			}
			checkWords(t, said.Words)
			all = append(all, text)
		}
	}
	return all
}

func checkWords(t *testing.T, said advice.Words) {
	t.Helper()
	for _, text := range []string{said.Fact, said.Why, said.Help} {
		if strings.ContainsAny(text, "{}\n;") || strings.Contains(text, "unset") || strings.Contains(text, "breaks a rule") {
			t.Errorf("%s: the text has a placeholder or no words", text)
		}
	}
	if said.Help == "" {
		t.Errorf("%s: nothing says what to do", said.Fact)
	}
}

// checkFix applies a fix. It fails if the rule is still broken at that place.
func checkFix(t *testing.T, object *model.Value, rule *cel.Rule, in cel.Input, failure cel.Failure, fix *advice.Fix) {
	t.Helper()
	fixed, err := draft.Changed(object, fix.Ops)
	if err != nil {
		t.Fatal(err)
	}
	in.Self = fixed.Get(in.Path...)
	for _, left := range rule.Failures(in) {
		if slices.Equal(left.Path, failure.Path) {
			t.Errorf("%s: %s does not help", rule.Source, fix.Title)
		}
	}
}

func tree(t *testing.T, text string) (root *model.Value) {
	t.Helper()
	yaml.Documents(model.NewFile("in.yaml", []byte(text)), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			t.Fatal(err)
		}
		root = doc.Root
		return false
	})
	return root
}

// path reads a path such as spec.requirements[0].key.
func path(text string) (steps []any) {
	for _, step := range strings.Split(text, ".") {
		key, isItem := strings.CutSuffix(step, "[0]")
		if steps = append(steps, key); isItem {
			steps = append(steps, 0)
		}
	}
	return steps
}

// TestUnworded: a rule without a row, which a later release of Karpenter may have, gets a general message.
func TestUnworded(t *testing.T) {
	object := tree(t, "spec: {a: b}")
	rule := cel.New("self.a != 'b'")
	in := cel.Input{Self: object.Get("spec"), Path: []any{"spec"}, Reader: known.Reader{}}
	got := advice.For(object, rule, in, rule.Failures(in)[0]).Words
	if want := (advice.Words{Fact: "spec.a breaks a rule of its CRD", Help: "change it so that this holds: self.a != 'b'"}); got != want {
		t.Errorf("For = %q, want %q", got, want)
	}
}
