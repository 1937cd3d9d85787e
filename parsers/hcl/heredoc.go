package hcl

import (
	"bytes"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/karplint/karplint/model"
)

// The time that the reader takes for a heredoc grows with the square of its lines: 20,000 take it seconds. Long heredocs are
// therefore kept from it: they are overwritten at equal length by ([0 ,(expression) ,(expression) ]), and what it makes of that
// is turned into what it would have made of the heredoc.

// longHeredoc is the number of lines from which on that is worth it.
var longHeredoc = 200

// heredoc is one heredoc of a file.
type heredoc struct {
	marker    []byte
	span      model.Span   // from << to the end of the closing marker's line
	body      int          // where the first line starts
	lines     int          // at least that many
	templates []model.Span // ${ … }, in order
	plain     bool         // there is no %{ … }, and no ~ that would trim the text
}

// isLong says whether the heredoc is to be kept from the reader. One with lines that start with unusual blanks is not: how they
// are counted is the reader's business.
func (h *heredoc) isLong(data []byte) bool {
	if !h.plain || h.lines < longHeredoc {
		return false
	}
	usual := true
	h.eachLine(data, func(start, _ int) {
		c, _ := utf8.DecodeRune(bytes.TrimLeft(data[start:h.span.End], " \t"))
		usual = usual && (c < utf8.RuneSelf && c != '\v' && c != '\f' || c >= utf8.RuneSelf && !unicode.IsSpace(c) && !unicode.IsMark(c))
	})
	return usual
}

func (h *heredoc) addTemplate(data []byte, s model.Span) {
	h.templates = append(h.templates, s)
	if data[s.Start+2] == '~' || data[s.End-2] == '~' {
		h.plain = false
	}
}

// withoutHeredocs returns the data with the heredocs overwritten.
func withoutHeredocs(data []byte, long []*heredoc) []byte {
	if len(long) == 0 {
		return data
	}
	masked := bytes.Clone(data)
	for _, h := range long {
		at := h.span.Start
		for _, t := range h.templates {
			blank(masked[at:t.Start])
			copy(masked[t.Start:], ",(")
			masked[t.End-1] = ')'
			at = t.End
		}
		blank(masked[at:h.span.End])
		copy(masked[h.span.Start:], "([0")
		copy(masked[h.span.End-2:], "])")
	}
	return masked
}

func blank(text []byte) {
	for i := range text {
		text[i] = ' '
	}
}

// restoreHeredocs puts the heredocs back into what was made of their replacement.
func restoreHeredocs(data []byte, body *hclsyntax.Body, long []*heredoc) {
	if len(long) == 0 {
		return
	}
	r := restorer{data, map[int]*heredoc{}}
	for _, h := range long {
		r.long[h.span.Start] = h
	}
	_ = hclsyntax.VisitAll(body, func(node hclsyntax.Node) hcl2.Diagnostics {
		r.visit(node)
		return nil
	})
}

type restorer struct {
	data []byte
	long map[int]*heredoc // by where they start
}

// visit replaces the heredocs directly below a node. Where a heredoc is an operand or the like, the parentheses stay.
func (r restorer) visit(node hclsyntax.Node) {
	switch n := node.(type) {
	case *hclsyntax.Attribute:
		n.Expr = r.restore(n.Expr)
	case *hclsyntax.TupleConsExpr:
		r.restoreAll(n.Exprs)
	case *hclsyntax.ObjectConsExpr:
		for i := range n.Items {
			n.Items[i].ValueExpr = r.restore(n.Items[i].ValueExpr)
		}
	case *hclsyntax.FunctionCallExpr:
		r.restoreAll(n.Args)
	case *hclsyntax.ConditionalExpr:
		n.TrueResult, n.FalseResult = r.restore(n.TrueResult), r.restore(n.FalseResult)
	case *hclsyntax.TemplateExpr:
		r.restoreAll(n.Parts)
	case *hclsyntax.TemplateWrapExpr:
		n.Wrapped = r.restore(n.Wrapped)
	case *hclsyntax.ForExpr:
		n.CollExpr, n.ValExpr = r.restore(n.CollExpr), r.restore(n.ValExpr)
	case *hclsyntax.ParenthesesExpr:
		if whole := r.restore(n); whole != n {
			n.Expression = whole
		} else {
			n.Expression = r.restore(n.Expression)
		}
	}
}

