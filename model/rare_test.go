package model_test

import (
	"reflect"
	"testing"
	"unsafe"

	"github.com/karplint/karplint/model"
)

// TestRare: a copy of a value that gets another anchor, alias or comment leaves the value as it is.
func TestRare(t *testing.T) {
	v := &model.Value{Span: model.Span{Start: 8, End: 12}}
	if v.Props() != (model.Span{Start: 8, End: 8}) {
		t.Errorf("a value without properties has them at %v", v.Props())
	}
	v.SetAnchor("first")
	v.SetProps(model.Span{Start: 1, End: 7})
	c := *v
	c.SetAnchor("second")
	c.SetAlias("third")
	c.SetComments(&model.Comments{Beside: "why"})
	c.SetProps(model.Span{})
	if v.Anchor() != "first" || v.Alias() != "" || v.Comments() != nil || v.Props() != (model.Span{Start: 1, End: 7}) {
		t.Errorf("the copy changed the value: %q %q %v %v", v.Anchor(), v.Alias(), v.Comments(), v.Props())
	}
	if c.Anchor() != "second" || c.Alias() != "third" || c.Comments().Beside != "why" || !c.Props().Empty() {
		t.Errorf("the copy has %q %q %v %v", c.Anchor(), c.Alias(), c.Comments(), c.Props())
	}
	c.ClearNames()
	c.SetComments(nil)
	if !reflect.DeepEqual(c, model.Value{Span: v.Span}) {
		t.Error("a value without anything rare keeps a record of it")
	}
}

// TestSizeOfValue: a large repository has a hundred thousand values alive, so that a field of them costs megabytes.
func TestSizeOfValue(t *testing.T) {
	if size := unsafe.Sizeof(model.Value{}); size > 112 {
		t.Errorf("a value takes %d bytes", size)
	}
}
