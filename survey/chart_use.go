package survey

import (
	"strings"

	"github.com/karplint/karplint/model"
)

// ChartUse is the installation of a chart, or of a directory of manifests, that is in the repository. The dependencies of that
// chart take its UseKeys.
type ChartUse struct {
	Dir      string
	FromRoot bool // Dir is relative to the root of the repository, which may be any directory above the file

	ServerSide bool // Argo CD applies the directory with server-side apply
	// GivesUp is true if Argo CD applies the directory by itself, checks the kind of each object before it applies the first one, and is not told how
	// often to try again.
	GivesUp bool
	Given   ChartValues // the values for the chart in the directory
	*Resource
}

// LacksOption reports whether options of Argo CD let it check each kind of object before it applies the first one.
func LacksOption(options string) bool {
	return !strings.Contains(options, "SkipDryRunOnMissingResource=true")
}

// ChartValues are the values that an installation sets for a chart, in addition to the chart's own. They do not refer to the bytes
// of a file.
type ChartValues struct {
	File   string // of the installation
	Line   int    // of the installation, 1-based
	Values *model.Value
}

// GivenBy returns the values that a resource sets for its chart, with the place of the resource: the value written in file.
func GivenBy(r *Resource, file *model.File, written *model.Value) ChartValues {
	return ChartValues{File: file.Path, Line: file.Position(written.Span.Start).Line, Values: Short(r.Value.Get("values"))}
}

// AsUser returns a resource with the keys that an installation passes to the dependencies of its chart, and what it depends on.
func (r *Resource) AsUser() *Resource {
	user := New("", r.Address)
	user.SetText("installer", r.Address)
	user.Set("name", r.Value.Get("name"))
	user.Set("depends_on", r.Value.Get("depends_on"))
	for _, key := range UseKeys {
		user.Set(key, r.Value.Get(key))
	}
	return user
}

// UseKeys are the keys that a dependency takes from the installation of the chart around it.
var UseKeys = []string{"via", "installer", "installed_from", "skip_crds", "install_crds", "upgrade_crds", "sync_wave", "namespace", "clusters"}

// Values of the key via that other packages use.
const (
	ViaChart         = "Chart"                  // a dependency of a chart, if it is not known who installs that chart
	ViaEksctl        = "eksctl"                 // a cluster that eksctl makes
	ViaKustomization = "kustomization_resource" // a directory that Terraform's provider kustomization builds
	ViaHelmfile      = "helmfile"
	ViaGit           = "git" // the CRDs in Karpenter's repository
	ViaFlux          = "HelmRelease"
	ViaDeployment    = "Deployment" // of plain manifests
)
