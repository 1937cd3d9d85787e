package project

import (
	"path"
	"strings"

	"github.com/karplint/karplint/model"
)

// application reads the sources of an Argo CD Application, or of the template of an ApplicationSet.
func (m *manifestReader) application(o *model.Resource, via string, specAt ...any) {
	spec := o.Value.Get(specAt...)
	refs := map[string]bool{}
	for _, source := range items(spec.Get("sources")) {
		refs[source.Str("ref")] = true
	}
	if source := spec.Get("source"); isMap(source) {
		m.applicationSource(o, via, spec, source, refs, below(o.Path, below(specAt, "source")...))
	}
	sources := spec.Get("sources")
	if sources == nil || sources.Kind != model.List {
		return
	}
	for i, source := range sources.Items {
		if isMap(source) {
			m.applicationSource(o, via, spec, source, refs, below(o.Path, below(specAt, "sources", i)...))
		}
	}
}

func (m *manifestReader) applicationSource(o *model.Resource, via string, spec, source *model.Value, refs map[string]bool, base []any) {
	chart, repository := source.Get("chart"), source.Get("repoURL")
	oci := chart == nil && repository != nil && strings.HasPrefix(repository.Text, "oci://")
	if oci {
		chart, repository = repository, nil
	}
	if chart == nil || chart.Kind == model.Null {
		m.applicationPath(o, via, spec, source)
		return
	}
	r := newResource(Installation, o.Address())
	if name := source.Get("helm", "releaseName"); name != nil {
		r.set("name", short(name))
	} else {
		r.set("name", short(o.Value.Get("metadata", "name")))
	}
	r.set("namespace", short(spec.Get("destination", "namespace")))
	r.setChart(short(chart), short(repository))
	if !oci {
		r.real("chart", below(base, "chart")...)
	}
	r.pinVersion(short(source.Get("targetRevision")))
	r.real("version", below(base, "targetRevision")...)
	r.setText("via", via)
	r.from("skip_crds", source, base, "helm", "skipCrds")
	r.set("sync_wave", short(syncWave(o, via)))
	r.set("values", m.argoValues(source.Get("helm"), "", refs).root)
	if isMap(source.Get("helm", "valuesObject")) || !isGiven(source.Get("helm", "values")) {
		r.real("values", below(base, "helm", "valuesObject")...)
	}
	m.add(r, o.Value)
}

func syncWave(o *model.Resource, via string) *model.Value {
	const annotation = "argocd.argoproj.io/sync-wave"
	if via == "ApplicationSet" {
		return o.Value.Get("spec", "template", "metadata", "annotations", annotation)
	}
	return o.Value.Get("metadata", "annotations", annotation)
}

// argoValues merges the values of an Argo CD source in its order: files, then values or valuesObject, then parameters. dir is the
// directory that files without $ are named from, "" where that is not known; refs are those of the other sources.
func (m *manifestReader) argoValues(helm *model.Value, dir string, refs map[string]bool) *chartValues {
	values := newValues()
	if !isMap(helm) {
		if isUnknown(helm) {
			values.open()
		}
		return values
	}
	if helm.Open {
		values.open()
	}
	m.argoFiles(values, helm.Get("valueFiles"), dir, refs)
	if object := helm.Get("valuesObject"); isGiven(object) {
		m.addInline(values, object)
	} else if text := helm.Get("values"); isGiven(text) {
		m.addText(values, text)
	}
	if parameters := helm.Get("parameters"); isGiven(parameters) {
		values.addParameters(m.located(parameters))
	}
	if isGiven(helm.Get("fileParameters")) {
		values.open()
	}
	return values
}

// argoFiles merges files of values. One behind $ref lies in the repository of another source: this one, where there is such a
// file above the document.
func (m *manifestReader) argoFiles(values *chartValues, list *model.Value, dir string, refs map[string]bool) {
	if !isGiven(list) {
		return
	}
	if list.Kind != model.List || list.Open {
		values.open()
	}
	for _, item := range list.Items {
		ref, name, found := strings.Cut(item.Text, "/")
		switch {
		case item.Kind != model.String:
			values.open()
		case found && strings.HasPrefix(ref, "$") && refs[ref[1:]]:
			m.addRepositoryFile(values, name)
		case dir != "" && !strings.HasPrefix(item.Text, "$"):
			m.addFile(values, dir, item)
		default:
			values.open()
		}
	}
}

// addRepositoryFile merges a file that is named from the root of a repository: that is one of the directories above the document.
func (m *manifestReader) addRepositoryFile(values *chartValues, name string) {
	for dir := path.Dir(m.doc.File.Path); ; dir = path.Dir(dir) {
		if documents, ok := m.readPath(path.Join(dir, name)); ok {
			for _, doc := range documents {
				values.add(located(withoutBranches(doc)))
			}
			return
		}
		if dir == "." || dir == "/" || path.Base(dir) == ".." {
			values.open()
			return
		}
	}
}

// addParameters merges Argo CD's parameters: sets whose type is string with forceString.
func (c *chartValues) addParameters(list *model.Value) {
	if list.Kind != model.List || list.Open {
		c.open()
	}
	for _, p := range list.Items {
		if isTrue(p.Get("forceString")) {
			p = model.NewMap(&model.Entry{Key: model.NewString("name"), Value: p.Get("name")},
				&model.Entry{Key: model.NewString("value"), Value: p.Get("value")}, model.NewEntry("type", model.NewString("string")))
		}
		c.addSet(p)
	}
}

// applicationPath notes that a source installs what lies in a directory of its repository, which may be a chart.
func (m *manifestReader) applicationPath(o *model.Resource, via string, spec, source *model.Value) {
	if source.Get("path") == nil {
		m.patch(o)
		return
	}
	keys := newResource(chartUse, "")
	keys.setText("via", via)
	keys.setText("installer", o.Address())
	keys.set("namespace", short(spec.Get("destination", "namespace")))
	keys.set("skip_crds", short(source.Get("helm", "skipCrds")))
	keys.set("sync_wave", short(syncWave(o, via)))
	m.use(o.Address(), source.Str("path"), true, o.Value, keys)
}
