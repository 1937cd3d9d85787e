package planning

import (
	"bytes"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/hcltext"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

func parseTerraform(t *testing.T, f *model.File) *hcl.Source {
	t.Helper()
	source, err := hcl.Parse(f)
	if err != nil {
		t.Fatalf("%v\n%s", err, f.Data)
	}
	return source
}

// heredocs returns the YAML documents of all heredocs in a file.
func heredocs(t *testing.T, f *model.File) []*model.Document {
	t.Helper()
	var docs []*model.Document
	var search func(v *model.Value)
	search = func(v *model.Value) {
		if v.Style == model.Literal {
			start := v.Span.Start + bytes.IndexByte(f.Data[v.Span.Start:], '\n') + 1
			end := bytes.LastIndexByte(f.Data[:v.Span.End], '\n') + 1
			yaml.Embedded(f, model.Span{Start: start, End: end}, func(d *model.Document, err *yaml.ParseError) bool {
				if err != nil {
					t.Logf("heredoc: %v", err)
				} else {
					docs = append(docs, d)
				}
				return true
			})
		}
		for _, item := range v.Items {
			search(item)
		}
		for _, e := range v.Entries {
			search(e.Value)
		}
	}
	search(parseTerraform(t, f).Document.Root)
	return docs
}

// staysFormatted checks that a formatted file is formatted after a change.
func staysFormatted(t *testing.T, name string, before, after []byte) {
	t.Helper()
	if !bytes.Equal(hclwrite.Format(before), before) {
		return
	}
	if want := hclwrite.Format(after); !bytes.Equal(want, after) {
		t.Errorf("%s: the result is not formatted:\n%s\nwant\n%s", name, after, want)
	}
}

// A file of a thousand blocks is not read again for each of them, whether blank lines part them or not.
func TestBlocksArePlannedAlone(t *testing.T) {
	for _, between := range []string{"", "\n", "# why\n", "\r\n"} {
		text := "module \"a\" {\n}\n" + between + "resource \"a\" \"b\" {\n  x = 1\n}\n" + between + "locals {\n}\n"
		source := parseTerraform(t, model.NewFile("main.tf", []byte(text)))
		ops := []edit.Op{{Do: edit.Set, Path: []any{"resource", "a", "b", "x"}, Value: model.NewNumber("2")}}
		if _, ok := hcltext.PlanBlock(source.Document, ops); !ok {
			t.Errorf("the whole file is planned, of\n%s", text)
		}
	}
}

// A block is planned alone only where nothing beside it has to move along.
func TestNeighboursMoveAlong(t *testing.T) {
	const text = "resource \"a\" \"b\" { x = 1 }     # one\nresource \"a\" \"c\" { x = 10000 } # two\n"
	want := map[string]string{
		"b": "resource \"a\" \"b\" { x = 222222 } # one\nresource \"a\" \"c\" { x = 10000 }  # two\n",
		"c": "resource \"a\" \"b\" { x = 1 }      # one\nresource \"a\" \"c\" { x = 222222 } # two\n",
	}
	for label, want := range want {
		source := parseTerraform(t, model.NewFile("main.tf", []byte(text)))
		edits, err := Plan(Target{Doc: source.Document},
			[]edit.Op{{Do: edit.Set, Path: []any{"resource", "a", label, "x"}, Value: model.NewNumber("222222")}})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := edit.Apply([]byte(text), edits); err != nil || string(got) != want {
			t.Errorf("%v\n%s\nwant\n%s", err, got, want)
		}
	}
}

// Comments of what is added come along.
func TestHCLWritesComments(t *testing.T) {
	doc := parseTerraform(t, model.NewFile("main.tf", []byte("a = 1\n"))).Document
	v := model.NewString("x")
	v.SetComments(&model.Comments{Beside: "why"})
	edits, err := Plan(Target{Doc: doc}, []edit.Op{{Do: edit.Set, Path: []any{"b"}, Value: model.NewList(v)}})
	if err != nil {
		t.Fatal(err)
	}
	want := "a = 1\nb = [\n  \"x\" # why\n]\n"
	if got, err := edit.Apply(doc.File.Data, edits); err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}
