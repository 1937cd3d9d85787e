package manifests

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// maxParameters is how many sets of parameters of one document are looked at; of more nothing is known.
const maxParameters = 200

// unknownParameters is a set of parameters of which nothing is known.
func unknownParameters() *model.Value { return model.NewMap() }

// templateUse is an expression of a template that is only the name of a parameter: {{ version }}, {{ .Values.karpenter.version | quote }}.
var templateUse = pattern.New(`\{\{-?\s*\.?([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)(?:\s*\|\s*(?:quote|toString))?\s*-?\}\}`)

// rendered returns the text that a template becomes with a set of parameters; not ok where an expression in it is none of them.
func rendered(template string, parameters *model.Value) (text string, ok bool) {
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

// alternatives returns what a value may be, given the sets of parameters of which each makes one of it: the value itself if it is no
// template, or one of the sets does not tell; the one text that all of them make; else Unknown, with the texts as its items. Texts
// are computed: they stand where the template does.
func (m *reader) alternatives(v *model.Value, sets []*model.Value) *model.Value {
	if !v.IsUnknown() || len(v.Items) > 0 || len(sets) == 0 {
		return v
	}
	var found []*model.Value
	for _, set := range sets {
		text, ok := rendered(v.Text, set)
		if !ok {
			return v
		}
		text = strings.Trim(text, `"'`)
		if !slices.ContainsFunc(found, func(other *model.Value) bool { return other.Text == text }) {
			found = append(found, &model.Value{Kind: model.String, Text: text, Span: v.Span, Dash: -1, Origin: &model.Origin{File: m.doc.File, Computed: true}})
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return &model.Value{Kind: model.Unknown, Text: v.Text, Items: found, Span: v.Span, Dash: -1}
}
