package model

import "slices"

// Kind is the type of a Value.
type Kind uint8

// The kinds of a Value. Unknown represents anything that cannot be known by reading
// the file: a template expression, a variable without a default, a computed value.
const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Map
	Unknown
)

var kindNames = [...]string{"null", "bool", "number", "string", "list", "map", "unknown"}

// String names the kind for people: "map".
func (k Kind) String() string { return kindNames[k] }

// Style tells how a Value is written, so that an edit can keep it.
type Style uint8

// The styles of scalars (Plain to Folded) and of collections (Block, Flow).
// None marks a value without any bytes: the null after `key:`, or a value not yet written.
const (
	None Style = iota
	Plain
	SingleQuoted
	DoubleQuoted
	Literal
	Folded
	Block
	Flow
)

// Value is one node of the located tree: a part of a file with its place.
//
// A tree is read-only once a parser has returned it. A Value built by New… functions
// has no bytes: its Span is empty and its Style is None.
type Value struct {
	Kind  Kind
	Style Style

	// Open means that the collection may contain more than is listed: entries or items that exist only after rendering or in a
	// plan, or that a file which cannot be read would add.
	Open bool

	// Dash is the offset of the "-" in front of an item of a block list, -1 for any other value.
	Dash int32

	// Span covers the bytes of the value: quotes and brackets included, anchor and tag
	// excluded. A block collection runs from its first key or dash to the end of its last
	// value; a block scalar from its indicator (| or >) to the end of its last line that is
	// not blank, that line's newline excluded. The Span of a null that is not written is empty and
	// at the place where it would be written.
	Span Span

	// Text is a scalar's decoded text: a number as its author wrote it ("0x1F", "1.50"),
	// a bool as "true" or "false". For Unknown it is the expression as written, so that two
	// identical expressions compare equal.
	Text string

	Items   []*Value // List
	Entries []*Entry // Map, in the author's order; a key may occur twice

	// Origin gives the place where an evaluated value is written; nil for a value that is in its own document.
	Origin *Origin

	index *index // of Entries; set by IndexKeys
	rare  *rare  // nil for most values
}

// Comments are the comments of an entry or item: whole lines above it, and the end of its line. Texts do not contain the
// leading "# "; a text that begins with "#" is written as it is. An empty text above is an empty line.
type Comments struct {
	Above  []string
	Beside string   // "" if there is none
	Below  []string // after its last entry or item, inside it
}

// Origin gives the place where the value of an evaluated expression is written: Span and Props then are
// ranges of File. A value that came through variables, locals, module inputs or outputs has the place of the
// literal; a computed value has the place of the expression that computed it.
type Origin struct {
	File *File

	// Computed means that no literal is at the place: the value cannot be changed there.
	Computed bool

	// Shared means that more than one expression reads the literal, so that a change affects others as well.
	Shared bool

	// Named means that an expression or the type of a variable refers to the key, so that the key must not be renamed.
	Named bool

	// Set means that the list is a set of Terraform: its items are sorted and distinct, and have no index.
	Set bool

	// Typed means that the map or list is one of Terraform's, whose elements have one type, and not an object or tuple. If it
	// is false, the value may be either.
	Typed bool

	// Bounded means that an open map has no entries but those listed. Of these, Unknown ones may be missing.
	Bounded bool

	// Default means that the map is the empty default of a variable of any type, which whoever applies the root gives another value.
	Default bool

	// Otherwise is what a condition gives in another case, if the value may then have keys that it lacks; nil otherwise.
	Otherwise *Value

	// Documents returns the documents in a string, located where it is written: the YAML or JSON documents
	// of a heredoc, of a file that file() or templatefile() read, the argument of jsonencode or yamlencode. It is
	// nil if the string is none of these. Documents that do not parse are left out.
	Documents func() []*Document
}

// IsBounded reports whether an open map has no entries but those listed, of which Unknown ones may be missing.
func (v *Value) IsBounded() bool { return v.Open && v.Origin != nil && v.Origin.Bounded }

// Otherwise returns what a condition of Terraform gives in another case; nil if there is none.
func (v *Value) Otherwise() *Value {
	if v == nil || v.Origin == nil {
		return nil
	}
	return v.Origin.Otherwise
}

// Entry is one key of a Map with its value.
type Entry struct {
	Key   *Value // String, or Unknown if the key is templated
	Value *Value
}

// Entry returns the entry whose key is the string key, or nil. As in Kubernetes' own reader, the
// last one counts if it occurs twice, and a merge key (<<) overwrites the keys above it.
func (v *Value) Entry(key string) *Entry {
	if v == nil || v.Kind != Map {
		return nil
	}
	if v.index.isOf(v.Entries) {
		return v.index.entry(key)
	}
	for _, e := range slices.Backward(v.Entries) {
		if e.IsMerge() {
			if e := e.mergedEntry(key); e != nil {
				return e
			}
			continue
		}
		if e.Key.Kind != Unknown && e.Key.Text == key {
			return e
		}
	}
	return nil
}

