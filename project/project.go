// Package project turns what the parsers read into what the rules of a whole project see: chart installations, add-ons,
// node groups, Kubernetes objects and the order between them, whichever way each was written; and the Karpenter
// version that a project is for.
package project

// Project is the unit of cross-resource rules.
type Project struct {
	Root      string // directory
	Terraform bool
	Resources []*Resource
	Edges     map[string][]string // see hcl.Root; empty for manifests
	Target    Target

	// Around are the classes of manifests that belong to other projects of directories above or below this one, which may be applied
	// together with it, and the CRD charts of those above.
	Around []*Resource
}

// OfRoot returns the project of a Terraform root, without what manifests add to it.
func OfRoot(root *Root) *Project {
	return &Project{Root: root.Dir, Terraform: true, Resources: root.Resources, Edges: root.Edges, Target: root.Target}
}

// Map is every project of a run. It never changes.
type Map struct {
	arranger  *arranger
	maps      *arranger              // of the ConfigMaps with settings that belong to no installation
	objects   map[string][]*Resource // by the directory of a Terraform root
	manifests []*Project
}

// Target returns the target of the project that a manifest file belongs to; the zero Target if it belongs to none.
func (m *Map) Target(file string) Target {
	if _, found := m.arranger.nearest(file); found != nil {
		return found.target
	}
	return Target{}
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
func (m *Map) Objects(dir string) []*Resource { return m.objects[dir] }

// Around returns what Project.Around holds, for a project in dir.
func (m *Map) Around(dir string) []*Resource { return m.around(&Project{Root: dir}) }

// Manifests returns the projects that are made of manifest files, and have no Terraform root.
func (m *Map) Manifests() []*Project { return m.manifests }
