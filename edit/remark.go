package edit

import (
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// remarks are the comments that a new value brings along, for the entry or item that holds it.
type remarks struct {
	above, below []string
	beside       string
}

// remarksOf returns the comments of k's new value. In flow style there is no place for a comment but the lines above,
// and a JSON file has none at all.
func (t *tree) remarksOf(k *kid) remarks {
	var r remarks
	if t.json {
		return r
	}
	if c := k.node.comments; c != nil {
		r = remarks{above: append([]string(nil), c.Above...), beside: joined(c.Beside), below: c.Below}
	}
	if !k.node.isBlock() {
		for _, below := range k.node.kids {
			r.above = append(r.above, remarkTexts(below.node)...)
		}
	}
	if k.note != "" && k.from == nil {
		r.moveUp()
		r.beside = k.note
	}
	return r
}

// moveUp makes the comment beside an entry one above it, where something else stands beside it.
func (r *remarks) moveUp() {
	if r.beside != "" {
		r.above, r.beside = append(r.above, r.beside), ""
	}
}

// pieces returns the comment beside the entry.
func (r *remarks) pieces() []piece {
	if r.beside == "" {
		return nil
	}
	return []piece{{text: " " + remarkLine(r.beside)}}
}

// remarkTexts returns all comments that new values in n bring along.
func remarkTexts(n *node) []string {
	var texts []string
	add := func(text ...string) {
		for _, s := range text {
			if s != "" {
				texts = append(texts, s)
			}
		}
	}
	c := n.comments
	if c != nil {
		add(c.Above...)
		add(joined(c.Beside))
	}
	for _, k := range n.kids {
		add(remarkTexts(k.node)...)
	}
	if c != nil {
		add(c.Below...)
	}
	return texts
}

// hasComments says whether v, which is new, brings any comments along.
func hasComments(v *model.Value) bool {
	return v.Any(func(inner *model.Value) bool { return inner.Comments != nil })
}

// remarkLines writes comments as lines of their own. An empty text is an empty line.
func remarkLines(texts []string, ws string) []line {
	var out []line
	for _, text := range texts {
		for _, one := range strings.Split(text, "\n") {
			if one = remarkLine(one); one == "" {
				out = append(out, newLine("", ""))
			} else {
				out = append(out, newLine(ws, one))
			}
		}
	}
	return out
}

// remarkLine writes a comment. One that has a "#" is written as it is.
func remarkLine(text string) string {
	text = strings.TrimRight(text, " \t\r\n")
	if text == "" || text[0] == '#' {
		return text
	}
	return "# " + text
}

// remarkText returns the text of a comment as model.Comments holds it, which remarkLine makes the same comment of.
func remarkText(written string) string {
	written = strings.TrimRight(written, " \t\r\n")
	if text, found := strings.CutPrefix(written, "# "); found && text[0] != '#' {
		return text
	}
	return written
}

func joined(text string) string { return strings.ReplaceAll(text, "\n", " ") }

// belowLines writes the comments that stand inside a new value behind all else; ws is the indentation of its key or dash.
func (t *tree) belowLines(n *node, r remarks, ws string, dash int) []line {
	if len(r.below) == 0 {
		return nil
	}
	by := t.step
	switch {
	case longText(n): // more indentation would make it text
		by = 0
	case dash > 0:
		by = dash
	case n.isBlock() && n.kind == model.List && t.hang > 0:
		by = t.hang
	}
	return remarkLines(r.below, ws+spaces(by))
}

// takeOver gives n the comments of the new value that it replaces: at the places they had, where n brings none of its own.
func (t *tree) takeOver(n, old *node) {
	texts := remarkTexts(old)
	if n.src == nil && n.comments == nil && old.comments != nil {
		n.comments, texts = old.comments, nil
		for _, k := range old.kids {
			texts = append(texts, remarkTexts(k.node)...)
		}
	}
	t.inherit(n, texts)
}

// inherit puts comments of a new value that is gone above n, which comes in its place or behind it.
func (t *tree) inherit(n *node, texts []string) {
	if c := t.heir(n, texts); c != nil {
		c.Above = append(texts, c.Above...)
	}
}

// inheritBelow puts them behind everything else in n.
func (t *tree) inheritBelow(n *node, texts []string) {
	if c := t.heir(n, texts); c != nil {
		c.Below = append(c.Below[:len(c.Below):len(c.Below)], texts...)
	}
}

// heir returns the comments of n that are to hold the texts too, a copy of those it had; nil where there are none, or where n stands in
// the source and the texts are owed.
func (t *tree) heir(n *node, texts []string) *model.Comments {
	switch {
	case len(texts) == 0:
		return nil
	case n.src != nil:
		t.owed = append(t.owed, texts...)
		return nil
	}
	n.comments = commentsOf(n.comments)
	return n.comments
}

func commentsOf(c *model.Comments) *model.Comments {
	if c == nil {
		return &model.Comments{}
	}
	own := *c
	return &own
}

// verifyRemarks returns an error if a comment of a new value is missing; left counts the comments that are not accounted for.
func verifyRemarks(texts []string, left map[string]int) error {
	for _, text := range texts {
		for _, one := range strings.Split(text, "\n") {
			one = strings.TrimSpace(strings.TrimLeft(remarkLine(one), "#"))
			if left[one]--; left[one] < 0 {
				return Refuse("the comment %q of what is added would be lost", "# "+one)
			}
		}
	}
	return nil
}

// countComments counts comments by their text.
func countComments(comments []yaml.Comment) map[string]int {
	count := map[string]int{}
	for _, c := range comments {
		count[c.Text]++
	}
	return count
}
