package planning

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// A text of lines that comes into a list is quoted: a comma could not follow a heredoc on its line.
func TestLinesInList(t *testing.T) {
	const text = "a = [\n  \"x\",\n  \"y\"\n]\n"
	doc := parseTerraform(t, model.NewFile("main.tf", []byte(text))).Document
	v := &model.Value{Kind: model.String, Style: model.Literal, Text: "one\ntwo\n"}
	edits, err := Plan(Target{Doc: doc}, []edit.Op{{Do: edit.Insert, Path: []any{"a"}, Index: 1, Value: v}})
	if err != nil {
		t.Fatal(err)
	}
	want := "a = [\n  \"x\",\n  \"one\\ntwo\\n\",\n  \"y\"\n]\n"
	if got, err := edit.Apply([]byte(text), edits); err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

// Comments in what moves come along, also into a map on one line.
func TestCommentsMoveIntoOneLine(t *testing.T) {
	const text = "l = [\n  1,\n  2 # e\n]\nm = [{ a = 1 }]\n"
	doc := parseTerraform(t, model.NewFile("main.tf", []byte(text))).Document
	edits, err := Plan(Target{Doc: doc}, []edit.Op{{Do: edit.Move, Path: []any{"l"}, To: []any{"m", 0, "n"}}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := edit.Apply([]byte(text), edits); err != nil || !strings.Contains(string(got), "# e") {
		t.Errorf("%v\n%s", err, got)
	}
}

// A new map is indented also where nothing in the file shows how.
func TestMapInEmptyFile(t *testing.T) {
	f := model.NewFile("terraform.tfvars", []byte("\n"))
	v := model.NewMap(model.NewEntry("b", model.NewNumber("1")))
	edits, err := Plan(Target{Doc: parseTerraform(t, f).Document}, []edit.Op{{Do: edit.Set, Path: []any{"a"}, Value: v}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := edit.Apply(f.Data, edits); err != nil || !strings.Contains(string(got), "a = {\n  b = 1\n}\n") {
		t.Errorf("%v\n%s", err, got)
	}
}

// An attribute may be asked for in front of one that is new itself.
func TestBeforeNewAttribute(t *testing.T) {
	const text = "module \"m\" {\n  source = \"x\"\n}\n"
	doc := parseTerraform(t, model.NewFile("main.tf", []byte(text))).Document
	edits, err := Plan(Target{Doc: doc}, []edit.Op{
		{Do: edit.Set, Path: []any{"module", "m", "b"}, Value: model.NewNumber("2")},
		{Do: edit.Set, Path: []any{"module", "m", "a"}, Value: model.NewNumber("1"), Before: "b"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "module \"m\" {\n  source = \"x\"\n  a      = 1\n  b      = 2\n}\n"
	if got, err := edit.Apply([]byte(text), edits); err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

// Items are copied as they are written, with their comments, in every form of a list; the first one last, as its place comes first.
func TestCopiesInTerraform(t *testing.T) {
	for _, text := range []string{
		"l = [1, 2]\n",
		"l = [{\n  a = 1\n}, {\n  a = 2\n}]\n",
		"l = [\n  \"a\", # one\n\n  # two\n  \"b\"\n]",
		"l = [{ a = 1 }, { a = [1, 2] }]",
		"l = [{\n  a = 1\n  }, {\n  a = [\n    1, # one\n    2,\n  ]\n}]\n",
		"l = [\r\n  {\r\n    a = 1 # one\r\n  },\r\n  f({ b = 1 }),\r\n]\r\n",
		"l = [\n  <<-E\n    one\n  E\n  ,\n  <<E\ntwo\nE\n]\n",
		"l {\n  a = 1\n}\n\n# two\nl {\n  b { c = 1 }\n  a = [\n    1,\n\n    2,\n  ]\n}",
		"d \"x\" \"y\" {\n  l { a = 1 }\n  l {\n    # two\n    a = <<-E\n      one\n    E\n\n    b {\n    }\n  }\n}\n",
	} {
		doc := parseTerraform(t, model.NewFile("main.tf", []byte(text))).Document
		path := []any{"l"}
		if doc.Root.Get("d") != nil {
			path = []any{"d", "x", "y", "l"}
		}
		list := edit.ValueAt(doc.Root, path)
		if list == nil || len(list.Items) != 2 {
			t.Fatalf("%v in\n%s", list, text)
		}
		edits, err := Plan(Target{Doc: doc}, []edit.Op{
			{Do: edit.Insert, Path: path, Index: -1, Value: list.Items[1]},
			{Do: edit.Insert, Path: path, Index: 1, Value: list.Items[0]},
		})
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		got, err := edit.Apply([]byte(text), edits)
		if err != nil {
			t.Fatal(err)
		}
		staysFormatted(t, "", []byte(text), got)
		for _, line := range strings.Split(text, "\n") {
			if comment := strings.Index(line, "#"); comment >= 0 && strings.Count(string(got), line[comment:]) != 2 {
				t.Errorf("%q is not copied:\n%s", line[comment:], got)
			}
		}
		for _, e := range edits {
			if !adds(text[e.Start:e.End], e.New) {
				t.Errorf("%q became %q", text[e.Start:e.End], e.New)
			}
		}
	}
}
