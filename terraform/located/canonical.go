package located

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// The canonical form of an unknown value is the expression that computes it, with all known parts replaced by their
// values. Two Unknowns with the same form have the same value.

const (
	maxText    = 2000     // bytes of a canonical form; a longer one is cut and ends in a hash of the whole
	maxWritten = 16 << 10 // bytes of values written out to be hashed
)

// Form returns the canonical form of a value.
func (v *Evaluation) Form(value *model.Value) string {
	w := &writer{}
	w.value(value)
	return Short(w.String())
}

// Operand returns the canonical form of a value as an operand, in parentheses if necessary.
func (v *Evaluation) Operand(value *model.Value) string {
	t := v.Form(value)
	if (value.Kind == model.Unknown || value.Open) && IsCompound(t) {
		return "(" + t + ")"
	}
	return t
}

// IsCompound reports whether an expression contains an operator outside of all brackets and quotes.
func IsCompound(t string) bool {
	depth := 0
	for i := 0; i < len(t); i++ {
		switch t[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '"':
			i = closingQuote(t, i)
		case ' ', '!', '-':
			if depth == 0 {
				return t[i] == ' ' || i == 0
			}
		}
	}
	return false
}

// closingQuote returns the offset of the quote that ends the string that starts at i. Its interpolations may contain
// strings.
func closingQuote(t string, i int) int {
	for i++; i < len(t) && t[i] != '"'; i++ {
		switch {
		case t[i] == '\\':
			i++
		case strings.HasPrefix(t[i:], "$${"):
			i += 2
		case strings.HasPrefix(t[i:], "${"):
			for depth := 0; i < len(t); i++ {
				switch t[i] {
				case '{':
					depth++
				case '}':
					depth--
				case '"':
					i = closingQuote(t, i)
				}
				if i < len(t) && t[i] == '}' && depth == 0 {
					break
				}
			}
		}
	}
	return i
}

// Short cuts a canonical form to a bounded length and appends a hash of the whole.
func Short(t string) string {
	if len(t) <= maxText {
		return t
	}
	sum := sha256.Sum256([]byte(t))
	return strings.ToValidUTF8(t[:200], "") + "… #" + hex.EncodeToString(sum[:12])
}

// Unique returns a canonical form that no other value has.
func (v *Evaluation) Unique() string {
	v.uniques++
	return fmt.Sprintf("(not evaluated #%d)", v.uniques)
}

// writer writes values as HCL. A value that is too long, or not fully known, is written as its place.
type writer struct {
	strings.Builder
	values int // that were written
}

func (w *writer) value(v *model.Value) {
	w.values++
	if w.Len() > maxWritten || v.Open && v.Text == "" {
		path := ""
		if v.Origin != nil && v.Origin.File != nil {
			path = v.Origin.File.Path
		}
		fmt.Fprintf(w, "(%s:%d-%d)", path, v.Span.Start, v.Span.End)
		return
	}
	if v.Open {
		w.WriteString(v.Text) // the expression that gives the collection
		return
	}
	switch v.Kind {
	case model.Null:
		w.WriteString("null")
	case model.Unknown:
		w.WriteString(v.Text)
	case model.Number:
		w.WriteString(StringOf(v))
	case model.Bool:
		w.WriteString(v.Text)
	case model.String:
		w.WriteString(`"` + Quoted(v.Text) + `"`)
	case model.List:
		w.list(v)
	case model.Map:
		w.object(v)
	}
}

// Quoted returns a text as it is in a quoted template.
func Quoted(text string) string {
	return quoting.Replace(text)
}

var quoting = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "${", "$${", "%{", "%%{")

func (w *writer) list(v *model.Value) {
	w.WriteString("[")
	for i, item := range v.Items {
		if i > 0 {
			w.WriteString(", ")
		}
		w.value(item)
	}
	w.WriteString("]")
}

func (w *writer) object(v *model.Value) {
	entries := slices.Clone(v.Entries)
	slices.SortStableFunc(entries, func(a, b *model.Entry) int { return strings.Compare(a.Key.Text, b.Key.Text) })
	w.WriteString("{")
	for i, e := range entries {
		if i > 0 {
			w.WriteString(", ")
		}
		if hcl.IsIdentifier(e.Key.Text) {
			w.WriteString(e.Key.Text)
		} else {
			w.WriteString(`"` + Quoted(e.Key.Text) + `"`)
		}
		w.WriteString(" = ")
		w.value(e.Value)
	}
	w.WriteString("}")
}

// CallForm returns a call in canonical form.
func (v *Evaluation) CallForm(name string, args []*model.Value) string {
	w := &writer{}
	w.WriteString(name + "(")
	for i, arg := range args {
		if i > 0 {
			w.WriteString(", ")
		}
		w.value(arg)
	}
	w.WriteString(")")
	return Short(w.String())
}
