package kustomize

import (
	"iter"
	"slices"
)

// reach is the path from a file, through the kustomizations that build it, to one with patches.
type reach struct {
	path    string // of the kustomization
	changes *changeSet
	layers  *layer
}

// layer is one kustomization on this path, with its changes and those of its components. next is the layer of the kustomization
// that uses it.
type layer struct {
	*Kustomization
	changes    *changeSet
	components []*Kustomization // those that it uses, directly and indirectly
	next       *layer
}

// isFollowed reports whether the whole effect of the layer on an object is known. It is not if components add metadata, because
// karplint does not add these in kustomize's order.
func (l *layer) isFollowed() bool {
	return !l.Unfollowed && !slices.ContainsFunc(l.components, func(c *Kustomization) bool { return c.Unfollowed || c.decoration != decoration{} })
}

// mark adds the metadata of the layer to an object.
func (l *layer) mark(o *Object) {
	for _, c := range l.components {
		c.Decorate(o)
	}
	l.Decorate(o)
}

// selecting yields the changes of the layer that select the object, while the caller applies them. It adds the metadata of the layer to the object
// where kustomize does.
func (l *layer) selecting(o *Object) iter.Seq[*Change] {
	return func(yield func(*Change) bool) {
		decorated := false
		decorate := func() {
			if !decorated && o.Value != nil {
				l.Decorate(o)
			}
			decorated = true
		}
		for i := 0; ; i++ {
			next := l.changes.next(i, o.Names)
			if first := l.changes.decorated; next >= first && !decorated {
				decorate()
				next = l.changes.next(max(i, first), o.Names)
			}
			if i = next; i == len(l.changes.all) {
				break
			}
			if c := l.changes.all[i]; c.selects(o) && !yield(c) {
				return
			}
		}
		decorate()
	}
}

// changesFor yields the changes of the reach that apply to the object. It adds the metadata of the layers to the object first,
// because patches select by it.
func (r *reach) changesFor(o Object) iter.Seq[*Change] {
	return func(yield func(*Change) bool) {
		for l := r.layers; l != nil; l = l.next {
			l.mark(&o)
		}
		for i := r.changes.next(0, o.Names); i < len(r.changes.all); i = r.changes.next(i+1, o.Names) {
			if c := r.changes.all[i]; c.selects(&o) && !yield(c) {
				return
			}
		}
	}
}

// layer returns a layer inside an outer one.
func (b *builder) layer(k *Kustomization, outer *layer) *layer {
	if k.Component {
		return &layer{Kustomization: k, changes: newChangeSet(nil), next: outer}
	}
	return &layer{k, b.changes(k), b.components(k), outer}
}

// components returns the components that a kustomization uses, directly and indirectly.
func (b *builder) components(k *Kustomization) []*Kustomization {
	if cached, ok := b.used[k]; ok {
		return cached
	}
	visited := map[*Kustomization]bool{k: true}
	var kustomizations []*Kustomization
	for waiting := []*Kustomization{k}; len(waiting) > 0; waiting = waiting[1:] {
		for _, dir := range waiting[0].Components {
			if c := b.kustomizationIn(dir); c != nil && !visited[c] {
				visited[c] = true
				kustomizations, waiting = append(kustomizations, c), append(waiting, c)
			}
		}
	}
	b.used[k] = kustomizations
	return kustomizations
}
