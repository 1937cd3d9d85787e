// Package known reads objects of which templates and references leave parts open: what is certain of a value, and what is not.
package known

import "github.com/karplint/karplint/model"

// Truth is the answer to a question about an object of which parts are unknown.
type Truth int8

// The answers. Maybe: it depends on a part that is unknown.
const (
	No Truth = iota
	Maybe
	Yes
)

// Of returns Yes or No.
func Of(b bool) Truth {
	if b {
		return Yes
	}
	return No
}

// And returns whether both hold; No if one does certainly not.
func (t Truth) And(u Truth) Truth { return min(t, u) }

// Or returns whether one of both holds; Yes if one certainly does.
func (t Truth) Or(u Truth) Truth { return max(t, u) }

// Not returns whether it does not hold.
func (t Truth) Not() Truth { return Yes - t }

// Reader reads values as they may be in the cluster.
type Reader struct {
	// Uncertain reports whether the cluster may have something else than the tree here, although the tree has no Unknown:
	//   - a map or list in which template lines decide which entries are rendered. Each may be missing, two with one key are
	//     alternatives, and for a list or map that an expression put together there may be more;
	//   - a scalar that an expression left where a caller may give another one. It is unknown.
	//
	// nil stands for a function that is always false.
	Uncertain func(*model.Value) bool
}

// Field is an entry of a map.
type Field struct {
	Key     string
	Value   *model.Value // nil if it is absent, or if it is one of several alternatives
	Present Truth        // a field that is null is absent
}

// Field returns the entry of a map. It is Maybe present in a value that is unknown, and in a map that is open.
func (r Reader) Field(_ *model.Value, _ string) Field {
	return Field{}
}

// At returns what is at a path of keys below a map.
func (r Reader) At(_ *model.Value, _ ...string) Field {
	return Field{}
}

// Fields returns the entries of a map, each key once, in the order of the text, and whether that is all. Those of an unknown value, and
// of one that is no map, are none, and not all.
func (r Reader) Fields(_ *model.Value) (fields []Field, all bool) {
	return nil, false
}

// Item is an item of a list.
type Item struct {
	Index   int
	Value   *model.Value
	Present Truth
}

// Items returns the items of a list, and whether that is all.
func (r Reader) Items(_ *model.Value) (items []Item, all bool) {
	return nil, false
}

// Text returns a text, and whether it is known: false for an unknown value, and for one that is no text.
func (r Reader) Text(_ *model.Value) (text string, known bool) {
	return "", false
}
