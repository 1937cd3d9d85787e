package runbook

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// Inventory is what the files of a repository show of Karpenter.
type Inventory struct {
	Installations []*Installation // in the order of their places
	Errors        []error

	places *places
}

// Installation is Karpenter in one cluster, or in several that the same files describe.
type Installation struct {
	Name       string // for people: helm_release.karpenter
	Dir        string // of its Terraform root, or of its manifests
	Controller Chart
	CRDs       Chart // of the chart karpenter-crd; its zero value is none
	Releases   versions.Interval
	Kubernetes Cluster
	Objects    []*Object // pools and classes of Karpenter for AWS, in the order of their places
	Terraform  bool

	project *project.Project
}

// Chart is a release of one of Karpenter's charts.
type Chart struct {
	*survey.Resource
	Place   Place
	Version Place // of its version, or of the chart
}

// Exists reports whether there is such a chart in the files.
func (c Chart) Exists() bool { return c.Resource != nil }

// Cluster is the Kubernetes of an installation.
type Cluster struct {
	Minor int // 29 for 1.29; 0 if unknown
	Name  string
	Place Place
}

// Object is a pool or a class.
type Object struct {
	facts.APIKind
	Name       string
	Generation string // of the API: alpha, v1beta1, v1
	IsPool     bool
	Place      Place
	Address    string // in Terraform: kubectl_manifest.pool
	Via        string // in Terraform: kubectl_manifest
	Value      *model.Value
	Class      string // of a pool: the name of its class
}

// NewInventory reads the files of the tree.
func NewInventory(ctx context.Context, tree lint.Tree) *Inventory {
	read := lint.NewInventory(ctx, tree)
	all := &Inventory{Errors: read.Errors, places: &places{files: tree.Files, known: map[string]*model.File{}}}
	for _, root := range read.Roots {
		p := project.OfRoot(root)
		p.Resources = slices.Concat(root.Resources, read.Objects(root.Dir))
		all.addInstallations(p)
	}
	for _, p := range read.Manifests() {
		all.addInstallations(p)
	}
	slices.SortStableFunc(all.Installations, func(a, b *Installation) int {
		return cmp.Or(strings.Compare(a.Controller.Place.File, b.Controller.Place.File), cmp.Compare(a.Controller.Place.Line, b.Controller.Place.Line))
	})
	return all
}

// addInstallations adds the installations of a project.
func (all *Inventory) addInstallations(p *project.Project) {
	for _, r := range p.Resources {
		if r.Role() != survey.ControllerRole || r.File == nil {
			continue
		}
		i := &Installation{
			Name: cmp.Or(r.Owner, r.Address), Dir: p.Root, Controller: all.chart(r), Releases: r.Versions, Terraform: p.Terraform, project: p,
		}
		i.CRDs = all.crdsOf(p, r)
		i.Kubernetes = all.clusterOf(p, r)
		i.Objects = all.objectsOf(p)
		all.Installations = append(all.Installations, i)
	}
}

func (all *Inventory) chart(r *survey.Resource) Chart {
	version := r.Value.Get("version")
	return Chart{r, all.places.of(r, r.Value), all.places.of(r, cmp.Or(version, r.Value))}
}

// crdsOf returns the chart karpenter-crd beside a controller.
func (all *Inventory) crdsOf(p *project.Project, controller *survey.Resource) Chart {
	for _, r := range slices.Concat(p.Resources, p.Nearby) {
		sameCluster := r.Value.Str("cluster") == controller.Value.Str("cluster")
		if r.Role() == survey.CRDsRole && r.File != nil && sameCluster {
			return all.chart(r)
		}
	}
	return Chart{}
}

// clusterOf returns the cluster of a controller: the one it names, or the only one of the project.
func (all *Inventory) clusterOf(p *project.Project, controller *survey.Resource) Cluster {
	var clusters []*survey.Resource
	for _, r := range p.Resources {
		if r.Kind == survey.Cluster {
			clusters = append(clusters, r)
		}
	}
	named := slices.IndexFunc(clusters, func(r *survey.Resource) bool { return r.ID == controller.Value.Str("cluster") })
	switch {
	case named >= 0:
		return all.cluster(clusters[named])
	case len(clusters) == 1:
		return all.cluster(clusters[0])
	}
	return Cluster{}
}

func (all *Inventory) cluster(r *survey.Resource) Cluster {
	version := r.Value.Get("version")
	return Cluster{Minor: road.ParseMinor(r.Value.Str("version")), Name: r.Address, Place: all.places.of(r, cmp.Or(version, r.Value))}
}

// objectsOf returns the pools and classes of a project.
func (all *Inventory) objectsOf(p *project.Project) (objects []*Object) {
	groups := p.ClassGroups()
	for _, r := range p.Resources {
		o := objectOf(r)
		if o == nil || o.IsPool && isForeign(groups.CloudOf(r)) {
			continue
		}
		o.Place = all.places.of(r, r.Value)
		objects = append(objects, o)
	}
	slices.SortStableFunc(objects, func(a, b *Object) int {
		return cmp.Or(strings.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line))
	})
	return objects
}

func isForeign(cloud string) bool { return cloud != "" && cloud != facts.ClassGroup }

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
		o := &Object{APIKind: kind, Name: r.Value.Str("metadata", "name"), Generation: g.Name, IsPool: kind == g.Pool, Class: r.Value.Str("class", "name")}
		if via := r.Value.Str("via"); via != "" {
			o.Via, o.Address = via, r.Address
		}
		if r.Object != nil {
			o.Value = r.Object.Value
		}
		return o
	}
	return nil
}
