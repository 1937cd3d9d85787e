package kustomize

import "iter"

// reach is the path from a file, through the kustomizations that build it, to one with patches.
type reach struct {
	path    string // of the kustomization
	changes *changeSet
	layers  *layer
}

// layer is one kustomization or component on this path, with its changes. next is the layer after it: that of the next component, or of the
// kustomization that uses it.
type layer struct {
	*Kustomization
	changes *changeSet
	next    *layer
}

// isBelow reports whether a component has a layer already, of the same kustomization.
func (l *layer) isBelow(c *Kustomization) bool {
	for ; l != nil && l.Component; l = l.next {
		if l.Kustomization == c {
			return true
		}
	}
	return false
}

// user returns the kustomization of a layer, or the one that uses the component.
func (l *layer) user() *Kustomization {
	for l.Component && l.next != nil {
		l = l.next
	}
	return l.Kustomization
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
			l.Decorate(&o)
		}
		for i := r.changes.next(0, o.Names); i < len(r.changes.all); i = r.changes.next(i+1, o.Names) {
			if c := r.changes.all[i]; c.selects(&o) && !yield(c) {
				return
			}
		}
	}
}
