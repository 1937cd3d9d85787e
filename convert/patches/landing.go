package patches

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// An operation of a JSON 6902 patch names a place. To find the new place, an object is converted with a probe as the value: it is now where the
// probe is.

// probe is a value that no field can have by itself.
const probe = "${karplint}"

// movedTo returns the place to which the conversion moves the value at a place of an object. ok is false if it would change some
// values, or moves them to several places.
func movedTo(o *record.Object, base *Base, v *model.Value, steps []string) (place []string, ok bool) {
	with, err := kustomize.ApplyOperations(v, []kustomize.Operation{{Verb: "add", At: steps, Value: model.NewUnknown(probe)}})
	if err != nil {
		return nil, false
	}
	path, _ := kustomize.PathIn(with, steps)
	return probePlace(base.converted(o, with), path)
}

// probePlace returns the one place of the probe in a converted object. It returns false if that place, or a value around it, needs a
// decision. path was the place before.
func probePlace(o *record.Object, path []any) ([]string, bool) {
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
