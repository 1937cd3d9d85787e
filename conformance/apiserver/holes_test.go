package apiserver

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/model"
)

// holed is an object of which parts are not known.
type holed struct {
	*drawing
	root    *model.Value
	schema  *structural.Structural
	partial bool

	uncertain map[*model.Value]bool
	closed    map[*model.Value]bool   // uncertain maps and lists with no other entries or items
	certain   map[*model.Value]bool   // holes that are not null
	was       map[*model.Value]any    // what was at a hole
	keys      map[*model.Entry]string // what was the key
	chosen    *model.Value            // the map with two entries of one key, of which one is rendered; nil if there is none
}

// spot is a value in the tree.
type spot struct {
	value  *model.Value
	parent *model.Value // the map it is in, nil for items and the root
	schema *structural.Structural
}

func (h *holed) spots(s spot) []spot {
	all := []spot{s}
	for _, e := range s.value.Entries {
		child, _ := place{schema: orNone(s.schema)}.child(e.Key.Text)
		all = append(all, h.spots(spot{e.Value, s.value, child.schema})...)
	}
	for _, item := range s.value.Items {
		all = append(all, h.spots(spot{item, nil, orNone(s.schema).Items})...)
	}
	return all
}

func orNone(s *structural.Structural) *structural.Structural {
	if s == nil {
		return &structural.Structural{}
	}
	return s
}

// dig makes a hole.
func (h *holed) dig() {
	all := h.spots(spot{value: h.root, schema: h.schema})
	s := pick(h.Rand, all[1:])
	if s.parent == h.root && (s.value == h.root.Get("apiVersion") || s.value == h.root.Get("kind")) {
		return
	}
	isScalar := s.value.Kind != model.Map && s.value.Kind != model.List
	switch h.IntN(5) {
	case 0:
		h.was[s.value] = plain(s.value)
		h.certain[s.value] = h.was[s.value] != nil && h.IntN(2) == 0
		*s.value = model.Value{Kind: model.Unknown, Text: "{{ .x }}", Dash: -1}
	case 1:
		if hasTwice(s.value) {
			return
		}
		h.uncertain[s.value], h.closed[s.value] = true, !isScalar && h.IntN(2) == 0
		if isScalar {
			h.was[s.value] = plain(s.value)
		}
	case 2:
		s.value.Open = s.value.Open || !isScalar
	case 3:
		h.hideKey(s)
	case 4:
		h.branch(s)
	}
}

func (h *holed) hideKey(s spot) {
	if s.parent == nil || s.parent == h.root || s.parent == h.chosen {
		return
	}
	i := slices.IndexFunc(s.parent.Entries, func(e *model.Entry) bool { return e.Value == s.value })
	e := s.parent.Entries[i]
	if e.Key.Kind != model.Unknown {
		h.keys[e] = e.Key.Text
		e.Key = model.NewUnknown("{{ .key }}")
		s.parent.Open = true // as parsers say
	}
}

// branch puts another value of the same field beside a value, one of which is rendered.
func (h *holed) branch(s spot) {
	if s.parent == nil || s.parent == h.root || h.chosen != nil || hasTwice(s.parent) {
		return
	}
	if s.schema == nil || isTime(s.schema) || s.value.Kind == model.Unknown {
		return
	}
	i := slices.IndexFunc(s.parent.Entries, func(e *model.Entry) bool { return e.Value == s.value })
	other := h.value(s.schema)
	if h.IntN(2) == 0 {
		other = h.mistyped(s.schema)
	}
	entry := model.NewEntry(s.parent.Entries[i].Key.Text, parsed(other))
	s.parent.Entries = slices.Insert(s.parent.Entries, i, entry)
	h.chosen = s.parent
	h.uncertain[s.parent], h.closed[s.parent] = true, h.IntN(2) == 0
}

