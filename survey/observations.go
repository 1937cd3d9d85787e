package survey

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// Observations are the facts about projects in some files, grouped by their use in project.Arrange. They do not refer to a document
// or to the bytes of a file, because those of all files are in memory together.
type Observations struct {
	Resources []*Resource     // from manifests: installations, objects, policies
	Roots     []*Root         // from Terraform, as summaries
	Patches   *kustomize.Tree // which patches apply to which objects; nil if there are none
	// Kustomizations are those of directories; nil if there are none.
	Kustomizations *kustomize.Directories

	Sources   []*ChartSource  // chart sources, which complete the releases that refer to them
	Builds    []*FluxBuild    // Flux objects that apply the files of a directory, and substitute variables in them
	Variables []*VariablesMap // ConfigMaps with such variables
	Uses      []*ChartUse     // installations of charts in this repository
	Settings  []*SettingsMap  // ConfigMaps with settings of the installation beside them
}

// Compact removes references to documents and to the bytes of files, because the observations outlive both.
func (o *Observations) Compact() {
	o.Resources = compactAll(o.Resources)
	for _, use := range o.Uses {
		use.Resource = compactAll([]*Resource{use.Resource})[0]
	}
	for _, source := range o.Sources {
		source.Resource = compactAll([]*Resource{source.Resource})[0]
	}
}

// Add appends the observations of other files, in the order of the files.
func (o *Observations) Add(more *Observations) {
	o.Resources = append(o.Resources, more.Resources...)
	o.Roots = append(o.Roots, more.Roots...)
	o.Sources = append(o.Sources, more.Sources...)
	o.Builds = append(o.Builds, more.Builds...)
	o.Variables = append(o.Variables, more.Variables...)
	o.Uses = append(o.Uses, more.Uses...)
	o.Settings = append(o.Settings, more.Settings...)
}

// Len returns the number of observations.
func (o *Observations) Len() int {
	return len(o.Resources) + len(o.Roots) + len(o.Sources) + len(o.Builds) + len(o.Variables) + len(o.Uses) + len(o.Settings)
}

// Files returns the path of the file of each observation.
func (o *Observations) Files() []string {
	var files []string
	for _, r := range o.Resources {
		files = append(files, r.File.Path)
	}
	for _, s := range o.Sources {
		files = append(files, s.File.Path)
	}
	for _, b := range o.Builds {
		files = append(files, b.File)
	}
	for _, m := range o.Variables {
		files = append(files, m.File)
	}
	for _, u := range o.Uses {
		files = append(files, u.File.Path)
	}
	for _, s := range o.Settings {
		files = append(files, s.File)
	}
	return files
}

// Installations returns the installations in manifests, and summaries of those in Terraform.
func (o *Observations) Installations() (installations []*Resource) {
	add := func(resources []*Resource) {
		for _, r := range resources {
			if r.Kind == Installation {
				installations = append(installations, r)
			}
		}
	}
	add(o.Resources)
	for _, root := range o.Roots {
		add(root.Resources)
	}
	return installations
}

// Root is the observation of a root module of Terraform.
type Root struct {
	Dir       string
	Resources []*Resource
	Edges     map[string][]string // see terraform.Root
	Target    versions.Target
	Uses      []*ChartUse // directories that it applies; unless FromRoot, they are relative to Dir or to the working directory
	Read      []string    // files that its functions read; not in a summary

	hasCRDs bool // of a summary: MayHaveCRDs of the whole
}

// Summary returns the part of the root that projects of other files need: its target, installations and settings, and the
// directories that it applies.
func (r *Root) Summary() *Root {
	var resources []*Resource
	for _, resource := range r.Resources {
		if resource.Kind == Installation || resource.Settings != nil {
			resources = append(resources, resource)
		}
	}
	resources = append(resources, r.accessOfOthers()...)
	summary := &Root{Dir: r.Dir, Target: r.Target, Resources: compactAll(resources), hasCRDs: r.MayHaveCRDs()}
	for _, use := range r.Uses {
		short := *use
		short.Resource = compactAll([]*Resource{use.Resource})[0]
		summary.Uses = append(summary.Uses, &short)
	}
	return summary
}

// MayHaveCRDs reports whether something in the root may install Karpenter's CRDs, apart from the controller's own chart.
func (r *Root) MayHaveCRDs() bool {
	if r.hasCRDs || slices.ContainsFunc(r.Resources, MayHaveCRDs) {
		return true
	}
	for node := range r.Edges { // in any order: one is enough
		node = strings.ToLower(node)
		isNamed := strings.Contains(node, "crd") && strings.Contains(node, "karpenter")
		if isNamed || strings.HasSuffix(node, ".crd") || strings.HasSuffix(node, ".crds") {
			return true
		}
	}
	return false
}

// MayHaveCRDs reports whether a resource may install Karpenter's CRDs, apart from the controller's own chart.
func MayHaveCRDs(r *Resource) bool {
	switch r.Kind {
	case Object:
		name := r.Value.Get("metadata", "name")
		return r.Value.Str("kind") == "CustomResourceDefinition" && (!name.IsString() || strings.Contains(name.Text, "karpenter"))
	case Installation:
		names := r.Value.Str("chart") + r.Value.Str("name") + r.Value.Str("repository")
		return r.Role() != ControllerRole && (r.Value.Get("karpenter") != nil || strings.Contains(strings.ToLower(names), "crd"))
	}
	return false
}

// ChartSource is a Flux object that releases refer to for their chart: an OCIRepository, with repository and version, or a
// HelmRepository, with only the repository.
type ChartSource struct {
	Name string // kind/namespace/name
	*Resource
}

// FluxBuild is a Kustomization of Flux, which applies the files below a directory.
type FluxBuild struct {
	Address     string // Kustomization/flux-system/pools
	File, Path  string
	DependsOn   []string     // the Kustomizations that must be ready before it is applied, as namespace/name
	Waits       bool         // it is ready only when the releases that it applies are
	Checks      bool         // it may be ready only when some of its objects are
	Substitutes bool         // it substitutes variables in the files:
	Substitute  *model.Value // the values in the object
	From        *model.Value // references to ConfigMaps
}

// VariablesMap is a ConfigMap that may contain variables.
type VariablesMap struct {
	File, Name string
	Data       *model.Value
}
