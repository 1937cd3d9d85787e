package project

import (
	"slices"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// Observations are what files tell about projects, by what Arrange does with it. They are short: nothing in them refers to a document or
// to the bytes of a file.
type Observations struct {
	Resources []*Resource     // of manifests: what they install, hold and allow
	Roots     []*Project      // of Terraform: Root, Target and what they install, see ObserveRoot
	Patches   *kustomize.Tree // what kustomizations make of objects; nil for nothing

	sources   []*chartSource  // complete the releases that name them
	builds    []*fluxBuild    // write variables into the releases below their directory
	variables []*variablesMap // of ConfigMaps
	uses      []*chartUse     // install the charts of this repository
	settings  []*settingsMap  // are those of the installation beside them
	above     int             // levels above the working directory at which their files are
}

// Observe returns what one document of a manifest file tells. number is the document's in its file, from 0. files reads what the document
// names, such as the values of a chart; nil reads nothing, and what would be written there is Unknown.
func Observe(doc *model.Document, number int, files hcl.Files) *Observations {
	m := readManifests(doc, number, files)
	o := &m.Observations
	if m.noted > 0 {
		o.above = levels(doc.File.Path)
	}
	o.Resources = compactAll(o.Resources)
	for _, use := range o.uses {
		use.Resource = compactAll([]*Resource{use.Resource})[0]
	}
	for _, source := range o.sources {
		source.Resource = compactAll([]*Resource{source.Resource})[0]
	}
	return o
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
	o.above = max(o.above, other.above)
}

// Installations returns what is installed by manifests and in Terraform, in short.
func (o *Observations) Installations() []*Resource {
	all := o.Resources
	for _, root := range o.Roots {
		all = append(slices.Clip(all), root.Resources...)
	}
	return slices.DeleteFunc(slices.Clone(all), func(r *Resource) bool { return r.Kind != Installation })
}

// ObserveRoot returns what Arrange needs to know of a Terraform project.
func ObserveRoot(p *Project) *Project {
	var kept []*Resource
	for _, r := range p.Resources {
		if r.Kind == Installation || r.Settings != nil {
			kept = append(kept, r)
		}
	}
	return &Project{Root: p.Root, Terraform: p.Terraform, Target: p.Target, Resources: compactAll(kept)}
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
