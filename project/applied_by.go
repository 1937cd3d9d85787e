package project

import (
	"path"
	"strings"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// addAppliers adds to pools and classes what applies their directory, if it is the only one: an Application, a HelmRelease or a release of helmfile.
func addAppliers(resources []*survey.Resource, uses *chartUses, o *survey.Observations) {
	described := map[*survey.ChartUse]*model.Value{}
	for i, r := range resources {
		if r.Kind != survey.Object || !isOfAWS(r) {
			continue
		}
		dir := path.Dir(r.File.Path)
		if chart, _, isTemplate := strings.Cut(r.File.Path, "/templates/"); isTemplate {
			dir = chart
		}
		if o.Kustomizations.Leaves(r.File.Path) {
			continue
		}
		ofDir := uses.of(dir)
		if len(ofDir) != 1 || ofDir[0].Block != "" || isPatchedUse(ofDir[0], o.Patches) {
			continue
		}
		if described[ofDir[0]] == nil {
			described[ofDir[0]] = describe(ofDir[0])
		}
		resources[i] = r.Copy()
		resources[i].Set("applied_by", described[ofDir[0]])
	}
}

// isPatchedUse reports whether a kustomization may change the use, if it is an Application.
func isPatchedUse(use *survey.ChartUse, patches *kustomize.Tree) bool {
	kind, name := path.Split(use.Address)
	object := kustomize.Object{APIVersion: "argoproj.io/v1alpha1", Kind: strings.Split(kind, "/")[0], Names: []string{name}}
	return len(patches.Changes(use.File.Path, object)) > 0
}

// describe returns what a use tells about the order in which it applies the objects of its directory.
func describe(use *survey.ChartUse) *model.Value {
	of := survey.New("", use.Address)
	of.SetText("address", use.Address)
	of.SetText("file", use.File.Path)
	of.SetBool("gives_up", use.GivesUp)
	for _, key := range []string{"via", "sync_wave", "clusters", "depends_on"} {
		of.Set(key, use.Value.Get(key))
	}
	return of.Value
}
