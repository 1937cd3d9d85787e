package kustomize

import "iter"

// reach is the path from a file, through the kustomizations that build it, to one with patches.
type reach struct {
	path    string // of the kustomization
	changes []*Change
	layers  *layer
}

// layer is one kustomization or component on this path, with its changes. next is the layer after it: that of the next component, or of the
// kustomization that uses it.
type layer struct {
	*Kustomization
	changes []*Change
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
		for _, c := range l.changes {
			if c.patch == nil || c.patch.Patch.Field == json6902 {
				decorate()
			}
			if c.selects(o) && !yield(c) {
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
		for _, c := range r.changes {
			if c.selects(&o) && !yield(c) {
				return
			}
		}
	}
}

// extends reports whether a path continues another one.
func (l *layer) extends(other *layer) bool {
	for ; other != nil; l, other = l.next, other.next {
		if l == nil || l.Kustomization != other.Kustomization {
			return false
		}
	}
	return l != nil
}
