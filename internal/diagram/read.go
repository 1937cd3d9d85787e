package diagram

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Read reads a graph that Write wrote as JSON, whoever changed it since. The error says what is wrong with it.
func Read(data []byte) (*Graph, error) {
	g := &Graph{}
	if err := json.Unmarshal(data, g); err != nil {
		return nil, err
	}
	for _, group := range g.Groups {
		if group == nil {
			return nil, errors.New("a group is null")
		}
		if err := group.check(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// check returns an error for a group that cannot be drawn.
func (g *Group) check() error {
	known := map[string]bool{}
	for _, n := range g.Nodes {
		switch {
		case n == nil:
			return errors.New("a node is null")
		case !slices.Contains(kinds, n.Kind):
			return fmt.Errorf("a node has the kind %q, which no graph has", n.Kind)
		case known[n.ID]:
			return fmt.Errorf("two nodes have the id %q", n.ID)
		}
		known[n.ID] = true
	}
	for _, e := range g.Edges {
		switch {
		case e == nil:
			return errors.New("an edge is null")
		case !slices.Contains(edgeKinds, e.Kind):
			return fmt.Errorf("an edge has the kind %q, which no graph has", e.Kind)
		case !known[e.From] || !known[e.To] || e.From == e.To:
			return fmt.Errorf("an edge leads from %q to %q, which are no two nodes of its group", e.From, e.To)
		}
	}
	return nil
}
