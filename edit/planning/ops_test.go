package planning

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/scalar"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// parseOps reads Ops as the golden cases write them, one on a line:
//
//	set PATH = VALUE [# note]       VALUE is YAML in flow style, made into block style
//	setstyle PATH = VALUE           the style of VALUE is kept
//	insert PATH INDEX = VALUE
//	rename PATH KEY
//	delete PATH, drop PATH          drop takes the comments along
//	move PATH -> PATH
//	text PATH = [OLD, NEW]          every OLD in the text becomes NEW
//	copy PATH = PATH                set to a value taken from the document
//	twin PATH INDEX = PATH          insert a value taken from the document
//	detach PATH = PATH              set to a detached copy of a value
//
// In Terraform VALUE may hold {"$unknown": EXPRESSION} and {"$call": NAME, "args": […]}.
//
// PATH is spec.requirements[0]["a.b/c"].
func parseOps(t *testing.T, doc *model.Document, text string) []edit.Op {
	t.Helper()
	var ops []edit.Op
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		verb, rest, _ := strings.Cut(line, " ")
		var op edit.Op
		switch verb {
		case "set", "setstyle":
			left, right, _ := strings.Cut(rest, " = ")
			right, note, _ := strings.Cut(right, " # ")
			op = edit.Op{Do: edit.Set, Path: parsePath(t, left), Value: fresh(parseValue(t, right), verb == "setstyle"), Note: note}
		case "insert":
			left, right, _ := strings.Cut(rest, " = ")
			right, note, _ := strings.Cut(right, " # ")
			left, index, _ := strings.Cut(left, " ")
			n, err := strconv.Atoi(index)
			if err != nil {
				t.Fatal(err)
			}
			op = edit.Op{Do: edit.Insert, Path: parsePath(t, left), Index: n, Value: fresh(parseValue(t, right), false), Note: note}
		case "rename":
			left, key, _ := strings.Cut(rest, " ")
			op = edit.Op{Do: edit.Rename, Path: parsePath(t, left), Key: key}
		case "delete", "drop":
			op = edit.Op{Do: edit.Delete, Path: parsePath(t, rest), DropComments: verb == "drop"}
		case "move":
			left, right, _ := strings.Cut(rest, " -> ")
			op = edit.Op{Do: edit.Move, Path: parsePath(t, left), To: parsePath(t, right)}
		case "text":
			left, right, _ := strings.Cut(rest, " = ")
			change := parseValue(t, right)
			op = edit.Op{Do: edit.Text, Path: parsePath(t, left)}
			from := op.Path
			if n := len(ops); n > 0 && ops[n-1].Do == edit.Move {
				from = ops[n-1].Path // it has moved there
			}
			op.Parts = replaceAll(t, doc, doc.Root.Get(from...), change.Items[0].Text, change.Items[1].Text)
		case "copy":
			left, right, _ := strings.Cut(rest, " = ")
			op = edit.Op{Do: edit.Set, Path: parsePath(t, left), Value: doc.Root.Get(parsePath(t, right)...)}
		case "detach":
			left, right, _ := strings.Cut(rest, " = ")
			op = edit.Op{Do: edit.Set, Path: parsePath(t, left), Value: layout.Detach(doc, doc.Root.Get(parsePath(t, right)...))}
		case "twin":
			left, right, _ := strings.Cut(rest, " = ")
			left, index, _ := strings.Cut(left, " ")
			n, err := strconv.Atoi(index)
			if err != nil {
				t.Fatal(err)
			}
			op = edit.Op{Do: edit.Insert, Path: parsePath(t, left), Index: n, Value: doc.Root.Get(parsePath(t, right)...)}
		default:
			t.Fatalf("unknown op %q", line)
		}
		ops = append(ops, op)
	}
	return ops
}

func replaceAll(t *testing.T, doc *model.Document, v *model.Value, old, new string) (parts []edit.Edit) {
	t.Helper()
	text, ok := scalar.Decoded(doc, v)
	if !ok {
		t.Fatalf("%q has no text", doc.Text(v.Span))
	}
	for at := 0; ; at += len(old) {
		i := strings.Index(text[at:], old)
		if i < 0 {
			return parts
		}
		at += i
		parts = append(parts, edit.Edit{Start: at, End: at + len(old), New: new})
	}
}

func parsePath(t *testing.T, text string) []any {
	t.Helper()
	var path []any
	for text = strings.TrimSpace(text); text != ""; {
		switch {
		case strings.HasPrefix(text, `["`):
			end := strings.Index(text, `"]`)
			path = append(path, text[2:end])
			text = text[end+2:]
		case text[0] == '[':
			end := strings.Index(text, "]")
			n, err := strconv.Atoi(text[1:end])
			if err != nil {
				t.Fatal(err)
			}
			path = append(path, n)
			text = text[end+1:]
		default:
			text = strings.TrimPrefix(text, ".")
			end := strings.IndexAny(text, ".[")
			if end < 0 {
				end = len(text)
			}
			path = append(path, text[:end])
			text = text[end:]
		}
	}
	return path
}

func parseValue(t *testing.T, text string) *model.Value {
	t.Helper()
	docs := parseAll(t, []byte(text))
	if len(docs) != 1 {
		t.Fatalf("%q is no value", text)
	}
	return docs[0].Root
}

func parseAll(t *testing.T, data []byte) []*model.Document {
	t.Helper()
	docs, err := documents(data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return docs
}

func documents(data []byte) (docs []*model.Document, failed error) {
	yaml.Documents(model.NewFile("in.yaml", data), func(d *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			failed = fmt.Errorf("parse: %w", err)
		} else {
			docs = append(docs, d)
		}
		return true
	})
	return docs, failed
}

// fresh copies a value as one that stands in no file.
func fresh(v *model.Value, style bool) *model.Value {
	c := &model.Value{Kind: v.Kind, Text: v.Text, Dash: -1}
	if style {
		c.Style = v.Style
	}
	if name := v.Str("$call"); name != "" {
		c = fresh(v.Get("args"), style)
		c.Kind, c.Text = model.Unknown, name
		return c
	}
	if text := v.Get("$unknown"); text != nil {
		c.Kind, c.Text = model.Unknown, text.Text
		return c
	}
	for _, item := range v.Items {
		c.Items = append(c.Items, fresh(item, style))
	}
	for _, e := range v.Entries {
		c.Entries = append(c.Entries, &model.Entry{Key: fresh(e.Key, style), Value: fresh(e.Value, style)})
	}
	return c
}