// object is the object that karplint checks.
func (h *holed) object() admission.Object {
	return admission.Object{
		Value: h.root, Partial: h.partial,
		Reader: known.Reader{
			Uncertain: func(v *model.Value) bool { return h.uncertain[v] },
			Closed:    func(v *model.Value) bool { return h.closed[v] },
			Filled:    func(v *model.Value) bool { return h.certain[v] },
		},
	}
}

// hasTwice reports whether a key of a map occurs twice.
func hasTwice(v *model.Value) bool { return len(keysOf(v)) < len(v.Entries) }

// plain returns a value of a tree as JSON has it.
func plain(v *model.Value) any {
	switch v.Kind {
	case model.Map:
		m := Object{}
		for _, e := range v.Entries {
			m[e.Key.Text] = plain(e.Value)
		}
		return m
	case model.List:
		items := []any{}
		for _, item := range v.Items {
			items = append(items, plain(item))
		}
		return items
	case model.String:
		return v.Text
	case model.Number, model.Bool:
		var scalar any
		if err := utiljson.Unmarshal([]byte(v.Text), &scalar); err != nil {
			panic(err)
		}
		return scalar
	}
	return nil
}

// filling is an object without holes that the one with holes may become.
type filling struct {
	*holed
	original bool // each hole has what was there
	filled   any
	paths    map[*model.Value]string // where the values of the tree are now
	choice   int                     // which of two branches is rendered
}

// fill fills the holes.
func (h *holed) fill(original bool) *filling {
	f := &filling{holed: h, original: original, paths: map[*model.Value]string{}, choice: -1}
	f.filled = f.value(h.root, h.schema, "")
	return f
}

func (f *filling) value(v *model.Value, s *structural.Structural, path string) any {
	f.paths[v] = path
	was, isHole := f.was[v]
	switch {
	case isHole && f.original:
		return was
	case isHole && f.certain[v]:
		return cmp.Or(f.scalar(was, s), was)
	case isHole:
		return f.scalar(was, s)
	case v.Kind == model.Map:
		return f.fields(v, orNone(s), path)
	case v.Kind == model.List:
		return f.items(v, orNone(s), path)
	}
	return plain(v)
}

// scalar is what a hole may become.
func (f *filling) scalar(was any, s *structural.Structural) any {
	switch n := f.IntN(8); {
	case n < 2 || s == nil || isTime(s):
		return was
	case n == 2:
		return nil
	case n == 3:
		return f.mistyped(s)
	case n == 4 && (s.Type == "string" || s.XIntOrString):
		return f.wrongText(s)
	}
	return f.drawing.value(s)
}

func (f *filling) isOpen(v *model.Value) bool {
	mayBeMore := v.Open || f.partial || f.uncertain[v] && !f.closed[v]
	return !f.original && mayBeMore && f.IntN(2) == 0
}

// isDropped reports whether an entry or item of a value is not rendered.
func (f *filling) isDropped(v *model.Value) bool {
	return !f.original && f.uncertain[v] && f.IntN(2) == 0
}

func (f *filling) fields(v *model.Value, s *structural.Structural, path string) any {
	m := Object{}
	taken := keysOf(v)
	for _, e := range f.rendered(v) {
		key := f.key(e, s, taken)
		child, _ := place{schema: s}.child(key)
		value := f.value(e.Value, child.schema, strings.TrimPrefix(path+"."+normal(key), "."))
		if _, isTwice := m[key]; isTwice {
			key += twice
		}
		m[key] = value
	}
	if f.isOpen(v) {
		f.more(m, s, taken)
	}
	return m
}

// rendered returns the entries of a map that are there. Of two branches it is one, or none.
func (f *filling) rendered(v *model.Value) (entries []*model.Entry) {
	other := -1
	if v == f.chosen {
		first := firstOfTwo(v)
		if f.choice = f.IntN(2); f.original {
			f.choice = 1
		}
		other = first + 1 - f.choice
	}
	for i, e := range v.Entries {
		if i != other && !f.isDropped(v) {
			entries = append(entries, e)
		}
	}
	return entries
}

