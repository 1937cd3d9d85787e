package manifests

import (
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
	if file != "Chart.yaml" && file != "requirements.yaml" {
		return
	}
	values := sync.OnceValue(m.readUmbrellaValues)
	for i, dependency := range mapsIn(root.Get("dependencies")) {
		if dependency.Get("name") != nil {
			m.readDependency(root, dependency, i, values())
		}
	}
}

// umbrellaValues are the values of a chart with dependencies.
type umbrellaValues struct {
	defaults     *helm.Values   // of values.yaml, which need not exist
	environments []*helm.Values // of each file beside it whose name looks like values of one environment
}

// readUmbrellaValues reads the values of the document's chart, once for all of its dependencies.
func (m *reader) readUmbrellaValues() umbrellaValues {
	dir := path.Dir(m.file.Path)
	all := umbrellaValues{defaults: helm.NewValues()}
	if !m.isMissing(path.Join(dir, "values.yaml")) {
		m.addFile(all.defaults, dir, model.NewString("values.yaml"))
	}
	for _, name := range m.environmentFiles() {
		values := helm.NewValues()
		m.addFile(values, dir, model.NewString(name))
		all.environments = append(all.environments, values)
	}
	return all
}

// readDependency reads a dependency of a chart. Its values are below its name, or its alias, in the values of the chart. An
// installation of the chart may set more.
func (m *reader) readDependency(root, readDependency *model.Value, i int, values umbrellaValues) {
	base := []any{"dependencies", i}
	r := survey.New(survey.Installation, path.Base(m.file.Path)+" dependency "+readDependency.Str("name"))
	r.Set("name", root.Get("name"))
	r.SetChart(readDependency.Get("name"), readDependency.Get("repository"))
	r.Locate("chart", base, "name")
	r.PinVersion(readDependency.Get("version"))
	r.Locate("version", base, "version")
	r.SetText("via", survey.ViaChart)
	r.SetText("umbrella", strings.Clone(path.Dir(m.file.Path)))
	setCondition(r, chartCondition(readDependency, values.defaults.Root), readDependency.Str("condition"))
	key := readDependency.Str("alias")
	if key == "" {
		key = readDependency.Str("name")
	}
	if r.Role() != "" {
		if read := m.readByTemplates(key); len(read.Items) > 0 {
			r.Set("read_by_umbrella", read)
		}
	}
	r.SetValues(subchartValues(key, readDependency, values.defaults.Sources))
	m.add(r, readDependency)
	for _, environment := range values.environments {
		variant := *r
		variant.Variant = true
		variant.Value = r.Value.Copy(nil)
		variant.Drop("values")
		variant.SetValues(subchartValues(key, readDependency, slices.Concat(values.defaults.Sources, environment.Sources)))
		m.add(&variant, readDependency)
	}
}

// subchartValues returns the values of a dependency in the values of its chart.
func subchartValues(key string, dependency *model.Value, sources []*model.Value) *helm.Values {
	values := helm.NewValues()
	for _, source := range sources {
		if v := source.Get(key); v.IsMap() {
			values.Add(v)
		}
	}
	// The switches of the dependency are not values of its chart.
	for condition := range strings.SplitSeq(dependency.Str("condition"), ",") {
		if name, ok := strings.CutPrefix(strings.TrimSpace(condition), key+"."); ok {
			values.Root.Entries = slices.DeleteFunc(values.Root.Entries, func(e *model.Entry) bool { return e.Key.Text == name })
		}
	}
	values.Open()
	return values
}

// maxVariants bounds the files of values beside a chart that are read.
const maxVariants = 50

// variantName matches the name, without its extension, of a file of values for one environment: values-dev, dev.values.
var variantName = pattern.New(`^values[-._]|[-.]values$`)

// environmentFiles returns the names of the files beside a chart with values of one environment: values-dev.yaml.
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
		if isVariant && !e.IsDir() && len(names) < maxVariants {
			names = append(names, name)
		}
	}
	return names
}

// addUse records that the document installs the chart in a directory, in the way of the given installation.
func (m *reader) addUse(use survey.ChartUse) {
	if use.Dir == "" || path.IsAbs(use.Dir) {
		return
	}
	user := use.AsUser()
	user.Value, user.File = m.locate(user.Value), m.file
	m.count++
	use.Dir, use.Resource = strings.Clone(path.Clean(use.Dir)), user
	m.Uses = append(m.Uses, &use)
}
