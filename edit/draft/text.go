package draft

import (
	"fmt"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/scalar"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
)

// CheckText returns an error if a Text Op could not replace the parts of the text v of doc.
func CheckText(doc *model.Document, v *model.Value, parts []edit.Edit) error {
	t := &Tree{Source: layout.Open(doc)}
	_, err := t.changeText(&Node{Src: v, Val: v, Kind: v.Kind}, parts)
	return err
}

// text replaces parts of a scalar.
func (t *Tree) text(op edit.Op) error {
	parent, i, err := t.find(op.Path)
	if err != nil {
		return err
	}
	k := parent.Children[i]
	n := k.Node
	switch {
	case n.Kind != model.String && n.Kind != model.Unknown:
		return fmt.Errorf("%s is not a text", edit.PathText(op.Path))
	case n.Src == nil && n.Kind == model.Unknown && t.Doc.File == nil: // Changed: only the file has the text
		return nil
	case n.Src == nil:
		v := *n.Val
		v.Text, err = scalar.Apply(v.Text, op.Parts)
		k.Node = &Node{Val: &v, Kind: n.Kind, Comments: n.Comments}
		return err
	case n.Text != nil:
		return fmt.Errorf("the text at %s is changed twice", edit.PathText(op.Path))
	case n.Src.Alias() != "":
		return t.enter(n, op.Path)
	}
	if err := t.unshared(n, op.Path); err != nil {
		return err
	}
	changed, err := t.changeText(n, op.Parts)
	if err != nil {
		return err
	}
	k.Node = changed
	return nil
}

// changeText returns n, a text of the document, with other parts.
func (t *Tree) changeText(n *Node, parts []edit.Edit) (*Node, error) {
	old, ok := scalar.Decoded(t.Doc, n.Src)
	if !ok {
		return nil, scalar.ErrNotInPart
	}
	after, err := scalar.Apply(old, parts)
	if err != nil || after == old {
		return n, err
	}
	changed := *n
	v := *n.Val
	changed.Val = &v
	switch {
	case v.Style == model.Literal && t.Doc.Syntax != model.HCL:
		err = t.literalChange(&changed, old, parts)
	default:
		err = t.inPlace(&changed, old, after, parts)
	}
	return &changed, err
}

// literalChange notes which lines of a literal block change.
func (t *Tree) literalChange(n *Node, old string, parts []edit.Edit) error {
	cut, lines := scalar.LiteralLines(t.Doc.Text(n.Src.Span))
	written := strings.Join(lines, "\n")
	if lines == nil || strings.TrimRight(old, "\n") != strings.TrimRight(written, "\n") {
		return edit.Refuse("the text has an indentation of its own and cannot be changed in part")
	}
	change := &scalar.Change{Cut: cut, Lines: lines, Parts: parts}
	if end := parts[len(parts)-1].End; end > len(written) {
		change.Lines, change.Newline = append(lines, ""), true
		if after, _ := scalar.Apply(old, parts); end > len(written)+1 || !strings.HasSuffix(after, "\n") {
			return edit.Refuse("the text would change at its end")
		}
	}
	n.Text = change
	if n.Kind == model.String {
		n.Val.Text, _ = scalar.Apply(old, parts)
		return nil
	}
	header, _, _ := strings.Cut(n.Src.Text, "\n") // with a carriage return, if the lines have them
	out := []string{strings.TrimSuffix(header, "\r")}
	for _, l := range n.Text.Changed() {
		if l.Text != "" {
			l.Text = textline.Spaces(cut) + l.Text
		}
		out = append(out, l.Text)
	}
	n.Val.Text = strings.Join(out, t.Newline)
	return nil
}

// inPlace finds the parts of a scalar in its source. Other bytes there may be escapes, so a part is found by its number among
// those with the same text.
func (t *Tree) inPlace(n *Node, old, after string, parts []edit.Edit) error {
	n.Text = &scalar.Change{}
	n.Val.Text = after
	written := t.Doc.Text(n.Src.Span)
	offset, isNew := n.Src.Span.Start, scalar.PlainPart()
	if written != old { // the text is in quotes
		offset++
	}
	if t.Doc.Syntax == model.HCL {
		isNew = scalar.SafePart()
	}
	if asItIs := written == old || len(written) > 2 && written[1:len(written)-1] == old; asItIs && t.mayHold(n.Src, parts) {
		n.Text.Edits = edit.Shift(parts, offset)
	} else {
		for _, p := range parts {
			e, ok := scalar.FindPart(old, written, p, isNew)
			if !ok {
				return t.printed(n, old, after, written)
			}
			n.Text.Edits = append(n.Text.Edits, edit.Shift([]edit.Edit{e}, n.Src.Span.Start)...)
		}
	}
	if n.Kind != model.Unknown {
		return nil
	}
	text, err := scalar.Apply(written, edit.Shift(n.Text.Edits, -n.Src.Span.Start))
	if quoted := n.Src.Style == model.DoubleQuoted || n.Src.Style == model.SingleQuoted; err == nil && quoted {
		text = text[1 : len(text)-1]
	}
	n.Val.Text = text
	return err
}

// mayHold reports whether a text may contain the new parts without a change of its style.
func (t *Tree) mayHold(v *model.Value, parts []edit.Edit) bool {
	isPlain, o := v.Style == model.Plain, t.Holder[v]
	endsAtComma := isPlain && o != nil && !o.Block
	for _, p := range parts {
		if isPlain && p.Start == 0 && p.New == "" {
			return false
		}
		if endsAtComma && strings.Contains(p.New, ",") {
			return false
		}
		if p.New != "" && !scalar.SafePart().MatchString(p.New) {
			return false
		}
	}
	return true
}

// printed rewrites a whole text, if karplint would write the old one in exactly its present form.
func (t *Tree) printed(n *Node, old, after, written string) error {
	if t.Doc.Syntax == model.HCL {
		return scalar.ErrNotInPart
	}
	print := func(text string) string {
		if n.Src.Style == model.DoubleQuoted {
			return scalar.Quote(text)
		}
		return scalar.Text(&model.Value{Kind: model.String, Style: n.Src.Style, Text: text}, n.Src.Style, true, t.JSON)
	}
	if n.Kind != model.String && n.Src.Style != model.DoubleQuoted || print(old) != written {
		return scalar.ErrNotInPart
	}
	text := print(after)
	n.Text.Edits = []edit.Edit{{Start: n.Src.Span.Start, End: n.Src.Span.End, New: text}}
	if n.Kind == model.Unknown {
		n.Val.Text = text[1 : len(text)-1]
	}
	return nil
}
