package planning

import (
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// hclPlace is a value that an Op may be about.
type hclPlace struct {
	path  []any
	value *model.Value
	above *model.Value
}

func hclPlaces(v *model.Value, path []any, above *model.Value) []hclPlace {
	found := []hclPlace{{path, v, above}}
	for i, item := range v.Items {
		found = append(found, hclPlaces(item, append(path[:len(path):len(path)], i), v)...)
	}
	for _, e := range v.Entries {
		found = append(found, hclPlaces(e.Value, append(path[:len(path):len(path)], e.Key.Text), v)...)
	}
	return found
}

// ops makes Ops that fit a file and makes them true in tree, its plain Go value.
func (g *hclGenerator) ops(source *hcl.Source, tree *any) []edit.Op {
	places := hclPlaces(source.Document.Root, nil, nil)[1:]
	for {
		if op, ok := g.op(places[g.Intn(len(places))], places, tree); ok {
			return []edit.Op{op}
		}
	}
}

func (g *hclGenerator) op(p hclPlace, places []hclPlace, tree *any) (edit.Op, bool) {
	inBlock := p.value.Style == model.Block
	grouped := inBlock && p.value.Props().Empty()
	inCall := p.above.Kind == model.Unknown
	path := p.path
	// A part of an expression is behind its name in the plain value.
	where := plainPath(*tree, path)
	switch g.Intn(7) {
	case 0:
		if inBlock {
			return edit.Op{}, false
		}
		value := g.hclModel(0)
		assign(tree, where, plain(value))
		return edit.Op{Do: edit.Set, Path: path, Value: value, Note: g.note()}, true
	case 1:
		if p.value.Kind != model.Map || grouped {
			return edit.Op{}, false
		}
		value := g.hclModel(0)
		key := g.key() + strings.Repeat("y", g.Intn(10))
		path, where = append(path[:len(path):len(path)], key), append(where[:len(where):len(where)], key)
		if g.chance(20) {
			path, where = append(path, "deeper"), append(where, "deeper")
		}
		assign(tree, where, plain(value))
		return edit.Op{Do: edit.Set, Path: path, Value: value, Note: g.note()}, true
	case 2:
		if inCall || grouped {
			return edit.Op{}, false
		}
		take(tree, where)
		if p.above.Style == model.Block && p.above.Props().Empty() {
			prune(tree, where[:len(where)-1])
		}
		return edit.Op{Do: edit.Delete, Path: path}, true
	case 3:
		key, isKey := path[len(path)-1].(string)
		if !isKey || inBlock {
			return edit.Op{}, false
		}
		value := take(tree, where)
		assign(tree, append(where[:len(where)-1:len(where)-1], key+"_new"), value)
		return edit.Op{Do: edit.Rename, Path: path, Key: key + "_new"}, true
	case 4:
		to := places[g.Intn(len(places))]
		_, isKey := path[len(path)-1].(string)
		if !isKey || inBlock || to.value.Kind != model.Map || model.HasPrefix(to.path, path) || to.value.Style == model.Block && to.value.Props().Empty() {
			return edit.Op{}, false
		}
		key := g.key() + "moved"
		target := append(plainPath(*tree, to.path), key)
		value := take(tree, where)
		assign(tree, target, value)
		return edit.Op{Do: edit.Move, Path: path, To: append(to.path[:len(to.path):len(to.path)], key)}, true
	default:
		if p.value.Kind != model.List || inBlock {
			return edit.Op{}, false
		}
		value := g.hclModel(0)
		op := edit.Op{Do: edit.Insert, Path: path, Index: g.Intn(len(p.value.Items)+2) - 1, Value: value, Note: g.note()}
		i := op.Index
		if i < 0 {
			i = len(p.value.Items)
		}
		insert(tree, where, i, plain(value))
		return op, true
	}
}

// plainPath is the place of a path in the plain value, where the parts of an expression stand behind its name.
func plainPath(tree any, path []any) []any {
	var out []any
	for _, step := range path {
		if i, isIndex := step.(int); isIndex {
			if l, isList := at(tree, out).([]any); isList && len(l) > 0 {
				if name, isName := l[0].(string); isName && name == "jsonencode" {
					step = i + 1
				}
			}
		}
		out = append(out, step)
	}
	return out
}

// prune takes out the groups of blocks that hold none any more.
func prune(tree *any, group []any) {
	for ; len(group) > 0; group = group[:len(group)-1] {
		m, isMap := at(*tree, group).(map[string]any)
		l, isList := at(*tree, group).([]any)
		if isMap && len(m) > 0 || isList && len(l) > 0 {
			return
		}
		take(tree, group)
		if len(group) < 2 || group[len(group)-2] != "resource" {
			return // only these have two labels
		}
	}
}

func (g *hclGenerator) hclModel(depth int) *model.Value {
	switch n := g.Intn(10); {
	case n < 2 && depth < 2:
		m := model.NewMap()
		for range g.Intn(3) {
			m.Entries = append(m.Entries, model.NewEntry(g.key(), g.hclModel(depth+1)))
		}
		return m
	case n < 4 && depth < 2:
		l := model.NewList()
		for range g.Intn(3) {
			l.Items = append(l.Items, g.hclModel(depth+1))
		}
		return l
	case n < 5 && depth < 2:
		return &model.Value{Kind: model.Unknown, Text: "jsonencode", Items: []*model.Value{g.hclModel(2)}, Dash: -1}
	case n < 6:
		return &model.Value{Kind: model.Unknown, Text: "helm_release.karpenter_crd", Dash: -1}
	case n < 7:
		return model.NewNumber("42")
	}
	return model.NewString([]string{"x", "a \"b\" \\", "${x} %{y} $${z}", "two\nlines\n"}[g.Intn(4)])
}
