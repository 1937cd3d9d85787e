package lint

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
	var entries []*model.Entry
	object.Foreach(func(key, value *ast.Term) {
		if name, ok := key.Value.(ast.String); ok {
			entries = append(entries, model.NewEntry(string(name), modelValue(value.Value)))
		}
	})
	slices.SortFunc(entries, func(a, b *model.Entry) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Key.Text, b.Key.Text))
	})
	return model.NewMap(entries...)
}

func rank(e *model.Entry) int {
	if i := slices.Index(usualOrder, e.Key.Text); i >= 0 {
		return i
	}
	return len(usualOrder)
}
