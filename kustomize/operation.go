package kustomize

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
)

// A JSON 6902 patch is a list of operations, whose places are JSON pointers (RFC 6901). karplint applies add, remove and replace as kustomize
// does. It refuses the other operations (no public repository that was tried has one in a patch of Karpenter's objects), and forms that only some
// tools support: an index counted from the end, and an operation on the whole object.

// Operation is one operation of a JSON 6902 patch.
type Operation struct {
	Verb  string       // add, remove or replace
	At    []string     // steps of a JSON pointer
	Value *model.Value // nil for remove
}

// ReadOperations reads the operations of a patch; their values keep their places. The error explains why
// it is not a JSON 6902 patch.
func ReadOperations(v *model.Value) ([]Operation, error) {
	if v == nil || v.Kind != model.List {
		return nil, errors.New("it is not a list of operations")
	}
	if len(v.Items) == 0 {
		return nil, errors.New("it has no operation")
	}
	var ops []Operation
	for i, item := range v.Items {
		op, err := readOperation(item)
		if err != nil {
			return nil, fmt.Errorf("operation %d %w", i+1, err)
		}
		ops = append(ops, op)
	}
	return ops, nil
}

func readOperation(v *model.Value) (op Operation, err error) {
	if v.Kind != model.Map {
		return op, errors.New("is not a map")
	}
	switch op.Verb = v.Str("op"); op.Verb {
	case "add", "remove", "replace":
	case "copy", "move", "test":
		return op, fmt.Errorf("is a %s, which karplint does not follow (write what it does with add, remove and replace)", op.Verb)
	default:
		return op, fmt.Errorf("has an op that JSON patches do not have (%q)", op.Verb)
	}
	if op.At, err = readPointer(v.Get("path")); err != nil {
		return op, err
	}
	if op.Verb != "remove" {
		value := v.Get("value")
		if value == nil {
			return op, errors.New("has no value")
		}
		if Plain(value) == nil {
			return op, errors.New("has a value that is too large or contains a merge key (<<)")
		}
		op.Value = PlainInPlace(value)
	}
	return op, err
}

// readPointer returns the steps of a JSON pointer.
func readPointer(v *model.Value) ([]string, error) {
	switch {
	case v == nil || v.Kind == model.Null:
		return nil, errors.New("has no path")
	case v.Kind == model.Unknown:
		return nil, fmt.Errorf("has a path that a template writes (%s)", v.Text)
	case v.Kind != model.String || !strings.HasPrefix(v.Text, "/") || v.Text == "/":
		return nil, fmt.Errorf("has a path that names no place in an object (%q)", v.Text)
	}
	steps := strings.Split(v.Text[1:], "/")
	for i, s := range steps {
		if strings.Count(s, "~") != strings.Count(s, "~0")+strings.Count(s, "~1") {
			return nil, fmt.Errorf("has a path with a ~ that is neither ~0 nor ~1 (%q)", v.Text)
		}
		steps[i] = unescape.Replace(s)
	}
	return steps, nil
}

var (
	escape   = strings.NewReplacer("~", "~0", "/", "~1")
	unescape = strings.NewReplacer("~1", "/", "~0", "~")
)

// Pointer formats steps as a JSON pointer.
func Pointer(steps []string) string {
	var b strings.Builder
	for _, s := range steps {
		b.WriteString("/" + escape.Replace(s))
	}
	return b.String()
}

// PointerSteps converts a path in a tree to steps of a JSON pointer.
func PointerSteps(path []any) []string {
	var steps []string
	for _, step := range path {
		steps = append(steps, fmt.Sprint(step))
	}
	return steps
}

// PathIn converts steps of a JSON pointer to a path in v. ok reports whether there is a value at that
// path.
func PathIn(v *model.Value, steps []string) (path []any, ok bool) {
	for _, s := range steps {
		i, child := childAt(v, s)
		switch {
		case child == nil:
			return nil, false
		case v.Kind == model.List:
			path = append(path, i)
		default:
			path = append(path, s)
		}
		v = child
	}
	return path, true
}

