// Package expression takes apart the template that writes the whole of a scalar, one action of a chart's template or one interpolation of
// Terraform, and writes another one in its form.
package expression

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Expression is a template in parts. The zero value is none.
type Expression struct {
	open, end string // "{{- " and " }}", with the blanks beside the text
	Text      string // .Values.pool.policy
	MayBeNull bool   // nothing may be written, and that is no error: a value of a Terraform map
}

// Of returns the template that a text is; not ok if it is more, or has several lines.
func Of(text string) (e Expression, ok bool) {
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

// IsGo reports whether it is an action of a Go template, and not of Terraform.
func (e Expression) IsGo() bool { return strings.HasPrefix(e.open, "{{") }

// With returns the template with another text inside.
func (e Expression) With(text string) string { return e.open + text + e.end }

// Piped returns the action whose result goes through more functions: "int64".
func (e Expression) Piped(functions string) string { return e.With(e.Text + " | " + functions) }

// Replacing returns the template that writes one text in place of another, and missing where the template writes nothing.
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

// HasDefault reports whether an action writes something where the values have nothing.
func (e Expression) HasDefault() bool {
	pipe := gotmpl.Parse(e.Text)
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

// Lowered returns the template that writes the text in lower case, without quotes around it; "" if there is none.
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

// Unquoted returns the text without the function that puts quotes around the result.
func (e Expression) Unquoted() string {
	text := e.Text
	for _, quotes := range []string{"| quote", "| squote"} {
		text = strings.TrimSpace(strings.TrimSuffix(text, quotes))
	}
	return text
}
