package kustomize

import (
	"path"
	"strings"

	"github.com/karplint/karplint/model"
)

// objectReader collects the kustomizations in an object of Flux or Argo CD, or of a transformer.
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

// transformer adds the patch, or the replacements, of an object that configures one of kustomize's own transformers.
func (r *objectReader) transformer() {
	dir, v := path.Dir(r.res.Document.File.Path), r.res.Value
	k := &Kustomization{Path: r.res.Document.File.Path, Transformer: true}
	switch r.res.Kind {
	case "PatchTransformer":
		k.Patches = patchList(readPatch(dir, r.res.Document, v, "patches", "patch", nil))
	case "PatchJson6902Transformer":
		k.Patches = patchList(readPatch(dir, r.res.Document, v, "patchesJson6902", "jsonOp", nil))
	case "PatchStrategicMergeTransformer":
		k.Patches = mergeTransformer(dir, r.res.Document, v)
	case "ReplacementTransformer":
		k.Replacements = inlineReplacements(v.Get("replacements"))
	}
	r.kustomizations = append(r.kustomizations, k)
}

func patchList(p *Patch) []*Patch {
	if p == nil {
		return nil
	}
	return []*Patch{p}
}

// mergeTransformer returns the patches of a PatchStrategicMergeTransformer: files, and one text.
func mergeTransformer(dir string, doc *model.Document, v *model.Value) (patches []*Patch) {
	for i, item := range v.List("paths") {
		place := []any{"paths", i}
		patches = append(patches, &Patch{Field: strategicMerge, Place: place, TextPlace: place, File: path.Join(dir, item.Text)})
	}
	if text := v.Get("patches"); text != nil && text.Kind != model.List {
		place := []any{"patches"}
		patches = append(patches, &Patch{Field: strategicMerge, Place: place, TextPlace: place, Document: doc, Value: text})
	}
	return patches
}
