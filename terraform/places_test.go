package terraform

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/modules"
)

// TestPlaces checks what holds of every evaluated value: it has an origin, its span lies in the file of the origin, and
// where it is not computed, the file's static tree has a value with exactly that span, so that edits find the way back; or an expression
// around it that the static tree does not look into.
func TestPlaces(t *testing.T) {
	paths, err := filepath.Glob("testdata/load/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range paths {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		dir := "."
		if strings.Contains(string(txtar.Format(archive)), "-- root/") {
			dir = "root"
		}
		checkPlaces(t, Load(filesOf(archive), dir, modules.Options{}))
	}
	data, err := os.ReadFile("testdata/expressions.txt")
	if err != nil {
		t.Fatal(err)
	}
	var program strings.Builder
	program.WriteString(surroundings + "resource \"all\" \"of\" {\n")
	for line := range strings.Lines(string(data)) {
		if expression, _, found := strings.Cut(line, " ==> "); found {
			program.WriteString("  block {\n v = " + expression + "\n}\n")
		}
	}
	program.WriteString("}\n")
	checkPlaces(t, Load(filesOf(&txtar.Archive{Files: []txtar.File{{Name: "main.tf", Data: []byte(program.String())}}}), ".", modules.Options{}))
}

func checkPlaces(t *testing.T, root *Root) {
	t.Helper()
	static := map[*model.File]spans{}
	for _, source := range root.Sources {
		all := spans{exact: map[model.Span]bool{}}
		all.collect(source.Document.Root)
		static[source.File] = all
	}
	for _, r := range root.Resources {
		checkPlace(t, static, r.Address, r.Value)
	}
}

// spans are those of the values in a static tree.
type spans struct {
	exact  map[model.Span]bool
	opaque []model.Span // of expressions and heredocs
}

func (s *spans) collect(v *model.Value) {
	s.exact[v.Span] = true
	if v.Kind == model.Unknown && len(v.Items) == 0 || v.Style == model.Literal {
		s.opaque = append(s.opaque, v.Span)
	}
	for _, item := range v.Items {
		s.collect(item)
	}
	for _, e := range v.Entries {
		s.exact[e.Key.Span] = true
		s.collect(e.Value)
	}
}

func (s *spans) has(span model.Span) bool {
	return s.exact[span] || slices.ContainsFunc(s.opaque, func(o model.Span) bool { return o.Contains(span) })
}

func checkPlace(t *testing.T, static map[*model.File]spans, path string, v *model.Value) {
	t.Helper()
	if v.Origin == nil || v.Origin.File == nil {
		t.Errorf("%s: %s has no origin", path, leaf(v))
		return
	}
	if v.Span.Start < 0 || v.Span.End > len(v.Origin.File.Data) || v.Span.Start > v.Span.End {
		t.Errorf("%s: span %v lies outside of %s", path, v.Span, v.Origin.File.Path)
	}
	all, inSource := static[v.Origin.File]
	if inSource && !v.Origin.Computed && !all.has(v.Span) {
		t.Errorf("%s: %s at %s %q is no value of the static tree", path, leaf(v), placeOf(v.Origin.File, v.Span),
			v.Origin.File.Data[v.Span.Start:v.Span.End])
	}
	for _, item := range v.Items {
		checkPlace(t, static, path, item)
	}
	for _, e := range v.Entries {
		checkPlace(t, static, path+"."+e.Key.Text, e.Key)
		checkPlace(t, static, path+"."+e.Key.Text, e.Value)
	}
}
