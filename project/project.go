// Package project arranges what all files tell: which manifest belongs to which installation of Karpenter, and so for which version
// each file is.
package project

import (
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// Project is the unit of cross-resource rules.
type Project struct {
	Root      string // directory
	Terraform bool
	Resources []*survey.Resource
	Edges     map[string][]string // see hcl.Root; empty for manifests
	Target    versions.Target

	// Around are the classes of manifests that belong to other projects of directories above or below this one, which may be applied
	// together with it, and the CRD charts of those above.
	Around []*survey.Resource
}

// OfRoot returns the project of a Terraform root, without what manifests add to it.
func OfRoot(root *survey.Root) *Project {
	return &Project{Root: root.Dir, Terraform: true, Resources: root.Resources, Edges: root.Edges, Target: root.Target}
}

// Map is every project of a run. It never changes.
type Map struct {
	arranger  *arranger
	maps      *arranger                     // of the ConfigMaps with settings that belong to no installation
	objects   map[string][]*survey.Resource // by the directory of a Terraform root
	manifests []*Project
}

// Target returns the target of the project that a manifest file belongs to; the zero Target if it belongs to none.
func (m *Map) Target(file string) versions.Target {
	if _, found := m.arranger.nearest(file); found != nil {
		return found.target
	}
	return versions.Target{}
}

// Installed returns what is known of the installation that a manifest file belongs to.
func (m *Map) Installed(file string) Installed {
	_, found := m.arranger.nearest(file)
	if found == nil {
		_, found = m.maps.nearest(file)
	}
	if found == nil {
		return Installed{}
	}
	return found.installed()
}

// Objects returns the resources of the manifest files that belong to the Terraform root in dir.
func (m *Map) Objects(dir string) []*survey.Resource { return m.objects[dir] }

// Around returns what Project.Around holds, for a project in dir.
func (m *Map) Around(dir string) []*survey.Resource { return m.around(&Project{Root: dir}) }

// Manifests returns the projects that are made of manifest files, and have no Terraform root.
func (m *Map) Manifests() []*Project { return m.manifests }
