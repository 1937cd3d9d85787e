package scalar

import (
	"encoding/json"
	"regexp"
	"strings"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// LiteralLines returns the lines of a literal block scalar as written, and the number of columns by which they are indented. It
// returns none for a block with an indentation indicator, because the indentation cannot be read off its first line.
func LiteralLines(written string) (cut int, lines []string) {
	header, body, _ := strings.Cut(strings.ReplaceAll(written, "\r\n", "\n"), "\n")
	if strings.ContainsAny(strings.Fields(header)[0], "123456789") {
		return 0, nil
	}
	lines = strings.Split(body, "\n")
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			cut = textline.LeadingSpaces([]byte(l))
			break
		}
	}
	for i, l := range lines {
		lines[i] = l[min(cut, len(l)):]
	}
	return cut, lines
}

// Apply returns the text with the parts replaced.
func Apply(text string, parts []edit.Edit) (string, error) {
	after, err := edit.Apply([]byte(text), parts)
	return string(after), err
}

// Line is a line of a literal block after the change.
type Line struct {
	From int // the line before, which it takes its bytes from; -1 for a new one
	Text string
}

// Change is the effect of a Text Op on a scalar of the document.
type Change struct {
	Edits []edit.Edit // in the file, for a scalar that is not a literal block
	Cut   int         // for a literal block, the columns by which its lines are indented
	Lines []string    // its lines before
	Parts []edit.Edit // of the lines, joined

	Newline bool // the parts reach to the newline of the last line, behind which lines then has an empty one
}

// Changed returns the lines after the change.
func (c *Change) Changed() []Line {
	var out []Line
	starts := make([]int, len(c.Lines)+1)
	for i, l := range c.Lines {
		starts[i+1] = starts[i] + len(l) + 1
	}
	parts := c.Parts
	for i := 0; i < len(c.Lines); i++ {
		last, mine := i, 0
		for mine < len(parts) && parts[mine].Start < starts[last+1] {
			for parts[mine].End >= starts[last+1] {
				last++
			}
			mine++
		}
		if mine == 0 {
			out = append(out, Line{From: i, Text: c.Lines[i]})
			continue
		}
		var local []edit.Edit
		for _, p := range parts[:mine] {
			local = append(local, edit.Edit{Start: p.Start - starts[i], End: p.End - starts[i], New: p.New})
		}
		parts = parts[mine:]
		text, _ := Apply(strings.Join(c.Lines[i:last+1], "\n"), local)
		for _, l := range strings.Split(text, "\n") {
			out = append(out, Line{From: -1, Text: l})
		}
		i = last
	}
	if c.Newline {
		out = out[:len(out)-1]
	}
	return out
}

// trimPart removes the common prefix and suffix of a part and the text that it replaces.
func trimPart(text string, p edit.Edit) edit.Edit {
	for p.Start < p.End && p.New != "" && text[p.Start] == p.New[0] {
		p.Start, p.New = p.Start+1, p.New[1:]
	}
	for p.Start < p.End && p.New != "" && text[p.End-1] == p.New[len(p.New)-1] {
		p.End, p.New = p.End-1, p.New[:len(p.New)-1]
	}
	return p
}

// nth returns the offset of the n-th occurrence (from 0) of sub in text, or -1.
func nth(text, sub string, n int) int {
	offset := 0
	for ; ; n-- {
		i := strings.Index(text[offset:], sub)
		switch {
		case i < 0:
			return -1
		case n == 0:
			return offset + i
		}
		offset += i + len(sub)
	}
}

// FindPart finds the place in the written text of a part that becomes a text matching isNew.
func FindPart(old, written string, p edit.Edit, isNew *regexp.Regexp) (edit.Edit, bool) {
	p = trimPart(old, p)
	if p.Start == p.End { // added text is found by the word before it
		for p.Start > 0 && PlainPart().MatchString(old[p.Start-1:p.Start]) {
			p.Start, p.New = p.Start-1, old[p.Start-1:p.Start]+p.New
		}
	}
	text := old[p.Start:p.End]
	if !PlainPart().MatchString(text) || p.New != "" && !isNew.MatchString(p.New) {
		return p, false
	}
	if strings.Count(old, text) != strings.Count(written, text) {
		return p, false
	}
	offset := nth(written, text, strings.Count(old[:p.Start], text))
	return edit.Edit{Start: offset, End: offset + len(text), New: p.New}, true
}

// PlainPart matches text that reads the same in every style of a scalar.
var PlainPart = pattern.New(`^[A-Za-z0-9._/-]+$`)

// SafePart matches text that needs no escape within any text of one line, but for the comma, which ends a plain one in flow style.
var SafePart = pattern.New(`^[A-Za-z0-9._/,=-]+$`)

// Decoded returns the text of a scalar of doc to which the offsets of the Parts of a Text Op refer: its decoded text, or for
// a templated one the text with its templates in it. It returns false if that is unknown.
func Decoded(doc *model.Document, v *model.Value) (string, bool) {
	switch {
	case doc.Syntax == model.HCL && !v.Span.Empty():
		return hclScalarText(doc.File.Data, v)
	case v.Kind == model.String:
		return v.Text, true
	case v.Kind != model.Unknown || v.Span.Empty():
		return "", false
	case v.Style == model.Literal:
		_, lines := LiteralLines(doc.Text(v.Span))
		return strings.Join(lines, "\n"), true
	case v.Style == model.DoubleQuoted && strings.Contains(v.Text, `\`):
		var text string
		err := json.Unmarshal([]byte(doc.Text(v.Span)), &text)
		return text, err == nil
	case v.Style == model.DoubleQuoted, v.Style == model.SingleQuoted && !strings.Contains(v.Text, "'"):
		return v.Text, true
	}
	return "", false
}

// hclScalarText is Decoded for a text in a Terraform file: of a quoted one with templates the text between the quotes, of a
// heredoc with templates its lines, without the indentation that they have in common.
func hclScalarText(data []byte, v *model.Value) (string, bool) {
	switch written := string(data[v.Span.Start:v.Span.End]); {
	case v.Kind == model.String:
		return strings.ReplaceAll(v.Text, "\r\n", "\n"), true
	case v.Kind != model.Unknown || len(v.Items) > 0:
		return "", false
	case v.Style == model.Literal:
		body, ok := hcl.HeredocBody(data, v.Span)
		if !ok {
			return "", false
		}
		text := strings.ReplaceAll(string(data[body.Start:body.End]), "\r\n", "\n")
		return strings.TrimPrefix(Outdent("\n"+text), "\n"), true
	case isQuotedTemplate(written) && !strings.Contains(written, `\`):
		return written[1 : len(written)-1], true
	}
	return "", false
}

// isQuotedTemplate reports whether an expression is one text in quotes with templates in it, and not two texts that are compared.
func isQuotedTemplate(expression string) bool {
	if !strings.HasPrefix(expression, `"`) {
		return false
	}
	parsed, diags := hclsyntax.ParseExpression([]byte(expression), "", hcl2.InitialPos)
	if diags.HasErrors() {
		return false
	}
	switch parsed.(type) {
	case *hclsyntax.TemplateExpr, *hclsyntax.TemplateWrapExpr:
		return true
	}
	return false
}

// ErrNotInPart is the refusal for a text whose parts cannot be located in its written form.
var ErrNotInPart = edit.Refuse("the text is not written in a way that could be changed in part")
