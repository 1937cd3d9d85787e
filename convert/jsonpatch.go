package convert

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
)

// A JSON 6902 patch is a list of operations on places, which JSON pointers (RFC 6901) name. karplint reads them as kustomize does, and
// leaves to people what only some tools know: an index counted from the end, and an operation on the whole object.

// jsonOp is one operation of a JSON 6902 patch.
type jsonOp struct {
	verb     string // add, remove, replace, move, copy, test
	at, from []string
	value    *model.Value // nil where the verb takes none
}

// readJSONPatch returns the operations of a patch, with values that keep their places, or why it is none.
func readJSONPatch(v *model.Value) ([]jsonOp, error) {
	if v == nil || v.Kind != model.List {
		return nil, errors.New("it is no list of operations")
	}
	if len(v.Items) == 0 {
		return nil, errors.New("it has no operation")
	}
	var ops []jsonOp
	for i, item := range v.Items {
		op, err := readJSONOp(item)
		if err != nil {
			return nil, fmt.Errorf("operation %d %w", i+1, err)
		}
		ops = append(ops, op)
	}
	return ops, nil
}

func readJSONOp(v *model.Value) (op jsonOp, err error) {
	if v.Kind != model.Map {
		return op, errors.New("is no map")
	}
	op.verb = v.Str("op")
	takes := map[string]string{"add": "value", "replace": "value", "test": "value", "move": "from", "copy": "from", "remove": "path"}[op.verb]
	if takes == "" {
		return op, fmt.Errorf("has no op that JSON patches know (%q)", op.verb)
	}
	if op.at, err = readPointer(v.Get("path")); err != nil {
		return op, err
	}
	switch takes {
	case "from":
		op.from, err = readPointer(v.Get("from"))
	case "value":
		value := v.Get("value")
		if value == nil {
			return op, errors.New("has no value")
		}
		if plain(value) == nil {
			return op, errors.New("has a merge key (<<), or a value of great size")
		}
		op.value = located(value)
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

// pointer writes the steps as a JSON pointer.
func pointer(steps []string) string {
	var b strings.Builder
	for _, s := range steps {
		b.WriteString("/" + escape.Replace(s))
	}
	return b.String()
}

// pointerSteps returns the path of a tree as steps of a JSON pointer.
func pointerSteps(path []any) []string {
	var steps []string
	for _, step := range path {
		steps = append(steps, fmt.Sprint(step))
	}
	return steps
}

// pathIn returns the path in v that the steps of a JSON pointer name, and whether there is something.
func pathIn(v *model.Value, steps []string) (path []any, ok bool) {
	for _, s := range steps {
		var step any = s
		if v.Kind == model.List {
			i, err := listIndex(s)
			if err != nil || i >= len(v.Items) {
				return nil, false
			}
			step = i
		}
		if v = v.Get(step); v == nil {
			return nil, false
		}
		path = append(path, step)
	}
	return path, true
}

// listIndex returns the index that a step of a JSON pointer names.
func listIndex(step string) (int, error) {
	i, err := strconv.Atoi(step)
	if err != nil || i < 0 || step != strconv.Itoa(i) {
		return 0, fmt.Errorf("%q is no index", step)
	}
	return i, nil
}

// byIndex says whether the operation names a requirement of a pool by its index.
func (op jsonOp) byIndex() bool {
	for _, steps := range [][]string{op.at, op.from} {
		if i := slices.Index(steps, "requirements"); i >= 0 && i+1 < len(steps) {
			if _, err := listIndex(steps[i+1]); err == nil {
				return true
			}
		}
	}
	return false
}

// applyJSON returns what the operations make of v, which stays as it is. Nothing in the result is shared with a tree that changes.
func applyJSON(v *model.Value, ops []jsonOp) (*model.Value, error) {
	for _, op := range ops {
		after, err := op.apply(v)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", op.verb, pointer(op.at), err)
		}
		v = after
	}
	return v, nil
}

func (op jsonOp) apply(v *model.Value) (*model.Value, error) {
	value := op.value
	if op.from != nil {
		path, ok := pathIn(v, op.from)
		if !ok {
			return nil, fmt.Errorf("there is nothing at %s", pointer(op.from))
		}
		value = v.Get(path...)
	}
	switch op.verb {
	case "test":
		path, ok := pathIn(v, op.at)
		if have := v.Get(path...); ok && model.Equal(have, value) || !ok && value.Kind == model.Null && hasMap(v, op.at[:len(op.at)-1]) {
			return v, nil
		}
		return nil, errors.New("the test fails")
	case "remove":
		return changeAt(v, op.at, removeAt)
	case "replace":
		return changeAt(v, op.at, func(in *model.Value, last string) (*model.Value, error) { return replaceAt(in, last, value) })
	case "move":
		rest, err := changeAt(v, op.from, removeAt)
		if err != nil {
			return nil, err
		}
		v = rest
	}
	return changeAt(v, op.at, func(in *model.Value, last string) (*model.Value, error) { return addAt(in, last, value) })
}

// hasMap says whether there is a map at a place.
func hasMap(v *model.Value, at []string) bool {
	path, ok := pathIn(v, at)
	return ok && isMap(v.Get(path...))
}

// changeAt returns v with what change makes of the map or list that holds the place.
func changeAt(v *model.Value, steps []string, change func(in *model.Value, last string) (*model.Value, error)) (*model.Value, error) {
	if v.Kind != model.Map && v.Kind != model.List {
		return nil, errors.New("there is no map or list that could hold it")
	}
	if len(steps) == 1 {
		return change(v, steps[0])
	}
	i, ok := kidAt(v, steps[0])
	if !ok {
		return nil, fmt.Errorf("there is no %q", steps[0])
	}
	after := *v
	if v.Kind == model.List {
		inner, err := changeAt(v.Items[i], steps[1:], change)
		after.Items = slices.Clone(v.Items)
		after.Items[i] = inner
		return &after, err
	}
	inner, err := changeAt(v.Entries[i].Value, steps[1:], change)
	after.Entries = slices.Clone(v.Entries)
	after.Entries[i] = &model.Entry{Key: v.Entries[i].Key, Value: inner}
	return &after, err
}

// kidAt returns where in its map or list the entry or item of a step stands.
func kidAt(v *model.Value, step string) (int, bool) {
	if v.Kind == model.List {
		i, err := listIndex(step)
		return i, err == nil && i < len(v.Items)
	}
	i := slices.IndexFunc(v.Entries, func(e *model.Entry) bool { return e.Key.Text == step })
	return i, i >= 0
}

func removeAt(in *model.Value, last string) (*model.Value, error) {
	i, ok := kidAt(in, last)
	if !ok {
		return nil, errors.New("there is nothing to remove")
	}
	after := *in
	if in.Kind == model.List {
		after.Items = slices.Delete(slices.Clone(in.Items), i, i+1)
	} else {
		after.Entries = slices.Delete(slices.Clone(in.Entries), i, i+1)
	}
	return &after, nil
}

// replaceAt adds what a map does not have: so does the library that kustomize takes.
func replaceAt(in *model.Value, last string, value *model.Value) (*model.Value, error) {
	i, ok := kidAt(in, last)
	switch {
	case !ok && in.Kind == model.Map:
		return addAt(in, last, value)
	case !ok:
		return nil, errors.New("there is nothing to replace")
	}
	after := *in
	if in.Kind == model.List {
		after.Items = slices.Clone(in.Items)
		after.Items[i] = value
	} else {
		after.Entries = slices.Clone(in.Entries)
		after.Entries[i] = &model.Entry{Key: in.Entries[i].Key, Value: value}
	}
	return &after, nil
}

func addAt(in *model.Value, last string, value *model.Value) (*model.Value, error) {
	after := *in
	if in.Kind == model.Map {
		if _, ok := kidAt(in, last); ok {
			return replaceAt(in, last, value)
		}
		after.Entries = append(slices.Clone(in.Entries), model.NewEntry(last, value))
		return &after, nil
	}
	i := len(in.Items)
	if last != "-" {
		var err error
		if i, err = listIndex(last); err != nil || i > len(in.Items) {
			return nil, fmt.Errorf("the list has no index %q", last)
		}
	}
	after.Items = slices.Insert(slices.Clone(in.Items), i, value)
	return &after, nil
}
