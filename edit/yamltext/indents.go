package yamltext

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/templates"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
)

// adjust adjusts templates that indent their output: it adds the number of columns by which their
// lines moved.
func (t *treeWriter) adjust(out []textline.Line) {
	if len(t.Doc.Templates) == 0 {
		return
	}
	for i := range out {
		var text strings.Builder
		text.WriteString(out[i].Indent)
		for _, p := range out[i].Body {
			if p.End > 0 {
				text.Write(t.Data[p.Start:p.End])
			}
			text.WriteString(p.Text)
		}
		to := templates.Column(text.String())
		for j, p := range slices.Clone(out[i].Body) {
			if p.End > 0 {
				t.adjustPiece(out[i:i+1], p, to)
			} else if strings.Contains(p.Text, "indent") {
				out[i].Body[j].Text = t.adjustText(p.Text, to)
			}
		}
	}
}

// adjustPiece adjusts the templates that begin in a piece of the only line, whose text begins at column to.
func (t *treeWriter) adjustPiece(l []textline.Line, p textline.Piece, to int) {
	first := sort.Search(len(t.Doc.Templates), func(i int) bool { return t.Doc.Templates[i].Start >= p.Start })
	for _, tpl := range t.Doc.Templates[first:] {
		if tpl.Start >= p.End {
			return
		}
		from, end, number, ok := t.moved(l[0], tpl, to)
		if !ok {
			continue
		}
		if tpl.Start+end > p.End {
			t.Failed = edit.Refuse("the template on line %d that indents what it writes has several lines", t.LineNumber(tpl.Start))
			return
		}
		if t.OwnLine(tpl) && templates.PlainIndent().MatchString(t.Doc.Text(tpl)) && l[0].Src >= 0 {
			line := t.LineStart(tpl.Start) // the blanks of its line come before its output
			l[0].Indent = string(t.Data[line : line+textline.LeadingBlanks(t.Data[line:tpl.Start])])
		}
		textline.Substitute(l, model.Span{Start: tpl.Start + from, End: tpl.Start + end}, number)
	}
}

// moved returns the new number of columns by which a template indents its output, and the offsets of the old number. The line's
// text now begins at column to. ok is false if the number stays.
func (t *treeWriter) moved(l textline.Line, tpl model.Span, to int) (from, end int, number string, ok bool) {
	text := t.Doc.Text(tpl)
	if from, end, ok = templates.IndentationIn(text); !ok {
		return 0, 0, "", false
	}
	from0 := t.LineStart(tpl.Start)
	shift := to - templates.Column(string(t.Data[from0:t.LineEnd(tpl.Start)]))
	if l.Copied {
		shift = l.Shift
	}
	n, err := strconv.Atoi(text[from:end])
	if err != nil || n+shift < 0 {
		t.Failed = edit.Refuse("the template on line %d indents what it writes by too few columns", t.LineNumber(tpl.Start))
	}
	return from, end, strconv.Itoa(n + shift), shift != 0
}

// adjustText adjusts the templates of the document in a new text.
func (t *treeWriter) adjustText(text string, to int) string {
	for _, tpl := range t.Doc.Templates {
		written := t.Doc.Text(tpl)
		if !strings.Contains(text, written) {
			continue
		}
		if from, end, number, ok := t.moved(textline.Line{}, tpl, to); ok {
			return strings.ReplaceAll(text, written, written[:from]+number+written[end:])
		}
	}
	return text
}
