// Package project arranges the observations of all files: it decides which manifest belongs to which installation of Karpenter,
// and so for which version each file is.
package project

import (
	"slices"

	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// Project is the unit of cross-resource rules.
type Project struct {
	Root      string // directory
	Terraform bool
	Resources []*survey.Resource
	Edges     map[string][]string // see terraform.Root; empty for manifests
	Target    versions.Target

	// Nearby are the classes in manifests of other projects in directories above or below this one, because they may be applied
	// together with it, and the CRD charts of those above.
	Nearby []*survey.Resource

	// Appliers returns the tools that apply the objects of a file that the project reads; nil: they are not known.
	Appliers func(file string) []string
}

// OfRoot returns the project of a Terraform root, without the manifests that belong to it.
func OfRoot(root *survey.Root) *Project {
	return &Project{Root: root.Dir, Terraform: true, Resources: root.Resources, Edges: root.Edges, Target: root.Target}
}

// Map contains every project of a run. It never changes.
type Map struct {
	arranger  *arranger
	maps      *arranger                     // of the ConfigMaps with settings that belong to no installation
	objects   map[string][]*survey.Resource // by the directory of a Terraform root
	manifests []*Project
	templates map[string][]*survey.Resource // see templatesByChart
	applied   []appliedDir
	uses      []*survey.ChartUse // of directories relative to an unknown root of a repository
	builds    []*survey.FluxBuild
	charts    *chartUses

	contexts func() map[string]Context // by manifest file; made when first needed
}

// Target returns the target of the project that a manifest file belongs to; the zero Target if it belongs to none.
func (m *Map) Target(file string) versions.Target {
	if _, tree := m.arranger.nearest(file); tree != nil {
		return tree.target
	}
	return versions.Target{}
}

// Installations returns the installations of the project that a manifest file belongs to.
func (m *Map) Installations(file string) []*survey.Resource {
	var all []*survey.Resource
	if _, tree := m.arranger.nearest(file); tree != nil {
		for _, p := range tree.placements {
			all = append(all, p.members...)
			if p.root != nil {
				all = append(all, p.root.Resources...)
			}
		}
	}
	return slices.DeleteFunc(all, func(r *survey.Resource) bool { return r.Kind != survey.Installation })
}

// Candidates returns the installations of which a file belongs to one, but it is unknown to which: those of the nearest directory above it
// with several, or none.
func (m *Map) Candidates(file string) []*survey.Resource {
	dir, tree := m.arranger.nearest(file)
	if tree == nil || !tree.several {
		return nil
	}
	var all []*survey.Resource
	for _, p := range m.arranger.placements {
		if p.root != nil && (p.root.Dir == dir || contains(dir, p.root.Dir)) {
			all = append(all, p.root.Resources...)
		}
		all = append(all, p.members...)
	}
	for _, resources := range m.arranger.unassigned {
		all = append(all, resources...)
	}
	return slices.DeleteFunc(all, func(r *survey.Resource) bool {
		return r.Kind != survey.Installation || r.File == nil || !contains(dir, r.File.Path)
	})
}

// Installed describes the installation that a manifest file belongs to.
func (m *Map) Installed(file string) Installed {
	_, tree := m.arranger.nearest(file)
	if tree == nil {
		_, tree = m.maps.nearest(file)
	}
	if tree == nil {
		return Installed{}
	}
	return tree.mergeSettings()
}

// Objects returns the resources of the manifest files that belong to the Terraform root in dir.
func (m *Map) Objects(dir string) []*survey.Resource { return m.objects[dir] }

// Nearby returns Project.Nearby of a project in dir.
func (m *Map) Nearby(dir string) []*survey.Resource { return m.nearbyResources(&Project{Root: dir}) }

// Manifests returns the projects of manifest files that belong to no Terraform root.
func (m *Map) Manifests() []*Project { return m.manifests }
