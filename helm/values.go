// Package helm merges the values of a chart as Helm does, and reads the keys and values of its flag --set.
package helm

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Values are the values of a chart while its sources are merged, in the order in which Helm reads them. The tree is
// made of copies, so that merging changes nothing else; each leaf keeps the place where it is written.
type Values struct {
	Root    *model.Value
	Sources []*model.Value // the values that were merged, see survey.Resource.Sources

	sets int // as counted by takeSets
}

// NewValues returns values without any source.
func NewValues() *Values { return &Values{Root: model.NewMap()} }

// Open records a source whose values are unknown: it may add any key, or overwrite any value.
func (values *Values) Open() { OpenAll(values.Root) }

// OpenAll marks every map and list below root as open: it may contain more than is known.
func OpenAll(root *model.Value) {
	for v := range root.All() {
		v.Open = v.Open || v.Kind == model.Map || v.Kind == model.List
	}
}

// Add merges a values file as Helm does: maps are merged key by key, everything else is replaced.
func (values *Values) Add(v *model.Value) {
	if !v.IsMap() {
		if !v.IsAbsent() {
			values.Open()
		}
		return
	}
	values.Sources = append(values.Sources, v)
	mergeMap(values.Root, v.Copy(nil))
}

// Merge adds the values of another chart source, which were merged before.
func (values *Values) Merge(merged *Values) {
	values.Sources = append(values.Sources, merged.Sources...)
	mergeMap(values.Root, merged.Root.Copy(nil))
}

// AddTexts merges a list of values files, each given as a text.
func (values *Values) AddTexts(list *model.Value) {
	switch {
	case list.IsAbsent():
	case list.Kind == model.List:
		for _, element := range list.Items {
			values.AddText(element)
		}
		if list.Open {
			values.Open()
		}
	default:
		values.AddText(list)
	}
}

// AddText merges one values file. It may be a map instead of a text, because some modules encode it themselves.
func (values *Values) AddText(text *model.Value) {
	if text.Kind == model.Map || text.Kind == model.Null {
		values.Add(text)
		return
	}
	documents := yaml.TextDocuments(text)
	if len(documents) == 0 && (text.Kind != model.String || strings.TrimSpace(text.Text) != "") {
		values.Open()
	}
	for _, doc := range documents {
		root := doc.LocatedRoot()
		if root != nil && text.Origin != nil && text.Origin.Shared {
			shareAll(root)
		}
		values.Add(root)
	}
}

// shareAll marks every value of a tree as shared, because other expressions read it as well.
func shareAll(v *model.Value) {
	for inner := range v.All() {
		if inner.Origin != nil && !inner.Origin.Shared {
			shared := *inner.Origin
			shared.Shared = true
			inner.Origin = &shared
		}
	}
}

// ItemsOf returns the known items of a list of sources. If there may be more, it opens all values, because those may set any.
func (values *Values) ItemsOf(list *model.Value) []*model.Value {
	if list.IsAbsent() {
		return nil
	}
	if list.Kind != model.List || list.Open {
		values.Open()
	}
	return list.Items
}

// AddSets merges the entries of set, set_list and set_sensitive: maps with name, value and type. typed is the type of entries that have none.
func (values *Values) AddSets(list *model.Value, typed string) {
	for _, entry := range values.ItemsOf(list) {
		values.AddNamed(entry.Get("name"), entry.Get("value"), cmp.Or(entry.Str("type"), typed))
	}
}

// AddNamed sets a value by a key of helm --set; a nil value is unknown.
func (values *Values) AddNamed(name, value *model.Value, typed string) {
	var steps []any
	known := name.IsString()
	if known {
		steps, known = ParseSetKey(name.Text)
	}
	if !values.takeSets(steps) {
		return
	}
	if !known {
		values.Open()
		return
	}
	if value == nil {
		value = model.NewUnknown(strconv.Quote(name.Text)).PlacedAt(name)
	}
	if value.Kind == model.List {
		value = value.Copy(nil) // of set_list
	} else {
		value = parseSetValue(value, typed)
	}
	source := model.NewMap()
	setAt(source, steps, value.Copy(nil), name)
	values.Sources = append(values.Sources, source)
	setAt(values.Root, steps, value, name)
}

// maxSets bounds how many values the keys of --set may add to a chart, including items that an index skips. Values beyond it are
// unknown.
const maxSets = 5000

// takeSets reports whether a key is within maxSets. An unknown key, which has no steps and opens all values, costs as much as many
// keys. The first key beyond the bound opens all values.
func (values *Values) takeSets(steps []any) bool {
	const ofUnknown = 100
	if values.sets > maxSets {
		return false
	}
	values.sets++
	for _, step := range steps {
		if index, ok := step.(int); ok {
			values.sets += index
		}
	}
	if steps == nil {
		values.sets += ofUnknown
	}
	if values.sets > maxSets {
		values.Open()
		return false
	}
	return true
}

// setAt writes value at the steps below v. Maps and lists that are missing on the way get the place of origin.
func setAt(v *model.Value, steps []any, value, origin *model.Value) {
	slot := slotAt(v, steps[0], origin)
	if len(steps) == 1 {
		*slot = value
		if key, ok := steps[0].(string); ok {
			v.Entry(key).Key = keyAt(key, origin)
		}
		return
	}
	_, index := steps[1].(int)
	kind := model.Map
	if index {
		kind = model.List
	}
	if (*slot).Kind != kind {
		*slot = (&model.Value{Kind: kind, Dash: -1, Open: (*slot).IsUnknown()}).PlacedAt(origin)
	}
	setAt(*slot, steps[1:], value, origin)
}

// slotAt returns the slot of the child of v at the step. A missing child becomes null.
func slotAt(v *model.Value, step any, origin *model.Value) **model.Value {
	null := func() *model.Value { return (&model.Value{Kind: model.Null, Dash: -1}).PlacedAt(origin) }
	if n, ok := step.(int); ok {
		for len(v.Items) <= n {
			v.Items = append(v.Items, null())
		}
		return &v.Items[n]
	}
	name, _ := step.(string)
	e := v.Entry(name)
	if e == nil {
		e = &model.Entry{Key: keyAt(name, origin), Value: null()}
		v.Entries = append(v.Entries, e)
	}
	return &e.Value
}

// keyAt returns a key with the place of origin, the name in an entry of set.
func keyAt(key string, origin *model.Value) *model.Value {
	return &model.Value{Kind: model.String, Text: key, Dash: -1, Span: origin.Span, Origin: origin.Origin}
}
