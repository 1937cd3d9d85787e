package planning

import (
	"encoding/json"
	"fmt"
	"sort"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// ops makes Ops that fit a document and makes them true in tree, its plain Go value.
func (g *generator) ops(tree *any) []edit.Op {
	var ops []edit.Op
	for range 1 + g.Intn(5) {
		paths := pathsOf(*tree, nil)
		if len(paths) == 0 {
			break
		}
		path := paths[g.Intn(len(paths))]
		var op edit.Op
		switch g.Intn(8) {
		case 0, 1:
			value := g.value(2)
			op = edit.Op{Do: edit.Set, Path: path, Value: modelOf(value), Note: g.note()}
			if g.chance(50) {
				op.Path = append(path[:len(path)-1:len(path)-1], g.key())
				if _, isMap := at(*tree, op.Path[:len(op.Path)-1]).(map[string]any); !isMap {
					continue
				}
				if g.chance(30) {
					op.Path = append(op.Path, g.key())
				}
			}
			assign(tree, op.Path, value)
		case 2:
			key, isKey := path[len(path)-1].(string)
			if !isKey {
				continue
			}
			op = edit.Op{Do: edit.Rename, Path: path, Key: key + "x"}
			value := take(tree, path)
			assign(tree, append(path[:len(path)-1:len(path)-1], key+"x"), value)
		case 3:
			op = edit.Op{Do: edit.Delete, Path: path}
			take(tree, path)
		case 4:
			list, isList := at(*tree, path).([]any)
			if !isList {
				continue
			}
			value := g.value(2)
			op = edit.Op{Do: edit.Insert, Path: path, Index: g.Intn(len(list)+2) - 1, Value: modelOf(value)}
			i := op.Index
			if i < 0 {
				i = len(list)
			}
			insert(tree, path, i, value)
		default:
			to, ok := g.target(*tree, path)
			if !ok {
				continue
			}
			op = edit.Op{Do: edit.Move, Path: path, To: to}
			assign(tree, to, take(tree, path))
		}
		ops = append(ops, op)
	}
	return ops
}

func (g *generator) note() string {
	if g.chance(20) {
		return "a note"
	}
	return ""
}

// target returns a place for what is at path, in a map that is not below it, with new maps and
// lists on the way.
func (g *generator) target(tree any, path []any) ([]any, bool) {
	paths := append(pathsOf(tree, nil), []any{})
	home := paths[g.Intn(len(paths))]
	if g.chance(50) {
		home = path[:len(path)-1]
	}
	if _, isMap := at(tree, home).(map[string]any); !isMap || model.HasPrefix(home, path) {
		return nil, false
	}
	if i, isIndex := path[len(path)-1].(int); isIndex && len(home) >= len(path) && model.HasPrefix(home, path[:len(path)-1]) {
		if other := home[len(path)-1].(int); other > i {
			return nil, false // the index would change when the item is taken out
		}
	}
	to := append(home[:len(home):len(home)], g.key())
	switch g.Intn(4) {
	case 0:
		to = append(to, g.key())
	case 1:
		to = append(to, 0, g.key())
	}
	return to, true
}

func pathsOf(v any, at []any) [][]any {
	var out [][]any
	add := func(step any, below any) {
		path := append(at[:len(at):len(at)], step)
		out = append(append(out, path), pathsOf(below, path)...)
	}
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range keys {
			add(k, v[k])
		}
	case []any:
		for i, item := range v {
			add(i, item)
		}
	}
	return out
}

func at(v any, path []any) any {
	for _, step := range path {
		switch c := v.(type) {
		case map[string]any:
			v = c[step.(string)]
		case []any:
			v = c[step.(int)]
		}
	}
	return v
}

// assign sets path in tree, with maps and lists on the way.
func assign(tree *any, path []any, value any) {
	if len(path) == 0 {
		*tree = value
		return
	}
	switch step := path[0].(type) {
	case string:
		m, _ := (*tree).(map[string]any)
		if m == nil {
			m = map[string]any{}
		}
		below := m[step]
		assign(&below, path[1:], value)
		m[step] = below
		*tree = m
	case int:
		l, _ := (*tree).([]any)
		l = append([]any(nil), l...)
		if step == len(l) {
			l = append(l, nil)
		}
		assign(&l[step], path[1:], value)
		*tree = l
	}
}

func take(tree *any, path []any) any {
	parent := at(*tree, path[:len(path)-1])
	switch step := path[len(path)-1].(type) {
	case string:
		value := parent.(map[string]any)[step]
		delete(parent.(map[string]any), step)
		return value
	case int:
		l := parent.([]any)
		value := l[step]
		assign(tree, path[:len(path)-1], append(append([]any{}, l[:step]...), l[step+1:]...))
		return value
	}
	return nil
}

func insert(tree *any, path []any, i int, value any) {
	l := at(*tree, path).([]any)
	assign(tree, path, append(append(append([]any{}, l[:i]...), value), l[i:]...))
}

// modelOf returns a plain Go value as a value that stands in no file.
func modelOf(v any) *model.Value {
	switch v := v.(type) {
	case map[string]any:
		out := model.NewMap()
		for _, p := range pathsOf(v, nil) {
			if len(p) == 1 {
				out.Entries = append(out.Entries, model.NewEntry(p[0].(string), modelOf(v[p[0].(string)])))
			}
		}
		return out
	case []any:
		out := model.NewList()
		for _, item := range v {
			out.Items = append(out.Items, modelOf(item))
		}
		return out
	case string:
		return model.NewString(v)
	case bool:
		return model.NewBool(v)
	case float64:
		text, _ := json.Marshal(v)
		return model.NewNumber(string(text))
	case nil:
		return &model.Value{Kind: model.Null, Text: "null", Dash: -1}
	}
	panic(fmt.Sprintf("%T", v))
}