func (r restorer) restoreAll(list []hclsyntax.Expression) {
	for i := range list {
		list[i] = r.restore(list[i])
	}
}

// restore returns the heredoc that e replaces, or e.
func (r restorer) restore(e hclsyntax.Expression) hclsyntax.Expression {
	parentheses, ok := e.(*hclsyntax.ParenthesesExpr)
	if !ok {
		return e
	}
	h := r.long[parentheses.SrcRange.Start.Byte]
	tuple, ok := parentheses.Expression.(*hclsyntax.TupleConsExpr)
	if h == nil || !ok || len(tuple.Exprs) != 1+len(h.templates) {
		return e
	}
	template := &hclsyntax.TemplateExpr{SrcRange: parentheses.SrcRange}
	indent := h.indent(r.data)
	at := h.body
	add := func(end int) {
		if end > at {
			template.Parts = append(template.Parts, h.literal(r.data, model.Span{Start: at, End: end}, indent, e.Range().Filename))
		}
	}
	for i, t := range h.templates {
		add(t.Start)
		part := tuple.Exprs[1+i]
		if wrapped, ok := part.(*hclsyntax.ParenthesesExpr); ok {
			part = wrapped.Expression
		}
		template.Parts = append(template.Parts, part)
		at = t.End
	}
	add(h.lastLine(r.data))
	return template
}

// lastLine returns where the line of the closing marker starts.
func (h *heredoc) lastLine(data []byte) int {
	return bytes.LastIndexByte(data[:h.span.End], '\n') + 1
}

// eachLine calls f for each line of the body: where it starts, and how many blanks it starts with; -1 if it has nothing else.
func (h *heredoc) eachLine(data []byte, f func(start, blanks int)) {
	templates := h.templates
	for at := h.body; at < h.lastLine(data); {
		blanks := 0
		for data[at+blanks] == ' ' || data[at+blanks] == '\t' {
			blanks++
		}
		if c := data[at+blanks]; c == '\n' || c == '\r' {
			f(at, -1)
		} else {
			f(at, blanks)
		}
		at = lineAfter(data, at, &templates)
	}
}

// lineAfter returns where the next line starts that does not start within a template.
func lineAfter(data []byte, at int, templates *[]model.Span) int {
	next := at + bytes.IndexByte(data[at:], '\n') + 1
	for len(*templates) > 0 && (*templates)[0].Start < next {
		next = max(next, (*templates)[0].End+bytes.IndexByte(data[(*templates)[0].End:], '\n')+1)
		*templates = (*templates)[1:]
	}
	return next
}

// indent returns how many blanks are cut from each line: in <<- as many as the line with the fewest has.
func (h *heredoc) indent(data []byte) int {
	if data[h.span.Start+2] != '-' {
		return 0
	}
	fewest := math.MaxInt
	h.eachLine(data, func(_, blanks int) {
		if blanks >= 0 {
			fewest = min(fewest, blanks)
		}
	})
	return fewest
}

var unescape = strings.NewReplacer("$${", "${", "%%{", "%{")

// literal returns the text between two templates. Lines start in it behind each line break, and at the start of the body.
func (h *heredoc) literal(data []byte, s model.Span, indent int, name string) hclsyntax.Expression {
	var text strings.Builder
	first := s.Start
	for at := s.Start; at < s.End; {
		end := s.End
		if n := bytes.IndexByte(data[at:s.End], '\n'); n >= 0 {
			end = at + n + 1
		}
		line := data[at:end]
		if cut := min(indent, len(line)); at == h.body || data[at-1] == '\n' {
			if len(bytes.TrimLeft(line, " \t\r\n")) > 0 || line[len(line)-1] != '\n' {
				line = line[cut:]
				if at == s.Start {
					first += cut
				}
			}
		}
		text.Write(line)
		at = end
	}
	at := hcl2.Range{Filename: name, Start: hcl2.Pos{Byte: first}, End: hcl2.Pos{Byte: s.End}}
	return &hclsyntax.LiteralValueExpr{Val: cty.StringVal(unescape.Replace(text.String())), SrcRange: at}
}
