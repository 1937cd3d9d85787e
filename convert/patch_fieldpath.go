package convert

import (
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
)

// fieldStep is a part of a path in a replacement of kustomize: a key, an index, "*" for all, or [key=value] for the items that have it.
type fieldStep struct {
	raw string // as it is written
	key string // "" for [key=value]
}

// splitFieldPath splits a path of a replacement at its dots, but for those behind a backslash or in brackets.
func splitFieldPath(text string) (steps []fieldStep) {
	var raw strings.Builder
	depth := 0
	flush := func() {
		s := fieldStep{raw: raw.String(), key: strings.ReplaceAll(raw.String(), `\.`, ".")}
		if strings.HasPrefix(s.raw, "[") && strings.HasSuffix(s.raw, "]") {
			if s.key = s.key[1 : len(s.key)-1]; strings.Contains(s.key, "=") {
				s.key = ""
			}
		}
		steps = append(steps, s)
		raw.Reset()
	}
	for i := range len(text) {
		switch c := text[i]; {
		case c == '.' && depth == 0 && !strings.HasSuffix(raw.String(), `\`):
			flush()
			continue
		case c == '[':
			depth++
		case c == ']':
			depth = max(0, depth-1)
		}
		raw.WriteByte(text[i])
	}
	flush()
	return steps
}

// resolve returns the paths below v that the steps mean. With create, a key may be missing.
func resolve(v *model.Value, steps []fieldStep, create bool) (paths [][]any) {
	if len(steps) == 0 {
		return [][]any{{}}
	}
	below := func(step any, in *model.Value) {
		for _, p := range resolve(in, steps[1:], create) {
			paths = append(paths, append([]any{step}, p...))
		}
	}
	s := steps[0]
	switch {
	case v.Kind == model.List:
		for i, item := range v.Items {
			if s.picks(i, item) {
				below(i, item)
			}
		}
	case v.Kind == model.Map && s.raw == "*":
		for _, e := range v.Entries {
			below(e.Key.Text, e.Value)
		}
	case v.Kind == model.Map && s.key != "":
		if in := v.Get(s.key); in != nil && in.Kind != model.Null {
			below(s.key, in)
		} else if create {
			below(s.key, model.NewMap())
		}
	}
	return paths
}

// picks says whether a step means an item of a list.
func (s fieldStep) picks(i int, item *model.Value) bool {
	if s.key != "" {
		return s.raw == "*" || s.key == strconv.Itoa(i)
	}
	key, value, _ := strings.Cut(s.raw[1:len(s.raw)-1], "=")
	if key == "" {
		return item.Text == value
	}
	have := item.Get(key)
	return have != nil && have.Text == value
}

// fieldPath writes the place of a converted object in the words of the path that the author has written for it, which meant another one.
func fieldPath(place []string, meant []any, written []fieldStep) string {
	words := make([]string, len(place))
	for i, key := range place {
		words[i] = key
		if strings.Contains(key, ".") {
			words[i] = "[" + key + "]"
		}
		if j := slices.IndexFunc(written, func(s fieldStep) bool { return s.key == key }); j >= 0 {
			words[i] = written[j].raw
		}
	}
	at := len(place) - 1
	for j := len(meant) - 1; j >= 0; j-- {
		index, isIndex := meant[j].(int)
		if !isIndex {
			continue
		}
		for at >= 0 && place[at] != strconv.Itoa(index) {
			at--
		}
		if at >= 0 {
			words[at] = written[j].raw
			at--
		}
	}
	return strings.Join(words, ".")
}

// fieldPathFor returns the path of a replacement that means in the converted objects what one means in the objects, or why there is none.
func (o *object) fieldPathFor(place []any, text string, objects []built, create, source bool) (string, string) {
	written, told := splitFieldPath(text), map[string]bool{}
	becomes := map[string]bool{}
	for _, b := range objects {
		if b.value == nil || b.refused || b.branches {
			return "", "is of an object that needs a decision itself, or that patches change in a way that karplint does not follow"
		}
		u := patchUse{base: b.baseObject}
		turned := o.whole(u, o.res.Document, b.value).res.Value
		meant := resolve(b.value, written, create)
		if len(meant) == 0 {
			return "", "names nothing in " + b.kind + " " + b.name + " (" + b.path + ")"
		}
		var places [][]any
		var words string
		for _, path := range meant {
			to, said, ok := o.landing(u, withParents(b.value, path), pointerSteps(path))
			if !ok || source && !model.Equal(b.value.Get(path...), valueAt(turned, to)) {
				return "", "is no field that the new API has with the same value"
			}
			words = fieldPath(to, path, written)
			there, ok := pathIn(turned, to)
			if !ok && !create {
				return "", "is a field that the new API does not have while its value is " + valueText(b.value.Get(path...))
			}
			if ok {
				places = append(places, there)
			}
			for _, s := range said {
				if !source && !told[s] {
					told[s] = true
					o.info(place, seePool, "%s", strings.ReplaceAll(s, probe, "what is written to "+text))
				}
			}
		}
		if again := resolve(turned, splitFieldPath(words), false); len(places) > 0 && !slices.EqualFunc(again, places, slices.Equal) || len(places) < len(meant) && (len(places) > 0 || indexed(words)) {
			return "", "has no one path in the new API that means the same"
		}
		becomes[words] = true
	}
	if len(becomes) != 1 {
		return "", "is another field of each object in the new API"
	}
	for words := range becomes {
		return words, ""
	}
	return "", ""
}

// valueText writes a value for people.
func valueText(v *model.Value) string {
	var text strings.Builder
	writeFlow(&text, v)
	return text.String()
}

func indexed(path string) bool {
	return slices.ContainsFunc(splitFieldPath(path), func(s fieldStep) bool { _, err := listIndex(s.key); return err == nil })
}

// withParents returns v with the maps that are missing above a path.
func withParents(v *model.Value, path []any) *model.Value {
	for i := 1; i < len(path); i++ {
		if have := v.Get(path[:i]...); have == nil || have.Kind == model.Null {
			if after, err := applyJSON(v, []jsonOp{{verb: "add", at: pointerSteps(path[:i]), value: model.NewMap()}}); err == nil {
				v = after
			}
		}
	}
	return v
}
