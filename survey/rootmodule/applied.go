package rootmodule

import (
	"strings"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/manifests"
	"github.com/karplint/karplint/terraform"
)

// installs adds the charts that an object installs once a block has applied it: an Application of Argo CD, a
// HelmRelease of Flux. o is the object as written, read the same with a file for every value.
func (t *reader) installs(block *terraform.Resource, o, read *model.Resource, written bool) {
	found := manifests.ObserveObject(o.Document, block.File, read)
	t.sources = append(t.sources, found.Sources...)
	for _, r := range found.Resources {
		if r.Kind != survey.Installation {
			continue
		}
		r.SetText("object", strings.Clone(o.Name))
		if !written {
			r.Real = map[string][]any{} // a text inside of a text, or what was computed
		}
		t.applied(block, r, o.Address())
	}
}

// applied adds what a block hands to another tool, which installs it.
func (t *reader) applied(block *terraform.Resource, r *survey.Resource, object string) {
	r.Address, r.ID, r.Owner = block.Address, r.Kind+" "+block.Address+" "+object, block.Address
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
func (t *reader) takeSources() {
	byName := map[string][]*survey.ChartSource{}
	for _, s := range t.sources {
		byName[s.Name] = append(byName[s.Name], s)
	}
	for _, r := range t.found {
		if from := byName[r.OCIRepository]; r.Kind == survey.Installation && r.OCIRepository != "" && len(from) == 1 {
			r.TakeChart(from[0].Resource)
		}
	}
}

// argoApplication reads an argocd_application or, with the steps to its template, an argocd_application_set of the provider
// argoproj-labs/argocd: the fields of the object as blocks and with underscores.
func (t *reader) argoApplication(block *terraform.Resource, via string, steps ...any) {
	object := block.Value.Get(steps...)
	spec := object.Get("spec", 0)
	sources := spec.Get("source")
	for i, source := range sources.Children() {
		base := model.Join(block.Path, model.Join(steps, "spec", 0, "source", i)...)
		chart, repository := source.Get("chart"), source.Get("repo_url")
		oci := !survey.IsGiven(chart) && repository != nil && strings.HasPrefix(repository.Text, "oci://")
		if oci {
			chart, repository = repository, nil
		}
		if !survey.IsGiven(chart) {
			continue
		}
		helm := source.Get("helm", 0)
		r := survey.New(survey.Installation, block.Address)
		r.Set("name", survey.FirstGiven(templated(helm.Get("release_name")), templated(object.Get("metadata", 0, "name"))))
		r.Set("namespace", templated(spec.Get("destination", 0, "namespace")))
		way, to := manifests.ArgoDestination(spec.Get("destination", 0))
		manifests.SetClusters(r, way, templated(to), manifests.GeneratorsText(block.Value.Get("spec", 0, "generator")))
		r.SetChart(templated(chart), templated(repository))
		if !oci {
			r.Locate("chart", base, "chart")
		}
		r.PinVersion(templated(source.Get("target_revision")))
		r.Locate("version", base, "target_revision")
		r.SetText("via", via)
		r.Set("skip_crds", helm.Get("skip_crds"))
		if helm.IsMap() {
			r.Locate("skip_crds", base, "helm", 0, "skip_crds")
		}
		r.Set("sync_wave", object.Get("metadata", 0, "annotations", "argocd.argoproj.io/sync-wave"))
		r.SetValues(argoBlockValues(helm))
		t.applied(block, r, r.Value.Str("chart"))
	}
}

// argoBlockValues merges the values of a block helm in Argo CD's order: files, values, parameters.
func argoBlockValues(settings *model.Value) *helm.Values {
	values := helm.NewValues()
	if !settings.IsMap() {
		if !settings.IsAbsent() {
			values.Open()
		}
		return values
	}
	if survey.IsGiven(settings.Get("value_files")) || settings.Open {
		values.Open()
	}
	if text := templated(settings.Get("values")); survey.IsGiven(text) {
		values.AddText(text)
	}
	manifests.AddParameters(values, settings.Get("parameter"))
	if survey.IsGiven(settings.Get("file_parameter")) {
		values.Open()
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
