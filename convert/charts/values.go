// Package charts follows values from the files of a chart into its templates. It finds the values that an action writes, the specs
// and lists of requirements that come from values as a whole, and the texts that a template renders with the values.
package charts

import (
	"bytes"
	"iter"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Charts holds the charts of a run with templates among its files. The zero value has none.
type Charts struct {
	values map[string][]*valuesFile // by directory of the chart
	uses   []*Use
	unread []Unread
	runs   runs

	lastSets  setsOfChart
	installed func(dir string) []Installation // nil if none is known
}

// valuesFile is a values file beside a Chart.yaml or a templates directory: values.yaml, values-prod.yaml.
type valuesFile struct {
	path string
	file *model.File
	root func() *model.Value // nil if it does not parse as one document
}

// isDefault reports whether the file is values.yaml, into which Helm merges every other file.
func (f *valuesFile) isDefault() bool { return isDefault(f.path) }

func isDefault(file string) bool { return path.Base(file) == "values.yaml" }

// New finds the values files of the charts that have templates among the files. root returns the tree of a values file, or nil if it
// does not parse as one document. It is called once for each file that is needed. installed returns the installations of the chart in a
// directory. A nil installed means that none is known.
func New(files []*model.File, root func(*model.File) *model.Value, installed func(dir string) []Installation) *Charts {
	c := &Charts{values: map[string][]*valuesFile{}, installed: installed, runs: runs{charts: map[string]map[string]*model.File{}}}
	dirs := map[string]bool{}
	for _, f := range files {
		if dir := helm.ChartOf(f.Path); dir != "" {
			dirs[dir] = true
			if parent := chartAround(dir); parent != "" {
				dirs[parent] = true
			}
		}
	}
	setHelpers(files)
	c.runs.addTexts(files)
	for _, f := range files {
		if dir := path.Dir(f.Path); dirs[dir] && isValues(f.Path) {
			c.values[dir] = append(c.values[dir], &valuesFile{f.Path, f, sync.OnceValue(func() *model.Value { return root(f) })})
		}
	}
	return c
}

// setHelpers collects, for the templates of each chart, the named templates of the chart, its parents and its dependencies.
func setHelpers(files []*model.File) {
	texts := map[string][]string{} // by outermost chart
	for _, f := range files {
		if dir := helm.ChartOf(f.Path); dir != "" && bytes.Contains(f.Data, []byte("define")) {
			texts[outermostChart(dir)] = append(texts[outermostChart(dir)], string(f.Data))
		}
	}
	helpers := map[string]func() gotmpl.Helpers{}
	for chart, texts := range texts {
		helpers[chart] = sync.OnceValue(func() gotmpl.Helpers { return gotmpl.HelpersOf(texts) })
	}
	for _, f := range files {
		if of := helpers[outermostChart(helm.ChartOf(f.Path))]; of != nil && helm.ChartOf(f.Path) != "" {
			f.Helpers = func(name string) bool { return of()(name) }
		}
	}
}

// chartAround returns the directory of the parent chart of the chart in dir, or "".
func chartAround(dir string) string {
	if in := path.Dir(dir); path.Base(in) == "charts" {
		return path.Dir(in)
	}
	return ""
}

// outermostChart returns the directory of the topmost parent of the chart in dir.
func outermostChart(dir string) string {
	for parent := chartAround(dir); parent != ""; parent = chartAround(dir) {
		dir = parent
	}
	return dir
}

// isValues reports whether a file may contain values of a chart, judging by its name.
func isValues(file string) bool {
	name := path.Base(file)
	return strings.Contains(name, "values") && filetype.IsYAML(name)
}

// Needed returns a function that reports whether a file contains values of charts with templates among the files, or may read
// them. A conversion needs these files regardless of their words, because a spec may be in them under any key.
func Needed(files []*model.File) func(file string) bool {
	dirs, parents := map[string]bool{}, map[string]bool{}
	for _, f := range files {
		if dir := helm.ChartOf(f.Path); dir != "" && usesValues(f.Data) {
			dirs[dir] = true
			if parent := chartAround(dir); parent != "" {
				parents[parent] = true
			}
		}
	}
	return func(file string) bool {
		dir := path.Dir(file)
		isOfChart := dirs[dir] || parents[dir]
		return isOfChart && isValues(file) || dirs[helm.ChartOf(file)]
	}
}

// AnyIn reports whether templates for Karpenter that may write the values of their chart are among the files.
func AnyIn(files []*model.File) bool {
	return slices.ContainsFunc(files, func(f *model.File) bool { return helm.ChartOf(f.Path) != "" && usesValues(f.Data) })
}

// usesValues reports whether a template is for Karpenter and may write values.
func usesValues(template []byte) bool {
	return bytes.Contains(template, []byte("karpenter")) && slices.ContainsFunc([]string{".Values", "include", "template"}, func(word string) bool {
		return bytes.Contains(template, []byte(word))
	})
}

// Place is the place of a values path in one values file. Value is nil if the map exists but lacks the last key.
type Place struct {
	File  string
	Path  []any
	Value *model.Value

	file *valuesFile
}

// isSet reports whether the file sets a value at the place.
func (p *Place) isSet() bool { return p.Value != nil && p.Value.Kind != model.Null }

// isItem reports whether the place is inside an item of a list. Helm replaces whole lists, but merges maps.
func (p *Place) isItem() bool {
	return slices.ContainsFunc(p.Path, func(step any) bool { _, isIndex := step.(int); return isIndex })
}

// holder returns the map that has the value, or lacks it.
func (p *Place) holder(root *model.Value) *model.Value { return root.Get(p.Path[:len(p.Path)-1]...) }

// places yields each place of a path, without Values, in the values files of the chart in dir.
func (c *Charts) places(dir string, values []any) iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for _, f := range c.values[dir] {
			root := f.root()
			for _, place := range placesIn(root, values) {
				if !yield(Place{File: f.path, Path: place, Value: root.Get(place...), file: f}) {
					return
				}
			}
		}
	}
}

