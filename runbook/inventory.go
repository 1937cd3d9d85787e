package runbook

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// Inventory lists the installations of Karpenter in the files of a repository, with their pools and classes.
type Inventory struct {
	Installations []*Installation // in the order of their places
	Outside       []Item          // pools that are not for AWS's own installation
	Errors        []error

	places    *places
	appliers  func(file string) []project.Applier
	context   map[string]bool // files that are read only to understand the others
	rendered  map[string]bool // manifest files that a Terraform root applies, so that their objects are counted in the root
	loose     []*Object       // objects of no installation
	elsewhere []string        // installations in context that objects are for, for people
	example   string          // a file with objects that are an example; "" for none
	access    []access        // policies and module calls
}

// NewInventory reads the files of the tree.
func NewInventory(ctx context.Context, tree lint.Tree) *Inventory {
	read := inventory.New(ctx, tree.Source)
	inv := &Inventory{
		Errors: read.Errors, appliers: read.AppliersOf, context: map[string]bool{}, rendered: read.AppliedFiles(),
		places: &places{files: tree.Files, known: map[string]*model.File{}},
	}
	for _, in := range tree.Inputs {
		inv.context[in.Path] = in.Context
	}
	for _, p := range read.Projects() {
		inv.addProject(p)
	}
	inv.adoptLoose()
	slices.SortStableFunc(inv.Installations, func(a, b *Installation) int { return comparePlaces(a.place(), b.place()) })
	inv.tellApart()
	slices.SortStableFunc(inv.Outside, func(a, b Item) int { return comparePlaces(a.Place, b.Place) })
	return inv
}

// tellApart names the roots of installations that have the same name and place, because the roots call one module.
func (inv *Inventory) tellApart() {
	same := map[string][]*Installation{}
	for _, i := range inv.Installations {
		same[i.describe()] = append(same[i.describe()], i)
	}
	for _, alike := range same { // in any order
		for _, i := range alike {
			if len(alike) > 1 {
				i.Name += " of " + i.Dir
			}
		}
	}
}

// addProject adds the installations of a project.
func (inv *Inventory) addProject(p *project.Project) {
	objects := inv.objectsOf(p)
	inv.access = append(inv.access, inv.accessOf(p)...)
	isInstalled := false
	for _, r := range p.Resources {
		if r.Role() != survey.ControllerRole || r.File == nil {
			continue
		}
		isInstalled = true
		if inv.context[r.File.Path] {
			if len(objects) > 0 {
				inv.elsewhere = append(inv.elsewhere, (&Installation{Name: cmp.Or(r.Owner, r.Address), Controller: inv.chart(r)}).describe())
			}
			continue
		}
		i := &Installation{
			Name: cmp.Or(r.Owner, r.Address), Dir: cmp.Or(p.Root, "."), Controller: inv.chart(r), Releases: r.Versions,
			Cluster: inv.clusterOf(p, r), CRDs: inv.crdsOf(p, r), Terraform: p.Terraform, Manifest: inv.manifestOf(r), project: p,
		}
		if i.Manifest != nil {
			i.Definitions = inv.definitionsIn(p)
		}
		i.adopt(objects)
		inv.Installations = append(inv.Installations, i)
	}
	if !isInstalled {
		inv.loose = append(inv.loose, objects...)
	}
}

// adopt adds objects to the installation, and sets the tool of those that have none.
func (i *Installation) adopt(objects []*Object) {
	for _, o := range objects {
		if o.Tool == "" {
			o.Tool = i.toolOf(o)
		}
		i.Objects = append(i.Objects, o)
	}
	slices.SortStableFunc(i.Objects, func(a, b *Object) int { return comparePlaces(a.Place, b.Place) })
}

// adoptLoose gives objects without an installation to that of the oldest release. If there is none, it adds one without a controller, because the
// objects show that Karpenter runs.
func (inv *Inventory) adoptLoose() {
	if len(inv.loose) == 0 {
		return
	}
	if len(inv.Installations) == 0 {
		inv.Installations = append(inv.Installations, &Installation{Name: "an installation that no file shows", Dir: ".", project: &project.Project{}})
	}
	oldest := slices.MinFunc(inv.Installations, func(a, b *Installation) int { return compareReleases(a.Releases, b.Releases) })
	oldest.adopt(inv.loose)
}

// compareReleases orders intervals by their first releases; one without a first release is last.
func compareReleases(a, b versions.Interval) int {
	switch {
	case a.Min == nil && b.Min == nil:
		return 0
	case a.Min == nil:
		return 1
	case b.Min == nil:
		return -1
	}
	return a.Min.Compare(b.Min)
}

func (inv *Inventory) chart(r *survey.Resource) Chart {
	version := r.Value.Get("version")
	return Chart{r, inv.places.of(r, r.Value), inv.places.of(r, cmp.Or(version, r.Value))}
}

