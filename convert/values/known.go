package values

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Known holds the values that the repository has for an unknown one: from the values files of a chart, or from the variables and
// callers of a Terraform module.
type Known struct {
	Values []*model.Value
	Places []record.Place // each once

	published bool // others may install the chart with other values
}

// Known returns the values that the repository has for an unknown one. ok is false if others are possible, and with --strict.
func (f *Finder) Known(v *model.Value) (k Known, ok bool) {
	switch {
	case f.Strict:
		return Known{}, false
	case f.inChart():
		return f.rendered(v)
	case !f.isGo() && f.Evaluated != nil:
		return f.evaluated(v)
	}
	return Known{}, false
}

// KnownAt is Known for the value of an entry of the object, also if templates only write parts of it.
func (f *Finder) KnownAt(path []any, v *model.Value) (k Known, ok bool) {
	if v.Kind != model.Unknown && f.inChart() {
		return f.renderedAt(path)
	}
	return f.Known(v)
}

// isGo reports whether the document of the object is a Go template.
func (f *Finder) isGo() bool {
	templates := f.object.Res.Document.Templates
	return len(templates) > 0 && strings.HasPrefix(f.object.Res.Document.Text(templates[0]), "{{")
}

// inChart reports whether the object is in a template of a chart.
func (f *Finder) inChart() bool { return f.isGo() && helm.ChartOf(f.object.Source.Path) != "" }

// rendered returns the value that v becomes when the chart is rendered.
func (f *Finder) rendered(v *model.Value) (k Known, ok bool) {
	outputs, complete := f.Charts.Outputs(f.object.Source, f.object.Res.Document, v)
	k.published = !f.Charts.IsInstalled(f.object.Source)
	for _, output := range outputs {
		value := read(output.Text, v.Style)
		if value == nil {
			return Known{}, false
		}
		k.add(value, record.Place{File: output.File, Line: output.Line})
	}
	return k, complete
}

// read parses the text that a template writes as a YAML value; nil if its value is not certain.
func read(text string, style model.Style) (value *model.Value) {
	if style == model.SingleQuoted || style == model.DoubleQuoted {
		return model.NewString(text)
	}
	value = &model.Value{Kind: model.Null}
	documents := 0
	yaml.Documents(model.NewFile("", []byte(text)), func(doc *model.Document, err *yaml.ParseError) bool {
		documents++
		if value = nil; err == nil && documents == 1 {
			value = doc.Root
		}
		return true
	})
	return value
}

// evaluated returns the value of v in each object that Terraform makes of this one.
func (f *Finder) evaluated(v *model.Value) (k Known, ok bool) {
	path, isPart := PathTo(f.object.Before, v)
	if !isPart {
		return Known{}, false
	}
	for _, object := range f.Evaluated(f.object.Source.Path, f.object.Before.Span.Start) {
		value := object.Get(path...)
		if value == nil || value.Any(func(inner *model.Value) bool { return inner.Kind == model.Unknown || inner.Open }) {
			return Known{}, false
		}
		place := record.Place{File: f.object.Source.Path, Line: f.object.Line(path)}
		if origin := value.Origin; origin != nil && origin.File != nil && !value.Span.Empty() {
			place = record.Place{File: origin.File.Path, Line: origin.File.Position(value.Span.Start).Line}
		}
		k.add(value, place)
	}
	return k, len(k.Values) > 0
}

func (k *Known) add(value *model.Value, place record.Place) {
	k.Values = append(k.Values, value)
	if !slices.Contains(k.Places, place) {
		k.Places = append(k.Places, place)
	}
}

// merge adds the values of another.
func (k *Known) merge(other Known) {
	for i, v := range other.Values {
		k.add(v, other.Places[min(i, len(other.Places)-1)])
	}
	k.published = k.published || other.published
}

// Drop leaves out values.
func (k *Known) Drop(isDropped func(*model.Value) bool) {
	k.Values = slices.DeleteFunc(k.Values, isDropped)
}

// All reports whether holds is true for every value.
func (k *Known) All(holds func(*model.Value) bool) bool {
	return !slices.ContainsFunc(k.Values, func(v *model.Value) bool { return !holds(v) })
}

// Assume notes a fact that holds for every value. If the values are those of a published chart, the note adds that others may set
// other values.
func (k *Known) Assume(r record.Reporter, path []any, format string, args ...any) {
	r.Assume(path, record.Assumption{Fact: fmt.Sprintf(format, args...), Values: k.Places, Published: k.published})
}

// Shown returns the source of an assumed value, for messages.
func (f *Finder) Shown(v *model.Value) string {
	if e, ok := f.Expression(v); ok {
		return e.Unquoted()
	}
	return TemplateText(f.object.Res.Document, v)
}

// PathTo returns the path of v below root.
func PathTo(root, v *model.Value) (path []any, ok bool) {
	isCopy := !v.Span.Empty() && root.Span == v.Span && root.Kind == v.Kind
	if root == v || isCopy {
		return nil, true
	}
	for step, inner := range root.Children() {
		if below, isBelow := PathTo(inner, v); isBelow {
			return append([]any{step}, below...), true
		}
	}
	return nil, false
}
