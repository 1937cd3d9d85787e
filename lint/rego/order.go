package rego

import (
	"cmp"
	"slices"

	"github.com/karplint/karplint/model"
	"github.com/open-policy-agent/opa/v1/ast"
)

// usualOrder is how Kubernetes manifests order the keys that fixes write: a toleration is key,
// operator, value, effect. Other keys follow in alphabetical order.
var usualOrder = []string{
	"apiVersion", "kind", "metadata", "group", "name", "namespace",
	"key", "operator", "value", "values", "effect", "labels", "annotations",
}

func modelMap(object ast.Object) *model.Value {
	if v := modelExpression(object); v != nil {
		return v
	}
	var entries []*model.Entry
	object.Foreach(func(key, value *ast.Term) {
		if name, ok := key.Value.(ast.String); ok {
			entries = append(entries, model.NewEntry(string(name), Tree(value.Value)))
		}
	})
	slices.SortFunc(entries, func(a, b *model.Entry) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Key.Text, b.Key.Text))
	})
	return model.NewMap(entries...)
}

// modelExpression returns an expression for {"$unknown": text}, a call for {"$call": function, "args": […]}, and nil for any
// other object.
func modelExpression(object ast.Object) *model.Value {
	if text := object.Get(unknownKey); text != nil && object.Len() == 1 {
		if s, ok := text.Value.(ast.String); ok {
			return model.NewUnknown(string(s))
		}
	}
	name, args := object.Get(callKey), object.Get(argsKey)
	if name == nil || args == nil || object.Len() != 2 {
		return nil
	}
	function, isText := name.Value.(ast.String)
	list, isList := args.Value.(*ast.Array)
	if !isText || !isList || list.Len() == 0 {
		return nil
	}
	return &model.Value{Kind: model.Unknown, Text: string(function), Items: Tree(list).Items, Dash: -1}
}

func rank(e *model.Entry) int {
	if i := slices.Index(usualOrder, e.Key.Text); i >= 0 {
		return i
	}
	return len(usualOrder)
}
