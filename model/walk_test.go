package model_test

import (
	"slices"
	"testing"

	"github.com/karplint/karplint/model"
)

func number(n string) *model.Value { return model.NewNumber(n) }

// TestAll: a value comes before the values in it, in the order of the text, and the iteration stops when its caller does.
func TestAll(t *testing.T) {
	tree := model.NewMap(
		model.NewEntry("a", model.NewList(number("1"), number("2"))),
		model.NewEntry("b", model.NewMap(model.NewEntry("c", number("3")))),
		model.NewEntry("d", number("4")),
	)
	var seen []string
	for v := range tree.All() {
		if v.Text == "4" {
			break
		}
		seen = append(seen, v.Kind.String()+v.Text)
	}
	if want := []string{"map", "list", "number1", "number2", "map", "number3"}; !slices.Equal(seen, want) {
		t.Errorf("got %v, want %v", seen, want)
	}
	if n := len(slices.Collect(tree.Nodes())); n != 7+4 {
		t.Errorf("%d values and keys", n)
	}
	if is := func(v *model.Value) bool { return v.Text == "3" }; !tree.Any(is) || tree.Get("a").Any(is) {
		t.Error("3 stands in b only")
	}
	for v := range (*model.Value)(nil).All() {
		t.Error("nothing holds", v)
	}
}

// TestChildSpans: the span of an entry ends with its value, or with its key if the value has no bytes.
func TestChildSpans(t *testing.T) {
	at := func(v *model.Value, start, end int) *model.Value {
		v.Span = model.Span{Start: start, End: end}
		return v
	}
	tree := model.NewMap(
		&model.Entry{Key: at(model.NewString("a"), 0, 1), Value: at(number("1"), 3, 4)},
		&model.Entry{Key: at(model.NewString("b"), 5, 6), Value: &model.Value{}},
	)
	if got, want := tree.ChildSpans(), []model.Span{{Start: 0, End: 4}, {Start: 5, End: 6}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := model.NewList(at(number("1"), 2, 3)).ChildSpans(), []model.Span{{Start: 2, End: 3}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestRewrite: collections with replaced values are copies, all others are shared, and the original tree does not change.
func TestRewrite(t *testing.T) {
	tree := model.NewMap(
		model.NewEntry("same", model.NewList(number("1"))),
		model.NewEntry("other", model.NewList(number("2"), number("1"))),
		model.NewEntry("left", model.NewMap(model.NewEntry("other", number("2")))),
	)
	after := tree.Rewrite(func(v *model.Value) (*model.Value, bool) {
		if v.Text == "2" {
			return model.NewList(number("2")), false
		}
		return v, v.Entry("other") == nil || v == tree
	})
	want := model.NewMap(tree.Entries[0], model.NewEntry("other", model.NewList(model.NewList(number("2")), number("1"))), tree.Entries[2])
	if !model.Equal(after, want) {
		t.Errorf("not what was asked for: %+v", after)
	}
	if after.Entries[0] != tree.Entries[0] || after.Get("left") != tree.Get("left") || after.Get("other", 1) != tree.Get("other", 1) {
		t.Error("what did not change was copied")
	}
	if tree.Get("other", 0).Kind != model.Number {
		t.Error("the tree itself changed")
	}
	if same := tree.Rewrite(func(v *model.Value) (*model.Value, bool) { return v, true }); same != tree {
		t.Error("a tree in which nothing changed was copied")
	}
}

// TestCopy: everything is a copy, keys included.
func TestCopy(t *testing.T) {
	tree := model.NewMap(model.NewEntry("a", model.NewList(number("1"))))
	c := tree.Copy(func(v *model.Value) {
		if v.IsScalar() {
			v.Text += "x"
		}
	})
	if want := model.NewMap(model.NewEntry("ax", model.NewList(number("1x")))); !model.Equal(c, want) {
		t.Errorf("not what was asked for: %+v", c)
	}
	if tree.Entries[0].Key.Text != "a" || tree.Get("a", 0).Text != "1" {
		t.Error("the tree itself changed")
	}
}
