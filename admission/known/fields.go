package known

import (
	"slices"

	"github.com/karplint/karplint/model"
)

// Field is an entry of a map.
type Field struct {
	Key     string
	Value   *model.Value // nil if absent; an Unknown if nothing is known about it, or if it has several possible values
	Present Truth        // a null field is absent, and an unknown field may be null
}

// Field returns the entry of a map. It is Maybe present if the map is unknown or open. A value of another type has no entries.
func (r Reader) Field(v *model.Value, key string) Field {
	if v == nil || v.Kind != model.Map {
		if r.IsUnknown(v) {
			return Field{key, unknown, Maybe}
		}
		return Field{Key: key}
	}
	field, written := r.written(v, key)
	if !written && r.Open(v) {
		return Field{key, unknown, Maybe}
	}
	return field
}

// At returns the field at a path of keys below a map.
func (r Reader) At(v *model.Value, path ...string) Field {
	field := Field{Value: v, Present: Yes}
	for _, key := range path {
		inner := r.Field(field.Value, key)
		inner.Present = inner.Present.And(field.Present)
		field = inner
	}
	return field
}

// written returns the entry that the map contains. written is false if it contains none, so that an open map may still have one.
func (r Reader) written(v *model.Value, key string) (field Field, written bool) {
	field.Key = key
	if r.IsPlain(v) {
		if i := v.IndexOf(key); i >= 0 {
			return r.field(key, v.Entries[i].Value), true
		}
		return field, false
	}
	uncertain := r.IsUncertain(v)
	for _, e := range v.Entries {
		next, ok := r.entry(e, key)
		if !ok {
			continue
		}
		field = field.followed(next, uncertain || e.IsMerge() && next.Present == Maybe, written)
		written = true
	}
	return field, written
}

// IsPlain reports whether of several entries of a map with one key the last one counts, because no template and no merge key decides
// about them.
func (r Reader) IsPlain(v *model.Value) bool { return !r.IsUncertain(v) && !v.HasMerge() }

// entry returns the field that an entry writes, or adds as a merge key, if it has the key.
func (r Reader) entry(e *model.Entry, key string) (field Field, ok bool) {
	if !e.IsMerge() {
		if e.Key.Kind == model.Unknown || e.Key.Text != key {
			return Field{}, false
		}
		return r.field(key, e.Value), true
	}
	for _, source := range e.Merged() {
		if field := r.Field(source, key); field.Present != No {
			return field, true
		}
	}
	return Field{}, false
}

// field returns the field of a written value. An unknown value may be null, unless it is filled.
func (r Reader) field(key string, v *model.Value) Field {
	isFilled := r.Filled != nil && r.IsUnknown(v) && r.Filled(v)
	switch v = r.read(v); {
	case isFilled:
		return Field{key, v, Yes}
	case v.Kind == model.Unknown:
		return Field{key, v, Maybe}
	case v.Kind == model.Null:
		return Field{Key: key}
	}
	return Field{key, v, Yes}
}

// followed returns the field after a later entry with the same key. next replaces f, unless next is optional.
func (f Field) followed(next Field, optional, written bool) Field {
	switch {
	case !optional:
		return next
	case !written:
		next.Present = min(next.Present, Maybe)
		return next
	case f.Present == No && next.Present == No:
		return f
	}
	joined := Field{Key: f.Key, Value: unknown, Present: Maybe}
	if f.Value != nil && next.Value != nil && model.Equal(f.Value, next.Value) {
		joined.Value = next.Value
	}
	return joined
}

// Fields returns the entries of a map, each key once, in the order of the text, and whether these are all. An unknown value may
// have any entries, a value of another type has none. Null fields are left out.
func (r Reader) Fields(v *model.Value) (fields []Field, isComplete bool) {
	if v == nil || v.Kind != model.Map {
		return nil, !r.IsUnknown(v)
	}
	collected := collector{fields: make([]Field, 0, len(v.Entries)), isComplete: true}
	r.collect(v, &collected)
	fields = slices.DeleteFunc(collected.fields, func(f Field) bool { return f.Present == No })
	return fields, collected.isComplete
}

type collector struct {
	fields     []Field
	index      map[string]int // index in fields, by key; nil while there are few
	isComplete bool
}

// few is the number of fields up to which a linear search costs less than an index.
const few = 16

// find returns the index of the field with a key; -1 if there is none.
func (c *collector) find(key string) int {
	if len(c.fields) <= few {
		return slices.IndexFunc(c.fields, func(f Field) bool { return f.Key == key })
	}
	if c.index == nil {
		c.index = map[string]int{}
		for i, f := range c.fields {
			c.index[f.Key] = i
		}
	}
	if i, ok := c.index[key]; ok {
		return i
	}
	return -1
}

func (r Reader) collect(v *model.Value, c *collector) {
	uncertain := r.IsUncertain(v)
	c.isComplete = c.isComplete && !r.Open(v)
	for _, e := range v.Entries {
		switch {
		case e.IsMerge():
			c.merge(r, e, uncertain)
		case e.Key.Kind == model.Unknown:
			c.isComplete = false
		default:
			c.add(r.field(e.Key.Text, e.Value), uncertain)
		}
	}
}

func (c *collector) add(f Field, optional bool) {
	i := c.find(f.Key)
	if i < 0 {
		if c.index != nil {
			c.index[f.Key] = len(c.fields)
		}
		c.fields = append(c.fields, Field{}.followed(f, optional, false))
		return
	}
	c.fields[i] = c.fields[i].followed(f, optional, true)
}

// merge adds the fields of a merge key. If several of its sources have a key, the first one wins.
func (c *collector) merge(r Reader, e *model.Entry, uncertain bool) {
	taken := map[string]bool{}
	for _, source := range e.Merged() {
		fields, isComplete := r.Fields(source)
		c.isComplete = c.isComplete && isComplete
		for _, f := range fields {
			if !taken[f.Key] {
				taken[f.Key] = true
				c.add(f, uncertain || f.Present == Maybe)
			}
		}
	}
}
