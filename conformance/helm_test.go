package conformance

import (
	"flag"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"sigs.k8s.io/yaml"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/model"
)

// helmModes are the ways in which each chart is converted.
var helmModes = []struct {
	name string
	convert.Options
}{
	{"v1beta1", convert.Options{Role: "NodeRole"}},
	{"v1", convert.Options{To: convert.V1, Role: "NodeRole"}},
	{"keep", convert.Options{Keep: true, Role: "NodeRole"}},
	{"ignore-defaults", convert.Options{IgnoreDefaults: true, Role: "NodeRole"}},
}

// TestHelm holds the conversion of charts to its law: rendering the converted chart with Helm's own engine gives the objects that converting
// the rendered chart gives, for each of the chart's values files. A chart in testdata/helm is legal for the alpha API with each of them.
// One that is left to a person is in leftCharts.
func TestHelm(t *testing.T) {
	archives, err := filepath.Glob("testdata/helm/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no charts", err)
	}
	used := map[string]bool{}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(name), ".txtar")
		for _, mode := range helmModes {
			t.Run(name+"/"+mode.name, func(t *testing.T) {
				c, err := convert.New(mode.Options)
				if err != nil {
					t.Fatal(err)
				}
				chart := chartFiles(archive)
				before := chart.clone()
				decisions := chart.convert(c)
				why, left := "", false
				for _, key := range []string{name, name + "/" + mode.name} {
					if reason, listed := leftCharts[key]; listed {
						why, left, used[key] = reason, true, true
					}
				}
				switch {
				case left && len(decisions) == 0:
					t.Errorf("is left to a person no more (%s); remove it from leftCharts", why)
				case left && !maps.Equal(chart, before) && !strings.Contains(why, "(the rest is converted)"):
					t.Error("is left to a person, and was changed")
				case !left && len(decisions) > 0:
					t.Errorf("is left to a person:\n%s", strings.Join(decisions, "\n"))
				}
				if !left && len(decisions) > 0 {
					return
				}
				for _, values := range before.values() {
					t.Run(path.Base(values), func(t *testing.T) { before.judge(t, c, chart, values, mode.Options, left) })
				}
			})
		}
	}
	for key := range leftCharts {
		if !used[key] && !testing.Short() && !strings.Contains(flag.Lookup("test.run").Value.String(), "/") {
			t.Errorf("leftCharts has %s, which is no chart", key)
		}
	}
}

// chartOf is a chart: its files by path.
type chartOf map[string]string

func chartFiles(archive *txtar.Archive) chartOf {
	files := chartOf{}
	for _, f := range archive.Files {
		files["chart/"+f.Name] = string(f.Data)
	}
	return files
}

func (c chartOf) clone() chartOf { return maps.Clone(c) }

// models returns the files in the order of their paths.
func (c chartOf) models() (files []*model.File) {
	for _, name := range slices.Sorted(maps.Keys(c)) {
		files = append(files, model.NewFile(name, []byte(c[name])))
	}
	return files
}

// convert converts the files as --write does, and returns the decisions.
func (c chartOf) convert(by *convert.Converter) (decisions []string) {
	for _, f := range by.Files(c.models()) {
		c[f.Path] = string(f.After)
		for _, n := range f.Notes {
			if n.Level == convert.Decision {
				decisions = append(decisions, fmt.Sprintf("%s:%d: %s: %s: %s", n.File, n.Line, n.Object, n.Path, n.Message))
			}
		}
	}
	return decisions
}

// values returns the values files that the chart is rendered with.
func (c chartOf) values() (names []string) {
	for name := range c {
		if ok, _ := path.Match("chart/values*.yaml", name); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// render returns what the templates make of the values, by their paths: the file's on top of those of values.yaml.
func (c chartOf) render(values string) (chartOf, error) {
	var files []*loader.BufferedFile
	for name, text := range c {
		if ok, _ := path.Match("chart/values-*.yaml", name); !ok {
			files = append(files, &loader.BufferedFile{Name: strings.TrimPrefix(name, "chart/"), Data: []byte(text)})
		}
	}
	sort.Slice(files, func(i, j int) bool { return files[i].Name < files[j].Name })
	loaded, err := loader.LoadFiles(files)
	if err != nil {
		return nil, err
	}
	given := chartutil.Values{}
	if values != "chart/values.yaml" {
		if given, err = chartutil.ReadValues([]byte(c[values])); err != nil {
			return nil, err
		}
	}
	all, err := chartutil.ToRenderValues(loaded, given, chartutil.ReleaseOptions{Name: "pools", Namespace: "karpenter"}, nil)
	if err != nil {
		return nil, err
	}
	rendered, err := engine.Render(loaded, all)
	if err != nil {
		return nil, err
	}
	out := chartOf{}
	for name, text := range rendered {
		_, name, _ = strings.Cut(name, "/") // the name of the chart
		if strings.HasSuffix(name, ".yaml") {
			out["chart/"+name] = text
		}
	}
	return out, nil
}

// judge compares what the converted chart renders with what converting the rendered chart gives.
func (c chartOf) judge(t *testing.T, by *convert.Converter, converted chartOf, values string, opts convert.Options, left bool) {
	rendered, err := c.render(values)
	if err != nil {
		t.Fatalf("the chart does not render: %v", err)
	}
	for name, o := range rendered.objects(t) {
		if strings.Contains(fmt.Sprint(o["apiVersion"]), "/v1alpha") && !legal(o) {
			t.Errorf("%s is not legal, so the law says nothing of it:\n%s", name, text(o))
		}
	}
	if t.Failed() {
		return
	}
	got, err := converted.render(values)
	if err != nil {
		t.Fatalf("the converted chart does not render: %v\n%s", err, converted.changedText(c))
	}
	if left {
		return // of what is left to a person nothing is promised but that it renders
	}
	if decisions := rendered.convert(by); len(decisions) > 0 {
		t.Fatalf("what is rendered needs a person:\n%s", strings.Join(decisions, "\n"))
	}
	want := rendered.objects(t)
	is := got.objects(t)
	if diff := cmp.Diff(want, is); diff != "" {
		t.Errorf("rendering the converted chart gives other objects (+) than converting the rendered one (-):\n%s\n%s", diff, converted.changedText(c))
	}
	to := opts.To
	if to == "" {
		to = convert.V1Beta1
	}
	r := releaseFor("v"+by.Version("chart/templates/a.yaml"), to)
	judges := r.judges(t)
	for name, o := range is {
		if karpenters(o) {
			for _, wrong := range r.refuses(judges, o, to, opts.Keep) {
				t.Errorf("%s: %s", name, wrong)
			}
		}
	}
}

// objects returns the objects of rendered files by their names; a second one of a name has a number.
func (c chartOf) objects(t *testing.T) map[string]object {
	all := map[string]object{}
	for _, name := range slices.Sorted(maps.Keys(c)) {
		read, err := objects([]byte(c[name]))
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, c[name])
		}
		for _, o := range read {
			key := nameOf(o)
			for n := 2; all[key] != nil; n++ {
				key = fmt.Sprintf("%s (%d)", nameOf(o), n)
			}
			all[key] = comparable(o)
		}
	}
	return all
}

