package project

import (
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// installs adds the charts that an object installs once a block has applied it: an Application of Argo CD, a
// HelmRelease of Flux. o is the object as written, read the same with a file for every value.
func (t *terraformReader) installs(block *hcl.Resource, o, read *model.Resource, written bool) {
	found := observeObject(o.Document, block.File, read)
	t.sources = append(t.sources, found.sources...)
	for _, r := range found.Resources {
		if r.Kind != Installation {
			continue
		}
		r.setText("object", strings.Clone(o.Name))
		if !written {
			r.Real = map[string][]any{} // a text inside of a text, or what was computed
		}
		t.applied(block, r, o.Address())
	}
}

// applied adds what a block hands to another tool, which installs it.
func (t *terraformReader) applied(block *hcl.Resource, r *Resource, object string) {
	r.Address, r.ID, r.owner = block.Address, r.Kind+" "+block.Address+" "+object, block.Address
	r.Block, r.File, r.Document = block.Node, block.File, 0
	r.Value.Style, r.Value.Span, r.Value.Props = model.Block, block.Span, block.Header
	r.Value.Origin = &model.Origin{File: block.File}
	setGate(r, block)
	// dependsOn of a HelmRelease has the key already.
	if r.Value.Str("via") != "HelmRelease" {
		setWaits(r, block)
	}
	t.found = append(t.found, r)
	t.links = append(t.links, clusterLink{resource: r})
}

// takeSources completes the HelmReleases that take their chart from an OCIRepository among the objects of the root.
func (t *terraformReader) takeSources() {
	byName := map[string][]*chartSource{}
	for _, s := range t.sources {
		byName[s.name] = append(byName[s.name], s)
	}
	for _, r := range t.found {
		if from := byName[r.source]; r.Kind == Installation && r.source != "" && len(from) == 1 {
			r.takeChart(from[0].Resource)
		}
	}
}

// argoApplication reads an argocd_application or, with the steps to its template, an argocd_application_set of the provider
// argoproj-labs/argocd: the fields of the object as blocks and with underscores.
func (t *terraformReader) argoApplication(block *hcl.Resource, via string, steps ...any) {
	object := block.Value.Get(steps...)
	spec := object.Get("spec", 0)
	sources := spec.Get("source")
	for i, source := range sources.Children() {
		base := model.Below(block.Path, model.Below(steps, "spec", 0, "source", i)...)
		chart, repository := source.Get("chart"), source.Get("repo_url")
		oci := !isGiven(chart) && repository != nil && strings.HasPrefix(repository.Text, "oci://")
		if oci {
			chart, repository = repository, nil
		}
		if !isGiven(chart) {
			continue
		}
		helm := source.Get("helm", 0)
		r := newResource(Installation, block.Address)
		r.set("name", firstGiven(templated(helm.Get("release_name")), templated(object.Get("metadata", 0, "name"))))
		r.set("namespace", templated(spec.Get("destination", 0, "namespace")))
		way, to := argoDestination(spec.Get("destination", 0))
		setClusters(r, way, templated(to), generatorsText(block.Value.Get("spec", 0, "generator")))
		r.setChart(templated(chart), templated(repository))
		if !oci {
			r.real("chart", base, "chart")
		}
		r.pinVersion(templated(source.Get("target_revision")))
		r.real("version", base, "target_revision")
		r.setText("via", via)
		r.set("skip_crds", helm.Get("skip_crds"))
		if helm.IsMap() {
			r.real("skip_crds", base, "helm", 0, "skip_crds")
		}
		r.set("sync_wave", object.Get("metadata", 0, "annotations", "argocd.argoproj.io/sync-wave"))
		r.setValues(argoBlockValues(helm))
		t.applied(block, r, r.Value.Str("chart"))
	}
}

// argoBlockValues merges the values of a block helm in Argo CD's order: files, values, parameters.
func argoBlockValues(settings *model.Value) *chartValues {
	values := newValues()
	if !settings.IsMap() {
		if settings != nil && settings.Kind != model.Null {
			values.open()
		}
		return values
	}
	if isGiven(settings.Get("value_files")) || settings.Open {
		values.open()
	}
	if text := templated(settings.Get("values")); isGiven(text) {
		values.addText(text)
	}
	addParameters(values, settings.Get("parameter"))
	if isGiven(settings.Get("file_parameter")) {
		values.open()
	}
	return values
}

// templated returns v, Unknown for a text with a template that the ApplicationSet fills in.
func templated(v *model.Value) *model.Value {
	if v == nil || v.Kind != model.String || !strings.Contains(v.Text, "{{") {
		return v
	}
	return model.NewUnknown(v.Text).PlacedAt(v)
}
