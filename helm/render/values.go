package render

import (
	"strconv"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Values returns a tree of values as templates read it: numbers are float64, as in JSON. An unknown scalar stays recognizable in the output of a Run.
// It returns false if a key, or the content of a map or list, is unknown.
func Values(root *model.Value) (values map[string]any, ok bool) {
	plain, ok := plainOf(root)
	values, isMap := plain.(map[string]any)
	return values, ok && isMap
}

func plainOf(v *model.Value) (plain any, ok bool) {
	switch v.Kind {
	case model.Null:
		return nil, true
	case model.Bool:
		return v.Text == "true", true
	case model.Number:
		text, _ := yaml.Number(v.Text)
		number, err := strconv.ParseFloat(text, 64)
		return number, err == nil
	case model.String:
		return v.Text, true
	case model.List:
		return listOf(v)
	case model.Map:
		return mapOf(v)
	}
	return unknown(unknownText), v.Kind == model.Unknown
}

func listOf(v *model.Value) (list []any, ok bool) {
	list = make([]any, len(v.Items))
	for i, item := range v.Items {
		if list[i], ok = plainOf(item); !ok {
			return nil, false
		}
	}
	return list, !v.Open
}

func mapOf(v *model.Value) (values map[string]any, ok bool) {
	values = make(map[string]any, len(v.Entries))
	for _, e := range v.Entries {
		value, isKnown := plainOf(e.Value)
		if !isKnown || e.IsMerge() || e.Key.Kind == model.Unknown {
			return nil, false
		}
		values[e.Key.Text] = value
	}
	return values, !v.Open
}
