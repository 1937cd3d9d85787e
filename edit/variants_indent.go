package edit

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// indentation numbers, with the number in the first group.
var (
	goIndentation        = pattern.New(`\bn?indent\s+\(?\s*(?:int\s+)?(\d+)`)
	terraformIndentation = pattern.New(`\bindent\(\s*(\d+)\s*,`)
	plainIndent          = pattern.New(`\bindent\s+\(?\s*(?:int\s+)?\d+\s*\)*\s*-?\}\}$`)
	dashesBefore         = pattern.New(`^\s*(?:[-?]\s+)*`)
)

// indentationIn returns the range of the number of columns that a template indents what it writes by.
func indentationIn(text string) (from, to int, ok bool) {
	form := terraformIndentation()
	if strings.HasPrefix(text, "{{") {
		form = goIndentation()
	}
	all := form.FindAllStringSubmatchIndex(text, -1)
	if len(all) == 0 {
		return 0, 0, false
	}
	last := all[len(all)-1]
	return last[2], last[3], true
}

// column returns where the text of a line begins, dashes in front of it excluded.
func column(line string) int { return len(dashesBefore().FindString(line)) }

// adjust gives templates that indent what they write the columns that their lines moved by.
func (t *tree) adjust(out []line) {
	if len(t.doc.Templates) == 0 {
		return
	}
	for i := range out {
		var text strings.Builder
		text.WriteString(out[i].ws)
		for _, p := range out[i].body {
			if p.end > 0 {
				text.Write(t.data[p.start:p.end])
			}
			text.WriteString(p.text)
		}
		to := column(text.String())
		for j, p := range slices.Clone(out[i].body) {
			if p.end > 0 {
				t.adjustPiece(out[i:i+1], p, to)
			} else if strings.Contains(p.text, "indent") {
				out[i].body[j].text = t.adjustText(p.text, to)
			}
		}
	}
}

// adjustPiece adjusts the templates that begin in a piece of the only line, whose text begins at column to.
func (t *tree) adjustPiece(l []line, p piece, to int) {
	first := sort.Search(len(t.doc.Templates), func(i int) bool { return t.doc.Templates[i].Start >= p.start })
	for _, tpl := range t.doc.Templates[first:] {
		if tpl.Start >= p.end {
			return
		}
		from, end, number, ok := t.moved(l[0], tpl, to)
		if !ok {
			continue
		}
		if tpl.Start+end > p.end {
			t.failed = Refuse("the template on line %d that indents what it writes has several lines", t.lineNumber(tpl.Start))
			return
		}
		if t.ownLine(tpl) && plainIndent().MatchString(t.doc.Text(tpl)) && l[0].src >= 0 {
			line := t.lineStart(tpl.Start) // what it writes first stands behind the blanks of its line
			l[0].ws = string(t.data[line : line+blanks(t.data[line:tpl.Start])])
		}
		substitute(l, model.Span{Start: tpl.Start + from, End: tpl.Start + end}, number)
	}
}

// moved returns the number of columns that a template indents what it writes by, where in it that stands, and what it
// is to be on a line whose text begins at column to. It is not ok where nothing changes.
func (t *tree) moved(l line, tpl model.Span, to int) (from, end int, number string, ok bool) {
	text := t.doc.Text(tpl)
	if from, end, ok = indentationIn(text); !ok {
		return 0, 0, "", false
	}
	from0 := t.lineStart(tpl.Start)
	by := to - column(string(t.data[from0:t.lineEnd(tpl.Start)]))
	if l.copied {
		by = l.by
	}
	n, err := strconv.Atoi(text[from:end])
	if err != nil || n+by < 0 {
		t.failed = Refuse("the template on line %d indents what it writes by too few columns", t.lineNumber(tpl.Start))
	}
	return from, end, strconv.Itoa(n + by), by != 0
}

// adjustText adjusts the templates of the document in a new text.
func (t *tree) adjustText(text string, to int) string {
	for _, tpl := range t.doc.Templates {
		written := t.doc.Text(tpl)
		if !strings.Contains(text, written) {
			continue
		}
		if from, end, number, ok := t.moved(line{}, tpl, to); ok {
			return strings.ReplaceAll(text, written, written[:from]+number+written[end:])
		}
	}
	return text
}
