package templates

import (
	"hash/maphash"
	"iter"
)

// bindings map variables to their meanings. They are immutable, and copies share most of their nodes, because each template of a
// document keeps its own. The data structure is a treap: a search tree by name, and a heap by weight.
type bindings struct {
	name, meaning string
	weight        uint64
	left, right   *bindings
}

// get returns the meaning of a variable, "" if unknown.
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

// with returns a copy in which the variable has another meaning.
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

// all returns the variables and their meanings, sorted by name.
func (b *bindings) all() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) { b.each(yield) }
}

func (b *bindings) each(yield func(string, string) bool) bool {
	if b == nil {
		return true
	}
	return b.left.each(yield) && yield(b.name, b.meaning) && b.right.each(yield)
}

var seed = maphash.MakeSeed()

// weightOf returns a pseudo-random number that keeps the tree balanced. It is seeded, so that the author of a template cannot
// predict it.
func weightOf(name string) uint64 { return maphash.String(seed, name) }
