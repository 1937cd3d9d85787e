package manifests

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// readFluxKustomization reads Flux's Kustomization.
func (m *reader) readFluxKustomization(o *model.Resource) {
	spec := o.Value.Get("spec")
	build := spec.Get("postBuild")
	if spec.Str("path") == "" {
		return
	}
	if strings.HasSuffix(path.Clean(spec.Str("path")), crdsInGit) {
		m.add(crdsFromGit(o), spec.Get("path"))
	}
	m.count++
	m.Builds = append(m.Builds, &survey.FluxBuild{
		Address:   strings.Clone(o.Address()),
		DependsOn: buildsBefore(o), Waits: waitsForReleases(spec),
		Checks:      survey.IsGiven(spec.Get("healthChecks")) || survey.IsGiven(spec.Get("healthCheckExprs")),
		Substitutes: build.IsMap(),
		File:        strings.Clone(m.file.Path), Path: strings.Clone(path.Clean(strings.TrimPrefix(spec.Str("path"), "/"))),
		Substitute: nilIfNull(survey.Short(build.Get("substitute"))), From: nilIfNull(survey.Short(build.Get("substituteFrom"))),
	})
}

// crdsInGit is the directory of the CRDs in Karpenter's Git repository.
const crdsInGit = "pkg/apis/crds"

// crdsFromGit returns a CustomResourceDefinition without a name: the object applies those of Karpenter, from its Git repository.
func crdsFromGit(o *model.Resource) *survey.Resource {
	r := survey.New(survey.Object, o.Address())
	r.SetText("apiVersion", "apiextensions.k8s.io/v1")
	r.SetText("kind", "CustomResourceDefinition")
	r.Set("metadata", model.NewMap(model.NewEntry("name", model.NewUnknown("karpenter's, by "+o.Kind))))
	r.SetText("via", survey.ViaGit)
	return r
}

// buildsBefore returns the Kustomizations that one depends on. The namespace defaults to its own.
func buildsBefore(o *model.Resource) (names []string) {
	for _, dependency := range o.Value.List("spec", "dependsOn") {
		if name := dependency.Str("name"); name != "" {
			names = append(names, strings.Clone(path.Join(cmp.Or(dependency.Str("namespace"), o.Namespace), name)))
		}
	}
	return names
}

// waitsForReleases reports whether a Kustomization is ready only when the HelmReleases that it applies are.
func waitsForReleases(spec *model.Value) bool {
	if wait := spec.Get("wait"); wait.IsTrue() || wait.IsUnknown() {
		return true
	}
	return slices.ContainsFunc(spec.List("healthChecks"), func(check *model.Value) bool { return check.Str("kind") == "HelmRelease" })
}

// readVariables reads a ConfigMap that postBuild may take variables from. It keeps short texts whose names are legal names of
// variables.
func (m *reader) readVariables(o *model.Resource) {
	const maxText = 200
	data := o.Value.Get("data")
	if !data.IsMap() || o.Name == "" {
		return
	}
	variables := model.NewMap()
	for _, e := range data.Entries {
		if variableName().MatchString(e.Key.Text) && len(e.Value.Text) < maxText {
			variables.Entries = append(variables.Entries, &model.Entry{Key: survey.Short(e.Key), Value: survey.Short(e.Value)})
		}
	}
	if len(variables.Entries) == 0 {
		return
	}
	m.count++
	m.Variables = append(m.Variables, &survey.VariablesMap{File: strings.Clone(m.file.Path), Name: strings.Clone(o.Name), Data: variables})
}

var variableName = pattern.New(`^[A-Za-z_][A-Za-z0-9_]*$`)

// nilIfNull returns v, or nil for null, because Kubernetes treats null like a missing field.
func nilIfNull(v *model.Value) *model.Value {
	if v != nil && v.Kind == model.Null {
		return nil
	}
	return v
}