// crdsOf returns the chart karpenter-crd beside a controller.
func (inv *Inventory) crdsOf(p *project.Project, controller *survey.Resource) Chart {
	for _, r := range slices.Concat(p.Resources, p.Nearby()) {
		sameCluster := r.Value.Str("cluster") == controller.Value.Str("cluster")
		if r.Role() == survey.CRDsRole && r.File != nil && sameCluster {
			return inv.chart(r)
		}
	}
	return Chart{}
}

// clusterOf returns the cluster of a controller: the one it names, or the only one of the project.
func (inv *Inventory) clusterOf(p *project.Project, controller *survey.Resource) Cluster {
	var clusters []*survey.Resource
	for _, r := range p.Resources {
		if r.Kind == survey.Cluster {
			clusters = append(clusters, r)
		}
	}
	named := slices.IndexFunc(clusters, func(r *survey.Resource) bool { return r.ID == controller.Value.Str("cluster") })
	switch {
	case named >= 0:
		return inv.cluster(clusters[named])
	case len(clusters) == 1:
		return inv.cluster(clusters[0])
	}
	return Cluster{}
}

func (inv *Inventory) cluster(r *survey.Resource) Cluster {
	version := r.Value.Get("version")
	text := ""
	if version.IsScalar() {
		text = version.Text
	}
	return Cluster{Name: r.Address, Minor: road.ParseMinor(text), Place: inv.places.of(r, cmp.Or(version, r.Value))}
}

// objectsOf returns the pools and classes of a project. Pools for other clouds are added to Outside instead.
func (inv *Inventory) objectsOf(p *project.Project) (objects []*Object) {
	groups := p.ClassGroups()
	for _, r := range p.Resources {
		o := objectOf(r)
		if o == nil || inv.isSkipped(o, r.File.Path, p.Root) {
			continue
		}
		o.Place = inv.places.of(r, r.Value)
		if cloud := groups.ForeignCloud(r); o.IsPool && cloud != "" {
			inv.Outside = append(inv.Outside, Item{Place: o.Place, Text: fmt.Sprintf("%s is for %s", o, facts.ProviderName(cloud))})
			continue
		}
		if o.Via == "" {
			o.setTool(inv.appliers(o.Place.File))
		}
		objects = append(objects, o)
	}
	return objects
}

// isSkipped reports whether a plan leaves out an object of a file: the file is only context, a Terraform root applies it, or it is an example
// inside a project that is not an example itself.
func (inv *Inventory) isSkipped(o *Object, file, root string) bool {
	isTemplate := o.Via == "" && inv.rendered[file]
	isExample := project.IsTrial(file) && !project.IsTrial(root+"/")
	if isExample {
		inv.example = cmp.Or(inv.example, file)
	}
	return inv.context[file] || isTemplate || isExample
}

// objectOf returns the pool or class that a resource is, or nil.
func objectOf(r *survey.Resource) *Object {
	kind := facts.APIKind{APIVersion: r.Value.Str("apiVersion"), Kind: r.Value.Str("kind")}
	if r.Kind != survey.Object || r.File == nil {
		return nil
	}
	for _, g := range facts.Served().Generations {
		if kind != g.Pool && kind != g.Class {
			continue
		}
		name := r.Value.Get("metadata", "name")
		o := &Object{APIKind: kind, Name: model.Name(r.Value.Str("metadata", "name")), Written: written(name), Generation: g.Name, IsPool: kind == g.Pool}
		if via := r.Value.Str("via"); via != "" {
			o.Via, o.Address, o.Tool = via, r.Address, "terraform"
			o.Upgrades = r.Value.Get(facts.UpgradeAPIVersion).IsTrue()
		}
		return o
	}
	return nil
}

// written returns a name, or the template that makes it.
func written(name *model.Value) string {
	if name.IsScalar() || name.IsUnknown() {
		return model.Name(name.Text)
	}
	return ""
}

// manifestOf returns the Deployment of a controller that plain manifests install; nil for a chart.
func (inv *Inventory) manifestOf(r *survey.Resource) *Object {
	if r.Value.Str("via") != survey.ViaDeployment {
		return nil
	}
	o := &Object{Name: r.Value.Str("name"), Place: inv.places.of(r, r.Value)}
	o.Kind = survey.ViaDeployment
	if o.setTool(inv.appliers(o.Place.File)); o.Tool == "" {
		o.Tool = kubectl
	}
	return o
}

// definitionsIn returns Karpenter's CustomResourceDefinitions in the manifests of a project.
func (inv *Inventory) definitionsIn(p *project.Project) (items []Item) {
	for _, r := range p.Resources {
		if r.Kind != survey.Object || r.File == nil {
			continue
		}
		if r.Value.Str("kind") == "CustomResourceDefinition" && r.Value.Str("via") == "" {
			items = append(items, Item{Place: inv.places.of(r, r.Value), Text: model.Name(r.Value.Str("metadata", "name"))})
		}
	}
	return items
}
