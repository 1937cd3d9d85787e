// Package manifests reads what YAML files tell about their project: Kubernetes objects, and the files of Flux, Argo CD, helmfile,
// kustomize, eksctl and Helm.
package manifests

import (
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// reader collects the resources of one document.
type reader struct {
	doc    *model.Document
	file   *model.File
	files  terraform.Files // nil: no other file is read
	number int
	noted  int // how many observations there are
	survey.Observations
}

// Observe returns what one document of a manifest file tells. number is the document's in its file, from 0. files reads what the document
// names, such as the values of a chart; nil reads nothing, and what would be written there is Unknown.
func Observe(doc *model.Document, number int, files terraform.Files) *survey.Observations {
	o := &readManifests(doc, number, files).Observations
	o.Compact()
	return o
}

// ObserveObject returns what an object tells that stands in another file than its document, which names no files.
func ObserveObject(doc *model.Document, file *model.File, o *model.Resource) *survey.Observations {
	m := &reader{doc: doc, file: file}
	m.object(o)
	return &m.Observations
}

func readManifests(doc *model.Document, number int, files terraform.Files) *reader {
	doc = withoutBranches(doc)
	r := &reader{doc: doc, file: doc.File, files: files, number: number}
	if doc.Root.IsMap() {
		r.dependencies(doc.Root)
		r.helmfile(doc.Root)
	}
	objects := yaml.Resources(doc)
	if o := kustomizationOf(doc); o != nil {
		objects = []*model.Resource{o}
	}
	for _, object := range objects {
		r.object(object)
	}
	if len(objects) == 0 {
		r.policies(doc, doc.Root, nil)
	}
	return r
}

// Charts returns the installations in one document of a manifest file, and each way in which one of them may get
// its values.
func Charts(doc *model.Document, number int, files terraform.Files) []*survey.Resource {
	return slices.DeleteFunc(readManifests(doc, number, files).Resources, func(r *survey.Resource) bool { return r.Kind != survey.Installation })
}

// add keeps a resource and its place: the object it comes from.
func (m *reader) add(res *survey.Resource, at *model.Value) *survey.Resource {
	res.ID = res.Kind + " " + m.file.Path + ":" + strconv.Itoa(m.number) + ":" + strconv.Itoa(m.noted) + " " + res.Address
	m.noted++
	res.File, res.Document = m.file, m.number
	res.Value.Span, res.Value.Props = at.Span, at.Props
	if res.Kind == survey.Installation {
		res.Settings = survey.ChartSettings(res, survey.PlaceText(res.Address, m.doc.File, at.Span.Start), nil)
	}
	m.Resources = append(m.Resources, res)
	return res
}

func (m *reader) object(o *model.Resource) {
	switch group := o.Group(); {
	case o.Kind == "HelmRelease" && strings.HasSuffix(group, "toolkit.fluxcd.io"):
		m.helmRelease(o)
	case o.Kind == "OCIRepository" && strings.HasSuffix(group, "toolkit.fluxcd.io"):
		m.ociRepository(o)
	case group == "argoproj.io" && o.Kind == "Application":
		m.application(o, "Application", "spec")
	case group == "argoproj.io" && o.Kind == "ApplicationSet":
		m.application(o, "ApplicationSet", "spec", "template", "spec")
	case o.Kind == "Kustomization" && !strings.HasSuffix(group, "toolkit.fluxcd.io"):
		m.helmCharts(o)
	case o.Kind == "Kustomization":
		m.kustomization(o)
	case o.Kind == "HelmChartInflationGenerator" || group == "builtin" && o.Kind == "ChartInflator":
		m.helmChart(o.Value, o.Path)
	case group == "eksctl.io" && o.Kind == "ClusterConfig":
		m.clusterConfig(o)
	case survey.IsGlobalSettings(o):
		m.noted++
		settings := survey.ConfigMapSettings(o, survey.PlaceText(o.Address(), m.doc.File, o.Value.Span.Start))
		m.Settings = append(m.Settings, &survey.SettingsMap{File: strings.Clone(m.file.Path), Settings: settings})
	case o.APIVersion == "v1" && o.Kind == "ConfigMap":
		m.variables(o)
	case survey.IsKept(o):
		r := survey.NewObject(o)
		if gate := templateGate(m.doc.File.Data[:o.Value.Span.Start]); gate != "" {
			r.SetText("gate", gate)
		}
		m.add(r, o.Value)
	}
}