// IsMerge reports whether the entry is YAML's merge key (<<: *anchor).
func (e *Entry) IsMerge() bool {
	return e.Key.Style == Plain && e.Key.Text == "<<" && e.Key.Kind != Unknown
}

// Merged returns the maps that a merge key adds. If several have a key, the first one wins.
func (e *Entry) Merged() []*Value {
	if e.Value.Kind == List {
		return e.Value.Items
	}
	return []*Value{e.Value}
}

// mergedEntry returns the entry for a key that a merge key adds, or nil.
func (e *Entry) mergedEntry(key string) *Entry {
	for _, m := range e.Merged() {
		if e := m.Entry(key); e != nil {
			return e
		}
	}
	return nil
}

// Get follows path (string map keys, int list indices) and returns the value at its end, or nil.
func (v *Value) Get(path ...any) *Value {
	for _, step := range path {
		if v == nil {
			return nil
		}
		switch s := step.(type) {
		case string:
			e := v.Entry(s)
			if e == nil {
				return nil
			}
			v = e.Value
		case int:
			if v.Kind != List || s < 0 || s >= len(v.Items) {
				return nil
			}
			v = v.Items[s]
		default:
			return nil
		}
	}
	return v
}

// Str returns the text of the String at path, or "" if there is none.
func (v *Value) Str(path ...any) string {
	if s := v.Get(path...); s != nil && s.Kind == String {
		return s.Text
	}
	return ""
}

// List returns the items of the list at path; none if there is no list.
func (v *Value) List(path ...any) []*Value {
	if list := v.Get(path...); list != nil {
		return list.Items
	}
	return nil
}

// IsScalar reports whether v is a bool, number or string.
func (v *Value) IsScalar() bool {
	if v == nil {
		return false
	}
	return v.Kind == Bool || v.Kind == Number || v.Kind == String
}

// NewString returns a string. Like the other New functions it builds a value that is in no file yet.
func NewString(text string) *Value { return &Value{Kind: String, Text: text, Dash: -1} }

// NewNumber returns a number written as text.
func NewNumber(text string) *Value { return &Value{Kind: Number, Text: text, Dash: -1} }

// NewBool returns a bool.
func NewBool(b bool) *Value {
	text := "false"
	if b {
		text = "true"
	}
	return &Value{Kind: Bool, Text: text, Dash: -1}
}

// NewUnknown returns a value that cannot be known; two with the same text are equal.
func NewUnknown(text string) *Value { return &Value{Kind: Unknown, Text: text, Dash: -1} }

// NewList returns a list of items.
func NewList(items ...*Value) *Value { return &Value{Kind: List, Items: items, Dash: -1} }

// NewMap returns a map of entries in the given order.
func NewMap(entries ...*Entry) *Value { return &Value{Kind: Map, Entries: entries, Dash: -1} }

// NewEntry returns the entry key: value.
func NewEntry(key string, value *Value) *Entry { return &Entry{Key: NewString(key), Value: value} }

// Equal reports whether a and b have equal kinds and texts. The order of keys, positions and styles do not count. Two Unknowns are
// equal if their expressions are.
func Equal(a, b *Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Kind != b.Kind || len(a.Items) != len(b.Items) || len(a.Entries) != len(b.Entries) {
		return false
	}
	for i := range a.Items {
		if !Equal(a.Items[i], b.Items[i]) {
			return false
		}
	}
	if a.Kind == Map {
		return equalEntries(a.Entries, b.Entries)
	}
	return a.Text == b.Text
}

func equalEntries(a, b []*Entry) bool {
	for len(a) > 0 && equalEntry(a[0], b[0]) {
		a, b = a[1:], b[1:]
	}
	of := func(e *Entry) likeness {
		if len(a) < minIndexed {
			return likeness{key: e.Key.Text}
		}
		return likeness{e.Key.Text, e.Value.Hash()} // a key may occur many times
	}
	if len(a) == 0 {
		return true
	}
	firstA, firstB := a[0], b[0]         // these differ; comparing them again at each level of a tree would double the work
	unmatched := map[likeness][]*Entry{} // entries of b without a counterpart
	for _, e := range b {
		like := of(e)
		unmatched[like] = append(unmatched[like], e)
	}
	for _, e := range a {
		like := of(e)
		candidates := unmatched[like]
		i := slices.IndexFunc(candidates, func(f *Entry) bool {
			isKnown := e == firstA && f == firstB
			return !isKnown && equalEntry(e, f)
		})
		if i < 0 {
			return false
		}
		candidates[i] = candidates[0]
		unmatched[like] = candidates[1:]
	}
	return true
}

// likeness is a key under which entries that may be equal are found.
type likeness struct {
	key   string
	value uint64 // hash of the value; 0 in small maps
}

func equalEntry(a, b *Entry) bool {
	return a.Key.Kind == b.Key.Kind && a.Key.Text == b.Key.Text && Equal(a.Value, b.Value)
}
