package model

import (
	"iter"
	"slices"
)

// Children yields the items and values of v, each with its step: the index of an item, the text of an entry's key. An alias has the
// children of the value that it represents. A nil v has none.
func (v *Value) Children() iter.Seq2[any, *Value] {
	return func(yield func(any, *Value) bool) {
		if v == nil {
			return
		}
		for i, item := range v.Items {
			if !yield(i, item) {
				return
			}
		}
		for _, e := range v.Entries {
			if !yield(e.Key.Text, e.Value) {
				return
			}
		}
	}
}

// ChildSpans returns the bytes of the items and entries of v. The span of an entry extends from its key through its value.
func (v *Value) ChildSpans() []Span {
	var spans []Span
	for _, item := range v.Items {
		spans = append(spans, item.Span)
	}
	for _, e := range v.Entries {
		spans = append(spans, Span{e.Key.Span.Start, max(e.Key.Span.End, e.Value.Span.End)})
	}
	return spans
}

// All yields v and all values in it, parents first, in the order of the text. Keys are left out. A nil v yields nothing.
func (v *Value) All() iter.Seq[*Value] {
	return func(yield func(*Value) bool) { v.yieldAll(false, yield) }
}

// Nodes is All with the keys of maps, each before its value.
func (v *Value) Nodes() iter.Seq[*Value] {
	return func(yield func(*Value) bool) { v.yieldAll(true, yield) }
}

// yieldAll returns false when yield does.
func (v *Value) yieldAll(keys bool, yield func(*Value) bool) bool {
	if v == nil {
		return true
	}
	if !yield(v) {
		return false
	}
	for _, item := range v.Items {
		if !item.yieldAll(keys, yield) {
			return false
		}
	}
	for _, e := range v.Entries {
		if keys && !yield(e.Key) || !e.Value.yieldAll(keys, yield) {
			return false
		}
	}
	return true
}

// Any reports whether test is true for v or a value in it, keys excluded.
func (v *Value) Any(test func(*Value) bool) bool {
	for inner := range v.All() {
		if test(inner) {
			return true
		}
	}
	return false
}

// Rewrite returns v with some values replaced. change gets a value and returns its replacement. If enter is true, the values inside
// the replacement are rewritten too. Keys stay. v itself does not change: a collection with replaced values is a copy, everything
// else is shared.
func (v *Value) Rewrite(change func(*Value) (replacement *Value, enter bool)) *Value {
	if v == nil {
		return nil
	}
	replacement, enter := change(v)
	if !enter {
		return replacement
	}
	items, entries, changed := slices.Clone(replacement.Items), slices.Clone(replacement.Entries), false
	for i, item := range items {
		items[i] = item.Rewrite(change)
		changed = changed || items[i] != item
	}
	for i, e := range entries {
		if value := e.Value.Rewrite(change); value != e.Value {
			entries[i], changed = &Entry{Key: e.Key, Value: value}, true
		}
	}
	if !changed {
		return replacement
	}
	rewritten := *replacement
	rewritten.Items, rewritten.Entries = items, entries
	rewritten.IndexKeys()
	return &rewritten
}

// Copy returns a copy of v, of its keys and of all values in it. edit may be nil; otherwise it is called on each copy, parents first.
func (v *Value) Copy(edit func(*Value)) *Value {
	if v == nil {
		return nil
	}
	c := *v
	if edit != nil {
		edit(&c)
	}
	c.Items, c.Entries = slices.Clone(c.Items), slices.Clone(c.Entries)
	for i, item := range c.Items {
		c.Items[i] = item.Copy(edit)
	}
	for i, e := range c.Entries {
		c.Entries[i] = &Entry{Key: e.Key.Copy(edit), Value: e.Value.Copy(edit)}
	}
	c.IndexKeys()
	return &c
}
