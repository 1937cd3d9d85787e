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
	Prefix string // of expressions of the module, to be valid outside of it: `module.karpenter["a"].`
}

// Origin returns the origin of values in the file.
func (m *Maker) Origin(computed bool) *model.Origin {
	return m.OriginIn(m.File, computed, m.Shared)
}

// Written returns a value that is written at the expression; its kind is still to be set.
func (m *Maker) Written(e hclsyntax.Expression, style model.Style) *model.Value {
	m.Steps++
	v := hcl.NewValue(model.Null, style, m.Span(e))
	v.Origin = m.Origin(false)
	return v
}

// Computed returns a value of the kind that the expression computed, still empty.
func (m *Maker) Computed(e hclsyntax.Expression, kind model.Kind) *model.Value {
	m.Steps++
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

// Record returns a computed map of names and values, which are in turn.
func (m *Maker) Record(e hclsyntax.Expression, fields ...any) *model.Value {
	v := m.Computed(e, model.Map)
	for i := 0; i < len(fields); i += 2 {
		v.Entries = append(v.Entries, m.Entry(e, fields[i].(string), fields[i+1].(*model.Value)))
	}
	return v
}

// Text returns a computed string, Unknown where it or all strings together would be too large.
func (m *Maker) Text(e hclsyntax.Expression, text string) *model.Value {
	m.StringBytes += len(text)
	if len(text) > MaxString || m.StringBytes > MaxStrings {
		m.Cut(e, "a text of more than %d MiB, or behind the %d MiB of all that are worked out, is taken for unknown", MaxString>>20, MaxStrings>>20)
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

// Fail is unknown for an expression that Terraform would refuse.
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

// Source returns an expression as written. Within a called module it starts with the call's address, because there it
// means something else.
func (m *Maker) Source(e hclsyntax.Expression) string {
	span := m.Span(e)
	return m.Qualified(string(m.File.Data[span.Start:span.End]))
}

// Qualified returns text, an expression that is valid in the scope's module, as one that is valid anywhere.
func (m *Maker) Qualified(text string) string { return m.Prefix + text }

// Cut reports that a bound leaves out a part of an expression.
func (m *Maker) Cut(e hclsyntax.Expression, format string, args ...any) {
	if m.File != nil && m.File.Path != "" { // else a text that is in no file
		m.report(m.File, m.Span(e), format, args...)
	}
}
