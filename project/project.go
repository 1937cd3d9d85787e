// Package project arranges the observations of all files: it decides to which installation of Karpenter each manifest belongs, and
// so for which version each file is.
package project

import (
	"path"
	"slices"
	"sync"

	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// Project is the unit of cross-resource rules.
type Project struct {
	Root      string // directory
	Terraform bool
	Resources []*survey.Resource
	Edges     map[string][]string // as in terraform.Root; empty for manifests
	Target    versions.Target

	neighbours func() []neighbour // nil: there are none
	derived    *sync.Map          // of the neighbourhood; nil: there is none
	own        func() *layer      // of Resources, computed once; nil: it is not kept
	alpha      bool               // see Context

	crds     map[string]bool    // see crdSources
	deployed *survey.Resource   // see Map.deployed
	access   []*survey.Resource // of the Map

	// ApplyCRDs reports whether another file than those of Terraform may apply Karpenter's CRDs; nil if that is unknown.
	ApplyCRDs func() bool

	// Appliers returns the tools that apply the objects of a file in the project; nil if they are unknown.
	Appliers func(file string) []string

	// Before returns former states of the project: one of each state of the repository that it is compared with, or itself if an upgrade of it is
	// planned. nil: it is compared with nothing.
	Before func() []*Project
}

// OfRoot returns the project of a Terraform root, without the manifests that belong to it.
func OfRoot(root *survey.Root) *Project {
	return &Project{Root: root.Dir, Terraform: true, Resources: root.Resources, Edges: root.Edges, Target: root.Target}
}

// Map contains every project of a run. It is immutable.
type Map struct {
	*neighbourhood
	arranger  *arranger
	maps      *arranger                     // arranges ConfigMaps with settings but without an installation
	objects   map[string][]*subtree         // those that have the objects, by directory of the Terraform root
	templates map[string][]*survey.Resource // from templatesByChart
	appliers  *appliers
	access    []*survey.Resource // see accessIn
	alpha     bool               // see Context
	charts    *chartUses
	defaults  map[string][]survey.ClusterDefault // by name of the cluster

	contexts   func() map[string]Context // by manifest file; computed when first needed
	installed  sync.Map                  // []*survey.Resource by *subtree
	merged     sync.Map                  // Installed by *subtree
	candidates sync.Map                  // []*survey.Resource by directory, because a directory may have thousands of files and installations
}

// Target returns the target of the project that a manifest file belongs to; the zero Target if there is none.
func (m *Map) Target(file string) versions.Target {
	if _, tree := m.arranger.nearest(file); tree != nil {
		return tree.target
	}
	return versions.Target{}
}

// RootOf returns the directory of the project that a manifest file belongs to, "" if there is none.
func (m *Map) RootOf(file string) string {
	dir, tree := m.arranger.nearest(file)
	if tree == nil {
		return ""
	}
	return dir
}

// Installations returns the installations of the project that a manifest file belongs to. Files share the result, which must not be changed.
func (m *Map) Installations(file string) []*survey.Resource {
	_, tree := m.arranger.nearest(file)
	if tree == nil {
		return nil
	}
	installed, known := m.installed.Load(tree)
	if !known {
		installed, _ = m.installed.LoadOrStore(tree, slices.DeleteFunc(resourcesOf(tree.placements), isNoInstallation))
	}
	resources, _ := installed.([]*survey.Resource)
	return resources
}

func isNoInstallation(r *survey.Resource) bool { return r.Kind != survey.Installation }

// resourcesOf returns the resources of placements. Those of a root are returned once, because it has a placement for each of its installations.
func resourcesOf(placements []*placement) (resources []*survey.Resource) {
	known := map[*survey.Root]bool{}
	for _, p := range placements {
		resources = append(resources, p.members...)
		if p.root != nil && !known[p.root] {
			known[p.root] = true
			resources = append(resources, p.root.Resources...)
		}
	}
	return resources
}

// Candidates returns the installations to which a file may belong if the nearest directory above it has several; otherwise none.
// Files of the same directory share the result, which must not be changed.
func (m *Map) Candidates(file string) []*survey.Resource {
	dir, tree := m.arranger.nearest(file)
	if tree == nil || !tree.several {
		return nil
	}
	below, known := m.candidates.Load(dir)
	if !known {
		below, _ = m.candidates.LoadOrStore(dir, m.installationsBelow(dir))
	}
	installed, _ := below.([]*survey.Resource)
	return installed
}

// Installers returns the controllers that the nearest directory above a file installs itself, by its Terraform root or its manifests, and that
// directory. Files of the same directory share the result, which must not be changed.
func (m *Map) Installers(file string) (dir string, controllers []*survey.Resource) {
	for dir := range ancestors(path.Dir(file), m.arranger.maxLevels) {
		if controllers := m.arranger.installers[dir]; len(controllers) > 0 {
			return dir, controllers
		}
	}
	return "", nil
}

// InstallersIn returns the controllers that the Terraform root or the manifests in a directory install. The caller must not change them.
func (m *Map) InstallersIn(dir string) []*survey.Resource { return m.arranger.installers[dir] }

// installationsBelow returns the installations in and below a directory.
func (m *Map) installationsBelow(dir string) []*survey.Resource {
	installed := resourcesOf(slices.DeleteFunc(slices.Clone(m.arranger.placements), func(p *placement) bool {
		return p.root != nil && p.root.Dir != dir && !contains(dir, p.root.Dir)
	}))
	for _, dir := range m.arranger.dirs {
		installed = append(installed, m.arranger.unassigned[dir]...)
	}
	return slices.DeleteFunc(installed, func(r *survey.Resource) bool {
		return r.Kind != survey.Installation || r.File == nil || !contains(dir, r.File.Path)
	})
}

// Installed describes the installation that a manifest file belongs to.
func (m *Map) Installed(file string) Installed {
	_, tree := m.arranger.nearest(file)
	if tree == nil {
		_, tree = m.maps.nearest(file)
	}
	var installed Installed
	if tree != nil {
		installed = m.mergedSettings(tree)
	}
	installed.Defaults = m.defaults
	return installed
}

// Objects returns the resources of the manifest files that belong to the Terraform root in dir. The caller must not change them, because
// other roots may have the same.
func (m *Map) Objects(dir string) []*survey.Resource { return joinMembers(m.objects[dir]) }

// Manifests returns the projects of manifest files that do not belong to a Terraform root.
func (m *Map) Manifests() []*Project { return m.projects }
