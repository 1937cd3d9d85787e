package planning

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

func TestFind(t *testing.T) {
	f := model.NewFile("main.tf", []byte(`resource "helm_release" "karpenter" {
  version = "0.37.0"
  values  = [yamlencode({ a = { b = [1, x ? "y" : "z"] } })]
  set {
    name = "n"
  }
}
other {}
`))
	doc := parseTerraform(t, f).Document
	for _, want := range []string{
		"resource.helm_release.karpenter", "resource.helm_release.karpenter.version",
		"resource.helm_release.karpenter.values", "resource.helm_release.karpenter.values[0]",
		"resource.helm_release.karpenter.values[0][0]", "resource.helm_release.karpenter.values[0][0].a.b",
		"resource.helm_release.karpenter.values[0][0].a.b[0]", "resource.helm_release.karpenter.values[0][0].a.b[1][1]",
		"resource.helm_release.karpenter.set[0]", "resource.helm_release.karpenter.set[0].name", "other[0]",
	} {
		v := edit.ValueAt(doc.Root, parsePath(t, want))
		if path, ok := edit.Find(doc, v.Span); !ok || edit.PathText(path) != want {
			t.Errorf("%s is found as %s, %v", want, edit.PathText(path), ok)
		}
	}
	if path, ok := edit.Find(doc, doc.Root.Span); !ok || len(path) > 0 {
		t.Errorf("the root is found as %v, %v", path, ok)
	}
	for _, span := range []model.Span{{Start: 0, End: 8}, {Start: 3, End: 3}, {Start: 5, End: 9999}} {
		if path, ok := edit.Find(doc, span); ok {
			t.Errorf("%v is found as %s", span, edit.PathText(path))
		}
	}
}

func TestFindYAML(t *testing.T) {
	doc := parseAll(t, []byte("a: &x\n  b: [1]\nc: *x\nd: {e: f}\ne:\n  e:\n    - g\n"))[0]
	for _, want := range []string{"a", "a.b", "a.b[0]", "c", "d", "d.e", "e", "e.e", "e.e[0]"} {
		if path, ok := edit.Find(doc, doc.Root.Get(parsePath(t, want)...).Span); !ok || edit.PathText(path) != want {
			t.Errorf("%s is found as %s, %v", want, edit.PathText(path), ok)
		}
	}
	if _, ok := edit.Find(&model.Document{}, model.Span{}); ok {
		t.Error("a value was found in an empty document")
	}
}

// A part of a file is a document as well: what yamlencode is called with.
func TestPlanPart(t *testing.T) {
	f := model.NewFile("main.tf", []byte("a {\n  b = yamlencode({ c = { d = 1 } })\n}\n"))
	root := parseTerraform(t, f).Document.Root.Get("a", 0, "b").Items[0]
	doc := &model.Document{File: f, Syntax: model.HCL, Span: root.Span, Root: root}
	edits, err := Plan(Target{Doc: doc}, []edit.Op{{Do: edit.Set, Path: []any{"c", "d"}, Value: model.NewNumber("2")}})
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := edit.Apply(f.Data, edits); string(got) != "a {\n  b = yamlencode({ c = { d = 2 } })\n}\n" {
		t.Errorf("%s", got)
	}
	doc.Root = &model.Value{Kind: model.Map, Span: model.Span{Start: 1, End: 2}}
	doc.Span = doc.Root.Span
	if edits, err := Plan(Target{Doc: doc}, []edit.Op{{Do: edit.Set, Path: []any{"c"}, Value: model.NewNumber("2")}}); err == nil {
		t.Errorf("a value that is not there gives %v", edits)
	}
}

