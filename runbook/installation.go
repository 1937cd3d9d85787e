package runbook

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// Installation is Karpenter in one cluster, or in several that the same files describe.
type Installation struct {
	Name       string            // for people: helm_release.karpenter
	Dir        string            // of its Terraform root, or of its manifests
	Controller Chart             // zero if no file installs it, and only objects show that it runs
	CRDs       Chart             // the chart karpenter-crd; zero if no file installs it
	Releases   versions.Interval // the releases that its version admits
	Cluster    Cluster
	Objects    []*Object // pools and classes, in the order of their places

	Manifest    *Object // the Deployment of the controller in plain manifests; nil for a chart
	Definitions []Item  // the CRDs in plain manifests of its project; only with Manifest
	Terraform   bool

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

// Cluster is the Kubernetes cluster of an installation.
type Cluster struct {
	Name  string
	Minor int // 29 for 1.29; 0 if unknown
	Place Place
}

// Object is a pool or a class.
type Object struct {
	facts.APIKind
	Name       string // "" if a template or an expression makes it
	Written    string // the name, or the template that makes it
	Generation string // of the API: alpha, v1beta1, v1
	IsPool     bool
	Place      Place
	Address    string // in Terraform: kubectl_manifest.pool
	Via        string // in Terraform: kubectl_manifest
	Upgrades   bool   // Terraform changes its apiVersion in place (facts.UpgradeAPIVersion)
	Tool       string // that applies it, as facts.ApplyCommands names it
	Applier    string // the address of the object of Flux or Argo CD that applies it; "" if it is unknown
}

// String names the object: "NodePool default".
func (o *Object) String() string { return o.Kind + " " + cmp.Or(o.Written, "?") }

// place returns the place of the controller, or of the first object if no file installs the controller.
func (i *Installation) place() Place {
	if i.Controller.Exists() || len(i.Objects) == 0 {
		return i.Controller.Place
	}
	return i.Objects[0].Place
}

// versionPlace returns the place of the controller's version, or of the first object if no file installs the controller.
func (i *Installation) versionPlace() Place {
	if i.Controller.Exists() {
		return i.Controller.Version
	}
	return i.place()
}

// File is the file that installs it, or the first one with an object of it.
func (i *Installation) File() string { return i.place().File }

// describe names an installation with its place.
func (i *Installation) describe() string { return fmt.Sprintf("%s (%s)", i.Name, i.place()) }

// key identifies an installation in a copy of the files.
func (i *Installation) key() string {
	if !i.Controller.Exists() {
		return i.Dir
	}
	return i.Controller.Address + "\x00" + i.Controller.Place.File + "\x00" + i.Dir
}

// judged tells, behind its release, that karplint takes it for another one; "" if it does not.
func (i *Installation) judged() string {
	if text := road.Judged(i.Releases); text != "" {
		return "; " + text
	}
	return ""
}

// isOnlyOfNewest reports whether only objects of the newest API show the installation. Then it has no road, because there is nothing to convert
// and the release is unknown.
func (i *Installation) isOnlyOfNewest() bool {
	isShown := i.Controller.Exists() || i.Releases.Min != nil || i.Releases.Max != nil
	return !isShown && i.oldestGeneration() == lastOf(facts.Served().Generations).Name
}

func comparePlaces(a, b Place) int {
	return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
}

// has reports whether the installation has the object, in the same version of the API.
func (i *Installation) has(object *Object) bool {
	return slices.ContainsFunc(i.Objects, func(o *Object) bool { return o.APIKind == object.APIKind && o.Name == object.Name })
}

// value returns the chart value at a path with dots, nil if it is not set.
func (c Chart) value(path string) *model.Value {
	return c.values().Get(model.Keys(path)...)
}

// values returns all values, nil if none are known.
func (c Chart) values() *model.Value {
	if !c.Exists() {
		return nil
	}
	return c.Value.Get("values")
}

// ofGeneration returns the objects of a version of the API.
func (i *Installation) ofGeneration(name string) (objects []*Object) {
	for _, o := range i.Objects {
		if o.Generation == name {
			objects = append(objects, o)
		}
	}
	return objects
}

// oldestGeneration returns the oldest version of the API among the objects, "" without any.
func (i *Installation) oldestGeneration() string {
	for _, g := range facts.Served().Generations {
		if len(i.ofGeneration(g.Name)) > 0 {
			return g.Name
		}
	}
	return ""
}
