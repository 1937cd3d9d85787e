package manifests

import (
	"path"
	"strings"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// application reads the sources of an Argo CD Application, or of the template of an ApplicationSet.
func (m *reader) application(o *model.Resource, via string, specAt ...any) {
	spec := o.Value.Get(specAt...)
	a := &application{reader: m, object: o, via: via, spec: spec, refs: map[string]bool{}}
	if via == "ApplicationSet" {
		a.parameters = generated(o.Value.Get("spec", "generators"), 0)
		a.generators = GeneratorsText(o.Value.Get("spec", "generators"))
		a.overriding = m.overriding(o.Value.Get("spec"))
	}
	for _, source := range spec.Get("sources").Children() {
		a.refs[source.Str("ref")] = true
	}
	if source := spec.Get("source"); source.IsMap() {
		a.source(source, model.Join(o.Path, model.Join(specAt, "source")...))
	}
	for i, source := range mapsIn(spec.Get("sources")) {
		a.source(source, model.Join(o.Path, model.Join(specAt, "sources", i)...))
	}
}

// application is an Application, or the template of an ApplicationSet.
type application struct {
	*reader
	object     *model.Resource
	via        string
	spec       *model.Value
	refs       map[string]bool // the names of its sources
	parameters []*model.Value  // of an ApplicationSet: those of each Application
	generators string          // see generatorsText
	overriding string          // see reader.overriding
}

func (a *application) source(source *model.Value, base []any) {
	chart, repository := source.Get("chart"), source.Get("repoURL")
	oci := chart == nil && repository != nil && strings.HasPrefix(repository.Text, "oci://")
	if oci {
		chart, repository = repository, nil
	}
	if chart.IsAbsent() {
		// What lies in a directory of its repository may be a chart.
		a.use(source.Str("path"), true, a.installation(source, nil, nil, a.parameters, base))
		return
	}
	charts := a.charts(chart, a.parameters)
	for _, one := range charts {
		r := a.installation(source, one.chart, repository, one.parameters, base)
		if len(charts) > 1 {
			shareValues(r)
			r.SetBool("generated", true)
		}
		if oci {
			delete(r.Real, "chart")
		}
		a.add(r, a.object.Value)
	}
}

// shareValues makes the values unknown that a template sets for several charts: each of them ignores what is meant for another.
func shareValues(r *survey.Resource) {
	if len(r.Value.Get("values").Entries) == 0 {
		return
	}
	r.Drop("values")
	r.Set("values", model.NewUnknown("values of several charts").PlacedAt(r.Value))
	r.Sources = nil
	delete(r.Real, "values")
}

// generatedChart is a chart that an ApplicationSet installs, with the parameters of the Applications that do.
type generatedChart struct {
	chart      *model.Value
	parameters []*model.Value
}

// charts returns each chart that the template of one becomes: an ApplicationSet may have a list of them.
func (m *reader) charts(chart *model.Value, parameters []*model.Value) []generatedChart {
	all := m.alternatives(chart, parameters)
	if !all.IsUnknown() || len(all.Items) == 0 {
		return []generatedChart{{all, parameters}}
	}
	found := make([]generatedChart, len(all.Items))
	for i, one := range all.Items {
		found[i].chart = one
		for _, set := range parameters {
			if text, _ := rendered(chart.Text, set); text == one.Text {
				found[i].parameters = append(found[i].parameters, set)
			}
		}
	}
	return found
}

func (a *application) installation(source, chart, repository *model.Value, parameters []*model.Value, base []any) *survey.Resource {
	r := survey.New(survey.Installation, a.object.Address())
	name := source.Get("helm", "releaseName")
	if name == nil {
		name = a.object.Value.Get("metadata", "name")
	}
	r.Set("name", a.alternatives(name, parameters))
	r.Set("namespace", a.alternatives(a.spec.Get("destination", "namespace"), parameters))
	a.destination(r, parameters)
	r.SetChart(chart, a.alternatives(repository, parameters))
	r.Locate("chart", base, "chart")
	r.PinVersion(a.alternatives(source.Get("targetRevision"), parameters))
	r.Locate("version", base, "targetRevision")
	r.SetText("via", a.via)
	r.SetLocated("skip_crds", source, base, "helm", "skipCrds")
	r.Set("sync_wave", a.alternatives(syncWave(a.object, a.via), parameters))
	r.SetValues(a.values(source.Get("helm")))
	if source.Get("helm", "valuesObject").IsMap() || !survey.IsGiven(source.Get("helm", "values")) {
		r.Locate("values", base, "helm", "valuesObject")
	}
	override(r, a.overriding)
	return r
}

// syncWaveAnnotation orders what Argo CD applies.
func syncWave(o *model.Resource, via string) *model.Value {
	const annotation = "argocd.argoproj.io/sync-wave"
	if via == "ApplicationSet" {
		return o.Value.Get("spec", "template", "metadata", "annotations", annotation)
	}
	return o.Value.Get("metadata", "annotations", annotation)
}

// values merges the values of a source in Argo CD's order: files, then values or valuesObject, then parameters.
func (a *application) values(settings *model.Value) *helm.Values {
	values := helm.NewValues()
	if !settings.IsMap() {
		if settings.IsUnknown() {
			values.Open()
		}
		return values
	}
	if settings.Open {
		values.Open()
	}
	a.addFiles(values, settings.Get("valueFiles"))
	if object := settings.Get("valuesObject"); survey.IsGiven(object) {
		a.addInline(values, object)
	} else if text := settings.Get("values"); survey.IsGiven(text) {
		a.addText(values, text)
	}
	AddParameters(values, a.located(settings.Get("parameters")))
	if survey.IsGiven(settings.Get("fileParameters")) {
		values.Open()
	}
	return values
}

// addFiles merges files of values. One behind $ref lies in the repository of another source: this one, where there is such a
// file above the document. Where the others lie is not known.
func (a *application) addFiles(values *helm.Values, list *model.Value) {
	for _, item := range values.ItemsOf(list) {
		ref, name, _ := strings.Cut(item.Text, "/")
		source, isReference := strings.CutPrefix(ref, "$")
		if isReference && item.Kind == model.String && a.refs[source] {
			a.addRepositoryFile(values, name)
		} else {
			values.Open()
		}
	}
}

// addRepositoryFile merges a file that is named from the root of a repository: that is one of the directories above the document.
func (m *reader) addRepositoryFile(values *helm.Values, name string) {
	for dir := path.Dir(m.doc.File.Path); ; dir = path.Dir(dir) {
		if documents, ok := m.readPath(path.Join(dir, name)); ok {
			for _, doc := range documents {
				values.Add(withoutBranches(doc).LocatedRoot())
			}
			return
		}
		if dir == "." || dir == "/" || path.Base(dir) == ".." {
			values.Open()
			return
		}
	}
}

// AddParameters merges Argo CD's parameters: sets whose type is string with forceString.
func AddParameters(c *helm.Values, list *model.Value) {
	for _, p := range c.ItemsOf(list) {
		if p.Get("forceString").IsTrue() {
			p = model.NewMap(&model.Entry{Key: model.NewString("name"), Value: p.Get("name")},
				&model.Entry{Key: model.NewString("value"), Value: p.Get("value")}, model.NewEntry("type", model.NewString("string")))
		}
		c.AddSet(p)
	}
}
