package edit

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/karplint/karplint/model"
)

// hclStyle is how new values are written.
type hclStyle struct {
	*hclText
	unit   string // one step of indentation
	assign string // between a key and its value in an object: " = " or ": "
	quoted bool   // keys stand in quotes
}

// complexValue says whether a value is written over several lines where there is room: it holds a map with entries.
func complexValue(v *model.Value) bool {
	if v.Kind == model.Map {
		return len(v.Entries) > 0
	}
	for _, item := range v.Items {
		if complexValue(item) {
			return true
		}
	}
	return false
}

// text writes a value; indent is the indentation of the line it begins on. Over several lines, or on one.
func (st hclStyle) text(v *model.Value, indent string, multi bool) string {
	multi = multi && (!v.Span.Empty() || complexValue(v) || longString(v))
	switch {
	case !v.Span.Empty():
		return st.copied(v.Span, indent)
	case v.Kind == model.Null:
		return "null"
	case v.Kind == model.String && multi:
		return st.heredoc("<<-EOT", "EOT", v.Text, indent)
	case v.Kind == model.String:
		return quoteHCL(v.Text)
	case v.Kind == model.List || v.Kind == model.Map:
		return st.collection(v, indent, multi)
	case v.Kind == model.Unknown && len(v.Items) > 0:
		var args []string
		for _, item := range v.Items {
			args = append(args, st.text(item, indent, multi && !longString(item)))
		}
		return v.Text + "(" + strings.Join(args, ", ") + ")"
	}
	return v.Text
}

// copied returns the bytes of a span that begins on a line of any indentation, for a line of another one. The
// lines of a heredoc that counts its indentation as text stay as they are.
func (st hclStyle) copied(s model.Span, indent string) string {
	from := st.blanksAt(s.Start)
	lines := strings.Split(string(st.data[s.Start:s.End]), "\n")
	at := s.Start + len(lines[0]) + 1
	for i, l := range lines[1:] {
		if strings.TrimSpace(l) != "" && !st.inPlainHeredoc(at) {
			lines[i+1] = shift(l[:blanks([]byte(l))], from, indent) + l[blanks([]byte(l)):]
		}
		at += len(l) + 1
	}
	return strings.ReplaceAll(strings.Join(lines, "\n"), "\r\n", "\n")
}

// collection writes a new map or list.
func (st hclStyle) collection(v *model.Value, indent string, multi bool) string {
	h := newHCLObject(st.hclText, &model.Value{Kind: model.Map})
	h.style, h.alone, h.tight = st, true, !multi
	text := h.textOf(h.inline(h.node(v), indent))
	if !multi {
		return text
	}
	return aligned(text)
}

// entryKeyText writes the key of an entry. One with an expression in it stays as Terraform has it, or is the quoted string that YAML has
// without its quotes.
func entryKeyText(key *model.Value, quoted bool) string {
	switch {
	case key.Kind != model.Unknown:
		return keyText(key.Text, quoted)
	case strings.HasPrefix(key.Text, `"`) || strings.HasPrefix(key.Text, "("):
		return key.Text
	}
	return `"` + key.Text + `"`
}

// keyText writes a key of an object or the name of an attribute. Words that mean something else at that place are quoted.
func keyText(key string, quoted bool) string {
	switch key {
	case "for", "null", "true", "false":
		quoted = true
	}
	if quoted || !identifier().MatchString(key) {
		return quoteHCL(key)
	}
	return key
}

// quoteHCL writes text as a quoted string without interpolations.
func quoteHCL(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range text {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '"' || r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case (r == '$' || r == '%') && strings.HasPrefix(text[i+1:], "{"):
			b.WriteRune(r)
			b.WriteRune(r)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 1<<16:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// longString says whether v asks to be written as a heredoc, and can be.
func longString(v *model.Value) bool {
	return v.Kind == model.String && v.Style == model.Literal && heredocText(v.Text)
}

// heredocText says whether a heredoc whose lines are indented can hold the text.
func heredocText(text string) bool {
	if !strings.HasSuffix(text, "\n") || strings.ContainsAny(text, "\r\t") {
		return false
	}
	flush := false
	for _, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if !printable(l) {
			return false
		}
		flush = flush || l != "" && l[0] != ' '
	}
	return flush
}

// heredoc writes text, which heredocText allows; indent is the indentation of the line it begins on.
func (st hclStyle) heredoc(open, marker, text, indent string) string {
	below := indent
	if strings.HasPrefix(open, "<<-") {
		below += st.unit
	}
	return st.heredocLines(open, indent+marker, text, below)
}

func (st hclStyle) heredocLines(open, closing, text, below string) string {
	var b strings.Builder
	b.WriteString(open + "\n")
	for _, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if l != "" {
			b.WriteString(below)
		}
		b.WriteString(strings.NewReplacer("${", "$${", "%{", "%%{").Replace(l) + "\n")
	}
	return b.String() + closing
}
