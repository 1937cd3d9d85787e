package project

import (
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// ClassGroups maps the names of classes to their API groups, which show the provider of Karpenter. It maps a name that classes of
// several groups have to "".
type ClassGroups map[string]string

// ClassGroups returns the groups of the classes in the project and near it.
func (p *Project) ClassGroups() ClassGroups {
	groups := ClassGroups{}
	groups.add(p.Resources)
	groups.add(p.Nearby)
	return groups
}

// ClassGroups returns the groups of the classes in the projects that a manifest file belongs to.
func (m *Map) ClassGroups(file string) ClassGroups { return m.classGroups()[file] }

// groupClasses returns the groups of classes by the manifest file that may refer to them.
func (m *Map) groupClasses() map[string]ClassGroups {
	byFile := map[string]ClassGroups{}
	index := func(p *Project) {
		groups := p.ClassGroups()
		if len(groups) == 0 {
			return
		}
		for _, r := range p.Resources {
			if byFile[r.File.Path] == nil {
				byFile[r.File.Path] = ClassGroups{}
			}
			byFile[r.File.Path].merge(groups)
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

// CloudOf returns the API group of the provider whose nodes a pool is for, as the pool shows it (see survey.CloudOf), or the class
// that it refers to; "" if neither does.
func (g ClassGroups) CloudOf(pool *survey.Resource) string {
	if shown := pool.Value.Str("cloud"); shown != "" {
		return shown
	}
	return g[pool.Value.Str("class", "name")]
}
