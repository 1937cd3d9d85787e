package manifests

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// readApplication reads the sources of an Argo CD Application, or of the template of an ApplicationSet. specPath leads to its spec.
func (m *reader) readApplication(o *model.Resource, via string, specPath ...any) {
	spec := o.Value.Get(specPath...)
	a := &application{reader: m, object: o, via: via, spec: spec, refs: map[string]bool{}}
	if via == "ApplicationSet" {
		a.parameters = generateParameters(o.Value.Get("spec", "generators"), 0)
		a.generators = GeneratorsText(o.Value.Get("spec", "generators"))
		a.overriding = m.overridingTexts(o.Value.Get("spec"))
	}
	for _, source := range spec.Get("sources").Children() {
		a.refs[source.Str("ref")] = true
	}
	if source := spec.Get("source"); source.IsMap() {
		a.readSource(source, model.Join(o.Path, model.Join(specPath, "source")...))
	}
	for i, source := range mapsIn(spec.Get("sources")) {
		a.readSource(source, model.Join(o.Path, model.Join(specPath, "sources", i)...))
	}
}

// application is an Application, or the template of an ApplicationSet.
type application struct {
	*reader
	object     *model.Resource
	via        string
	spec       *model.Value
	refs       map[string]bool // the names of sources that files refer to as $name
	parameters []*model.Value  // of an ApplicationSet: one set for each Application
	generators string          // see GeneratorsText
	overriding string          // see reader.overridingTexts
}

func (a *application) readSource(source *model.Value, base []any) {
	chart, repository := source.Get("chart"), source.Get("repoURL")
	oci := chart == nil && repository != nil && strings.HasPrefix(repository.Text, "oci://")
	if oci {
		chart, repository = repository, nil
	}
	if chart.IsAbsent() {
		// The path may lead to a chart in the repository.
		if strings.Contains(source.Str("repoURL"), "karpenter") && strings.HasSuffix(path.Clean(source.Str("path")), crdsInGit) {
			a.add(crdsFromGit(a.object), source.Get("path"))
		}
		a.addUse(survey.ChartUse{
			Dir: source.Str("path"), FromRoot: true, ServerSide: a.appliesOnServer(),
			Resource: a.installation(source, nil, nil, a.parameters, base), GivesUp: a.givesUp(),
		}, a.object.Value)
		return
	}
	charts := a.charts(chart, a.parameters)
	for _, generated := range charts {
		r := a.installation(source, generated.chart, repository, generated.parameters, base)
		if len(charts) > 1 {
			shareValues(r)
			r.SetBool("generated", true)
		}
		if oci {
			delete(r.Real, "chart")
			delete(r.Real, "repository")
		}
		a.add(r, a.object.Value)
	}
}

// appliesOnServer reports whether the application uses server-side apply.
func (a *application) appliesOnServer() bool {
	return slices.ContainsFunc(a.spec.List("syncPolicy", "syncOptions"), func(option *model.Value) bool { return option.Text == "ServerSideApply=true" })
}

// givesUp is survey.ChartUse.GivesUp. It is false if a template decides that.
func (a *application) givesUp() bool {
	policy := a.spec.Get("syncPolicy")
	options := policy.Get("syncOptions")
	isWritten := policy.IsMap() && !policy.Open && policy.Get("automated").IsMap() && !strings.Contains(a.overriding, "syncPolicy")
	if !isWritten || policy.Get("retry") != nil || policy.Get("automated", "enabled") != nil || options != nil && !options.IsWholeList() {
		return false
	}
	return options == nil || !slices.ContainsFunc(options.Items, func(option *model.Value) bool { return !survey.LacksOption(option.Text) })
}

// shareValues makes the values unknown that a template gives to several charts, because each chart ignores those for the others.
func shareValues(r *survey.Resource) {
	if len(r.Value.Get("values").Entries) == 0 {
		return
	}
	r.Replace("values", model.NewUnknown("values of several charts").PlacedAt(r.Value))
	r.Sources = nil
	delete(r.Real, "values")
}

// generatedChart is a chart that an ApplicationSet installs, with the parameters of its Applications.
type generatedChart struct {
	chart      *model.Value
	parameters []*model.Value
}

// charts returns the charts that a template renders to. An ApplicationSet may install several.
func (m *reader) charts(chart *model.Value, parameters []*model.Value) []generatedChart {
	rendered := m.renderAlternatives(chart, parameters)
	if !rendered.IsUnknown() || len(rendered.Items) == 0 {
		return []generatedChart{{rendered, parameters}}
	}
	charts := make([]generatedChart, len(rendered.Items))
	for i, name := range rendered.Items {
		charts[i].chart = name
		for _, set := range parameters {
			if text, _ := renderParameters(chart.Text, set); text == name.Text {
				charts[i].parameters = append(charts[i].parameters, set)
			}
		}
	}
	return charts
}

