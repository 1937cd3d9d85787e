package kustomize

import (
	"strings"

	"github.com/karplint/karplint/model"
)

// objectReader collects the kustomizations in an object of Flux or Argo CD.
type objectReader struct {
	res            *model.Resource
	kustomizations []*Kustomization
}

// add adds the kustomization whose fields are at a place, if it has patches. directory is the directory that it
// builds.
func (r *objectReader) add(directory *model.Value, place ...any) {
	k := &Kustomization{Path: r.res.Document.File.Path, Place: place}
	switch {
	case directory == nil:
	case directory.Kind == model.String && !isTemplated(directory.Text):
		k.From = directory.Text
	default:
		k.Elsewhere = directory.Text
	}
	r.addWith(k)
}

// addWith adds a kustomization with the patches at its place, if there are any.
func (r *objectReader) addWith(k *Kustomization) bool {
	fields := r.res.Value.Get(k.Place...)
	if !fields.IsMap() {
		return false
	}
	k.Patches = readPatches(k.From, r.res.Document, fields, k.Place)
	if len(k.Patches) > 0 {
		r.kustomizations = append(r.kustomizations, k)
	}
	return len(k.Patches) > 0
}

func isTemplated(text string) bool {
	return strings.Contains(text, "{{") || strings.Contains(text, "${")
}

// sources adds the kustomizations of the sources of an Application.
func (r *objectReader) sources(spec ...any) {
	r.source(model.Join(spec, "source"))
	for i := range r.res.Value.List(model.Join(spec, "sources")...) {
		r.source(model.Join(spec, "sources", i))
	}
}

func (r *objectReader) source(place []any) {
	r.add(r.res.Value.Get(model.Join(place, "path")...), model.Join(place, "kustomize")...)
}

// renderers adds the kustomizations of a HelmRelease. Each patches the output of the previous one.
func (r *objectReader) renderers() {
	chart := r.res.Value.Get("spec", "chart", "spec")
	var last *Kustomization
	for i := range r.res.Value.List("spec", "postRenderers") {
		k := &Kustomization{
			Path: r.res.Document.File.Path, Place: []any{"spec", "postRenderers", i, "kustomize"}, From: chart.Str("chart"), Upon: last,
			Chart: chart.Str("sourceRef", "kind") == "HelmRepository",
		}
		if k.Chart {
			k.Elsewhere = "the chart " + k.From
		}
		if r.addWith(k) {
			last = k
		}
	}
}
