package eval

import (
	"bytes"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform/located"
)

// template returns the value of a quoted string or heredoc.
func (s *scope) template(e *hclsyntax.TemplateExpr) *model.Value {
	span := s.Span(e)
	heredoc := bytes.HasPrefix(s.File.Data[span.Start:span.End], []byte("<<"))
	v := s.templateParts(e, e.Parts)
	if literal, ok := hcl.LiteralText(e); ok {
		v = s.Written(e, model.DoubleQuoted)
		v.Kind, v.Text = model.String, literal
		if heredoc {
			v.Style = model.Literal
		} else {
			v = s.WithText(v)
		}
	}
	if v.Kind == model.Unknown && !heredoc {
		return s.WithTemplate(v)
	}
	if heredoc {
		if body, ok := hcl.HeredocBody(s.File.Data, span); ok && !body.Empty() {
			v.Origin = located.WithDocuments(v.Origin, s.templateDocuments(e, body))
		}
	}
	return v
}

const maxForm = 256 << 10 // bytes of the canonical form of a template

// templateParts evaluates and joins the parts of a template.
func (s *scope) templateParts(e hclsyntax.Expression, exprs []hclsyntax.Expression) *model.Value {
	var text, form strings.Builder
	form.WriteString(`"`)
	unknown := false
	for _, expr := range exprs {
		v := s.eval(expr)
		switch {
		case v.IsScalar():
			text.WriteString(located.StringOf(v))
			if form.Len() < maxForm {
				form.WriteString(located.Quoted(located.StringOf(v)))
			}
		case v.Kind == model.Unknown:
			unknown = true
			form.WriteString(interpolated(v.Text))
		default:
			s.Failures++
			unknown = true
			form.WriteString("${" + s.Form(v) + "}")
		}
		if text.Len() > located.MaxString {
			s.Cut(e, "a text has more than %d MiB", located.MaxString>>20)
		}
		if text.Len() > located.MaxString || form.Len() > maxForm {
			return s.Unknown(e, s.Unique())
		}
	}
	if unknown {
		return s.Unknown(e, form.String()+`"`)
	}
	return s.Text(e, text.String())
}

// join returns the text of a %{ for } directive.
func (s *scope) join(e *hclsyntax.TemplateJoinExpr) *model.Value {
	items := s.eval(e.Tuple)
	if items.Kind != model.List || items.Open {
		return s.Unknown(e.Tuple, s.Form(items))
	}
	var text strings.Builder
	for _, item := range items.Items {
		if !item.IsScalar() {
			if item.Kind != model.Unknown {
				s.Failures++
			}
			return s.Unknown(e.Tuple, s.Form(items))
		}
		text.WriteString(located.StringOf(item))
		if text.Len() > located.MaxString {
			s.Cut(e.Tuple, "a text has more than %d MiB", located.MaxString>>20)
			return s.Unknown(e.Tuple, s.Unique())
		}
	}
	return s.Text(e.Tuple, text.String())
}

// interpolated returns an expression as a part of a template: in ${ … }, unless it is a template itself,
// whose text is inserted without quotes.
func interpolated(form string) string {
	isQuoted := len(form) > 1 && strings.HasPrefix(form, `"`) && strings.HasSuffix(form, `"`)
	if !isQuoted || located.IsCompound(form) {
		return "${" + form + "}"
	}
	return form[1 : len(form)-1]
}
