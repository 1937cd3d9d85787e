package hcl

import (
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// maker makes the values of expressions in a file.
type maker struct {
	*evaluation
	file   *model.File
	shared bool   // the module is called more than once
	prefix string // of expressions of the module, to be valid outside of it: `module.karpenter["a"].`
}

// origin returns the origin of values in the file.
func (m *maker) origin(computed bool) *model.Origin {
	return m.originIn(m.file, computed, m.shared)
}

// at returns a value that is written at the expression; its kind is still to be set.
func (m *maker) at(e hclsyntax.Expression, style model.Style) *model.Value {
	m.steps++
	v := newValue(model.Null, style, m.span(e))
	v.Origin = m.origin(false)
	return v
}

// computed returns a value of the kind that the expression computed, without what it holds.
func (m *maker) computed(e hclsyntax.Expression, kind model.Kind) *model.Value {
	m.steps++
	v := newValue(kind, model.None, m.span(e))
	v.Origin = m.origin(true)
	return v
}

// entry returns an entry of a computed map.
func (m *maker) entry(e hclsyntax.Expression, key string, value *model.Value) *model.Entry {
	k := m.computed(e, model.String)
	k.Text = key
	return &model.Entry{Key: k, Value: value}
}

// record returns a computed map of names and values, which stand in turn.
func (m *maker) record(e hclsyntax.Expression, fields ...any) *model.Value {
	v := m.computed(e, model.Map)
	for i := 0; i < len(fields); i += 2 {
		v.Entries = append(v.Entries, m.entry(e, fields[i].(string), fields[i+1].(*model.Value)))
	}
	return v
}

// str returns a computed string, Unknown where it or all strings together would be too large.
func (m *maker) str(e hclsyntax.Expression, text string) *model.Value {
	m.stringBytes += len(text)
	if len(text) > maxString || m.stringBytes > maxStrings {
		m.cut(e, "a text of more than %d MiB, or behind the %d MiB of all that are worked out, is taken for unknown", maxString>>20, maxStrings>>20)
		return m.unknown(e, m.unique())
	}
	v := m.computed(e, model.String)
	v.Text = text
	return m.withText(v)
}

// boolean returns a computed bool.
func (m *maker) boolean(e hclsyntax.Expression, b bool) *model.Value {
	v := m.computed(e, model.Bool)
	v.Text = strconv.FormatBool(b)
	return v
}

// unknown returns the value of an expression that cannot be known; text is the expression in canonical form.
func (m *maker) unknown(e hclsyntax.Expression, text string) *model.Value {
	v := m.computed(e, model.Unknown)
	v.Text = short(text)
	return v
}

// fail is unknown for an expression that Terraform would refuse.
func (m *maker) fail(e hclsyntax.Expression, text string) *model.Value {
	m.failures++
	return m.unknown(e, text)
}

// span returns the bytes of an expression in the scope's file.
func (m *maker) span(e hclsyntax.Expression) model.Span {
	r := e.Range()
	if r.Start.Byte < 0 || r.End.Byte > len(m.file.Data) || r.Start.Byte > r.End.Byte {
		return model.Span{}
	}
	return expressionSpan(m.file, e)
}

// source returns an expression as written. Within a called module it starts with the call's address, because there it
// means something else.
func (m *maker) source(e hclsyntax.Expression) string {
	span := m.span(e)
	return m.qualified(string(m.file.Data[span.Start:span.End]))
}

// qualified returns text, an expression that is valid in the scope's module, as one that is valid anywhere.
func (m *maker) qualified(text string) string { return m.prefix + text }

// cut says of an expression what a bound leaves out of it.
func (m *maker) cut(e hclsyntax.Expression, format string, args ...any) {
	if m.file != nil && m.file.Path != "" { // else a text that stands in no file
		m.report(m.file, m.span(e), format, args...)
	}
}