// firstOfTwo returns the index of an entry whose key is also that of the next one.
func firstOfTwo(v *model.Value) int {
	for i := range len(v.Entries) - 1 {
		if v.Entries[i].Key.Text == v.Entries[i+1].Key.Text {
			return i
		}
	}
	return -1
}

func keysOf(v *model.Value) map[string]bool {
	taken := map[string]bool{}
	for _, e := range v.Entries {
		if e.Key.Kind != model.Unknown {
			taken[e.Key.Text] = true
		}
	}
	return taken
}

// key returns the key of an entry. One that is not known becomes one that the map does not have.
func (f *filling) key(e *model.Entry, s *structural.Structural, taken map[string]bool) string {
	was, isHole := f.keys[e]
	switch {
	case !isHole:
		return e.Key.Text
	case f.original && !taken[was]:
		taken[was] = true
		return was
	}
	return f.free(s, taken)
}

// free draws a key that a map does not have.
func (f *filling) free(s *structural.Structural, taken map[string]bool) string {
	candidates := f.texts
	if names := slices.Sorted(maps.Keys(s.Properties)); len(names) > 0 {
		candidates = names
	}
	for range 10 {
		if key := pick(f.Rand, candidates); !taken[key] {
			taken[key] = true
			return key
		}
	}
	key := fmt.Sprintf("k%d", len(taken))
	taken[key] = true
	return key
}

// more adds entries to an open map.
func (f *filling) more(m Object, s *structural.Structural, taken map[string]bool) {
	for range 1 + f.IntN(3) {
		key := f.free(s, taken)
		if child, ok := (place{schema: s}).child(key); ok {
			m[key] = f.drawing.value(child.schema)
		}
	}
}

func (f *filling) items(v *model.Value, s *structural.Structural, path string) any {
	items := []any{}
	isOpen := f.isOpen(v)
	for _, item := range v.Items {
		for isOpen && s.Items != nil && f.IntN(3) == 0 {
			items = append(items, f.drawing.value(s.Items))
		}
		if !f.isDropped(v) {
			items = append(items, f.value(item, s.Items, fmt.Sprintf("%s.%d", path, len(items))))
		}
	}
	if isOpen && s.Items != nil {
		items = append(items, f.drawing.value(s.Items))
	}
	return items
}

// field returns where a field at a path of the tree is now or would be, and false if its map is not rendered.
func (f *filling) field(path []any) (string, bool) {
	last := len(path) - 1
	at, ok := f.place(path[:last])
	return strings.TrimPrefix(at+"."+normal(fmt.Sprint(path[last])), "."), ok
}

// place returns where the value at a path of the tree is now, and false if it is not rendered.
func (f *filling) place(path []any) (string, bool) {
	v := f.root
	for _, step := range path {
		inner := v.Get(step)
		if v == f.chosen && f.choice >= 0 && v.Entries[firstOfTwo(v)].Key.Text == step {
			inner = v.Entries[firstOfTwo(v)+f.choice].Value
		}
		v = inner
	}
	at, ok := f.paths[v]
	return at, ok
}

// String shows the object with its holes.
func (h *holed) String() string {
	text := h.text(h.root)
	if h.partial {
		text = "(partial) " + text
	}
	return text
}

func (h *holed) text(v *model.Value) string {
	mark := ""
	if h.uncertain[v] {
		mark = "&uncertain "
	}
	if v.Open {
		mark += "&open "
	}
	var parts []string
	switch v.Kind {
	case model.Map:
		for _, e := range v.Entries {
			parts = append(parts, e.Key.Text+": "+h.text(e.Value))
		}
		return mark + "{" + strings.Join(parts, ", ") + "}"
	case model.List:
		for _, item := range v.Items {
			parts = append(parts, h.text(item))
		}
		return mark + "[" + strings.Join(parts, ", ") + "]"
	case model.String:
		return mark + fmt.Sprintf("%q", v.Text)
	case model.Null:
		return mark + "null"
	}
	return mark + v.Text
}
