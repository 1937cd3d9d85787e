package diagram

import (
	"maps"
	"slices"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/survey"
)

// meaning is what a finding of a rule says about the picture.
type meaning int

const (
	aboutNode     meaning = iota // something is wrong with the node
	lacksOrder                   // the node is not ordered after the related one
	reversesOrder                // the node is ordered after the related one, and must not be
	uselessOrder                 // it is, and that does not help
	isCycle                      // its blocks depend on each other
	lacksNode                    // it refers to a node that is not in the files
)

// meanings has the rules about the order in which things are created and destroyed. Other findings are not in the picture.
var meanings = map[string]meaning{
	"KL101": aboutNode, "KL102": aboutNode, "KL103": aboutNode, "KL105": aboutNode,
	"KL104": lacksOrder, "KL110": lacksOrder,
	"KL201": lacksOrder, "KL202": lacksOrder, "KL208": lacksOrder,
	"KL203": reversesOrder,
	"KL204": aboutNode, "KL205": aboutNode,
	"KL206": isCycle,
	"KL207": uselessOrder,
	"KL506": lacksNode,
}

// mark adds the findings to the nodes and edges that they are about.
func (b *builder) mark(findings []lint.Finding) {
	reached := b.reachability()
	for _, f := range findings {
		what, isShown := meanings[f.Rule]
		if !isShown {
			continue
		}
		if what == isCycle {
			b.markCycle(f)
			continue
		}
		for _, v := range b.ownersOf(f) {
			b.markVertex(f, what, v, reached)
		}
	}
}

func (b *builder) markVertex(f lint.Finding, what meaning, v *vertex, reached map[*vertex]map[*vertex]bool) {
	other := b.relatedTo(f, v)
	switch {
	case what == lacksNode:
		b.addAbsent(f, v)
	case other == nil || what == aboutNode:
		v.addMark(f)
	case what == lacksOrder && reached[other][v]: // the rule is about an order that is the wrong way round
		b.setEdge(f, other, v, Wrong)
	case what == lacksOrder && !reached[v][other]:
		b.setEdge(f, v, other, Missing)
	case what != lacksOrder && reached[v][other]:
		b.setEdge(f, v, other, Wrong)
	default: // the picture does not show the order that the rule is about
		v.addMark(f)
	}
}

// setEdge marks an edge. One that has another mark already keeps it, and the node gets this one.
func (b *builder) setEdge(f lint.Finding, from, to *vertex, kind EdgeKind) {
	if known := b.edges[pair{from, to}]; known != nil && known.Rule != "" && known.Rule != f.Rule {
		from.addMark(f)
		return
	}
	b.edges[pair{from, to}] = &Edge{Kind: kind, Rule: f.Rule, Severity: f.Severity.String(), Text: f.Text()}
}

func (v *vertex) addMark(f lint.Finding) {
	isSame := func(m Mark) bool { return m.Rule == f.Rule }
	if !slices.ContainsFunc(v.Marks, isSame) {
		v.Marks = append(v.Marks, Mark{f.Rule, f.Severity.String(), f.Text()})
	}
}

// ownersOf returns the nodes that a finding is about. Other projects may have resources with the same addresses, so the file has to be the same too.
func (b *builder) ownersOf(f lint.Finding) (owners []*vertex) {
	isMember := func(r *survey.Resource) bool {
		return slices.Contains(f.Owners, lint.Owner{Address: r.Address, File: r.File.Path})
	}
	for _, v := range b.vertices {
		if slices.ContainsFunc(v.members, isMember) {
			owners = append(owners, v)
		}
	}
	return owners
}

func (e extent) contains(l place.Location) bool {
	return e.file == l.File && e.first <= l.Start.Line && l.Start.Line <= e.last
}

// relatedTo returns the other node that a finding is about, nil if there is none.
func (b *builder) relatedTo(f lint.Finding, v *vertex) *vertex {
	for _, related := range f.Related {
		if other := b.at(related.Location, v); other != nil {
			return other
		}
	}
	return nil
}

// at returns the node, other than the given one, that is written at a place: of several the one with the fewest lines, and then the nearest.
func (b *builder) at(l place.Location, not *vertex) *vertex {
	var found []*vertex
	fewest := 0
	for _, v := range b.vertices {
		for _, e := range v.extents {
			lines := e.last - e.first
			if v == not || !e.contains(l) || len(found) > 0 && lines > fewest {
				continue
			}
			if lines < fewest {
				found = nil
			}
			found, fewest = append(found, v), lines
		}
	}
	if len(found) == 0 {
		return nil
	}
	return nearest(not, found)[0]
}

// markCycle marks the edges between nodes whose blocks depend on each other; the node, if there is only one.
func (b *builder) markCycle(f lint.Finding) {
	blocks := b.cycle(f)
	var inside []*vertex
	for _, v := range b.vertices {
		if blocks[v.block] {
			inside = append(inside, v)
		}
	}
	if len(inside) == 1 {
		inside[0].addMark(f)
	}
	for p, edge := range b.edges { // in any order: each is marked alike
		if edge.Kind == Order && slices.Contains(inside, p.from) && slices.Contains(inside, p.to) {
			b.setEdge(f, p.from, p.to, Wrong)
		}
	}
}

// cycle returns the blocks that a finding about a cycle names.
func (b *builder) cycle(f lint.Finding) map[string]bool {
	blocks := map[string]bool{}
	for _, r := range b.project.Resources {
		if r.Kind == survey.Cycle && r.Address == f.Resource && r.File != nil && r.File.Path == f.File {
			for _, node := range r.Value.List("nodes") {
				blocks[node.Text] = true
			}
		}
	}
	return blocks
}

// addAbsent adds the class that a pool refers to and that no file has.
func (b *builder) addAbsent(f lint.Finding, pool *vertex) {
	var name, kind string
	for _, r := range pool.members {
		if r.Address == f.Resource {
			name, kind = r.Value.Str("class", "name"), r.Value.Str("class", "kind")
		}
	}
	if kind == "" {
		kind = "class"
	}
	label := kind + " " + name
	i := slices.IndexFunc(b.vertices, func(v *vertex) bool { return v.Absent && v.Label == label })
	if i < 0 {
		absent := &Node{Kind: Class, Label: label, Detail: "not in the files", Members: []string{}, Marks: []Mark{}, Absent: true}
		i = len(b.vertices)
		b.vertices = append(b.vertices, &vertex{Node: absent, extents: []extent{{}}})
	}
	b.setEdge(f, pool, b.vertices[i], Missing)
}

// Rules returns the ids of the rules whose findings are in the picture, sorted.
func Rules() []string { return slices.Sorted(maps.Keys(meanings)) }
