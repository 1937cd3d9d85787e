// Package known reads objects of which templates and references leave parts open: what is certain of a value, and what is not.
package known

import "github.com/karplint/karplint/model"

// Reader reads values as they may be in the cluster.
type Reader struct {
	// Uncertain reports whether the cluster may have something else than the tree here, although the tree has no Unknown:
	//   - a map or list in which template lines decide which entries are rendered. Each may be missing, two with one key are
	//     alternatives, and for a list or map that an expression put together there may be more;
	//   - a scalar that an expression left where a caller may give another one. It is unknown.
	//
	// nil stands for a function that is always false.
	Uncertain func(*model.Value) bool

	// Closed reports whether an uncertain map or list has no other entries or items than those that are here: branches only choose among them.
	// nil stands for a function that is always false.
	Closed func(*model.Value) bool

	// Filled reports whether a value is certainly there, although it is unknown: it is not null. See the function Filled. nil stands for a function
	// that is always false.
	Filled func(*model.Value) bool

	// Partial: maps may have more entries, and lists more items, than those that are here.
	Partial bool
}

// unknown stands for a value of which nothing is known.
var unknown = model.NewUnknown("")

// Open reports whether the cluster may have other entries or items here than the map or list.
func (r Reader) Open(v *model.Value) bool {
	if r.Partial || v.Open {
		return true
	}
	return r.IsUncertain(v) && (r.Closed == nil || !r.Closed(v))
}

// IsUncertain reports whether the cluster may have something else here, although the value is written.
func (r Reader) IsUncertain(v *model.Value) bool { return r.Uncertain != nil && r.Uncertain(v) }

// IsUnknown reports whether nothing is known of a value: neither what it is, nor its type.
func (r Reader) IsUnknown(v *model.Value) bool {
	if v == nil || v.Kind == model.Map || v.Kind == model.List {
		return false
	}
	return v.Kind == model.Unknown || r.IsUncertain(v)
}

// read returns the value, or an Unknown for one that is uncertain.
func (r Reader) read(v *model.Value) *model.Value {
	if r.IsUnknown(v) && v.Kind != model.Unknown {
		return unknown
	}
	return v
}

// Text returns a text, and whether it is known: false for an unknown value, and for one that is no text.
func (r Reader) Text(v *model.Value) (text string, known bool) {
	if v == nil || v.Kind != model.String || r.IsUncertain(v) {
		return "", false
	}
	return v.Text, true
}

// Bool returns a boolean, and whether it is known: false for an unknown value, and for one of another type.
func (r Reader) Bool(v *model.Value) (value, known bool) {
	if v == nil || v.Kind != model.Bool || r.IsUncertain(v) {
		return false, false
	}
	return v.Text == "true", true
}

// Number returns a number, and whether it is known: false for an unknown value, and for one of another type.
func (r Reader) Number(v *model.Value) (n Number, known bool) {
	if v == nil || v.Kind != model.Number || r.IsUncertain(v) {
		return Number{}, false
	}
	return ParseNumber(v.Text)
}

// Item is an item of a list.
type Item struct {
	Index   int
	Value   *model.Value // an Unknown if nothing is known of it
	Present Truth
}

// Items returns the items of a list, and whether that is all. Those of an unknown value are none, and not all; those of another one are
// none.
func (r Reader) Items(v *model.Value) (items []Item, all bool) {
	if v == nil || v.Kind != model.List {
		return nil, !r.IsUnknown(v)
	}
	present := Yes
	if r.IsUncertain(v) {
		present = Maybe
	}
	items = make([]Item, len(v.Items))
	for i, item := range v.Items {
		items[i] = Item{Index: i, Value: r.read(item), Present: present}
	}
	return items, !r.Open(v)
}
