package apis

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
)

// Names is the table of labels, annotations and taints, with look-ups.
type Names struct{ *facts.Names }

// Label returns the change of a label, or nil if it has none.
func (n Names) Label(key string) *facts.NameChange { return find(n.Labels, key) }

// Annotation returns the change of an annotation, or nil if it has none.
func (n Names) Annotation(key string) *facts.NameChange { return find(n.Annotations, key) }

// NewLabel returns the new name of a label, or "".
func (n Names) NewLabel(key string) string { return newName(n.Label(key)) }

// NewAnnotation returns the new name of an annotation, or "".
func (n Names) NewAnnotation(key string) string { return newName(n.Annotation(key)) }

func newName(c *facts.NameChange) string {
	if c == nil {
		return ""
	}
	return c.New
}

// IsNewAnnotation reports whether key is the new name of an old annotation.
func (n Names) IsNewAnnotation(key string) bool {
	return slices.ContainsFunc(n.Annotations, func(c facts.NameChange) bool { return c.New == key })
}

// Taint returns the change of a taint, or nil if it has none.
func (n Names) Taint(key string) *facts.TaintChange {
	for i := range n.Taints {
		if n.Taints[i].Old == key {
			return &n.Taints[i]
		}
	}
	return nil
}

func find(changes []facts.NameChange, key string) *facts.NameChange {
	for i := range changes {
		if changes[i].Old == key {
			return &changes[i]
		}
	}
	return nil
}

// Change returns the change of a label, also behind one of the prefixes, or nil if it has none.
func (n Names) Change(key string) *facts.NameChange {
	if c := n.Label(key); c != nil || !strings.Contains(key, "karpenter") {
		return c
	}
	for _, prefix := range n.Prefixes {
		label, hasPrefix := strings.CutPrefix(key, prefix)
		if c := n.Label(label); hasPrefix && c != nil && c.New != "" {
			return &facts.NameChange{Old: key, New: prefix + c.New}
		}
	}
	return nil
}