// Wrong Ops on Terraform are errors, never panics.
func TestPlanBadHCLOps(t *testing.T) {
	f := model.NewFile("main.tf", []byte("a {\n  b = [1]\n  c = x\n  d = { e = 1 }\n  f = g(1)\n  n = null\n}\n"))
	doc := parseTerraform(t, f).Document
	x := model.NewString("x")
	for want, op := range map[string]edit.Op{
		"path is empty":              {Do: edit.Set},
		"no value for a[0].b":        {Do: edit.Set, Path: []any{"a", 0, "b"}},
		"no value for a[0].c":        {Do: edit.Insert, Path: []any{"a", 0, "c"}},
		"a[0].d is of kind map; a":   {Do: edit.Insert, Path: []any{"a", 0, "d"}, Value: x},
		"there is no place 5":        {Do: edit.Insert, Path: []any{"a", 0, "b"}, Index: 5, Value: x},
		"there is no place -2":       {Do: edit.Insert, Path: []any{"a", 0, "b"}, Index: -2, Value: x},
		"there is no place 3":        {Do: edit.Set, Path: []any{"a", 0, "b", 3}, Value: x},
		"0 items; there is no place": {Do: edit.Insert, Path: []any{"a", 0, "new"}, Index: 2, Value: x},
		"list of blocks; a string":   {Do: edit.Insert, Path: []any{"a"}, Index: -1, Value: x},
		"target of a[0].b is empty":  {Do: edit.Move, Path: []any{"a", 0, "b"}},
		"cannot move to a[0].b.c":    {Do: edit.Move, Path: []any{"a", 0, "b"}, To: []any{"a", 0, "b", "c"}},
		"\"d\" already exists":       {Do: edit.Move, Path: []any{"a", 0, "b"}, To: []any{"a", 0, "d"}},
		"a[0].z does not exist":      {Do: edit.Delete, Path: []any{"a", 0, "z"}},
		"a[1] does not exist":        {Do: edit.Delete, Path: []any{"a", 1, "z"}},
		"a means several blocks":     {Do: edit.Delete, Path: []any{"a"}},
		"a part of the expression g": {Do: edit.Delete, Path: []any{"a", 0, "f", 0}},
		"is the expression x":        {Do: edit.Delete, Path: []any{"a", 0, "c", "y"}},
		"is the expression g(1)":     {Do: edit.Set, Path: []any{"a", 0, "f", 1}, Value: x},
		"has no key":                 {Do: edit.Rename, Path: []any{"a", 0, "b", 0}, Key: "y"},
		"a is a block; rename":       {Do: edit.Rename, Path: []any{"a"}, Key: "y"},
		"cannot be the name":         {Do: edit.Rename, Path: []any{"a", 0, "b"}, Key: "a b"},
		"\"c\" already exists":       {Do: edit.Rename, Path: []any{"a", 0, "b"}, Key: "c"},
		"a[0] is a block; change":    {Do: edit.Set, Path: []any{"a", 0}, Value: x},
		"a[0].d.e is of kind number": {Do: edit.Set, Path: []any{"a", 0, "d", "e", "f"}, Value: x},
		"\"x y\" cannot be the name": {Do: edit.Set, Path: []any{"a", 0, "x y"}, Value: x},
		"new does not exist":         {Do: edit.Set, Path: []any{"new"}, Value: x},
		"a[0].new has 0 items":       {Do: edit.Set, Path: []any{"a", 0, "new", 1}, Value: x},
		"unknown action 9":           {Do: 9, Path: []any{"a"}},
		"would not parse":            {Do: edit.Set, Path: []any{"a", 0, "b"}, Value: &model.Value{Kind: model.Unknown, Text: "("}},
		"would not read back":        {Do: edit.Set, Path: []any{"a", 0, "b"}, Value: &model.Value{Kind: model.Unknown, Text: "1\n  evil = 2"}},
		"would not read back as":     {Do: edit.Set, Path: []any{"a", 0, "b"}, Value: model.NewNumber("x")},
		"a[0].b[1.5] cannot be in":   {Do: edit.Set, Path: []any{"a", 0, "b", 1.5}, Value: x},
	} {
		if edits, err := Plan(Target{Doc: doc}, []edit.Op{op}); err == nil || !strings.Contains(err.Error(), want) || edits != nil {
			t.Errorf("%+v: %v, %v; want an error with %q", op, edits, err, want)
		}
	}
	deep := edit.Op{Do: edit.Set, Path: []any{"a", 0, "n", "x", 0, "y"}, Value: x}
	if _, err := Plan(Target{Doc: doc}, []edit.Op{deep}); err != nil {
		t.Errorf("a null does not become a map: %v", err)
	}
}
