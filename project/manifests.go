package project

import (
	"bytes"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// manifestReader collects the resources of one document.
type manifestReader struct {
	doc    *model.Document
	file   *model.File // only its path
	number int
	found  []*Resource
}

func readManifests(doc *model.Document, number int) []*Resource {
	r := &manifestReader{doc: doc, file: &model.File{Path: strings.Clone(doc.File.Path)}, number: number}
	if isMap(doc.Root) {
		r.dependencies(doc.Root)
	}
	objects := yaml.Resources(doc)
	for _, object := range objects {
		r.object(object)
	}
	if len(objects) == 0 {
		r.policies(doc, doc.Root, nil)
	}
	return r.found
}

// installers are the words of which one stands in every manifest that installs a chart, or holds its settings.
var installers = sync.OnceValue(func() [][]byte {
	return [][]byte{
		[]byte("HelmRelease"), []byte("OCIRepository"), []byte("argoproj.io"), []byte("helmCharts"), []byte("dependencies"),
		[]byte(settingsFacts().ConfigMap),
	}
})

// MayInstall says whether a file of manifests with these bytes may say which Karpenter is installed, and with which settings.
func MayInstall(data []byte) bool {
	return bytes.Contains(data, []byte(chartName)) && slices.ContainsFunc(installers(), func(word []byte) bool { return bytes.Contains(data, word) })
}

// add keeps a resource and its place: the object it comes from.
func (m *manifestReader) add(res *Resource, at *model.Value) *Resource {
	res.ID = res.Kind + " " + m.file.Path + ":" + strconv.Itoa(m.number) + ":" + strconv.Itoa(len(m.found)) + " " + res.Address
	res.File, res.Document = m.file, m.number
	res.Value.Span, res.Value.Props = at.Span, at.Props
	if res.Kind == Installation {
		res.Settings = chartSettings(res, m.place(res, at))
	}
	m.found = append(m.found, res)
	return res
}

// place says where the resource stands, for people.
func (m *manifestReader) place(res *Resource, at *model.Value) string {
	return placeText(res.Address, m.doc.File, at.Span.Start)
}

func (m *manifestReader) object(o *model.Resource) {
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
	case isGlobalSettings(o):
		r := newResource(globalSettings, o.Address())
		r.Settings = configMapSettings(o, m.place(r, o.Value))
		m.add(r, o.Value)
	case isKept(o):
		r := shortObject(o)
		limit := compactLimit
		r.Value = compact(r.Value, &limit)
		m.add(r, o.Value)
	}
}

// from adds the key with the value at the steps below the object at, and where it stands or would stand.
func (r *Resource) from(key string, at *model.Value, base []any, steps ...any) {
	r.set(key, short(at.Get(steps...)))
	r.real(key, below(base, steps...)...)
}

// pinVersion adds version and pinned.
func (r *Resource) pinVersion(version *model.Value) {
	r.set("version", version)
	r.setBool("pinned", version != nil && version.Kind != model.Null)
	r.versions = chartInterval(version)
}

// application reads the sources of an Argo CD Application, or of the template of an ApplicationSet.
func (m *manifestReader) application(o *model.Resource, via string, specAt ...any) {
	spec := o.Value.Get(specAt...)
	if source := spec.Get("source"); isMap(source) {
		m.applicationSource(o, via, spec, source, below(o.Path, below(specAt, "source")...))
	}
	sources := spec.Get("sources")
	if sources == nil || sources.Kind != model.List {
		return
	}
	for i, source := range sources.Items {
		if isMap(source) {
			m.applicationSource(o, via, spec, source, below(o.Path, below(specAt, "sources", i)...))
		}
	}
}

