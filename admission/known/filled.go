package known

import (
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Filled returns a function that reports whether an unknown value of the document is certainly not null: its template is in
// quotes, or beside other text. A template alone may write nothing, and then the field is null. If doc is nil, only values from
// Terraform can be filled, because they have their own text.
func Filled(doc *model.Document) func(v *model.Value) bool {
	return func(v *model.Value) bool {
		switch {
		case v.Origin != nil && v.Kind == model.Unknown:
			return isString(v.Text)
		case v.Origin != nil:
			return v.Kind == model.String && v.Text != ""
		case doc == nil || doc.Syntax == model.HCL:
			return false
		case v.Alias() != "" || v.Span.Empty(): // the document has no text of its own for the value
			return false
		}
		return v.Style == model.Literal || v.Style == model.Folded || isFilled(doc.Text(v.Span))
	}
}

// isString reports whether a Terraform expression is a string template, which is never null.
func isString(expression string) bool {
	return len(expression) > 1 && strings.HasPrefix(expression, `"`) && strings.HasSuffix(expression, `"`)
}

// isFilled reports whether the text of a scalar has a character before or after its templates, such as a quote.
func isFilled(text string) bool {
	if i := strings.IndexByte(text, '$'); i == 0 && !strings.HasPrefix(text, "${") {
		return false // a shell variable
	}
	templates := gotmpl.Find([]byte(text))
	if len(templates) == 0 {
		return text != ""
	}
	return templates[0].Span.Start > 0 || templates[len(templates)-1].Span.End < len(text)
}
