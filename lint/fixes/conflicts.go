package fixes

import (
	"fmt"
	"slices"

	"github.com/karplint/karplint/lint/rule"
)

// candidate is a fix that may be made.
type candidate struct {
	proposal  Proposal
	documents []documentKey // as in Fix.documents
}

// compatible returns the fixes that can be made in one round, in order.
func compatible(proposals []Proposal, unsafe bool) []*candidate {
	chosen := newChoice()
	for _, p := range proposals {
		if len(p.Fix.Edits) == 0 || p.Fix.Safety == rule.Unsafe && !unsafe {
			continue
		}
		if c := (&candidate{p, p.Fix.documents()}); !chosen.conflicts(c) {
			chosen.add(c)
		}
	}
	return chosen.candidates
}

// choice is a set of fixes without conflicts. A file may have thousands of fixes, so a new one is compared only with those near
// it.
type choice struct {
	candidates []*candidate
	byEdits    map[string]*candidate   // the first fix with these edits
	changed    map[documentKey]*places // the changes of the fixes, by document
	touched    map[bytesOf][]*candidate
}

// bytesOf is a block of bytes in a file.
type bytesOf struct {
	file  string
	block int // number of a block of blockSize
}

const blockSize = 1 << 10

func newChoice() *choice {
	return &choice{byEdits: map[string]*candidate{}, changed: map[documentKey]*places{}, touched: map[bytesOf][]*candidate{}}
}

func editsKey(f *Fix) string { return fmt.Sprint(f.Edits) }

func (c *choice) add(added *candidate) {
	f := added.proposal.Fix
	c.candidates = append(c.candidates, added)
	if key := editsKey(f); c.byEdits[key] == nil {
		c.byEdits[key] = added
	}
	for _, s := range f.steps() {
		document := c.changed[keyOf(s.document)]
		if document == nil {
			document = &places{}
			c.changed[keyOf(s.document)] = document
		}
		for _, path := range s.places {
			document.add(path, s)
		}
	}
	for _, block := range f.blocks() {
		c.touched[block] = append(c.touched[block], added)
	}
}

// conflicts reports whether the fix changes the same entry of a document as a chosen one, or overlaps with one in another file.
// Equal changes do not conflict.
func (c *choice) conflicts(with *candidate) bool {
	f := with.proposal.Fix
	for _, s := range f.steps() {
		document := c.changed[keyOf(s.document)]
		if document == nil {
			continue
		}
		differs := func(other step) bool { return !s.equals(other) }
		if slices.ContainsFunc(s.places, func(path []any) bool { return document.anyMeets(path, differs) }) {
			return true
		}
	}
	return slices.ContainsFunc(f.blocks(), func(block bytesOf) bool {
		return slices.ContainsFunc(c.touched[block], func(other *candidate) bool {
			return !sharesAny(with.documents, other.documents) && f.touches(other.proposal.Fix)
		})
	})
}

// steps returns the steps of the fix; none if it cannot be planned again.
func (f *Fix) steps() []step {
	if f.unplanned == nil {
		return nil
	}
	return f.unplanned.steps
}

// blocks returns the blocks with bytes that the fix changes, or next to these bytes.
func (f *Fix) blocks() []bytesOf {
	var touched []bytesOf
	for _, e := range f.Edits {
		for block := e.Span.Start / blockSize; block <= e.Span.End/blockSize; block++ {
			if of := (bytesOf{e.File, block}); !slices.Contains(touched, of) {
				touched = append(touched, of)
			}
		}
	}
	return touched
}

func sharesAny(a, b []documentKey) bool {
	return slices.ContainsFunc(a, func(key documentKey) bool { return slices.Contains(b, key) })
}

// touches reports whether two fixes have adjacent edits in a file, unless all their edits in that file are equal.
func (f *Fix) touches(other *Fix) bool {
	agreed := map[string]bool{}
	for _, file := range f.files() {
		agreed[file] = slices.Equal(f.editsOf(file), other.editsOf(file))
	}
	for _, a := range f.Edits {
		for _, b := range other.Edits {
			touch := a.Span.Start <= b.Span.End && b.Span.Start <= a.Span.End
			if a.File == b.File && !agreed[a.File] && touch {
				return true
			}
		}
	}
	return false
}

// places is a tree of paths in a document, with the steps that change each.
type places struct {
	steps   []step
	below   map[any]*places
	removed []removedItem // the keys of below that have this type
}

func (p *places) add(path []any, s step) {
	for _, key := range path {
		next := p.below[key]
		if next == nil {
			next = &places{}
			if p.below == nil {
				p.below = map[any]*places{}
			}
			p.below[key] = next
			if item, isRemoved := key.(removedItem); isRemoved {
				p.removed = append(p.removed, item)
			}
		}
		p = next
	}
	p.steps = append(p.steps, s)
}

// anyMeets reports whether test is true for a step that changes a place above, at or below the path, or an item whose index changes
// when another is removed.
func (p *places) anyMeets(path []any, test func(step) bool) bool {
	if slices.ContainsFunc(p.steps, test) {
		return true
	}
	if len(path) == 0 {
		return p.any(test)
	}
	if next := p.below[path[0]]; next != nil && next.anyMeets(path[1:], test) {
		return true
	}
	for _, item := range p.removed {
		if shifts(item, path[0]) && p.below[item].any(test) {
			return true
		}
	}
	if _, isRemoved := path[0].(removedItem); isRemoved {
		for key, next := range p.below {
			if shifts(path[0], key) && next.any(test) {
				return true
			}
		}
	}
	return false
}

// any reports whether test is true for a step here or below.
func (p *places) any(test func(step) bool) bool {
	if slices.ContainsFunc(p.steps, test) {
		return true
	}
	for _, next := range p.below {
		if next.any(test) {
			return true
		}
	}
	return false
}