func (m *manifestReader) applicationSource(o *model.Resource, via string, spec, source *model.Value, base []any) {
	chart, repository := source.Get("chart"), source.Get("repoURL")
	oci := chart == nil && repository != nil && strings.HasPrefix(repository.Text, "oci://")
	if oci {
		chart, repository = repository, nil
	}
	if chart == nil || chart.Kind == model.Null {
		return // a directory in git
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
	r.set("values", short(argoValues(source.Get("helm")).root))
	if isMap(source.Get("helm", "valuesObject")) {
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

// argoValues merges the values of an Argo CD source in its order: files, then values or valuesObject, then parameters.
func argoValues(helm *model.Value) *chartValues {
	values := newValues()
	if !isMap(helm) {
		if isUnknown(helm) {
			values.open()
		}
		return values
	}
	if isGiven(helm.Get("valueFiles")) || helm.Open {
		values.open()
	}
	if object := helm.Get("valuesObject"); isGiven(object) {
		values.add(object)
	} else if text := helm.Get("values"); isGiven(text) {
		values.addText(text)
	}
	if parameters := helm.Get("parameters"); isGiven(parameters) {
		values.addParameters(parameters)
	}
	if isGiven(helm.Get("fileParameters")) {
		values.open()
	}
	return values
}

// isGiven says whether v is there and neither null nor empty.
func isGiven(v *model.Value) bool {
	return v != nil && v.Kind != model.Null && (v.Kind != model.List || len(v.Items) > 0 || v.Open)
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

// helmCharts reads the helmCharts of a kustomization.
func (m *manifestReader) helmCharts(o *model.Resource) {
	charts := o.Value.Get("helmCharts")
	if charts == nil || charts.Kind != model.List {
		return
	}
	for i, chart := range charts.Items {
		if !isMap(chart) || chart.Get("name") == nil {
			continue
		}
		base := below(o.Path, "helmCharts", i)
		name := chart.Str("name")
		r := newResource(Installation, "Kustomization helmCharts "+name)
		if release := chart.Get("releaseName"); release != nil {
			r.set("name", short(release))
		} else {
			r.set("name", short(chart.Get("name")))
		}
		r.set("namespace", short(chart.Get("namespace")))
		r.setChart(short(chart.Get("name")), short(chart.Get("repo")))
		r.real("chart", below(base, "name")...)
		r.pinVersion(short(chart.Get("version")))
		r.real("version", below(base, "version")...)
		r.setText("via", "helmCharts")
		// kustomize renders what is in crds/ only when it is told to.
		if include := chart.Get("includeCRDs"); isUnknown(include) {
			r.set("skip_crds", short(include))
		} else {
			r.setBool("skip_crds", !isTrue(include))
		}
		values := newValues()
		if isGiven(chart.Get("valuesFile")) || isGiven(chart.Get("additionalValuesFiles")) {
			values.open()
		}
		values.add(chart.Get("valuesInline"))
		r.set("values", short(values.root))
		r.real("values", below(base, "valuesInline")...)
		m.add(r, chart)
	}
}

// dependencies reads those of a chart: Chart.yaml, or requirements.yaml for the first version of the format.
func (m *manifestReader) dependencies(root *model.Value) {
	file := path.Base(m.file.Path)
	if file != "Chart.yaml" && file != "requirements.yaml" {
		return
	}
	list := root.Get("dependencies")
	if list == nil || list.Kind != model.List {
		return
	}
	for i, dependency := range list.Items {
		if !isMap(dependency) || dependency.Get("name") == nil {
			continue
		}
		base := []any{"dependencies", i}
		r := newResource(Installation, file+" dependency "+dependency.Str("name"))
		r.set("name", short(root.Get("name")))
		r.setChart(short(dependency.Get("name")), short(dependency.Get("repository")))
		r.real("chart", below(base, "name")...)
		r.pinVersion(short(dependency.Get("version")))
		r.real("version", below(base, "version")...)
		r.setText("via", "Chart")
		r.setText("gate", strings.Clone(dependency.Str("condition")))
		values := newValues()
		values.open() // values.yaml, and those of the chart's own installation
		r.set("values", values.root)
		m.add(r, dependency)
	}
}
