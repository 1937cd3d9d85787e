package convert

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// charts knows the values files among the files of a run, by the directory of their chart.
type charts struct {
	files   map[string][]*valuesFile
	specs   map[id]*specUse // of the objects in templates whose specs stand in values
	lists   map[id]*specUse // of those whose requirements do
	left    map[id]string   // why lists of requirements in values stay as they are
	numbers map[string]int  // of the templates and the values files in the run
}

// valuesFile is a file of values beside a Chart.yaml or a templates directory: values.yaml, values-prod.yaml.
type valuesFile struct {
	file *model.File
	root func() *model.Value // nil where it does not parse
}

// isDefault says whether the file is the values.yaml of its chart, which Helm takes below any other file.
func (f *valuesFile) isDefault() bool { return path.Base(f.file.Path) == "values.yaml" }

// newCharts finds the values files of the charts that have templates among the files.
func newCharts(files []*model.File) *charts {
	c := &charts{files: map[string][]*valuesFile{}, numbers: map[string]int{}}
	dirs := map[string]bool{}
	for _, f := range files {
		if dir := chartDir(f.Path); dir != "" {
			dirs[dir] = true
			if above := chartAround(dir); above != "" {
				dirs[above] = true
			}
		}
	}
	setHelpers(files)
	for _, f := range files {
		if dirs[path.Dir(f.Path)] && isValues(f.Path) {
			own := model.NewFile(f.Path, f.Data)
			c.files[path.Dir(f.Path)] = append(c.files[path.Dir(f.Path)], &valuesFile{f, sync.OnceValue(func() *model.Value {
				if doc := onlyDocument(own); doc != nil {
					return doc.Root
				}
				return nil
			})})
		}
	}
	return c
}

// setHelpers tells the templates of each chart what is known of the named templates of it and of the charts around and inside of it.
func setHelpers(files []*model.File) {
	texts := map[string][]string{} // by the outermost chart
	for _, f := range files {
		if dir := chartDir(f.Path); dir != "" && bytes.Contains(f.Data, []byte("define")) {
			texts[outermostChart(dir)] = append(texts[outermostChart(dir)], string(f.Data))
		}
	}
	helpers := map[string]func() gotmpl.Helpers{}
	for chart, texts := range texts {
		helpers[chart] = sync.OnceValue(func() gotmpl.Helpers { return gotmpl.HelpersOf(texts) })
	}
	for _, f := range files {
		if of := helpers[outermostChart(chartDir(f.Path))]; of != nil && chartDir(f.Path) != "" {
			f.Helpers = func(name string) bool { return of()(name) }
		}
	}
}

// outermostChart returns the directory of the chart that the one in dir is installed with.
func outermostChart(dir string) string {
	for above := chartAround(dir); above != ""; above = chartAround(dir) {
		dir = above
	}
	return dir
}

// Values returns a function that says which files hold the values of charts that have templates among the files, or may read them. Files must be
// given those too, whatever Selects says of them: whole specs may stand in them, under any key.
func Values(files []*model.File) func(file string) bool {
	dirs, around := map[string]bool{}, map[string]bool{}
	for _, f := range files {
		if dir := chartDir(f.Path); dir != "" && containsAny(f.Data, karpenterName) && containsAny(f.Data, [][]byte{[]byte(".Values"), []byte("include"), []byte("template")}) {
			dirs[dir] = true
			if above := chartAround(dir); above != "" {
				around[above] = true
			}
		}
	}
	return func(file string) bool {
		dir := path.Dir(file)
		return (dirs[dir] || around[dir]) && isValues(file) || dirs[chartDir(file)]
	}
}

// isValues says whether a file may hold the values of a chart, by its name.
func isValues(file string) bool {
	name := path.Base(file)
	return strings.Contains(name, "values") && filetype.IsYAML(name)
}

// onlyDocument returns the document of a file, or nil if it has none or more than one, or one that does not parse.
func onlyDocument(f *model.File) (only *model.Document) {
	count := 0
	yaml.Documents(f, func(doc *model.Document, err *yaml.ParseError) bool {
		count++
		only = doc
		return err == nil && count == 1
	})
	if count != 1 || only == nil || only.Root == nil {
		return nil
	}
	return only
}

// seenValues returns what the values files of the chart have at the place that a template writes as it is. It is not known where the
// template does something else, and where no file has it.
func (o *object) seenValues(v *model.Value) (seen []*model.Value, known bool) {
	w, ok := action{}, false
	switch {
	case o.charts == nil:
	case v.Kind == model.Unknown && !v.Span.Empty():
		w, ok = writtenAt(o.source, v.Span)
	default:
		if t := openTemplates(o.res.Document, v); len(t) == 1 {
			w, ok = writtenAt(o.source, t[0])
		}
	}
	if !ok || !w.plain {
		return nil, false
	}
	return o.charts.valuesAt(o.source, w.values)
}

// valuesAt returns what the values files of a template's chart have at a path that begins with Values. A file that does not have it does not
// count.
func (c *charts) valuesAt(template *model.File, path []any) (seen []*model.Value, known bool) {
	if len(path) == 0 || path[0] != "Values" {
		return nil, false
	}
	for _, f := range c.files[chartDir(template.Path)] {
		root := f.root()
		if root == nil {
			return nil, false
		}
		for _, at := range placesAt(root, path[1:]) {
			if v := root.Get(at...); v != nil && v.Kind != model.Null {
				seen = append(seen, v)
			}
		}
	}
	return seen, len(seen) > 0
}

// setIn says whether values.yaml of the chart has a value at the path, and no file takes it away.
func (o *object) setIn(path []any) bool {
	set := false
	for _, f := range o.charts.files[chartDir(o.source.Path)] {
		root := f.root()
		for _, at := range placesAt(root, path[1:]) {
			switch v := root.Get(at...); {
			case v != nil && v.Kind == model.Null:
				return false
			case v == nil && slices.Contains(path, any(anyOne{})):
				return false // one of the items does without
			case v != nil && f.isDefault():
				set = true
			}
		}
	}
	return set
}

// placesAt returns the paths in a tree that a path of values means.
func placesAt(root *model.Value, path []any) [][]any {
	found := [][]any{{}}
	for _, step := range path {
		var next [][]any
		for _, at := range found {
			v := root.Get(at...)
			if _, any := step.(anyOne); !any {
				next = append(next, append(slices.Clone(at), step))
				continue
			}
			if v == nil {
				continue
			}
			for kid := range v.Children() {
				next = append(next, append(slices.Clone(at), kid))
			}
		}
		found = next
	}
	return found
}
