package apiserver

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
)

// mutation changes the value at a place. It returns false if the value has nothing to change in this way.
type mutation struct {
	name   string
	change func(d *drawing, p place, old any) (becomes any, kept, changes bool)
}

// mutations are what goes wrong when an object is written.
var mutations = []mutation{
	{"type", func(d *drawing, p place, _ any) (any, bool, bool) { return d.mistyped(p.schema), true, true }},
	{"null", func(*drawing, place, any) (any, bool, bool) { return nil, true, true }},
	{"missing", func(_ *drawing, p place, _ any) (any, bool, bool) { return nil, false, len(p.path) > 1 }},
	{"redrawn", func(d *drawing, p place, _ any) (any, bool, bool) { return d.value(p.schema), true, len(p.path) > 1 }},
	{"empty", func(_ *drawing, _ place, old any) (any, bool, bool) { return emptied(old) }},
	{"text", func(d *drawing, p place, _ any) (any, bool, bool) {
		return d.wrongText(p.schema), true, p.schema.Type == "string" || p.schema.XIntOrString
	}},
	{"number", func(d *drawing, p place, _ any) (any, bool, bool) {
		return d.wrongNumber(p.schema), true, p.schema.Type == "integer"
	}},
	{"long", func(_ *drawing, p place, _ any) (any, bool, bool) {
		return long(p.schema), true, p.schema.Type == "string"
	}},
	{"many", func(d *drawing, p place, _ any) (any, bool, bool) { return d.many(p.schema) }},
	{"more", func(d *drawing, p place, old any) (any, bool, bool) { return d.more(p.schema, old) }},
	{"unknown", func(d *drawing, p place, old any) (any, bool, bool) { return d.unknown(p.schema, old) }},
	{"twice", func(d *drawing, p place, old any) (any, bool, bool) { return d.twice(p, old) }},
	{"copied", func(d *drawing, _ place, old any) (any, bool, bool) { return d.copied(old) }},
}

// mistyped is a value of another type than the schema asks for.
func (d *drawing) mistyped(s *structural.Structural) any {
	values := map[string][]any{
		"object": {Object{}, Object{"x": "y"}}, "array": {[]any{}, []any{"x"}}, "string": {"x", "1", ""}, "integer": {int64(1), int64(1) << 40},
		"number": {1.5}, "boolean": {true, false},
	}
	delete(values, s.Type)
	if s.XIntOrString {
		delete(values, "string")
		delete(values, "integer")
	}
	return pick(d.Rand, values[pick(d.Rand, slices.Sorted(maps.Keys(values)))])
}

func emptied(old any) (any, bool, bool) {
	switch old.(type) {
	case Object:
		return Object{}, true, true
	case []any:
		return []any{}, true, true
	case string:
		return "", true, true
	}
	return nil, false, false
}

// wrongText is a text that the schema may refuse: one that is not allowed, or one that is nearly right.
func (d *drawing) wrongText(s *structural.Structural) string {
	text := pick(d.Rand, d.texts)
	if v := s.ValueValidation; v != nil && len(v.Enum) > 0 && d.IntN(2) == 0 {
		text, _ = pick(d.Rand, v.Enum).Object.(string)
	}
	switch i := d.IntN(len(text) + 1); {
	case i == len(text) || d.IntN(3) > 0:
		return text
	case d.IntN(2) == 0:
		return strings.ToValidUTF8(text[:i]+text[i+1:], "")
	default:
		return strings.ToValidUTF8(text[:i]+pick(d.Rand, []string{"a", "1", " ", "-", "A", "/"})+text[i:], "")
	}
}

func (d *drawing) wrongNumber(s *structural.Structural) any {
	v := s.ValueValidation
	if v != nil && v.Minimum != nil && d.IntN(2) == 0 {
		return int64(*v.Minimum) - 1
	}
	if v != nil && v.Maximum != nil && d.IntN(2) == 0 {
		return int64(*v.Maximum) + 1
	}
	return pick(d.Rand, []any{int64(-1), int64(0), int64(1), 1.5, int64(1) << 33, int64(100), int64(-1 << 40), 2.0})
}

