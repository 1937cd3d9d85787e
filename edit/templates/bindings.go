package templates

import (
	"hash/maphash"
	"iter"
)

// bindings are the meanings of variables by their names. They are never changed: with shares all but one path with what it was made
// from, because each template of a document keeps its own. It is a treap: a search tree by name and a heap by weight.
type bindings struct {
	name, meaning string
	weight        uint64
	left, right   *bindings
}

// get returns the meaning of a variable, "" for an unknown one.
func (b *bindings) get(name string) string {
	for b != nil && b.name != name {
		b = b.child(name)
	}
	if b == nil {
		return ""
	}
	return b.meaning
}

func (b *bindings) child(name string) *bindings {
	if name < b.name {
		return b.left
	}
	return b.right
}

// with returns the bindings with another meaning of a variable.
func (b *bindings) with(name, meaning string) *bindings {
	if b == nil {
		return &bindings{name: name, meaning: meaning, weight: weightOf(name)}
	}
	root := *b
	switch {
	case name == b.name:
		root.meaning = meaning
	case name < b.name:
		root.left = b.left.with(name, meaning)
		if top := root.left; top.weight > root.weight {
			root.left, top.right = top.right, &root
			return top
		}
	default:
		root.right = b.right.with(name, meaning)
		if top := root.right; top.weight > root.weight {
			root.right, top.left = top.left, &root
			return top
		}
	}
	return &root
}

// all returns the variables in the order of their names, with their meanings.
func (b *bindings) all() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) { b.each(yield) }
}

func (b *bindings) each(yield func(string, string) bool) bool {
	return b == nil || b.left.each(yield) && yield(b.name, b.meaning) && b.right.each(yield)
}

var seed = maphash.MakeSeed()

// weightOf returns a number that looks random, so that the tree stays low. Nobody who writes a template can predict it.
func weightOf(name string) uint64 { return maphash.String(seed, name) }
