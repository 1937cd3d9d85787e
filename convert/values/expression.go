package values

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Expression is the template that writes a whole scalar, in parts: one action of a Go template, or one interpolation of Terraform. Its methods return
// other templates in the same form. The zero value is no template.
type Expression struct {
	open, end string // "{{- " and " }}", with the spaces inside
	Text      string // .Values.pool.policy
	MayBeNull bool   // the template may write nothing without an error: a value of a Terraform map
	assigned  bool   // it writes a variable that has a default wherever it is assigned
}

// ExpressionOf splits a text. ok is false if the text is more than one template, or has several lines.
func ExpressionOf(text string) (e Expression, ok bool) {
	text = strings.TrimSpace(text)
	templates := gotmpl.Find([]byte(text))
	isWhole := len(templates) == 1 && templates[0].Span == model.Span{Start: 0, End: len(text)}
	if !isWhole || strings.Contains(text, "\n") {
		return Expression{}, false
	}
	open, end, trim := "{{", "}}", "-"
	if templates[0].Open != "{{" {
		open, end, trim = templates[0].Open, "}", "~"
	}
	inner := strings.TrimSuffix(strings.TrimPrefix(text, open), end)
	inner = strings.TrimPrefix(inner, trim)
	e.open = text[:len(text)-len(end)-len(inner)]
	inner = strings.TrimSuffix(inner, trim)
	e.Text = strings.TrimSpace(inner)
	e.open += inner[:len(inner)-len(strings.TrimLeft(inner, " \t"))]
	e.end = text[len(e.open)+len(e.Text):]
	return e, e.Text != ""
}

// IsGo reports whether the template is an action of a Go template. Otherwise it is one of Terraform.
func (e Expression) IsGo() bool { return strings.HasPrefix(e.open, "{{") }

// With returns the template with another text between its delimiters.
func (e Expression) With(text string) string { return e.open + text + e.end }

// Piped returns the action with its result piped through functions, such as "int64".
func (e Expression) Piped(functions string) string { return e.With(e.Text + " | " + functions) }

// Replacing returns a template that writes replacement for old. Where the template writes nothing, it writes missing.
func (e Expression) Replacing(old, replacement, missing string) string {
	switch {
	case e.IsGo() && e.HasDefault():
		return e.Piped(fmt.Sprintf("replace %q %q", old, replacement))
	case e.IsGo():
		return e.Piped(fmt.Sprintf("default %q | replace %q %q", missing, old, replacement))
	case e.MayBeNull:
		return e.With(fmt.Sprintf("replace(coalesce(%s, %q), %q, %q)", e.Text, missing, old, replacement))
	}
	return e.With(fmt.Sprintf("replace(%s, %q, %q)", e.Text, old, replacement))
}

// HasDefault reports whether the action has a default for an absent value, or writes a variable that was assigned with one.
func (e Expression) HasDefault() bool { return e.assigned || hasDefault(e.Text) }

func hasDefault(pipeline string) bool {
	pipe := gotmpl.Parse(pipeline)
	if pipe == nil {
		return false
	}
	for _, cmd := range pipe.Cmds {
		if slices.Contains([]string{"default", "dig", "required", "ternary"}, cmd.Args[0].String()) {
			return true
		}
	}
	return false
}

// startsWithVariable matches a pipeline that begins with a variable.
var startsWithVariable = pattern.New(`^\$\w+(\s|$)`)

// isAssignedDefault reports whether a pipeline begins with a variable that has a default wherever the template assigns it.
func isAssignedDefault(pipeline string, template []byte) bool {
	name := strings.TrimSpace(startsWithVariable().FindString(pipeline))
	if name == "" {
		return false
	}
	assigned := false
	for _, t := range gotmpl.Find(template) {
		a := gotmpl.Read(string(template[t.Span.Start:t.Span.End]))
		if !slices.Contains(a.Variables, name) {
			continue
		}
		if assigned = a.Keyword == "" && hasDefault(a.Pipeline); !assigned {
			return false
		}
	}
	return assigned
}

// Lowered returns a template that writes the text in lower case, without quotes; "" if there is none.
func (e Expression) Lowered() string {
	switch text := e.Unquoted(); {
	case !e.IsGo():
		return e.With(fmt.Sprintf("lower(%s)", text))
	case strings.HasPrefix(text, "quote "), strings.HasPrefix(text, "squote "):
		return ""
	default:
		return e.With(text + " | lower")
	}
}

// Unquoted returns the text without a function that quotes the result.
func (e Expression) Unquoted() string {
	text := e.Text
	for _, quotes := range []string{"| quote", "| squote"} {
		text = strings.TrimSpace(strings.TrimSuffix(text, quotes))
	}
	return text
}
