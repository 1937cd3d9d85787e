package patches

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// Replacements, variables and configurations of kustomize name a field, but no value. To find the new place of the field, an
// object is converted with a probe as the value: the field is now where the probe is.

// probe is a value that no field can have by itself.
const probe = "${karplint}"

// landing returns the place to which the conversion moves the value at a place of an object. ok is false if it would change some
// values, or moves them to several places. notes are those of the conversion with the probe.
func landing(o *record.Object, base *Base, v *model.Value, steps []string) (place []string, notes []record.Entry, ok bool) {
	with, err := kustomize.ApplyOperations(v, []kustomize.Operation{{Verb: "add", At: steps, Value: model.NewUnknown(probe)}})
	if err != nil {
		return nil, nil, false
	}
	path, _ := kustomize.PathIn(with, steps)
	turned := base.converted(o, with)
	place, ok = landed(turned, path)
	return place, turned.Notes, ok
}

// landed returns the one place of the probe in a converted object. It returns false if that place, or a value around it, needs a
// decision. path was the place before.
func landed(o *record.Object, path []any) ([]string, bool) {
	if slices.ContainsFunc(o.Notes, func(n record.Entry) bool { return n.Level == record.Decision && concerns(n.Place, path) }) {
		return nil, false
	}
	places := placesOf(nil, o.Res.Value)
	if len(places) != 1 || places[0] == nil {
		return nil, false
	}
	return places[0], true
}

// concerns reports whether a decision at place is about path: about the field itself, a part of it, or a field that contains it. A
// decision about an item that contains it is about other fields of the item.
func concerns(place, path []any) bool {
	if len(place) < len(path) {
		_, isItem := lastOf(place).(int)
		return !isItem && slices.Equal(place, path[:len(place)])
	}
	return slices.Equal(place[:len(path)], path)
}

// lastOf returns the last step of a path; nil for an empty one.
func lastOf(path []any) any {
	if len(path) == 0 {
		return nil
	}
	return path[len(path)-1]
}

// placesOf returns the places of the probe below v. A nil among them is a value that contains the probe among other text.
func placesOf(path []string, v *model.Value) (places [][]string) {
	if strings.Contains(v.Text, probe) {
		if v.Text != probe {
			path = nil
		}
		return append(places, path)
	}
	for step, part := range v.Children() {
		name := fmt.Sprint(step)
		if v.Kind == model.Map && strings.Contains(name, probe) {
			places = append(places, nil)
		}
		places = append(places, placesOf(append(slices.Clone(path), name), part)...)
	}
	return places
}

// fieldOf returns the new field of a field, for any value of the other fields. Steps are keys, with "[]" after the key of a list; the
// keys of the result lack "[]".
func (c *Conversion) fieldOf(o *record.Object, id units.ID, kind facts.APIKind, steps []string) ([]string, bool) {
	res := &model.Resource{Document: o.Res.Document, APIVersion: kind.APIVersion, Kind: kind.Kind, Name: "any"}
	base := &Base{ID: id, Kind: kind.Kind, Name: "any", Res: res, Run: c.Run}
	for _, inner := range []struct {
		value *model.Value
		step  string
	}{
		{model.NewUnknown(probe), ""},
		{model.NewMap(model.NewEntry("any", model.NewUnknown(probe))), "any"},
		{model.NewList(model.NewUnknown(probe)), "0"},
	} {
		for lists := range 1 << min(len(steps)-1, 6) { // try which of the keys below spec have lists
			value, path := inner.value, []any{}
			for i, step := range slices.Backward(steps) {
				key, isList := strings.CutSuffix(step, "[]")
				isInner := i > 0 && i < len(steps)-1
				if isList || isInner && lists&(1<<(i-1)) != 0 {
					value, path = model.NewList(value), append([]any{0}, path...)
				}
				value, path = model.NewMap(model.NewEntry(key, value)), append([]any{key}, path...)
			}
			object := model.NewMap(
				model.NewEntry("apiVersion", model.NewString(kind.APIVersion)), model.NewEntry("kind", model.NewString(kind.Kind)),
				model.NewEntry("metadata", model.NewMap(model.NewEntry("name", model.NewString("any")))), model.NewEntry("spec", model.NewMap()),
			)
			place, ok := landed(base.converted(o, kustomize.Merge(object, value)), path)
			if !ok {
				continue
			}
			if inner.step != "" {
				if place[len(place)-1] != inner.step {
					continue
				}
				place = place[:len(place)-1]
			}
			return slices.DeleteFunc(place, func(step string) bool { _, isIndex := kustomize.ListIndex(step); return isIndex }), true
		}
	}
	return nil, false
}
