package rootmodule

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/manifests"
	"github.com/karplint/karplint/terraform"
)

// addInstallations adds the charts that an applied object installs in turn: an Application of Argo CD, a HelmRelease of Flux. o is
// the object as written; read is the same object with a file for every value. written is true if the object is a literal in the
// block.
func (t *reader) addInstallations(block *terraform.Resource, o, read *model.Resource, written bool) {
	observed := manifests.ObserveObject(o.Document, block.File, read)
	t.sources = append(t.sources, observed.Sources...)
	t.uses = append(t.uses, observed.Uses...)
	for i, r := range observed.Resources {
		if r.Kind == survey.AccessEntry {
			t.addApplied(block, r, o.Address()+" "+strconv.Itoa(i))
		}
		if r.Kind != survey.Installation {
			continue
		}
		r.SetText("object", strings.Clone(o.Name))
		if !written {
			r.Real = map[string][]any{} // the object is in a nested text, or computed
		}
		t.addApplied(block, r, o.Address())
	}
}

// addApplied adds an installation that a block delegates to another tool.
func (t *reader) addApplied(block *terraform.Resource, r *survey.Resource, object string) {
	r.Address, r.ID, r.Owner = block.Address, r.Kind+" "+block.Address+" "+object, block.Address
	r.Block, r.File, r.Document = block.Node, block.File, 0
	r.Value.Style, r.Value.Span = model.Block, block.Span
	r.Value.SetProps(block.Header)
	r.Value.Origin = &model.Origin{File: block.File}
	setGate(r, block)
	// A HelmRelease has its own dependsOn under the key depends_on.
	if r.Value.Str("via") != survey.ViaFlux {
		setWaits(r, block)
	}
	t.resources = append(t.resources, r)
	t.links = append(t.links, clusterLink{resource: r})
}

// completeChartSources completes the HelmReleases whose chart source is among the objects of the root.
func (t *reader) completeChartSources() {
	byName := map[string][]*survey.ChartSource{}
	for _, s := range t.sources {
		byName[s.Name] = append(byName[s.Name], s)
	}
	for _, r := range t.resources {
		if from := byName[r.FluxSource]; r.Kind == survey.Installation && r.FluxSource != "" && len(from) == 1 {
			r.TakeChart(from[0].Resource)
		}
	}
}

// readArgoApplication reads an argocd_application of the provider argoproj-labs/argocd. With the steps to its template it reads an
// argocd_application_set. Both have the fields of the objects as blocks, with underscores in their names.
func (t *reader) readArgoApplication(block *terraform.Resource, via string, steps ...any) {
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
			t.addUse(block, via, survey.ChartUse{Dir: source.Str("path"), FromRoot: true, ServerSide: appliesOnServer(spec)},
				argoBlockValues(source.Get("helm", 0)).Root)
			continue
		}
		helm := source.Get("helm", 0)
		r := survey.New(survey.Installation, block.Address)
		r.Set("name", survey.FirstGiven(templated(helm.Get("release_name")), templated(object.Get("metadata", 0, "name"))))
		r.Set("namespace", templated(spec.Get("destination", 0, "namespace")))
		naming, cluster := manifests.ArgoDestination(spec.Get("destination", 0))
		manifests.SetClusters(r, naming, templated(cluster), manifests.GeneratorsText(block.Value.Get("spec", 0, "generator")))
		r.SetChart(templated(chart), templated(repository))
		if !oci {
			r.Locate("chart", base, "chart")
			r.Locate("repository", base, "repo_url")
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
		t.addApplied(block, r, r.Value.Str("chart"))
	}
}

// argoBlockValues merges the values of a helm block in the order of Argo CD: files, values, parameters.
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

// templated returns v, or Unknown for a text that contains a template of an ApplicationSet.
func templated(v *model.Value) *model.Value {
	if !v.IsString() || !strings.Contains(v.Text, "{{") {
		return v
	}
	return model.NewUnknown(v.Text).PlacedAt(v)
}

// addUse adds a directory whose objects a block applies. via names the tool, values are those for a chart in the directory.
func (t *reader) addUse(block *terraform.Resource, via string, use survey.ChartUse, values *model.Value) {
	if use.Dir == "" {
		return
	}
	user := survey.New("", block.Address)
	user.SetText("via", via)
	user.File = block.File
	if values != nil && block.File != nil {
		given := survey.New("", block.Address)
		given.Set("values", values)
		use.Given = survey.GivenBy(given, block.File, block.Value)
	}
	use.Dir, use.Resource = path.Clean(use.Dir), user
	t.uses = append(t.uses, &use)
}

// appliesOnServer reports whether an argocd_application uses server-side apply.
func appliesOnServer(spec *model.Value) bool {
	isServerSide := func(option *model.Value) bool { return option.Text == "ServerSideApply=true" }
	return slices.ContainsFunc(spec.List("sync_policy", 0, "sync_options"), isServerSide)
}
