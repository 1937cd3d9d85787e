package diagram

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
)

// New returns the picture of the files of a tree, with the marks of findings in them. Projects whose files are all context are left out. The errors
// are about files that cannot be read.
func New(ctx context.Context, tree lint.Tree, findings []lint.Finding) (*Graph, []error) {
	read := inventory.New(ctx, tree.Source)
	isContext := map[string]bool{}
	for _, in := range tree.Inputs {
		isContext[in.Path] = in.Context
	}
	applied := read.AppliedFiles()
	ofCharts, templates := read.ChartObjects()
	isHidden := func(r *survey.Resource) bool { return r.Block == "" && applied[r.File.Path] || templates[r] }
	g := &Graph{Groups: []*Group{}}
	files := &places{tree.Files, map[string]*model.File{}}
	ids := map[string]bool{}
	for _, p := range read.Projects() {
		if p.Terraform {
			p.Resources = append(p.Resources, ofCharts[p.Root]...)
		}
		b := &builder{project: p, vertices: verticesOf(p, files, isHidden), edges: map[pair]*Edge{}}
		if b.isShown(isContext) {
			g.Groups = append(g.Groups, b.build(findings, ids))
		}
	}
	slices.SortStableFunc(g.Groups, func(a, b *Group) int { return strings.Compare(a.Root, b.Root) })
	return g, read.Errors
}

// builder makes a group of a project.
type builder struct {
	project  *project.Project
	vertices []*vertex
	edges    map[pair]*Edge
}

// pair is an edge: from needs to.
type pair struct{ from, to *vertex }

// isShown reports whether the project has something of Karpenter, in a file that was asked for.
func (b *builder) isShown(isContext map[string]bool) bool {
	return slices.ContainsFunc(b.vertices, func(v *vertex) bool {
		isKarpenters := slices.Index(kinds, v.Kind) >= slices.Index(kinds, CRDs)
		return isKarpenters && slices.ContainsFunc(v.extents, func(e extent) bool { return !isContext[e.file] })
	})
}

func (b *builder) build(findings []lint.Finding, ids map[string]bool) *Group {
	b.addTerraformOrder()
	b.addNeeds()
	b.mark(findings)
	b.reduce()
	b.gather()
	g := &Group{Root: cmp.Or(b.project.Root, "."), Terraform: b.project.Terraform, Releases: []string{}, Nodes: []*Node{}, Edges: []*Edge{}}
	for _, v := range b.vertices {
		v.ID = newID(ids, g.Root+"#"+v.identity())
		g.Nodes = append(g.Nodes, v.Node)
		for _, r := range v.members {
			if release := releaseOf(r); v.Kind == Controller && release != "" {
				g.Releases = append(g.Releases, release)
			}
		}
	}
	slices.Sort(g.Releases)
	g.Releases = slices.Compact(g.Releases)
	for _, p := range b.pairs() {
		edge := b.edges[p]
		edge.From, edge.To = p.from.ID, p.to.ID
		g.Edges = append(g.Edges, edge)
	}
	return g
}

// identity returns how the ID of the node names it in its group.
func (v *vertex) identity() string {
	switch {
	case v.Absent:
		return v.Label
	case v.block != "":
		return v.block
	}
	return v.members[0].Address
}

// newID returns the text, with a number if another node has it.
func newID(ids map[string]bool, text string) string {
	id := text
	for n := 2; ids[id]; n++ {
		id = fmt.Sprintf("%s %d", text, n)
	}
	ids[id] = true
	return id
}

// pairs returns the edges in the order of their nodes.
func (b *builder) pairs() []pair {
	index := map[*vertex]int{}
	for i, v := range b.vertices {
		index[v] = i
	}
	return slices.SortedFunc(maps.Keys(b.edges), func(p, q pair) int {
		return cmp.Or(index[p.from]-index[q.from], index[p.to]-index[q.to])
	})
}

// addOrder adds edges for an order that a tool keeps.
func (b *builder) addOrder(from *vertex, to []*vertex, tool string) {
	for _, other := range to {
		if other != from {
			b.edges[pair{from, other}] = &Edge{Kind: Order, Text: tool}
		}
	}
}

