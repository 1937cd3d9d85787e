// Package helm merges the values of a chart as Helm does, and reads the keys and values of its flag --set.
package helm

import (
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Values are the values of a chart while its sources are merged, in the order in which Helm reads them. The tree is
// made of copies, so that merging changes nothing else; each leaf keeps the place where it is written.
type Values struct {
	Root    *model.Value
	Sources []*model.Value // what was merged, see Resource.Sources
}

// NewValues returns values without any source.
func NewValues() *Values { return &Values{Root: model.NewMap()} }

// Open says that a source cannot be known: it may add any key, or write over what is there.
func (c *Values) Open() { OpenAll(c.Root) }

// OpenAll lets every map and list below root hold more than is known of it.
func OpenAll(root *model.Value) {
	for v := range root.All() {
		v.Open = v.Open || v.Kind == model.Map || v.Kind == model.List
	}
}

// Add merges a values file into what is there: maps key by key, everything else is replaced, as Helm does.
func (c *Values) Add(v *model.Value) {
	if !v.IsMap() {
		if !v.IsAbsent() {
			c.Open()
		}
		return
	}
	c.Sources = append(c.Sources, v)
	mergeMap(c.Root, v.Copy(nil))
}

// Merge adds values that were merged already.
func (c *Values) Merge(other *Values) {
	c.Sources = append(c.Sources, other.Sources...)
	mergeMap(c.Root, other.Root.Copy(nil))
}

// AddTexts merges the elements of a list of values files, each a text that knows the documents in it.
func (c *Values) AddTexts(list *model.Value) {
	switch {
	case list.IsAbsent():
	case list.Kind == model.List:
		for _, element := range list.Items {
			c.AddText(element)
		}
		if list.Open {
			c.Open()
		}
	default:
		c.AddText(list)
	}
}

// AddText merges one values file. A map stands for itself: some modules encode it.
func (c *Values) AddText(text *model.Value) {
	if text.Kind == model.Map || text.Kind == model.Null {
		c.Add(text)
		return
	}
	documents := yaml.TextDocuments(text)
	if len(documents) == 0 && (text.Kind != model.String || strings.TrimSpace(text.Text) != "") {
		c.Open()
	}
	for _, doc := range documents {
		root := doc.LocatedRoot()
		if root != nil && text.Origin != nil && text.Origin.Shared {
			shareAll(root)
		}
		c.Add(root)
	}
}

// shareAll notes in a tree of located, and what it holds, that others read it as well.
func shareAll(v *model.Value) {
	for inner := range v.All() {
		if inner.Origin != nil && !inner.Origin.Shared {
			shared := *inner.Origin
			shared.Shared = true
			inner.Origin = &shared
		}
	}
}

// mergeMap merges from into a map that belongs to the caller.
func mergeMap(into, from *model.Value) {
	into.Open = into.Open || from.Open
	for _, e := range from.Entries {
		if e.Key.Kind == model.Unknown {
			into.Entries = append(into.Entries, e)
			into.Open = true
			continue
		}
		old := into.Entry(e.Key.Text)
		switch {
		case old == nil:
			into.Entries = append(into.Entries, e)
		case old.Value.IsMap() && e.Value.IsMap():
			mergeMap(old.Value, e.Value)
		default:
			old.Key, old.Value = e.Key, e.Value
		}
	}
}

// ItemsOf returns the items of a list from which the values come. What is not known of it may be anything.
func (c *Values) ItemsOf(list *model.Value) []*model.Value {
	if list.IsAbsent() {
		return nil
	}
	if list.Kind != model.List || list.Open {
		c.Open()
	}
	return list.Items
}

// AddSets merges the entries of set, set_list and set_sensitive: maps with name, value and type.
func (c *Values) AddSets(list *model.Value) {
	for _, entry := range c.ItemsOf(list) {
		c.AddSet(entry)
	}
}

// AddSet merges one entry of a set: a map with name, value and type.
func (c *Values) AddSet(entry *model.Value) {
	c.AddNamed(entry.Get("name"), entry.Get("value"), entry.Str("type"))
}

// AddNamed adds a value by its name as helm --set has it; no value is one that is not known.
func (c *Values) AddNamed(name, value *model.Value, typed string) {
	if name == nil || name.Kind != model.String {
		c.Open()
		return
	}
	steps, ok := ParseSetKey(name.Text)
	if !ok {
		c.Open()
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
	c.Sources = append(c.Sources, source)
	setAt(c.Root, steps, value, name)
}

// setAt writes value at the steps below v, making the maps and lists on the way, which then stand where at does.
func setAt(v *model.Value, steps []any, value, at *model.Value) {
	slot := slotAt(v, steps[0], at)
	if len(steps) == 1 {
		*slot = value
		if key, ok := steps[0].(string); ok {
			v.Entry(key).Key = keyAt(key, at)
		}
		return
	}
	_, index := steps[1].(int)
	want := model.Map
	if index {
		want = model.List
	}
	if (*slot).Kind != want {
		*slot = (&model.Value{Kind: want, Dash: -1, Open: (*slot).IsUnknown()}).PlacedAt(at)
	}
	setAt(*slot, steps[1:], value, at)
}

// slotAt returns where the child of v at the step is kept, after making room for it with a null.
func slotAt(v *model.Value, step any, at *model.Value) **model.Value {
	null := func() *model.Value { return (&model.Value{Kind: model.Null, Dash: -1}).PlacedAt(at) }
	if n, ok := step.(int); ok {
		for len(v.Items) <= n {
			v.Items = append(v.Items, null())
		}
		return &v.Items[n]
	}
	name, _ := step.(string)
	e := v.Entry(name)
	if e == nil {
		e = &model.Entry{Key: keyAt(name, at), Value: null()}
		v.Entries = append(v.Entries, e)
	}
	return &e.Value
}

// keyAt returns the key of a value that an entry of set has, which stands where the entry names it.
func keyAt(key string, at *model.Value) *model.Value {
	return &model.Value{Kind: model.String, Text: key, Dash: -1, Span: at.Span, Origin: at.Origin}
}
