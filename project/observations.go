package project

import (
	"slices"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// Observations are what files tell about projects, by what Arrange does with it. They are short: nothing in them refers to a document or
// to the bytes of a file.
type Observations struct {
	Resources []*Resource     // of manifests: what they install, hold and allow
	Roots     []*Root         // of Terraform, in short
	Patches   *kustomize.Tree // what kustomizations make of objects; nil for nothing

	sources   []*chartSource  // complete the releases that name them
	builds    []*fluxBuild    // write variables into the releases below their directory
	variables []*variablesMap // of ConfigMaps
	uses      []*chartUse     // install the charts of this repository
	settings  []*settingsMap  // are those of the installation beside them
}

// compact lets nothing in the observations refer to a document or to the bytes of a file, because they outlive both.
func (o *Observations) compact() {
	o.Resources = compactAll(o.Resources)
	for _, use := range o.uses {
		use.Resource = compactAll([]*Resource{use.Resource})[0]
	}
	for _, source := range o.sources {
		source.Resource = compactAll([]*Resource{source.Resource})[0]
	}
}

// Add appends what others tell. Their order is that of their files.
func (o *Observations) Add(other *Observations) {
	o.Resources = append(o.Resources, other.Resources...)
	o.Roots = append(o.Roots, other.Roots...)
	o.sources = append(o.sources, other.sources...)
	o.builds = append(o.builds, other.builds...)
	o.variables = append(o.variables, other.variables...)
	o.uses = append(o.uses, other.uses...)
	o.settings = append(o.settings, other.settings...)
}

// files returns the path of the file of each observation.
func (o *Observations) files() []string {
	var files []string
	for _, r := range o.Resources {
		files = append(files, r.File.Path)
	}
	for _, s := range o.sources {
		files = append(files, s.File.Path)
	}
	for _, b := range o.builds {
		files = append(files, b.file)
	}
	for _, m := range o.variables {
		files = append(files, m.file)
	}
	for _, u := range o.uses {
		files = append(files, u.File.Path)
	}
	for _, s := range o.settings {
		files = append(files, s.file)
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
	Target    Target
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

// chartSource is an OCIRepository of Flux: the chart and the version that releases take from it.
type chartSource struct {
	name string // namespace/name
	*Resource
}

// fluxBuild is a Kustomization of Flux that writes variables into what lies below a directory.
type fluxBuild struct {
	file, path string
	substitute *model.Value
	from       *model.Value // the names of ConfigMaps
}

// variablesMap is a ConfigMap that may hold variables.
type variablesMap struct {
	file, name string
	data       *model.Value
}