// addNeeds adds what nodes need to work: a pool its class, that the controller, that its CRDs, and everything in a cluster the cluster.
func (b *builder) addNeeds() {
	tools := newGitOps(b.project.Resources)
	reached := b.reachability()
	need := func(from *vertex, to []*vertex) {
		isOrdered := func(other *vertex) bool { return reached[from][other] || orderOf(tools, from, other) != "" }
		isAnyOrdered := slices.ContainsFunc(to, isOrdered) // other controllers and classes are then of other clusters
		for _, other := range to {
			if !isAnyOrdered || other.Kind == CRDs || isOrdered(other) {
				b.addNeed(tools, reached, from, other)
			}
		}
	}
	classes := b.classesByName()
	for _, v := range b.vertices {
		limit.Point()
		switch v.Kind {
		case Pool:
			named := namedBy(v, classes)
			for _, meant := range named {
				need(v, nearest(v, meant))
			}
			if len(named) == 0 {
				need(v, b.lowerNearest(v, Controller, CRDs))
			}
		case Class:
			need(v, b.lowerNearest(v, Controller, CRDs))
		case Controller:
			need(v, b.lowerNearest(v, CRDs))
			need(v, b.clusterOf(v))
		case Addon, Nodes:
			need(v, b.clusterOf(v))
		}
	}
}

// addNeed adds an edge, unless Terraform keeps an order between the two already.
func (b *builder) addNeed(tools *gitOps, reached map[*vertex]map[*vertex]bool, from, to *vertex) {
	if reached[from][to] || reached[to][from] {
		return
	}
	edge := &Edge{Kind: Needs, Text: "karplint sees nothing that keeps this order"}
	if tool := orderOf(tools, from, to); tool != "" {
		edge = &Edge{Kind: Order, Text: tool}
	}
	b.edges[pair{from, to}] = edge
}

// orderOf returns the tool that keeps the order of two nodes, "" if none does. What makes a cluster also makes what is in it, in order.
func orderOf(tools *gitOps, from, to *vertex) string {
	isOneBlock := from.block != "" && from.block == to.block
	isOneFile := from.block == "" && from.File == to.File
	switch {
	case to.Kind == Cluster && isOneBlock:
		return "Terraform"
	case to.Kind == Cluster && isOneFile:
		return "eksctl"
	}
	return tools.orders(from.members[0], to.members[0])
}

// maxNearest bounds how many nodes can be the nearest: of more it is not known which one is meant.
const maxNearest = 4

// lowerNearest returns the nearest nodes of the first of the kinds that the project has.
func (b *builder) lowerNearest(v *vertex, kinds ...Kind) []*vertex {
	for _, kind := range kinds {
		found := nearest(v, b.ofKind(kind))
		if len(found) > maxNearest {
			return nil
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

func (b *builder) ofKind(kind Kind) (all []*vertex) {
	for _, v := range b.vertices {
		if v.Kind == kind {
			all = append(all, v)
		}
	}
	return all
}

// clusterOf returns the cluster that a node names.
func (b *builder) clusterOf(v *vertex) []*vertex {
	id := v.members[0].Value.Str("cluster")
	for _, cluster := range b.ofKind(Cluster) {
		if slices.ContainsFunc(cluster.members, func(r *survey.Resource) bool { return r.ID == id }) {
			return []*vertex{cluster}
		}
	}
	return nil
}

// classesByName returns the classes by their names.
func (b *builder) classesByName() map[string][]*vertex {
	classes := map[string][]*vertex{}
	for _, v := range b.ofKind(Class) {
		for _, name := range namesOf(v.members) {
			classes[name] = append(classes[name], v)
		}
	}
	return classes
}

// namedBy returns for each pool of a node the classes that it may refer to, if there are any.
func namedBy(v *vertex, classes map[string][]*vertex) (named [][]*vertex) {
	for _, r := range v.members {
		kind := r.Value.Str("class", "kind")
		isOther := func(class *vertex) bool { return kind != "" && class.members[0].Value.Str("kind") != kind }
		meant := slices.DeleteFunc(slices.Clone(classes[model.Name(r.Value.Str("class", "name"))]), isOther)
		if len(meant) > 0 {
			named = append(named, meant)
		}
	}
	return named
}

// nearest returns those of the nodes that share the file, or the most directories or modules of Terraform, with a node.
func nearest(v *vertex, others []*vertex) (found []*vertex) {
	most := -1
	for _, other := range others {
		if other == v {
			continue
		}
		shared := sharedSteps(v.surroundings(), other.surroundings())
		if shared > most {
			most, found = shared, nil
		}
		if shared == most {
			found = append(found, other)
		}
	}
	return found
}

// surroundings returns the directories and the file, or the modules of Terraform, around a node.
func (v *vertex) surroundings() []string {
	if v.block == "" {
		return strings.Split("files/"+v.extents[0].file, "/")
	}
	steps := strings.Split(v.block, ".")
	return slices.Concat([]string{"blocks"}, steps[:max(len(steps)-2, 0)])
}

func sharedSteps(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
