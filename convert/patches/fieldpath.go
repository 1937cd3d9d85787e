package patches

import (
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// fieldPath writes a place in a converted object in the author's notation. written is the old path, meant the place in the original
// object to which it leads.
func fieldPath(place []string, meant []any, written []kustomize.Step) string {
	words := make([]string, len(place))
	for i, key := range place {
		words[i] = key
		if strings.Contains(key, ".") {
			words[i] = "[" + key + "]"
		}
		if j := slices.IndexFunc(written, func(s kustomize.Step) bool { return s.Key == key }); j >= 0 {
			words[i] = written[j].Raw
		}
	}
	end := len(place) - 1
	for j := len(meant) - 1; j >= 0; j-- {
		index, isIndex := meant[j].(int)
		if !isIndex {
			continue
		}
		for end >= 0 && place[end] != strconv.Itoa(index) {
			end--
		}
		if end >= 0 {
			words[end] = written[j].Raw
			end--
		}
	}
	return strings.Join(words, ".")
}

// fieldPathFor returns the path of a replacement that leads in the converted objects to the field that text leads to in the
// originals; or the reason why there is none.
func fieldPathFor(o *record.Object, place []any, text string, objects []built, create, source bool) (string, string) {
	written, reported := kustomize.SplitFieldPath(text), map[string]bool{}
	results := map[string]bool{}
	for _, b := range objects {
		if b.Value == nil || b.Refused || b.Branches {
			return "", "belongs to an object that needs a decision itself, or that patches change in a way that karplint does not follow"
		}
		turned := b.Base.converted(o, b.Value).Res.Value
		meant := kustomize.Resolve(b.Value, written, create)
		if len(meant) == 0 {
			return "", "names nothing in " + b.Base.Kind + " " + b.Base.Name + " (" + b.Path + ")"
		}
		var places [][]any
		var words string
		for _, path := range meant {
			to, notes, ok := landing(o, b.Base, kustomize.WithParents(b.Value, path), kustomize.PointerSteps(path))
			if !ok || source && !model.Equal(b.Value.Get(path...), valueAt(turned, to)) {
				return "", "has no field with the same value in the new API"
			}
			words = fieldPath(to, path, written)
			target, ok := kustomize.PathIn(turned, to)
			if !ok && !create {
				return "", "does not exist in the new API while its value is " + valueText(b.Value.Get(path...))
			}
			if ok {
				places = append(places, target)
			}
			for _, n := range notes {
				if message := n.Reworded(probe, "what is written to "+text); message != "" && !source && !reported[message] {
					reported[message] = true
					o.See(pages.Pool).Info(place, "%s", message)
				}
			}
		}
		resolved := kustomize.Resolve(turned, kustomize.SplitFieldPath(words), false)
		elsewhere := len(places) > 0 && !slices.EqualFunc(resolved, places, slices.Equal)
		incomplete := len(places) < len(meant) && (len(places) > 0 || indexed(words))
		if elsewhere || incomplete {
			return "", "has no single path with the same meaning in the new API"
		}
		results[words] = true
	}
	if len(results) != 1 {
		return "", "is another field of each object in the new API"
	}
	for words := range results { // in any order: there is one
		return words, ""
	}
	return "", ""
}

// valueText writes a value for messages.
func valueText(v *model.Value) string {
	switch v.Kind {
	case model.Map, model.List:
		return "a " + v.Kind.String()
	case model.String:
		return strconv.Quote(v.Text)
	}
	return v.Text
}

func indexed(path string) bool {
	return slices.ContainsFunc(kustomize.SplitFieldPath(path), func(s kustomize.Step) bool { _, isIndex := kustomize.ListIndex(s.Key); return isIndex })
}
