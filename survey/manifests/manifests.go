// Package manifests reads the observations of YAML files: of Kubernetes objects, and of the files of Flux, Argo CD, helmfile,
// kustomize, eksctl and Helm.
package manifests

import (
	"iter"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// Observe returns the observations of one document in a manifest file. number is the index of the document, from 0. files reads
// files that the document refers to, such as the values of a chart; if it is nil, their contents are Unknown.
func Observe(doc *model.Document, number int, files terraform.Files) *survey.Observations {
	o := &readManifests(doc, number, files).Observations
	o.Compact()
	return o
}

// ObserveObject returns what an object that is written in another file than doc installs or lets into a cluster. It does not read other files.
func ObserveObject(doc *model.Document, file *model.File, o *model.Resource) *survey.Observations {
	m := &reader{doc: doc, file: file}
	if !survey.IsGlobalSettings(o) {
		m.readObject(o)
	}
	return &m.Observations
}

func readManifests(doc *model.Document, number int, files terraform.Files) *reader {
	doc = withoutBranches(doc)
	r := &reader{doc: doc, file: doc.File, files: files, number: number}
	if doc.Root.IsMap() {
		r.readDependencies(doc.Root)
		r.readHelmfile(doc.Root)
	}
	objects := yaml.Resources(doc)
	if o := kustomizationOf(doc); o != nil {
		objects = []*model.Resource{o}
	}
	for _, o := range objects {
		r.readObject(o)
		if survey.IsKept(o) {
			r.addObject(o)
		}
	}
	if len(objects) == 0 {
		r.findPolicies(doc, doc.Root, nil)
	}
	survey.MarkShared(r.Resources)
	return r
}

// Charts yields the installations in one document of a manifest file, and their variants with other values.
func Charts(doc *model.Document, number int, files terraform.Files) iter.Seq[*survey.Resource] {
	m := readManifests(doc, number, files)
	return func(yield func(*survey.Resource) bool) {
		for _, r := range m.Resources {
			if r.Kind == survey.Installation && !yield(r) {
				return
			}
		}
		if m.variants != nil {
			m.variants(yield)
		}
	}
}

func (m *reader) readObject(o *model.Resource) {
	switch group := o.Group(); {
	case o.Kind == "HelmRelease" && strings.HasSuffix(group, "toolkit.fluxcd.io"):
		m.readHelmRelease(o)
	case (o.Kind == "OCIRepository" || o.Kind == "HelmRepository") && strings.HasSuffix(group, "toolkit.fluxcd.io"):
		m.readFluxSource(o)
	case group == "argoproj.io" && o.Kind == "Application":
		m.readApplication(o, "Application", "spec")
	case group == "argoproj.io" && o.Kind == "ApplicationSet":
		m.readApplication(o, "ApplicationSet", "spec", "template", "spec")
	case o.Kind == "Kustomization" && !strings.HasSuffix(group, "toolkit.fluxcd.io"):
		m.readKustomization(o)
	case o.Kind == "Kustomization":
		m.readFluxKustomization(o)
	case o.Kind == "HelmChartInflationGenerator" || group == "builtin" && o.Kind == "ChartInflator":
		m.readHelmChart(o.Value, o.Path)
	case group == "eksctl.io" && o.Kind == "ClusterConfig":
		m.readClusterConfig(o)
	case survey.IsGlobalSettings(o):
		m.count++
		settings := survey.ConfigMapSettings(o, survey.PlaceText(o.Address(), m.doc.File, o.Value.Span.Start))
		m.Settings = append(m.Settings, &survey.SettingsMap{File: strings.Clone(m.file.Path), Settings: settings})
	case survey.IsAuthConfigMap(o):
		for _, r := range authAccess(o) {
			m.add(r, o.Value)
		}
	case o.APIVersion == "v1" && o.Kind == "ConfigMap":
		m.readVariables(o)
	case group == "apps" && o.Kind == survey.ViaDeployment:
		m.readDeployment(o)
	}
}

func (m *reader) addObject(o *model.Resource) {
	r := survey.NewObject(o)
	r.ShortenSelectors(nil)
	m.dropOmitted(r)
	if gate := templateGate(m.doc.File.Data[:o.Value.Span.Start]); gate != "" {
		r.SetText("gate", gate)
	}
	m.add(r, o.Value)
}

// dropOmitted removes the uses of a class that its chart does not render with its own values: whoever sets the value that renders the
// field may also set one that gives the permission.
func (m *reader) dropOmitted(r *survey.Resource) {
	uses := r.Value.Get("uses")
	if uses == nil {
		return
	}
	omitted := Omitted(m.files, m.doc, m.doc.Span)
	isOmitted := func(use *model.Value) bool {
		return slices.ContainsFunc(omitted, func(part model.Span) bool { return part.Contains(use.Span) })
	}
	uses.Items = slices.DeleteFunc(uses.Items, isOmitted)
}
