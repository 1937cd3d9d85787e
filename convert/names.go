package convert

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
)

// names is the table of labels and annotations, ready to ask.
type names struct{ *facts.Names }

// label returns the change of a label, or nil if it has none.
func (n names) label(key string) *facts.NameChange { return find(n.Labels, key) }

// annotation returns the change of an annotation, or nil if it has none.
func (n names) annotation(key string) *facts.NameChange { return find(n.Annotations, key) }

// successor says whether key is what an old annotation has become.
func (n names) successor(key string) bool {
	return slices.ContainsFunc(n.Annotations, func(c facts.NameChange) bool { return c.New == key })
}

func find(changes []facts.NameChange, key string) *facts.NameChange {
	for i := range changes {
		if changes[i].Old == key {
			return &changes[i]
		}
	}
	return nil
}

// change returns the change of a label, also behind one of the prefixes, or nil if it has none.
func (n names) change(key string) *facts.NameChange {
	if c := n.label(key); c != nil || !strings.Contains(key, "karpenter") {
		return c
	}
	for _, prefix := range n.Prefixes {
		rest, found := strings.CutPrefix(key, prefix)
		if c := n.label(rest); found && c != nil && c.New != "" {
			return &facts.NameChange{Old: key, New: prefix + c.New}
		}
	}
	return nil
}
