package manifests

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// unknownParameters returns a set in which no parameter is known.
func unknownParameters() *model.Value { return model.NewMap() }

// templateUse matches an expression that only inserts a parameter: {{ version }}, {{ .Values.karpenter.version | quote }}.
var templateUse = pattern.New(`\{\{-?\s*\.?([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)(?:\s*\|\s*(?:quote|toString))?\s*-?\}\}`)

// renderParameters renders a template with a set of parameters. ok is false if an expression is not a known parameter.
func renderParameters(template string, parameters *model.Value) (text string, ok bool) {
	ok = true
	text = templateUse().ReplaceAllStringFunc(template, func(use string) string {
		value := parameters.Get(model.Keys(templateUse().FindStringSubmatch(use)[1])...)
		if !value.IsScalar() {
			ok = false
			return use
		}
		return value.Text
	})
	return text, ok && !strings.Contains(text, "{{")
}

// renderAlternatives renders a template with each set of parameters. If all results are equal it returns that text, otherwise an
// Unknown with the results as its items. The texts have the place of the template. It returns v itself if v is not a template, or
// if a set lacks one of its parameters.
func (m *reader) renderAlternatives(v *model.Value, sets []*model.Value) *model.Value {
	if !v.IsUnknown() || len(v.Items) > 0 || len(sets) == 0 {
		return v
	}
	var texts []*model.Value
	for _, set := range sets {
		text, ok := renderParameters(v.Text, set)
		if !ok {
			return v
		}
		text = strings.Trim(text, `"'`)
		if !slices.ContainsFunc(texts, func(earlier *model.Value) bool { return earlier.Text == text }) {
			texts = append(texts, &model.Value{Kind: model.String, Text: text, Span: v.Span, Dash: -1,
				Origin: &model.Origin{File: m.doc.File, Computed: true}})
		}
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return &model.Value{Kind: model.Unknown, Text: v.Text, Items: texts, Span: v.Span, Dash: -1}
}
