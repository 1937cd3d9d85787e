// Package known reads objects that are partly unknown because of templates and references, and distinguishes certain values from
// uncertain ones.
package known

import "github.com/karplint/karplint/model"

// Reader reads values as they may be in the cluster.
type Reader struct {
	// Uncertain reports whether the cluster may have another value than the tree, although the tree has no Unknown:
	//   - a map or list with template lines that decide which entries are rendered. Each entry may be missing, two with the same key are
	//     alternatives, and a list or map made by an expression may have further ones;
	//   - a scalar that a caller may replace, so that it is unknown.
	//
	// A nil function is always false.
	Uncertain func(*model.Value) bool

	// Closed reports whether an uncertain map or list certainly has no further entries or items, because branches only choose among
	// those in the tree. A nil function is always false.
	Closed func(*model.Value) bool

	// Filled reports whether an unknown value is certainly not null. See the function Filled. A nil function is always false.
	Filled func(*model.Value) bool

	// Partial means that maps may have further entries, and lists further items.
	Partial bool
}

// unknown is a value about which nothing is known.
var unknown = model.NewUnknown("")

// Open reports whether the map or list may have further entries or items in the cluster.
func (r Reader) Open(v *model.Value) bool {
	if r.Partial || v.Open && !v.IsBounded() || v.Origin != nil && v.Origin.Default {
		return true
	}
	return r.IsUncertain(v) && (r.Closed == nil || !r.Closed(v))
}

// IsUncertain reports whether the cluster may have another value than the tree.
func (r Reader) IsUncertain(v *model.Value) bool { return r.Uncertain != nil && r.Uncertain(v) }

// IsUnknown reports whether nothing is known about a value, not even its type.
func (r Reader) IsUnknown(v *model.Value) bool {
	if v == nil || v.Kind == model.Map || v.Kind == model.List {
		return false
	}
	return v.Kind == model.Unknown || r.IsUncertain(v)
}

// read returns the value, or an Unknown if it is uncertain.
func (r Reader) read(v *model.Value) *model.Value {
	if r.IsUnknown(v) && v.Kind != model.Unknown {
		return unknown
	}
	return v
}

// Text returns the text in a value, and whether it is known. A value of another type has none.
func (r Reader) Text(v *model.Value) (text string, known bool) {
	if !v.IsString() || r.IsUncertain(v) {
		return "", false
	}
	return v.Text, true
}

// Bool returns the boolean in a value, and whether it is known. A value of another type has none.
func (r Reader) Bool(v *model.Value) (value, known bool) {
	if v == nil || v.Kind != model.Bool || r.IsUncertain(v) {
		return false, false
	}
	return v.Text == "true", true
}

// Number returns the number in a value, and whether it is known. A value of another type has none.
func (r Reader) Number(v *model.Value) (n Number, known bool) {
	if v == nil || v.Kind != model.Number || r.IsUncertain(v) {
		return Number{}, false
	}
	return ParseNumber(v.Text)
}

// Item is an item of a list.
type Item struct {
	Index   int
	Value   *model.Value // an Unknown if nothing is known about it
	Present Truth
}

// Items returns the items of a list, and whether these are all. An unknown value may have any items; a value of another type has
// none.
func (r Reader) Items(v *model.Value) (items []Item, isComplete bool) {
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
