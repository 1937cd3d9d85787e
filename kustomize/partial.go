package kustomize

import (
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
)

// replaced returns the changes of a replacement, which copies a value from another object: the fields that it writes are unknown, down to the
// first item, "*" or escaped key. Objects that it rejects count too.
func replaced(replacement *model.Value) (changes []*Change) {
	for _, target := range replacement.List("targets") {
		s, _ := ReadSelector(target.Get("select"))
		if s == nil {
			continue
		}
		for _, field := range target.List("fieldPaths") {
			keys := strings.Split(field.Text, ".")
			if i := slices.IndexFunc(keys, func(key string) bool { return key == "" || strings.ContainsAny(key, `[*\`) || isItem(key) }); i >= 0 {
				keys = keys[:i]
			}
			changes = append(changes, &Change{Value: nested(keys, model.NewUnknown(field.Text)), selects: s.selects})
		}
	}
	return changes
}

// partial returns the fields that an operation sets, as a partial object. Fields that it removes, and lists whose items it sets, are
// unknown.
func (op Operation) partial() *model.Value {
	value := op.Value
	if value == nil {
		value = model.NewUnknown(op.Verb)
	}
	keys := op.At
	if i := slices.IndexFunc(keys, isItem); i >= 0 {
		keys, value = keys[:i], model.NewUnknown(Pointer(op.At))
	}
	return nested(keys, value)
}

// isItem reports whether a step of a pointer is for an item of a list.
func isItem(step string) bool {
	_, err := strconv.Atoi(step)
	return err == nil || step == "-"
}

// nested returns the value below the keys.
func nested(keys []string, value *model.Value) *model.Value {
	for _, key := range slices.Backward(keys) {
		value = model.NewMap(model.NewEntry(key, value))
	}
	return value
}