// ListIndex returns the list index in a step of a JSON pointer, and whether the step is an index.
func ListIndex(step string) (int, bool) {
	i, err := strconv.Atoi(step)
	return i, err == nil && i >= 0 && step == strconv.Itoa(i)
}

// ApplyOperations returns v with the operations applied. v itself does not change; the result may share unchanged parts with it.
func ApplyOperations(v *model.Value, ops []Operation) (*model.Value, error) {
	for _, op := range ops {
		result, err := op.apply(v)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", op.Verb, Pointer(op.At), err)
		}
		v = result
	}
	return v, nil
}

func (op Operation) apply(v *model.Value) (*model.Value, error) {
	switch op.Verb {
	case "remove":
		return changeAt(v, op.At, removeAt)
	case "replace":
		return changeAt(v, op.At, func(in *model.Value, last string) (*model.Value, error) { return replaceAt(in, last, op.Value) })
	}
	return changeAt(v, op.At, func(in *model.Value, last string) (*model.Value, error) { return addAt(in, last, op.Value) })
}

// changeAt returns v with the map or list that contains the place replaced by the result of change.
func changeAt(v *model.Value, steps []string, change func(in *model.Value, last string) (*model.Value, error)) (*model.Value, error) {
	if v.Kind != model.Map && v.Kind != model.List {
		return nil, errors.New("there is no map or list that could hold it")
	}
	if len(steps) == 1 {
		return change(v, steps[0])
	}
	i, child := childAt(v, steps[0])
	if child == nil {
		return nil, fmt.Errorf("there is no %q", steps[0])
	}
	inner, err := changeAt(child, steps[1:], change)
	return withChild(v, i, inner), err
}

// withChild returns a copy of a map or list whose i-th entry or item has the given value.
func withChild(v *model.Value, i int, child *model.Value) *model.Value {
	changed := *v
	if v.Kind == model.List {
		changed.Items = slices.Clone(v.Items)
		changed.Items[i] = child
	} else {
		changed.Entries = slices.Clone(v.Entries)
		changed.Entries[i] = &model.Entry{Key: v.Entries[i].Key, Value: child}
	}
	return &changed
}

// childAt returns the index and the value of the entry or item at a step; the value is nil if there is
// none.
func childAt(v *model.Value, step string) (int, *model.Value) {
	if v.Kind == model.List {
		if i, ok := ListIndex(step); ok && i < len(v.Items) {
			return i, v.Items[i]
		}
		return 0, nil
	}
	for i, e := range v.Entries {
		if e.Key.Text == step {
			return i, e.Value
		}
	}
	return 0, nil
}

func removeAt(in *model.Value, last string) (*model.Value, error) {
	i, child := childAt(in, last)
	if child == nil {
		return nil, errors.New("there is nothing to remove")
	}
	changed := *in
	if in.Kind == model.List {
		changed.Items = slices.Delete(slices.Clone(in.Items), i, i+1)
	} else {
		changed.Entries = slices.Delete(slices.Clone(in.Entries), i, i+1)
	}
	return &changed, nil
}

// replaceAt replaces a value. A missing key of a map is added, because kustomize's library does
// that too.
func replaceAt(in *model.Value, last string, value *model.Value) (*model.Value, error) {
	i, child := childAt(in, last)
	switch {
	case child == nil && in.Kind == model.Map:
		return addAt(in, last, value)
	case child == nil:
		return nil, errors.New("there is nothing to replace")
	}
	return withChild(in, i, value), nil
}

func addAt(in *model.Value, last string, value *model.Value) (*model.Value, error) {
	changed := *in
	if in.Kind == model.Map {
		if _, child := childAt(in, last); child != nil {
			return replaceAt(in, last, value)
		}
		changed.Entries = append(slices.Clone(in.Entries), model.NewEntry(last, value))
		return &changed, nil
	}
	i := len(in.Items)
	if last != "-" {
		var ok bool
		if i, ok = ListIndex(last); !ok || i > len(in.Items) {
			return nil, fmt.Errorf("the list has no index %q", last)
		}
	}
	changed.Items = slices.Insert(slices.Clone(in.Items), i, value)
	return &changed, nil
}
