package project

import (
	"maps"
	"slices"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// ClassGroups maps the names of classes to their API groups, which identify the provider of Karpenter. If classes of several
// groups share a name, it maps that name to "".
type ClassGroups map[string]string

// ClassGroups returns the groups of the classes in the project and near it.
func (p *Project) ClassGroups() ClassGroups {
	groups := ClassGroups{}
	groups.add(p.Resources)
	groups.add(p.Nearby)
	return groups
}

// Context has the facts about an object that follow from the other objects of its project.
type Context struct {
	Classes ClassGroups
	Old     bool // the project has objects of an API version with a successor
}

// Context returns the context of the project's objects.
func (p *Project) Context() Context {
	return Context{p.ClassGroups(), slices.ContainsFunc(slices.Concat(p.Resources, p.Nearby), isOld)}
}

// isOld reports whether a resource is an object whose API version has a successor.
func isOld(r *survey.Resource) bool {
	return r.Kind == survey.Object && slices.ContainsFunc(facts.Steps(facts.Served().Generations), func(change facts.KindChange) bool {
		return change.From == facts.APIKind{APIVersion: r.Value.Str("apiVersion"), Kind: r.Value.Str("kind")}
	})
}

// Context returns the context of the objects in a manifest file, from the projects that it belongs to.
func (m *Map) Context(file string) Context { return m.contexts()[file] }

// makeContexts returns the contexts by manifest file.
func (m *Map) makeContexts() map[string]Context {
	byFile := map[string]Context{}
	index := func(p *Project) {
		context := p.Context()
		files := map[string]bool{}
		for _, r := range p.Resources {
			files[r.File.Path] = true
		}
		for file := range files {
			if known, ok := byFile[file]; ok {
				byFile[file] = known.with(context)
			} else {
				byFile[file] = context // shared, not copied, because a project may have thousands of files and of classes
			}
		}
	}
	for _, p := range m.manifests {
		index(p)
	}
	for dir, resources := range m.objects {
		index(&Project{Resources: resources, Nearby: m.Nearby(dir)})
	}
	return byFile
}

// with returns the facts of both contexts.
func (c Context) with(more Context) Context {
	classes := maps.Clone(c.Classes)
	classes.merge(more.Classes)
	return Context{classes, c.Old || more.Old}
}

func (g ClassGroups) add(resources []*survey.Resource) {
	for _, r := range resources {
		object := model.Resource{APIVersion: r.Value.Str("apiVersion"), Kind: r.Value.Str("kind")}
		isClass := survey.IsClass(object.Kind) && object.Group() == facts.ClassGroup || survey.IsForeignClass(&object)
		if name := r.Value.Str("metadata", "name"); r.Kind == survey.Object && isClass && name != "" {
			g.merge(ClassGroups{name: object.Group()})
		}
	}
}

func (g ClassGroups) merge(more ClassGroups) {
	for name, group := range more {
		if known, ok := g[name]; ok && known != group {
			group = ""
		}
		g[name] = group
	}
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
	return g[pool.Value.Str("class", "name")]
}
