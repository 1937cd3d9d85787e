package fields

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// expression is the template that writes the whole of a scalar: one action of a chart's template, or one interpolation of Terraform.
type expression struct {
	open, inner, end string // {{-, .Values.pool.policy, }}
	mayBeNull        bool   // it is a value of a Terraform map
}

// expressionOf returns the template that writes an unknown value; not ok where it is none that karplint can write another one for.
func (o *Object) expressionOf(v *model.Value) (e expression, ok bool) {
	text := strings.TrimSpace(v.Text)
	templates := gotmpl.Find([]byte(text))
	if len(templates) != 1 || templates[0].Span != (model.Span{Start: 0, End: len(text)}) {
		return expression{}, false
	}
	switch {
	case templates[0].Open == "{{" && charts.Dir(o.Source.Path) != "":
		e = cutExpression(text, []string{"{{-", "{{"}, []string{"-}}", "}}"})
	case templates[0].Open == "${" && o.isOfTerraform():
		e = cutExpression(text, []string{"${~", "${"}, []string{"~}", "}"})
		e.mayBeNull = o.Res.Document.Syntax == model.HCL
	}
	return e, e.inner != "" && !strings.Contains(e.inner, "\n")
}

func cutExpression(text string, opens, ends []string) (e expression) {
	for _, open := range opens {
		if inner, has := strings.CutPrefix(text, open); has {
			e.open, text = open, inner
			break
		}
	}
	for _, end := range ends {
		if inner, has := strings.CutSuffix(text, end); has {
			e.end, text = end, inner
			break
		}
	}
	e.inner = strings.TrimSpace(text)
	return e
}

// isOfTerraform reports whether ${ … } in the file is an expression of Terraform. In other files it may be a variable of a shell.
func (o *Object) isOfTerraform() bool {
	file := o.Source
	return filetype.IsTerraform(file.Path) || path.Ext(file.Path) == ".tftpl" ||
		slices.ContainsFunc(gotmpl.Find(file.Data), func(t gotmpl.Template) bool { return t.Open == "%{" })
}

func (e expression) isGo() bool { return strings.HasPrefix(e.open, "{{") }

// with returns the template with another expression inside.
func (e expression) with(inner string) *model.Value {
	if e.isGo() {
		return model.NewUnknown(e.open + " " + inner + " " + e.end)
	}
	return model.NewUnknown(e.open + inner + e.end)
}

// replacing returns the template that writes one text in place of another, and the default instead of nothing.
func (e expression) replacing(old, replacement, missing string) *model.Value {
	switch {
	case e.isGo() && hasDefault(e.inner):
		return e.with(fmt.Sprintf("%s | replace %q %q", e.inner, old, replacement))
	case e.isGo():
		return e.with(fmt.Sprintf("%s | default %q | replace %q %q", e.inner, missing, old, replacement))
	case e.mayBeNull:
		return e.with(fmt.Sprintf("replace(coalesce(%s, %q), %q, %q)", e.inner, missing, old, replacement))
	}
	return e.with(fmt.Sprintf("replace(%s, %q, %q)", e.inner, old, replacement))
}

// hasDefault reports whether a pipeline of a chart writes something where the values have nothing.
func hasDefault(pipeline string) bool {
	pipe := gotmpl.Parse(pipeline)
	if pipe == nil {
		return false
	}
	for _, cmd := range pipe.Cmds {
		if name := cmd.Args[0].String(); name == "default" || name == "dig" || name == "required" || name == "ternary" {
			return true
		}
	}
	return false
}

// lowered returns the expression of the text in lower case, without quotes around it; "" if there is none.
func (e expression) lowered() string {
	switch text := e.unquoted(); {
	case !e.isGo():
		return fmt.Sprintf("lower(%s)", text)
	case strings.HasPrefix(text, "quote "), strings.HasPrefix(text, "squote "):
		return ""
	default:
		return text + " | lower"
	}
}

// unquoted returns the expression without the function that puts quotes around the text.
func (e expression) unquoted() string {
	text := e.inner
	for _, quotes := range []string{"| quote", "| squote"} {
		text = strings.TrimSpace(strings.TrimSuffix(text, quotes))
	}
	return text
}
