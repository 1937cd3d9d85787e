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

// dependencies reads those of a chart: Chart.yaml, or requirements.yaml for the first version of the format.
func (m *reader) dependencies(root *model.Value) {
	file := path.Base(m.file.Path)
	if file != "Chart.yaml" && file != "requirements.yaml" {
		return
	}
	values := sync.OnceValue(m.umbrellaValues)
	for i, dependency := range mapsIn(root.Get("dependencies")) {
		if dependency.Get("name") != nil {
			m.dependency(root, dependency, i, values())
		}
	}
}

// umbrellaValues are the values of a chart with dependencies.
type umbrellaValues struct {
	own    *helm.Values   // of values.yaml, which need not exist
	others []*helm.Values // of each file beside it that looks like the values in one environment
}

// umbrellaValues reads the values of the document's chart: once for all of its dependencies.
func (m *reader) umbrellaValues() umbrellaValues {
	dir := path.Dir(m.file.Path)
	all := umbrellaValues{own: helm.NewValues()}
	if !m.isMissing(path.Join(dir, "values.yaml")) {
		m.addFile(all.own, dir, model.NewString("values.yaml"))
	}
	for _, name := range m.otherValues() {
		other := helm.NewValues()
		m.addFile(other, dir, model.NewString(name))
		all.others = append(all.others, other)
	}
	return all
}

// dependency reads one of a chart's dependencies. Its values stand below its name, or its alias, in the values of the chart, to which whoever
// installs the chart may add.
func (m *reader) dependency(root, dependency *model.Value, i int, values umbrellaValues) {
	base := []any{"dependencies", i}
	r := survey.New(survey.Installation, path.Base(m.file.Path)+" dependency "+dependency.Str("name"))
	r.Set("name", root.Get("name"))
	r.SetChart(dependency.Get("name"), dependency.Get("repository"))
	r.Locate("chart", base, "name")
	r.PinVersion(dependency.Get("version"))
	r.Locate("version", base, "version")
	r.SetText("via", survey.ViaChart)
	r.SetText("umbrella", strings.Clone(path.Dir(m.file.Path)))
	setCondition(r, chartCondition(dependency, values.own.Root), dependency.Str("condition"))
	key := dependency.Str("alias")
	if key == "" {
		key = dependency.Str("name")
	}
	r.SetValues(subchartValues(key, dependency, values.own.Sources))
	m.add(r, dependency)
	for _, other := range values.others {
		variant := *r
		variant.Variant = true
		variant.Value = r.Value.Copy(nil)
		variant.Drop("values")
		variant.SetValues(subchartValues(key, dependency, slices.Concat(values.own.Sources, other.Sources)))
		m.add(&variant, dependency)
	}
}

// subchartValues returns what the sources of a chart's values give to a dependency.
func subchartValues(key string, dependency *model.Value, sources []*model.Value) *helm.Values {
	own := helm.NewValues()
	for _, source := range sources {
		if v := source.Get(key); v.IsMap() {
			own.Add(v)
		}
	}
	// The switches of the dependency are no values of its chart.
	for condition := range strings.SplitSeq(dependency.Str("condition"), ",") {
		if name, found := strings.CutPrefix(strings.TrimSpace(condition), key+"."); found {
			own.Root.Entries = slices.DeleteFunc(own.Root.Entries, func(e *model.Entry) bool { return e.Key.Text == name })
		}
	}
	own.Open()
	return own
}

// maxVariants is how many files of values beside a chart are looked at.
const maxVariants = 50

// variantName is the name, without its extension, of a file of values for one environment: values-dev, dev.values.
var variantName = pattern.New(`^values[-._]|[-.]values$`)

// otherValues returns the names of the files beside a chart that look like its values in one environment: values-dev.yaml.
func (m *reader) otherValues() []string {
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

// use notes that the document installs the chart in a directory as it does the installation.
func (m *reader) use(dir string, fromRoot bool, r *survey.Resource) {
	if dir == "" || path.IsAbs(dir) {
		return
	}
	user := r.AsUser()
	user.Value, user.File = m.located(user.Value), m.file
	m.noted++
	m.Uses = append(m.Uses, &survey.ChartUse{Dir: strings.Clone(path.Clean(dir)), FromRoot: fromRoot, Resource: user})
}