// placesIn returns the paths in a tree that match a values path.
func placesIn(root *model.Value, values []any) [][]any {
	paths := [][]any{{}}
	for _, step := range values {
		var longer [][]any
		for _, start := range paths {
			if step != any(AnyItem{}) {
				longer = append(longer, append(slices.Clone(start), step))
				continue
			}
			if v := root.Get(start...); v != nil {
				for item := range v.Children() {
					longer = append(longer, append(slices.Clone(start), item))
				}
			}
		}
		paths = longer
	}
	return paths
}

// unreadable returns the path of a values file of the chart in dir that does not parse, or "".
func (c *Charts) unreadable(dir string) string {
	for _, f := range c.values[dir] {
		if f.root() == nil {
			return f.path
		}
	}
	return ""
}

// Set is a value that a values file or an installation sets.
type Set struct {
	Value *model.Value
	File  string
	Line  int // 1-based
}

// ValuesAt returns the values at a path that begins with Values, in the values files of a template's chart and in its installations.
// complete is false if a file does not parse, if an installation has unknown values, or if there is no value at the path.
func (c *Charts) ValuesAt(template *model.File, path []any) (values []Set, complete bool) {
	dir := helm.ChartOf(template.Path)
	if len(path) == 0 || path[0] != "Values" || c.unreadable(dir) != "" {
		return nil, false
	}
	for p := range c.places(dir, path[1:]) {
		if p.isSet() {
			values = append(values, Set{p.Value, p.File, p.file.file.Position(p.Value.Span.Start).Line})
		}
	}
	for _, i := range c.installations(dir) {
		if !i.isKnown() {
			return values, false
		}
		for _, place := range placesIn(i.Values, path[1:]) {
			if v := i.Values.Get(place...); !v.IsAbsent() {
				values = append(values, Set{v, i.File, i.Line})
			}
		}
	}
	return values, len(values) > 0
}

// WritersOf returns the templates that write lines of an open map or list, or the whole of an unknown value.
func WritersOf(doc *model.Document, v *model.Value) (writers []model.Span) {
	for _, c := range doc.Contents {
		if c.Owner == v || c.Owner.Span == v.Span && c.Owner.Kind == v.Kind {
			writers = append(writers, c.Span)
		}
	}
	return writers
}
