package hcltext

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/karplint/karplint/edit/scalar"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// hclStyle is the style of new values.
type hclStyle struct {
	unit   string // one step of indentation
	assign string // between a key and its value in an object: " = " or ": "
	quoted bool   // keys are in quotes

	commas   bool // between entries on lines of their own
	trailing bool // after the last one
}

// styleIn returns the style for new values inside v: that of v, or of a map in it. The values around v decide properties that
// neither of these shows.
func (h *hclTree) styleIn(v *model.Value) hclStyle {
	st := h.style
	if h.isBody(v) {
		st = hclStyle{unit: h.text.usualUnit, assign: " = "}
	}
	if parts := h.parts[v]; len(parts) > 0 && h.text.ownLine(parts[0].Start) && v != h.Doc.Root {
		st.unit = h.text.unit(v.Span.Start, parts[0].Start)
	}
	h.text.readKeys(v, &st)
	return st
}

// readKeys records how the first map with entries in v writes its keys.
func (t *hclText) readKeys(v *model.Value, st *hclStyle) bool {
	if v.Style == model.Block {
		return false
	}
	if len(v.Entries) > 0 {
		e := v.Entries[len(v.Entries)-1]
		st.quoted, st.assign = true, " = "
		for _, e := range v.Entries {
			st.quoted = st.quoted && e.Key.Style == model.DoubleQuoted
		}
		if separator := string(t.Data[e.Key.Span.End:e.Value.Span.Start]); strings.TrimSpace(separator) == ":" {
			st.assign = separator
		}
		t.readCommas(v, st)
		return true
	}
	for _, item := range v.Items {
		if t.readKeys(item, st) {
			return true
		}
	}
	return false
}

// readCommas records whether a map with its entries on lines of their own has commas. A single entry shows only what comes after the last one.
func (t *hclText) readCommas(v *model.Value, st *hclStyle) {
	first, last := v.Entries[0], v.Entries[len(v.Entries)-1]
	if !t.ownLine(first.Key.Span.Start) || !t.ownLine(last.Key.Span.Start) {
		return
	}
	st.trailing = t.commaAfter(last.Value.Span.End) > 0
	if first != last || st.trailing {
		st.commas = t.commaAfter(first.Value.Span.End) > 0
	}
}

// bracket returns 1 for a token that opens something, -1 for one that closes it.
func bracket(tok hclsyntax.Token) int {
	switch tok.Type {
	case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenTemplateControl, hclsyntax.TokenTemplateInterp:
		return 1
	case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd:
		return -1
	}
	return 0
}

// hasRoom reports whether the code of a span can be written over several lines and remain formatted: every bracket that its line
// opens is closed there.
func (t *hclText) hasRoom(s model.Span) bool {
	if !t.oneLine(s) {
		return false
	}
	open, least := 0, 0
	end := t.LineEnd(s.End)
	for _, tok := range t.tokens[t.next(t.lineStart(s.Start)):] {
		if tok.Range.Start.Byte >= end {
			break
		}
		open += bracket(tok)
		least = min(least, open)
	}
	return open == 0 && least == 0
}

// hugs reports whether a list is written as [{ … }, { … }] over several lines, with its brackets on the lines of the
// items' brackets.
func (t *hclText) hugs(v *model.Value) bool {
	if len(v.Items) == 0 || v.Items[0].Kind != model.Map {
		return false
	}
	first, last := v.Items[0].Span, v.Items[len(v.Items)-1].Span
	if t.ownLine(first.Start) || t.oneLine(first) {
		return false
	}
	return t.oneLine(model.Span{Start: v.Span.Start, End: first.Start}) && t.oneLine(model.Span{Start: last.End, End: v.Span.End})
}

// endsHeredoc reports whether the last line of a span is the end of a heredoc.
func (t *hclText) endsHeredoc(s model.Span) bool {
	i := t.next(s.End) - 1
	return i >= 0 && t.tokens[i].Type == hclsyntax.TokenCHeredoc
}

// complexValue reports whether a value is written on several lines where there is room, because it contains a map with entries.
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

// scalar writes a new scalar; indent is the indentation of the line it begins on.
func (h *hclTree) scalar(v *model.Value, indent string) string {
	switch {
	case v.Kind == model.Null:
		return "null"
	case v.Kind == model.String && longString(v) && !h.tight:
		return heredoc("<<-EOT", indent+"EOT", v.Text, indent+h.style.unit)
	case v.Kind == model.String:
		return quoteHCL(v.Text)
	}
	return v.Text
}

// entryKeyText writes the key of an entry. A key with an expression stays as Terraform has it. A plain key of YAML becomes a
// quoted string.
func entryKeyText(key *model.Value, quoted bool) string {
	switch {
	case key.Kind != model.Unknown:
		return keyText(key.Text, quoted)
	case strings.HasPrefix(key.Text, `"`) || strings.HasPrefix(key.Text, "("):
		return key.Text
	}
	return `"` + key.Text + `"`
}

// keyText writes a key of an object or the name of an attribute. Words that mean something else there are quoted.
func keyText(key string, quoted bool) string {
	switch key {
	case "for", "null", "true", "false":
		quoted = true
	}
	if quoted || !hcl.IsIdentifier(key) {
		return quoteHCL(key)
	}
	return key
}

// quoteHCL writes text as a quoted string without interpolations.
func quoteHCL(text string) string {
	return string(hclwrite.TokensForValue(cty.StringVal(text)).Bytes())
}

// longString reports whether v should be written as a heredoc, and can be.
func longString(v *model.Value) bool {
	return v.Kind == model.String && v.Style == model.Literal && heredocText(v.Text)
}

// heredocText reports whether a heredoc whose lines are indented can hold the text.
func heredocText(text string) bool {
	if !strings.HasSuffix(text, "\n") || strings.ContainsAny(text, "\r\t") {
		return false
	}
	flush := false
	for _, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if !scalar.IsPrintable(l) {
			return false
		}
		flush = flush || l != "" && l[0] != ' '
	}
	return flush
}

// heredoc writes text, which heredocText allows, between its markers.
func heredoc(open, closing, text, indent string) string {
	var b strings.Builder
	b.WriteString(open + "\n")
	for _, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if l != "" {
			b.WriteString(indent)
		}
		b.WriteString(strings.NewReplacer("${", "$${", "%{", "%%{").Replace(l) + "\n")
	}
	return b.String() + closing
}

// reheredoc writes text between the markers of an old heredoc, with the indentation of its first line.
func (h *hclTree) reheredoc(old model.Span, text string) string {
	lines := strings.Split(string(h.Data[old.Start:old.End]), "\n")
	open, closing := strings.TrimRight(lines[0], "\r"), lines[len(lines)-1]
	indent := ""
	if strings.HasPrefix(open, "<<-") {
		indent = closing[:textline.LeadingBlanks([]byte(closing))] + h.style.unit
		for _, l := range lines[1 : len(lines)-1] {
			if strings.TrimSpace(l) != "" {
				indent = l[:textline.LeadingBlanks([]byte(l))]
				break
			}
		}
	}
	return heredoc(open, closing, text, indent)
}
