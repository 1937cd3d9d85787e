package known

import (
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Filled returns a function that reports whether a value of the document is certainly there, although it is unknown: a template in quotes, or
// with letters before or behind it. An expression that stands alone may be empty, and then the field is null. A nil document has no such value.
func Filled(doc *model.Document) func(v *model.Value) bool {
	return func(v *model.Value) bool {
		switch {
		case v.Origin != nil:
			return v.Kind == model.Unknown && isString(v.Text) || v.Kind == model.String && v.Text != ""
		case doc == nil || doc.Syntax == model.HCL || v.Alias != "" || v.Span.Empty():
			return false
		}
		return v.Style == model.Literal || v.Style == model.Folded || isFilled(doc.Text(v.Span))
	}
}

// isString reports whether an expression of Terraform is a string with parts, which is never null.
func isString(expression string) bool {
	return len(expression) > 1 && strings.HasPrefix(expression, `"`) && strings.HasSuffix(expression, `"`)
}

// isFilled reports whether a scalar as it is written has a character that no template writes, such as a quote, before or behind its templates.
func isFilled(text string) bool {
	if i := strings.IndexByte(text, '$'); i == 0 && !strings.HasPrefix(text, "${") {
		return false // a variable of a shell
	}
	templates := gotmpl.Find([]byte(text))
	if len(templates) == 0 {
		return text != ""
	}
	return templates[0].Span.Start > 0 || templates[len(templates)-1].Span.End < len(text)
}
