package project

import (
	"maps"
	"slices"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// layer has the facts about the objects of one project. Contexts share it.
type layer struct {
	groups map[string]string // the API groups of the classes by their names; "" if classes of several groups share the name
	old    bool              // there are objects of an API version with a successor
}

// ClassGroups knows the API groups of classes, which identify the provider of Karpenter. If classes of several groups share a name, it
// knows none for that name.
type ClassGroups []*layer

// ClassGroups returns the groups of the classes in the project and near it.
func (p *Project) ClassGroups() ClassGroups { return p.Context().Classes }

// Context has the facts about an object that follow from the other objects of its project.
type Context struct {
	Classes ClassGroups
	Old     bool // the project has objects of an API version with a successor
	Alpha   bool // what the files have of Karpenter, in all projects, is for releases that serve no other API than alpha
}

// Context returns the context of the project's objects.
func (p *Project) Context() Context {
	own := p.own
	if own == nil {
		own = func() *layer { return newLayer(p.Resources) }
	}
	b := newContextBuilder()
	b.Alpha = p.alpha
	b.add(own())
	b.addNeighbours(p)
	return b.Context
}

// contextBuilder joins layers, each once.
type contextBuilder struct {
	Context
	known map[*layer]bool
}

func newContextBuilder() *contextBuilder { return &contextBuilder{known: map[*layer]bool{}} }

func (b *contextBuilder) add(l *layer) {
	if b.known[l] {
		return
	}
	b.known[l] = true
	b.Old = b.Old || l.old
	if len(l.groups) > 0 {
		b.Classes = append(b.Classes, l)
	}
}

func (b *contextBuilder) addNeighbours(p *Project) {
	for _, n := range p.near() {
		b.add(n.layer())
	}
}

func newLayer(resources []*survey.Resource) *layer {
	l := &layer{map[string]string{}, slices.ContainsFunc(resources, isOld)}
	for _, r := range resources {
		object := model.Resource{APIVersion: r.Value.Str("apiVersion"), Kind: r.Value.Str("kind")}
		isClass := survey.IsClass(object.Kind) && object.Group() == facts.ClassGroup || survey.IsForeignClass(&object)
		if name := r.Value.Str("metadata", "name"); r.Kind == survey.Object && isClass && name != "" {
			group := object.Group()
			if known, ok := l.groups[name]; ok && known != group {
				group = ""
			}
			l.groups[name] = group
		}
	}
	return l
}

// of returns the group of the classes with a name; "" if there are none, or if they are of several groups.
func (g ClassGroups) of(name string) (group string) {
	isKnown := false
	for _, l := range g {
		switch more, ok := l.groups[name]; {
		case ok && isKnown && more != group:
			return ""
		case ok:
			group, isKnown = more, true
		}
	}
	return group
}

// isOld reports whether a resource is an object whose API version has a successor.
func isOld(r *survey.Resource) bool {
	return r.Kind == survey.Object && slices.ContainsFunc(facts.Steps(facts.Served().Generations), func(change facts.KindChange) bool {
		return change.From == facts.APIKind{APIVersion: r.Value.Str("apiVersion"), Kind: r.Value.Str("kind")}
	})
}

// Context returns the context of the objects in a manifest file, from the projects that it belongs to.
func (m *Map) Context(file string) Context {
	context := m.contexts()[file]
	context.Alpha = m.alpha
	return context
}

// onlyAlpha reports whether all that the files have of Karpenter may be for a release that serves no other API than alpha.
func onlyAlpha(manifests []*survey.Resource, roots []*survey.Root) bool {
	next := facts.Served().Generations[1].Pool
	before := versions.Of(facts.Releases{Until: facts.Served().Of(next.APIVersion, next.Kind)[0].Since})
	isKnown := false
	for _, root := range roots {
		if !root.Target.Overlaps(before) {
			return false
		}
		isKnown = isKnown || root.Target.IsKnown()
	}
	for _, r := range manifests {
		if target := survey.TargetOf([]*survey.Resource{r}); target.IsKnown() {
			if !target.Overlaps(before) {
				return false
			}
			isKnown = true
		}
	}
	return isKnown
}

// makeContexts returns the contexts by manifest file. Files share them, because a project may have thousands of files and of classes.
func (m *Map) makeContexts() map[string]Context {
	byFile := map[string]Context{}
	index := func(context Context, resources []*survey.Resource) {
		files := map[string]bool{}
		for _, r := range resources {
			files[r.File.Path] = true
		}
		for file := range files {
			if known, ok := byFile[file]; ok {
				byFile[file] = known.with(context)
			} else {
				byFile[file] = context
			}
		}
	}
	for _, p := range m.projects {
		index(p.Context(), p.Resources)
	}
	layers := map[*subtree]*layer{}
	for _, tree := range m.arranger.subtrees {
		if len(tree.members) > 0 {
			layers[tree] = newLayer(tree.resources)
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(m.arranger.subtrees)) {
		tree := m.arranger.subtrees[dir]
		if layers[tree] == nil {
			continue
		}
		b := newContextBuilder()
		for _, p := range tree.placements {
			for _, other := range m.objects[p.root.Dir] {
				b.add(layers[other])
			}
			b.addNeighbours(m.settled(p.root.Dir))
		}
		index(b.Context, tree.resources)
	}
	return byFile
}

// settled returns an empty project in a directory, with its neighbours.
func (m *Map) settled(dir string) *Project {
	p := &Project{Root: dir}
	m.Settle(p)
	return p
}

// with returns the facts of both contexts.
func (c Context) with(more Context) Context {
	b := newContextBuilder()
	for _, l := range slices.Concat(c.Classes, more.Classes) {
		b.add(l)
	}
	b.Old = c.Old || more.Old
	return b.Context
}

// ForeignCloud returns the API group of the provider that a pool is for if that is another one than AWS's, "" otherwise.
func (g ClassGroups) ForeignCloud(pool *survey.Resource) string {
	if cloud := g.CloudOf(pool); cloud != facts.ClassGroup {
		return cloud
	}
	return ""
}

// CloudOf returns the API group of the provider that a pool is for. It judges by the pool itself (see survey.CloudOf), otherwise by
// the class that it refers to. It returns "" if neither shows the provider.
func (g ClassGroups) CloudOf(pool *survey.Resource) string {
	if shown := pool.Value.Str("cloud"); shown != "" {
		return shown
	}
	return g.of(pool.Value.Str("class", "name"))
}
