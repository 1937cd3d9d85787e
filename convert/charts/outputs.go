package charts

import (
	"bytes"
	"path"
	"strings"
	"sync"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/helm/render"
	"github.com/karplint/karplint/model"
)

// Output is the text that a template writes with the values of one file or installation, merged into values.yaml.
type Output struct {
	Text string
	File string // the values file, or the file of the installation
	Line int    // the line of the value there, 1-based; 1 if the text comes from more than one value
}

// Outputs returns the texts that a template writes for an unknown value, one for each set of values. complete is false if there
// are none, or if the text is not known for one of the sets.
func (c *Charts) Outputs(template *model.File, doc *model.Document, v *model.Value) (outputs []Output, complete bool) {
	span, ok := writerOf(doc, v)
	if !ok {
		return nil, false
	}
	outputs, complete = c.outputs(template, func(run *render.Run) ([]string, bool) { return run.Written(span) })
	c.locateOutputs(template, span, outputs)
	return outputs, complete
}

// Rendered returns the texts to which a part of a template renders, in the way of Outputs. The part starts with text.
func (c *Charts) Rendered(template *model.File, part model.Span) (outputs []Output, complete bool) {
	return c.outputs(template, func(run *render.Run) ([]string, bool) { return run.Rendered(part) })
}

func (c *Charts) outputs(template *model.File, textsOf func(*render.Run) (texts []string, known bool)) (outputs []Output, complete bool) {
	runs, complete := c.runs.of(c, template)
	for _, r := range runs {
		texts, known := textsOf(r.run)
		if !known {
			return nil, false
		}
		for _, text := range texts {
			outputs = append(outputs, Output{text, r.set.file, r.set.line})
		}
	}
	return outputs, complete && len(outputs) > 0
}

// locateOutputs sets the line of each output whose value has a place in its file.
func (c *Charts) locateOutputs(template *model.File, span model.Span, outputs []Output) {
	a, ok := WrittenAt(template, span)
	if !ok || !isChartValue(a.Values) {
		return
	}
	for p := range c.places(helm.ChartOf(template.Path), a.Values[1:]) {
		if !p.isSet() || p.Value.Span.Empty() {
			continue
		}
		for i, o := range outputs {
			if o.File == p.File {
				outputs[i].Line = p.file.file.Position(p.Value.Span.Start).Line
			}
		}
	}
}

// writerOf returns the span of the action that writes a value, if there is only one.
func writerOf(doc *model.Document, v *model.Value) (span model.Span, ok bool) {
	if v.Span.Empty() || v.Style == model.Block || v.Style == model.None {
		writers := WritersOf(doc, v)
		if len(writers) != 1 {
			return model.Span{}, false
		}
		return writers[0], true
	}
	text := strings.TrimSpace(v.Text)
	isAction := strings.HasPrefix(text, "{{") && strings.HasSuffix(text, "}}")
	return v.Span, isAction && strings.Count(text, "{{") == 1
}

// runs executes the templates of charts with the values in their files, each template once.
type runs struct {
	mu     sync.Mutex
	charts map[string]map[string]*model.File // files that define templates, by outermost chart and path
	done   map[*model.File]*runsOfFile

	shared   *render.Chart // the last result of library
	sharedBy string
}

type runsOfFile struct {
	runs     []valuesRun
	complete bool // the template renders with every set of values
}

// valuesRun is the result for one set of values.
type valuesRun struct {
	set valueSet
	run *render.Run
}

// addTexts keeps the files that define named templates.
func (r *runs) addTexts(files []*model.File) {
	for _, f := range files {
		if dir := helm.ChartOf(f.Path); dir != "" && bytes.Contains(f.Data, []byte("define")) {
			outermost := outermostChart(dir)
			if r.charts[outermost] == nil {
				r.charts[outermost] = map[string]*model.File{}
			}
			r.charts[outermost][f.Path] = f
		}
	}
}

// library returns the named templates of a chart and of all charts inside it.
func (r *runs) library(outermost string) *render.Chart {
	if r.shared == nil || r.sharedBy != outermost {
		texts := map[string]string{}
		for name, f := range r.charts[outermost] {
			texts[name] = string(f.Data)
		}
		r.shared, r.sharedBy = render.NewChart("", texts), outermost
	}
	return r.shared
}

// of returns the results of a template, one for each set of values. complete is false if there is no set, or if the template does
// not render with one of them.
func (r *runs) of(c *Charts, template *model.File) ([]valuesRun, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if done := r.done[template]; done != nil {
		return done.runs, done.complete
	}
	result := &runsOfFile{}
	if r.done == nil {
		r.done = map[*model.File]*runsOfFile{}
	}
	r.done[template] = result
	dir := helm.ChartOf(template.Path)
	if dir == "" || len(c.values[chartAround(dir)]) > 0 {
		return nil, false // a chart inside another one gets its values from outside
	}
	sets, complete := c.valueSets(dir)
	chart := r.library(outermostChart(dir)).With(path.Base(dir), template.Path, string(template.Data))
	result.complete = complete && len(sets) > 0
	for _, set := range sets {
		values, isKnown := render.Values(set.root)
		if !isKnown {
			result.complete = false
			continue
		}
		run, err := chart.Run(template.Path, values)
		if err != nil {
			result.complete = false
			continue
		}
		result.runs = append(result.runs, valuesRun{set, run})
	}
	return result.runs, result.complete
}
