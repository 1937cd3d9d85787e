// Package project arranges the observations of all files: it decides which manifest belongs to which installation of Karpenter,
// and so for which version each file is.
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
	Edges     map[string][]string // see terraform.Root; empty for manifests
	Target    versions.Target

	// Nearby are the classes in manifests of other projects in directories above or below this one, because they may be applied
	// together with it, and the CRD charts of those above.
	Nearby []*survey.Resource
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
	uses      []*survey.ChartUse
	builds    []*survey.FluxBuild

	classGroups func() map[string]ClassGroups // by manifest file; made when first needed
}

// Target returns the target of the project that a manifest file belongs to; the zero Target if it belongs to none.
func (m *Map) Target(file string) versions.Target {
	if _, tree := m.arranger.nearest(file); tree != nil {
		return tree.target
	}
	return versions.Target{}
}

// CRDs returns the releases of the chart karpenter-crd that is installed beside a manifest file; an open interval if that is not known.
func (m *Map) CRDs(file string) versions.Interval {
	var resources []*survey.Resource
	if _, tree := m.arranger.nearest(file); tree != nil {
		for _, p := range tree.placements {
			resources = append(resources, p.members...)
			if p.root != nil {
				resources = append(resources, p.root.Resources...)
			}
		}
	}
	return survey.CRDReleases(resources)
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
