package draft

import (
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Remarks are the comments of a new value, for the entry or item that contains it.
type Remarks struct {
	Above, Below []string
	Beside       string
}

// RemarksOf returns the comments of the new value of k. In flow style only the lines above have a place for comments, and a JSON
// file has none.
func (t *Tree) RemarksOf(k *Child) Remarks {
	var r Remarks
	if t.JSON {
		return r
	}
	if c := k.Node.Comments; c != nil {
		r = Remarks{Above: append([]string(nil), c.Above...), Beside: layout.Joined(c.Beside), Below: c.Below}
	}
	if !k.Node.IsBlock() {
		for _, child := range k.Node.Children {
			r.Above = append(r.Above, RemarkTexts(child.Node)...)
		}
	}
	if k.Note != "" && k.From == nil {
		r.MoveUp()
		r.Beside = k.Note
	}
	return r
}

// MoveUp moves the comment beside an entry above it, because the place beside it is taken.
func (r *Remarks) MoveUp() {
	if r.Beside != "" {
		r.Above, r.Beside = append(r.Above, r.Beside), ""
	}
}

// Pieces returns the comment beside the entry.
func (r *Remarks) Pieces() []textline.Piece {
	if r.Beside == "" {
		return nil
	}
	return []textline.Piece{{Text: " " + layout.RemarkLine(r.Beside)}}
}

// RemarkTexts returns all comments that new values in n bring along.
func RemarkTexts(n *Node) []string {
	var texts []string
	add := func(text ...string) {
		for _, s := range text {
			if s != "" {
				texts = append(texts, s)
			}
		}
	}
	c := n.Comments
	if c != nil {
		add(c.Above...)
		add(layout.Joined(c.Beside))
	}
	for _, k := range n.Children {
		add(RemarkTexts(k.Node)...)
	}
	if c != nil {
		add(c.Below...)
	}
	return texts
}

// HasComments reports whether v, which is new, brings any comments along.
func HasComments(v *model.Value) bool {
	return v.Any(func(inner *model.Value) bool { return inner.Comments() != nil })
}

// RemarkLines writes comments as lines of their own. An empty text is an empty line.
func RemarkLines(texts []string, ws string) []textline.Line {
	var out []textline.Line
	for _, text := range texts {
		for _, line := range strings.Split(text, "\n") {
			if line = layout.RemarkLine(line); line == "" {
				out = append(out, textline.NewLine("", ""))
			} else {
				out = append(out, textline.NewLine(ws, line))
			}
		}
	}
	return out
}

// takeOver gives n the comments of the new value that it replaces, at their places, unless n has comments of its own there.
func (t *Tree) takeOver(n, old *Node) {
	texts := RemarkTexts(old)
	if n.Src == nil && n.Comments == nil && old.Comments != nil {
		n.Comments, texts = old.Comments, nil
		for _, k := range old.Children {
			texts = append(texts, RemarkTexts(k.Node)...)
		}
	}
	t.inherit(n, texts)
}

// inherit puts the comments of a removed new value above n, which replaces or follows it.
func (t *Tree) inherit(n *Node, texts []string) {
	if c := t.heir(n, texts); c != nil {
		c.Above = append(texts, c.Above...)
	}
}

// inheritBelow puts them after everything else in n.
func (t *Tree) inheritBelow(n *Node, texts []string) {
	if c := t.heir(n, texts); c != nil {
		c.Below = append(c.Below[:len(c.Below):len(c.Below)], texts...)
	}
}

// heir returns the comments of n, to which the texts are to be added, as a copy. It returns nil if there are none, or if n is in
// the source, and then the texts have no place.
func (t *Tree) heir(n *Node, texts []string) *model.Comments {
	switch {
	case len(texts) == 0:
		return nil
	case n.Src != nil:
		t.Unplaced = append(t.Unplaced, texts...)
		return nil
	}
	n.Comments = commentsOf(n.Comments)
	return n.Comments
}

func commentsOf(c *model.Comments) *model.Comments {
	if c == nil {
		return &model.Comments{}
	}
	comments := *c
	return &comments
}

// VerifyRemarks returns an error if a comment of a new value is missing. counts has the comments that nothing else accounts for.
func VerifyRemarks(texts []string, counts map[string]int) error {
	for _, text := range texts {
		for _, line := range strings.Split(text, "\n") {
			line = strings.TrimSpace(strings.TrimLeft(layout.RemarkLine(line), "#"))
			if counts[line]--; counts[line] < 0 {
				return edit.Refuse("the comment %q of what is added would be lost", "# "+line)
			}
		}
	}
	return nil
}

// CountComments counts comments by their text.
func CountComments(comments []yaml.Comment) map[string]int {
	count := map[string]int{}
	for _, c := range comments {
		count[c.Text]++
	}
	return count
}
