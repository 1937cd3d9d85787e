package fixes

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestPlannedTogether: fixes that are planned together have the edits, or the refusals, that each has alone: random ones in a fourth of
// the documents of rules' examples, and in Lists of such documents.
func TestPlannedTogether(t *testing.T) {
	files, err := filepath.Glob("../../rules/*/examples.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same each time
	together := 0
	for _, name := range files {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var list strings.Builder
		for _, f := range archive.Files {
			for _, document := range pagesOf(model.NewFile(f.Name, f.Data)) {
				if random.IntN(4) == 0 {
					together += checkTogether(t, name, document, random)
				}
				f, root := document.Doc.File, document.Doc.Root
				isObject := document.Doc.Syntax == model.YAML && root.Get("kind") != nil && root.Span.Start == f.LineStart(root.Span.Start)
				if isObject && list.Len() < 2500 {
					text := string(f.Data[root.Span.Start:root.Span.End])
					list.WriteString("- " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ") + "\n")
				}
			}
		}
		for _, document := range pagesOf(model.NewFile("list.yaml", []byte("kind: List\nitems:\n"+list.String()))) {
			together += checkTogether(t, name+", list", document, random)
		}
	}
	if together < 500 {
		t.Errorf("only %d are planned together", together)
	}
}

func pagesOf(f *model.File) (documents []*place.Document) {
	switch {
	case filepath.Ext(f.Path) == ".tf":
		if source, err := hcl.Parse(f); err == nil {
			documents = append(documents, place.NewDocument(source.Document))
		}
	case filepath.Ext(f.Path) == ".yaml":
		yaml.Documents(f, func(doc *model.Document, err *yaml.ParseError) bool {
			if err == nil && doc.Root != nil {
				documents = append(documents, place.NewDocument(doc))
			}
			return true
		})
	}
	return documents
}

// checkTogether returns how many of the fixes were planned together.
func checkTogether(t *testing.T, name string, document *place.Document, random *rand.Rand) (together int) {
	var joint, alone []*Unplanned
	for _, op := range randomOps(document.Doc.Root, random) {
		for _, list := range []*[]*Unplanned{&joint, &alone} {
			s := &Unplanned{fix: Fix{Safety: rule.Safe}}
			s.add(step{document: document, op: rule.OpReport{Op: op}})
			*list = append(*list, s)
		}
	}
	PlanTogether(joint)
	for i, s := range joint {
		if s.planned[0].edits != nil {
			together++
		}
		if d := cmp.Diff(outcome(alone[i]), outcome(s)); d != "" {
			t.Errorf("%s: %s, %v (-alone +together):\n%s\n%s", name, document.Doc.File.Path, s.steps[0].op, d,
				document.Doc.File.Data[document.Doc.Span.Start:])
		}
	}
	return together
}

func outcome(s *Unplanned) string {
	fix, err := s.Plan("")
	if err != nil {
		return err.Error()
	}
	text := fmt.Sprintln(fix.Safety)
	for _, e := range fix.Edits {
		text += fmt.Sprintf("%v %q\n", e.Span, e.New)
	}
	return text
}

// randomOps returns ops at about every fifth place.
func randomOps(root *model.Value, random *rand.Rand) (ops []edit.Op) {
	var visit func(v *model.Value, path []any)
	visit = func(v *model.Value, path []any) {
		if len(path) > 0 && random.IntN(5) == 0 {
			_, isEntry := path[len(path)-1].(string)
			path := slices.Clone(path)
			switch do := random.IntN(4); {
			case do == 0:
				ops = append(ops, edit.Op{Do: edit.Delete, Path: path})
			case do == 1 && isEntry:
				ops = append(ops, edit.Op{Do: edit.Rename, Path: path, Key: "renamed"})
			case do == 2 && isEntry:
				ops = append(ops, edit.Op{Do: edit.Move, Path: path, To: append(slices.Clone(path[:len(path)-1]), "moved", "here")})
			case v.Kind == model.List:
				ops = append(ops, edit.Op{Do: edit.Insert, Path: path, Index: -1, Value: model.NewString("new")})
			default:
				ops = append(ops, edit.Op{Do: edit.Set, Path: path, Value: model.NewString("new")})
			}
		}
		for _, e := range v.Entries {
			visit(e.Value, append(path, e.Key.Text))
		}
		for i, item := range v.Items {
			visit(item, append(path, i))
		}
	}
	visit(root, nil)
	return ops
}

// TestRefusedAmongMany: a few changes that cannot be made do not keep the others from being planned together, and few more plans are made.
func TestRefusedAmongMany(t *testing.T) {
	refused := map[int]bool{50: true, 51: true, 300: true, 799: true}
	tries, largest := 0, 0
	inHalves(800, func(start, end int) bool {
		tries++
		for i := range refused {
			if start <= i && i < end {
				return false
			}
		}
		largest = max(largest, end-start)
		return true
	})
	if tries > 20*len(refused) || largest < 100 {
		t.Errorf("%d plans, the largest of %d", tries, largest)
	}
}
