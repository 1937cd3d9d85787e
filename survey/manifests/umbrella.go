package manifests

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// readDependencies reads the dependencies of a chart: Chart.yaml, or requirements.yaml in the first version of the format.
func (m *reader) readDependencies(root *model.Value) {
	file := path.Base(m.file.Path)
	if file != helm.ChartFile && file != "requirements.yaml" {
		return
	}
	defaults := sync.OnceValue(m.readDefaults)
	var dependencies []dependency
	for i, v := range mapsIn(root.Get("dependencies")) {
		if v.Get("name") != nil {
			dependencies = append(dependencies, m.readDependency(root, v, i, defaults()))
		}
	}
	if len(dependencies) > 0 {
		m.variants = m.dependencyVariants(dependencies, m.environmentFiles(), defaults())
	}
}

// readDefaults reads values.yaml of the document's chart, if it exists.
func (m *reader) readDefaults() *helm.Values {
	values, dir := helm.NewValues(), path.Dir(m.file.Path)
	if !m.isMissing(path.Join(dir, "values.yaml")) {
		m.addFile(values, dir, model.NewString("values.yaml"))
	}
	return values
}

// dependency is a dependency of a chart.
type dependency struct {
	*survey.Resource
	written *model.Value
}

// key returns the key of the dependency in the values of the chart.
func (d dependency) key() string { return cmp.Or(d.written.Str("alias"), d.written.Str("name")) }

// readDependency reads a chart dependency. Its values are below its name or alias in the values of the chart. They stay open,
// because an installation of the chart may add more.
func (m *reader) readDependency(root, written *model.Value, i int, defaults *helm.Values) dependency {
	base := []any{"dependencies", i}
	r := survey.New(survey.Installation, path.Base(m.file.Path)+" dependency "+written.Str("name"))
	r.Set("name", root.Get("name"))
	r.SetChart(written.Get("name"), written.Get("repository"))
	r.Locate("chart", base, "name")
	r.PinVersion(written.Get("version"))
	r.Locate("repository", base, "repository")
	r.Locate("version", base, "version")
	r.SetText("via", survey.ViaChart)
	r.SetText("umbrella", strings.Clone(path.Dir(m.file.Path)))
	setCondition(r, chartCondition(written, defaults.Root), written.Str("condition"))
	d := dependency{r, written}
	if r.Role() != "" {
		if read := m.readByTemplates(d.key()); len(read.Items) > 0 {
			r.Set("read_by_umbrella", read)
		}
	}
	if r.Role() == survey.ControllerRole {
		m.addBesides(d, root, defaults.Root)
	}
	r.SetValues(d.values(defaults.Sources))
	m.add(r, written)
	return d
}

// addBesides adds to the controller the values at the top of the chart around it that reach neither its templates nor one of its dependencies.
func (m *reader) addBesides(controller dependency, root, values *model.Value) {
	besides := model.NewMap()
	for _, e := range values.Entries {
		if key := e.Key.Text; !m.isOfDependency(root, key) && !m.mayReadAtTop(key) {
			besides.Entries = append(besides.Entries, e)
		}
	}
	if len(besides.Entries) > 0 {
		controller.SetText("values_key", controller.key())
		controller.Set("beside", besides)
	}
}

// isOfDependency reports whether the value of a chart with that key is for all its dependencies, for one of them, or for a chart in its charts/.
func (m *reader) isOfDependency(root *model.Value, key string) bool {
	for _, v := range mapsIn(root.Get("dependencies")) {
		if key == (dependency{written: v}).key() {
			return true
		}
	}
	return key == "global" || !m.isMissing(path.Join(path.Dir(m.file.Path), "charts", key, "Chart.yaml"))
}

// dependencyVariants yields the dependencies with the values of each environment. It reads one environment after the other,
// because all of them together may need much memory. It opens all files first, so that the caller knows early on which files the
// document depends.
func (m *reader) dependencyVariants(dependencies []dependency, files []string, defaults *helm.Values) iter.Seq[*survey.Resource] {
	dir := path.Dir(m.file.Path)
	files = slices.DeleteFunc(files, func(name string) bool { return m.isMissing(path.Join(dir, name)) })
	return func(yield func(*survey.Resource) bool) {
		for _, name := range files {
			values := helm.NewValues()
			m.addFile(values, dir, model.NewString(name))
			for _, d := range dependencies {
				if !yield(m.variantOf(d, slices.Concat(defaults.Sources, values.Sources))) {
					return
				}
			}
		}
	}
}

// variantOf returns a dependency with other values.
func (m *reader) variantOf(d dependency, sources []*model.Value) *survey.Resource {
	variant := *d.Resource
	variant.Value = d.Value.Copy(nil)
	variant.Drop("values")
	variant.SetValues(d.values(sources))
	m.identify(&variant, d.written)
	return &variant
}

// values returns the values of the dependency in the values of its chart.
func (d dependency) values(sources []*model.Value) *helm.Values {
	values, key := helm.NewValues(), d.key()
	for _, source := range sources {
		if v := source.Get(key); v.IsMap() {
			values.Add(v)
		}
	}
	// The conditions of the dependency are not values of its chart.
	for condition := range strings.SplitSeq(d.written.Str("condition"), ",") {
		if name, ok := strings.CutPrefix(strings.TrimSpace(condition), key+"."); ok {
			values.Root.Entries = slices.DeleteFunc(values.Root.Entries, func(e *model.Entry) bool { return e.Key.Text == name })
		}
	}
	values.Open()
	return values
}

// variantName matches the name, without its extension, of a values file for one environment: values-dev, dev.values.
var variantName = pattern.New(`^values[-._]|[-.]values$`)

// environmentFiles returns the names of values files beside a chart for single environments: values-dev.yaml.
func (m *reader) environmentFiles() []string {
	if m.files == nil {
		return nil
	}
	entries, err := m.files.ReadDir(path.Dir(m.file.Path))
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		stem := strings.TrimSuffix(name, path.Ext(name))
		isVariant := filetype.IsYAML(name) && variantName().MatchString(stem)
		if isVariant && !e.IsDir() {
			names = append(names, name)
		}
	}
	return names
}

// addUse records that the document installs the chart of a directory. use.Resource is the installation; the document contains it as
// the value written.
func (m *reader) addUse(use survey.ChartUse, written *model.Value) {
	if use.Dir == "" || path.IsAbs(use.Dir) {
		return
	}
	user := use.AsUser()
	use.Given = survey.GivenBy(use.Resource, m.file, written)
	user.SetText("installed_from", m.file.Path)
	user.Value, user.File = m.locate(user.Value), m.file
	m.count++
	use.Dir, use.Resource = strings.Clone(path.Clean(use.Dir)), user
	m.Uses = append(m.Uses, &use)
}
