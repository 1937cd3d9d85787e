package fields

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// known holds the values that the repository has for an unknown one: from the values files of a chart, or from the variables and
// callers of a Terraform module.
type known struct {
	values []*model.Value
	places []record.Place // each once

	published bool // others may install the chart with other values
}

// known returns the values that the repository has for an unknown one. ok is false if others are possible, and with --strict.
func (o *Object) known(v *model.Value) (k known, ok bool) {
	switch {
	case o.Strict:
		return known{}, false
	case o.inChart():
		return o.rendered(v)
	case !o.isGo() && o.Evaluated != nil:
		return o.evaluated(v)
	}
	return known{}, false
}

// knownAt is known for the value of an entry of the object, also if templates only write parts of it.
func (o *Object) knownAt(path []any, v *model.Value) (k known, ok bool) {
	if v.Kind != model.Unknown && o.inChart() {
		return o.renderedAt(path)
	}
	return o.known(v)
}

// isGo reports whether the document of the object is a Go template.
func (o *Object) isGo() bool {
	templates := o.Res.Document.Templates
	return len(templates) > 0 && strings.HasPrefix(o.Res.Document.Text(templates[0]), "{{")
}

// inChart reports whether the object is in a template of a chart.
func (o *Object) inChart() bool { return o.isGo() && helm.ChartOf(o.Source.Path) != "" }

// rendered returns the value that v becomes when the chart is rendered.
func (o *Object) rendered(v *model.Value) (k known, ok bool) {
	outputs, complete := o.Charts.Outputs(o.Source, o.Res.Document, v)
	k.published = !o.Charts.IsInstalled(o.Source)
	for _, output := range outputs {
		value := read(output.Text, v.Style)
		if value == nil {
			return known{}, false
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
func (o *Object) evaluated(v *model.Value) (k known, ok bool) {
	path, found := pathTo(o.Before, v)
	if !found {
		return known{}, false
	}
	for _, object := range o.Evaluated(o.Source.Path, o.Before.Span.Start) {
		value := object.Get(path...)
		if value == nil || value.Any(func(inner *model.Value) bool { return inner.Kind == model.Unknown || inner.Open }) {
			return known{}, false
		}
		place := record.Place{File: o.Source.Path, Line: o.Line(path)}
		if origin := value.Origin; origin != nil && origin.File != nil && !value.Span.Empty() {
			place = record.Place{File: origin.File.Path, Line: origin.File.Position(value.Span.Start).Line}
		}
		k.add(value, place)
	}
	return k, len(k.values) > 0
}

func (k *known) add(value *model.Value, place record.Place) {
	k.values = append(k.values, value)
	if !slices.Contains(k.places, place) {
		k.places = append(k.places, place)
	}
}

// drop leaves out values.
func (k *known) drop(isDropped func(*model.Value) bool) {
	k.values = slices.DeleteFunc(k.values, isDropped)
}

// all reports whether holds is true for every value.
func (k *known) all(holds func(*model.Value) bool) bool {
	return !slices.ContainsFunc(k.values, func(v *model.Value) bool { return !holds(v) })
}

// assume notes a fact that holds for every value. If the values are those of a published chart, the note adds that others may set
// other values.
func (k *known) assume(r record.Reporter, path []any, format string, args ...any) {
	r.Assume(path, record.Assumption{Fact: fmt.Sprintf(format, args...), Values: k.places, Published: k.published})
}

// shown returns the source of an assumed value, for messages.
func (o *Object) shown(v *model.Value) string {
	if e, ok := o.expressionOf(v); ok {
		return e.Unquoted()
	}
	return templateText(o, v)
}

// pathTo returns the path of v below root.
func pathTo(root, v *model.Value) (path []any, ok bool) {
	isCopy := !v.Span.Empty() && root.Span == v.Span && root.Kind == v.Kind
	if root == v || isCopy {
		return nil, true
	}
	for step, inner := range root.Children() {
		if below, isBelow := pathTo(inner, v); isBelow {
			return append([]any{step}, below...), true
		}
	}
	return nil, false
}