func (a *application) installation(source, chart, repository *model.Value, parameters []*model.Value, base []any) *survey.Resource {
	r := survey.New(survey.Installation, a.object.Address())
	name := source.Get("helm", "releaseName")
	if name == nil {
		name = a.object.Value.Get("metadata", "name")
	}
	r.Set("name", a.renderAlternatives(name, parameters))
	r.Set("namespace", a.renderAlternatives(a.spec.Get("destination", "namespace"), parameters))
	a.setDestination(r, parameters)
	r.SetChart(chart, a.renderAlternatives(repository, parameters))
	r.Locate("chart", base, "chart")
	r.PinVersion(a.renderAlternatives(source.Get("targetRevision"), parameters))
	r.Locate("repository", base, "repoURL")
	r.Locate("version", base, "targetRevision")
	r.SetText("via", a.via)
	r.SetLocated("skip_crds", source, base, "helm", "skipCrds")
	r.Set("sync_wave", a.renderAlternatives(syncWave(a.object, a.via), parameters))
	r.SetValues(a.values(source.Get("helm"), source.Str("path")))
	if source.Get("helm", "valuesObject").IsMap() || !survey.IsGiven(source.Get("helm", "values")) {
		r.Locate("values", base, "helm", "valuesObject")
	}
	override(r, a.overriding)
	return r
}

// syncWave returns the annotation that orders the objects which Argo CD applies.
func syncWave(o *model.Resource, via string) *model.Value {
	const annotation = "argocd.argoproj.io/sync-wave"
	own := o.Value.Get("metadata", "annotations", annotation)
	if via == "ApplicationSet" {
		return survey.FirstGiven(o.Value.Get("spec", "template", "metadata", "annotations", annotation), own)
	}
	return own
}

// values merges the values of a source in the order of Argo CD: files, then valuesObject or values, then parameters. dir is the
// path of the source in its repository; "" for a chart from a chart repository.
func (a *application) values(settings *model.Value, dir string) *helm.Values {
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
	a.addFiles(values, settings.Get("valueFiles"), dir)
	if object := settings.Get("valuesObject"); survey.IsGiven(object) {
		a.addInline(values, object)
	} else if text := settings.Get("values"); survey.IsGiven(text) {
		a.addText(values, text)
	}
	AddParameters(values, a.locate(settings.Get("parameters")))
	if survey.IsGiven(settings.Get("fileParameters")) {
		values.Open()
	}
	return values
}

// addFiles merges values files. A file with $ref is in the repository of another source, any other file in the repository of the
// chart. karplint cannot tell from its address whether a repository is the one that contains the document. So it looks for the
// file from each directory above the document. If none has the file, the values are unknown.
func (a *application) addFiles(values *helm.Values, list *model.Value, dir string) {
	for _, item := range values.ItemsOf(list) {
		ref, name, _ := strings.Cut(item.Text, "/")
		source, isReference := strings.CutPrefix(ref, "$")
		isFile := item.Kind == model.String && !strings.Contains(item.Text, "://")
		switch {
		case isFile && isReference && a.refs[source]:
			a.addRepositoryFile(values, name)
		case isFile && !isReference && path.IsAbs(item.Text): // from the root of the repository
			a.addRepositoryFile(values, item.Text)
		case isFile && !isReference && dir != "":
			a.addRepositoryFile(values, path.Join(dir, item.Text))
		default:
			values.Open()
		}
	}
}

// addRepositoryFile merges a file whose path is relative to the root of the repository. The root may be any directory above the
// document; the nearest one that has the file is used.
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

// AddParameters merges the parameters of an Argo CD source as Helm merges --set, or --set-string if forceString is true.
func AddParameters(c *helm.Values, list *model.Value) {
	for _, p := range c.ItemsOf(list) {
		typed := ""
		if p.Get("forceString").IsTrue() {
			typed = "string"
		}
		c.AddNamed(p.Get("name"), p.Get("value"), typed)
	}
}

// setDestination adds the clusters of an Application, rendered with its sets of parameters.
func (a *application) setDestination(r *survey.Resource, parameters []*model.Value) {
	naming, cluster := ArgoDestination(a.spec.Get("destination"))
	SetClusters(r, naming, a.renderAlternatives(cluster, parameters), a.generators)
}