// comparable returns the object with its durations written in one way, for a template can only append its unit to a value: 720h is
// 2592000s. It has no expireAfter that is the default. A disruption or expireAfter that is null, which a template writes where values have none,
// is the default that the API server fills in. Numbers are as the API server reads them.
func comparable(o object) object {
	if spec, _ := o["spec"].(object); o["apiVersion"] == "karpenter.sh/v1" {
		if disruption, isSet := spec["disruption"]; isSet && disruption == nil {
			spec["disruption"] = object{"consolidationPolicy": "WhenEmptyOrUnderutilized", "consolidateAfter": "0s"}
		}
	}
	for _, at := range [][]string{{"spec", "disruption", "consolidateAfter"}, {"spec", "disruption", "expireAfter"},
		{"spec", "template", "spec", "expireAfter"}} {
		in, last := o, at[len(at)-1]
		for _, key := range at[:len(at)-1] {
			in, _ = in[key].(object)
		}
		if d, err := time.ParseDuration(fmt.Sprint(in[last])); err == nil {
			in[last] = d.String()
		}
		if at[1] == "template" && (in[last] == nil || in[last] == defaultExpiry.String()) {
			delete(in, last)
		}
	}
	return o
}

// defaultExpiry is the expireAfter of a pool of v1 that has none, for a template may write it where values have none.
const defaultExpiry = 720 * time.Hour

func text(o object) string {
	data, err := yaml.Marshal(o)
	if err != nil {
		panic(err) // it was read from text
	}
	return string(data)
}

// changedText returns the files that differ from those of a chart.
func (c chartOf) changedText(before chartOf) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if c[name] != before[name] {
			fmt.Fprintf(&b, "-- %s --\n%s", name, c[name])
		}
	}
	return b.String()
}

// leftCharts are the charts that are left to a person, in all modes or in one of them, each with the reason.
var leftCharts = map[string]string{
	"api_templated":                       "what an object becomes depends on its apiVersion, and that on values",
	"selectors":                           "ids and values between commas, which become terms, may stand in a selector that values fill",
	"requirements/keep":                   "which defaults the alpha API added depends on keys that stand in values, which are for both kinds",
	"requirements_loop/keep":              "which defaults the alpha API added depends on keys that stand in values, which are for both kinds",
	"requirements_values/keep":            "which defaults the alpha API added depends on keys that stand in values, which are for both kinds",
	"spec/keep":                           "one value cannot be the spec of both kinds",
	"spec_loop/keep":                      "one value cannot be the spec of both kinds",
	"spec_merged/keep":                    "one value cannot be the spec of both kinds",
	"assignments":                         "fields move past what templates in the object declare or assign (the rest is converted)",
	"assignments_outside/v1beta1":         "a field moves past a call of set (the rest is converted)",
	"assignments_outside/ignore-defaults": "a field moves past a call of set (the rest is converted)",
	"list_items/v1beta1":                  "template blocks stand in several objects of one List",
	"list_items/v1":                       "template blocks stand in several objects of one List",
	"list_items/ignore-defaults":          "template blocks stand in several objects of one List",
	"assignments_outside/keep":            "what templates in the object change would be changed twice",
	"assignments_loop/keep":               "the twin would read what the object has changed",
	"assignments_loop/v1":                 "the fields that read a variable before and after it is changed move into one map",
	"spec_read":                           "another template would read what the spec becomes",
	"spec_read_named":                     "another template would read what the spec becomes",
	"spec_read_loop":                      "another template would read what the specs become",
	"spec_set_above":                      "the values of two charts together are the spec",
	"spec_map/keep":                       "one value cannot be the spec of both kinds",
	"requirements_read/v1beta1":           "another template would read the defaults that the alpha API added",
	"requirements_read/v1":                "another template would read the defaults that the alpha API added",
	"requirements_read/keep":              "which defaults the alpha API added depends on keys that stand in values, which are for both kinds",
	"list_items/keep":                     "a twin of an item would be written among the template lines",
	"filled_otherwise":                    "values stand where templates write them in a form that the new API refuses",
	"inline_indent/keep":                  "the templates of a twin would have to indent what they write by other columns",
	"kubelet/v1":                          "the settings of the kubelet move to another object, and a template decides what they are",
}
