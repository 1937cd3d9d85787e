package hcl

import (
	"bytes"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// template returns the value of a quoted string or heredoc.
func (s *scope) template(e *hclsyntax.TemplateExpr) *model.Value {
	span := s.span(e)
	heredoc := bytes.HasPrefix(s.file.Data[span.Start:span.End], []byte("<<"))
	v := s.templateParts(e, e.Parts)
	if literal, ok := literalText(e); ok {
		v = s.at(e, model.DoubleQuoted)
		v.Kind, v.Text = model.String, literal
		if heredoc {
			v.Style = model.Literal
		} else {
			v = s.withText(v)
		}
	}
	if heredoc {
		if body, ok := HeredocBody(s.file.Data, span); ok && !body.Empty() {
			v.Origin = withDocuments(v.Origin, s.templateDocuments(e, body))
		}
	}
	return v
}

const maxForm = 256 << 10 // bytes of the canonical form of a template

// templateParts puts the parts of a template together.
func (s *scope) templateParts(e hclsyntax.Expression, parts []hclsyntax.Expression) *model.Value {
	var known, form strings.Builder
	form.WriteString(`"`)
	unknown := false
	if s.stringBytes > maxStrings {
		s.cut(e, "the texts of this root are longer than %d MiB together; this one and what is left are taken for unknown", maxStrings>>20)
		return s.unknown(e, s.unique())
	}
	for _, part := range parts {
		v := s.eval(part)
		switch {
		case v.IsScalar():
			known.WriteString(stringOf(v))
			if form.Len() < maxForm {
				form.WriteString(quoted(stringOf(v)))
			}
		case v.Kind == model.Unknown:
			unknown = true
			form.WriteString(interpolated(v.Text))
		default:
			s.failures++
			unknown = true
			form.WriteString("${" + text(v) + "}")
		}
		if known.Len() > maxString {
			s.cut(e, "a text of more than %d MiB is taken for unknown", maxString>>20)
		}
		if known.Len() > maxString || form.Len() > maxForm {
			return s.unknown(e, s.unique())
		}
	}
	if unknown {
		return s.unknown(e, form.String()+`"`)
	}
	return s.str(e, known.String())
}

// join returns what a %{ for } directive gives.
func (s *scope) join(e *hclsyntax.TemplateJoinExpr) *model.Value {
	items := s.eval(e.Tuple)
	if items.Kind != model.List || items.Open {
		return s.unknown(e.Tuple, text(items))
	}
	var all strings.Builder
	for _, item := range items.Items {
		if !item.IsScalar() {
			if item.Kind != model.Unknown {
				s.failures++
			}
			return s.unknown(e.Tuple, text(items))
		}
		all.WriteString(stringOf(item))
		if all.Len() > maxString {
			s.cut(e.Tuple, "a text of more than %d MiB is taken for unknown", maxString>>20)
			return s.unknown(e.Tuple, s.unique())
		}
	}
	return s.str(e.Tuple, all.String())
}

// interpolated returns an expression as a template's text holds it: the text of a template stands there itself.
func interpolated(form string) string {
	if len(form) < 2 || form[0] != '"' || form[len(form)-1] != '"' || isCompound(form) {
		return "${" + form + "}"
	}
	return form[1 : len(form)-1]
}
