package survey

import (
	"slices"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// Observations are what files tell about projects, by what Arrange does with it. They are short: nothing in them refers to a document or
// to the bytes of a file.
type Observations struct {
	Resources []*Resource     // of manifests: what they install, hold and allow
	Roots     []*Root         // of Terraform, in short
	Patches   *kustomize.Tree // what kustomizations make of objects; nil for nothing

	Sources   []*ChartSource  // complete the releases that name them
	Builds    []*FluxBuild    // write variables into the releases below their directory
	Variables []*VariablesMap // of ConfigMaps
	Uses      []*ChartUse     // install the charts of this repository
	Settings  []*SettingsMap  // are those of the installation beside them
}

// Compact lets nothing in the observations refer to a document or to the bytes of a file, because they outlive both.
func (o *Observations) Compact() {
	o.Resources = compactAll(o.Resources)
	for _, use := range o.Uses {
		use.Resource = compactAll([]*Resource{use.Resource})[0]
	}
	for _, source := range o.Sources {
		source.Resource = compactAll([]*Resource{source.Resource})[0]
	}
}

// Add appends what others tell. Their order is that of their files.
func (o *Observations) Add(other *Observations) {
	o.Resources = append(o.Resources, other.Resources...)
	o.Roots = append(o.Roots, other.Roots...)
	o.Sources = append(o.Sources, other.Sources...)
	o.Builds = append(o.Builds, other.Builds...)
	o.Variables = append(o.Variables, other.Variables...)
	o.Uses = append(o.Uses, other.Uses...)
	o.Settings = append(o.Settings, other.Settings...)
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

// Installations returns what is installed by manifests and in Terraform, in short.
func (o *Observations) Installations() []*Resource {
	all := o.Resources
	for _, root := range o.Roots {
		all = append(slices.Clip(all), root.Resources...)
	}
	return slices.DeleteFunc(slices.Clone(all), func(r *Resource) bool { return r.Kind != Installation })
}

// Root is what a root module of Terraform describes.
type Root struct {
	Dir       string
	Resources []*Resource
	Edges     map[string][]string // see hcl.Root
	Target    versions.Target
}

// Short returns what projects of other files need to know of the root: its target, and what it installs.
func (r *Root) Short() *Root {
	var kept []*Resource
	for _, resource := range r.Resources {
		if resource.Kind == Installation || resource.Settings != nil {
			kept = append(kept, resource)
		}
	}
	return &Root{Dir: r.Dir, Target: r.Target, Resources: compactAll(kept)}
}

// ChartSource is an OCIRepository of Flux: the chart and the version that releases take from it.
type ChartSource struct {
	Name string // namespace/name
	*Resource
}

// FluxBuild is a Kustomization of Flux that writes variables into what lies below a directory.
type FluxBuild struct {
	File, Path string
	Substitute *model.Value
	From       *model.Value // the names of ConfigMaps
}

// VariablesMap is a ConfigMap that may hold variables.
type VariablesMap struct {
	File, Name string
	Data       *model.Value
}
