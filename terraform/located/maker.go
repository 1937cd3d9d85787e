package located

import (
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// Maker makes the values of expressions in a file.
type Maker struct {
	*Evaluation
	File   *model.File
	Shared bool   // the module is called more than once
	Prefix string // the prefix that makes expressions of the module valid outside of it: `module.karpenter["a"].`
}

// Origin returns the origin of values in the file.
func (m *Maker) Origin(computed bool) *model.Origin {
	return m.OriginIn(m.File, computed, m.Shared)
}

// Written returns a value that is written at the expression. The caller sets its kind.
func (m *Maker) Written(e hclsyntax.Expression, style model.Style) *model.Value {
	v := hcl.NewValue(model.Null, style, m.Span(e))
	v.Origin = m.Origin(false)
	return v
}

// Computed returns an empty value of the kind, for a result that the expression computes.
func (m *Maker) Computed(e hclsyntax.Expression, kind model.Kind) *model.Value {
	v := hcl.NewValue(kind, model.None, m.Span(e))
	v.Origin = m.Origin(true)
	return v
}

// Entry returns an entry of a computed map.
func (m *Maker) Entry(e hclsyntax.Expression, key string, value *model.Value) *model.Entry {
	k := m.Computed(e, model.String)
	k.Text = key
	return &model.Entry{Key: k, Value: value}
}

// Record returns a computed map; fields are its names, each followed by its value.
func (m *Maker) Record(e hclsyntax.Expression, fields ...any) *model.Value {
	v := m.Computed(e, model.Map)
	for i := 0; i < len(fields); i += 2 {
		v.Entries = append(v.Entries, m.Entry(e, fields[i].(string), fields[i+1].(*model.Value)))
	}
	return v
}

// Text returns a computed string; Unknown if it would be too long.
func (m *Maker) Text(e hclsyntax.Expression, text string) *model.Value {
	if len(text) > MaxString {
		m.Cut(e, "a text has more than %d MiB", MaxString>>20)
		return m.Unknown(e, m.Unique())
	}
	v := m.Computed(e, model.String)
	v.Text = text
	return m.WithText(v)
}

// Bool returns a computed bool.
func (m *Maker) Bool(e hclsyntax.Expression, b bool) *model.Value {
	v := m.Computed(e, model.Bool)
	v.Text = strconv.FormatBool(b)
	return v
}

// Unknown returns the value of an expression that cannot be known; text is the expression in canonical form.
func (m *Maker) Unknown(e hclsyntax.Expression, text string) *model.Value {
	v := m.Computed(e, model.Unknown)
	v.Text = Short(text)
	return v
}

// Fail returns an Unknown for an expression that Terraform would reject, and counts the failure.
func (m *Maker) Fail(e hclsyntax.Expression, text string) *model.Value {
	m.Failures++
	return m.Unknown(e, text)
}

// Span returns the bytes of an expression in the scope's file.
func (m *Maker) Span(e hclsyntax.Expression) model.Span {
	r := e.Range()
	if r.Start.Byte < 0 || r.End.Byte > len(m.File.Data) || r.Start.Byte > r.End.Byte {
		return model.Span{}
	}
	return hcl.ExpressionSpan(m.File, e)
}

// Source returns an expression as written. In a called module it gets the call's address as prefix, because names
// have another meaning there.
func (m *Maker) Source(e hclsyntax.Expression) string {
	span := m.Span(e)
	return m.Qualified(string(m.File.Data[span.Start:span.End]))
}

// Qualified converts an expression that is valid in the scope's module to one that is valid everywhere.
func (m *Maker) Qualified(text string) string { return m.Prefix + text }

// Cut reports that a part of an expression is not evaluated because of a bound.
func (m *Maker) Cut(e hclsyntax.Expression, format string, args ...any) {
	if m.File != nil && m.File.Path != "" { // otherwise it is a text outside of any file
		m.report(m.File, m.Span(e), format, args...)
	}
}