func long(s *structural.Structural) string {
	if v := s.ValueValidation; v != nil && v.MaxLength != nil {
		return strings.Repeat("a", int(*v.MaxLength)+1)
	}
	return strings.Repeat("a", 300)
}

// many has one item or entry more than is allowed.
func (d *drawing) many(s *structural.Structural) (any, bool, bool) {
	v := s.ValueValidation
	switch {
	case v == nil:
	case v.MaxItems != nil:
		items := []any{}
		for range *v.MaxItems + 1 {
			items = append(items, d.value(s.Items))
		}
		return items, true, true
	case v.MaxProperties != nil && s.AdditionalProperties != nil:
		m := Object{}
		for i := range *v.MaxProperties + 1 {
			m["a"+strings.Repeat("b", int(i))] = d.value(s.AdditionalProperties.Structural)
		}
		return m, true, true
	}
	return nil, false, false
}

// more has a field, entry or item more.
func (d *drawing) more(s *structural.Structural, old any) (any, bool, bool) {
	switch old := old.(type) {
	case Object:
		key := pick(d.Rand, d.texts)
		if names := slices.Sorted(maps.Keys(s.Properties)); len(names) > 0 {
			key = pick(d.Rand, names)
		}
		child, ok := place{schema: s}.child(key)
		if !ok {
			return nil, false, false
		}
		m := maps.Clone(old)
		m[key] = d.value(child.schema)
		return m, true, true
	case []any:
		if s.Items == nil {
			return nil, false, false
		}
		return append(slices.Clone(old), d.value(s.Items)), true, true
	}
	return nil, false, false
}

// unknown has a field that is misspelled, of another place, or of nothing.
func (d *drawing) unknown(s *structural.Structural, old any) (any, bool, bool) {
	m, isMap := old.(Object)
	if !isMap {
		return nil, false, false
	}
	key := pick(d.Rand, []string{"foo", "limitz", "exipreAfter", "kubelet", "name", "ttlSecondsAfterEmpty", "spec", "metadata"})
	if names := slices.Sorted(maps.Keys(s.Properties)); len(names) > 0 && d.IntN(2) == 0 {
		key = pick(d.Rand, names)
		key = key[:len(key)-1] + pick(d.Rand, []string{"", "z", key[len(key)-1:] + "s"})
	}
	m = maps.Clone(m)
	m[key] = pick(d.Rand, []any{int64(1), "x", Object{"a": Object{"b": "c"}}, []any{Object{"a": "b"}}, nil})
	return m, true, true
}

func (d *drawing) twice(p place, old any) (any, bool, bool) {
	m, isMap := old.(Object)
	if !isMap || len(m) == 0 || len(p.path) == 0 {
		return nil, false, false
	}
	key := pick(d.Rand, slices.Sorted(maps.Keys(m)))
	if child, ok := p.child(key); ok && isTime(child.schema) {
		return nil, false, false
	}
	m = maps.Clone(m)
	m[key+twice] = pick(d.Rand, []any{m[key], m[key], "x", int64(1)})
	return m, true, !strings.HasSuffix(key, twice)
}

func (d *drawing) copied(old any) (any, bool, bool) {
	items, isList := old.([]any)
	if !isList || len(items) == 0 {
		return nil, false, false
	}
	return append(slices.Clone(items), pick(d.Rand, items)), true, true
}

// mutate changes the object at a place. It returns false if the mutation does nothing there.
func (m mutation) mutate(d *drawing, o any, p place) (any, bool) {
	if isTime(p.schema) {
		return nil, false
	}
	var changes bool
	mutated := change(o, p.path, func(old any) (becomes any, kept bool) {
		becomes, kept, changes = m.change(d, p, old)
		if !changes {
			return old, true
		}
		return becomes, kept
	})
	isWhole := len(p.path) == 0
	return mutated, changes && !(isWhole && (m.name == "type" || m.name == "null" || m.name == "empty"))
}

func newDrawing(seed uint64, s *Schema) *drawing {
	return &drawing{rand.New(rand.NewPCG(1, seed)), s.known().texts}
}
