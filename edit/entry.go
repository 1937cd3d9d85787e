package edit

import "github.com/karplint/karplint/model"

// kidLines writes an entry or item of a block collection with the comments above it.
func (t *tree) kidLines(k *kid, ws string) []line {
	o := k.from
	if o == nil || !o.block {
		return t.freshKid(k, ws)
	}
	base := spaces(o.col)
	lead := t.lines(o.lead.Start, o.lead.End, base, ws)
	switch {
	case (k.key == nil) != (o.entry == nil):
		return append(lead, t.freshKid(k, ws)...)
	case k.clean():
		return append(lead, t.own(t.lines(o.body.Start, o.body.End, base, ws), ws)...)
	case k.node.src == o.value:
		lead = append(lead, remarkLines(t.remarksOf(k).above, ws)...)
		return append(lead, t.changedKid(k, ws)...)
	}
	return append(lead, t.replacedKid(k, ws)...)
}

// own gives a first line that stood behind a dash an indentation of its own.
func (t *tree) own(lines []line, ws string) []line {
	if len(lines) > 0 && lines[0].src < 0 {
		lines[0].ws = ws
	}
	return lines
}

// changedKid writes a kid whose value is the old one with changes inside, or whose key changed.
func (t *tree) changedKid(k *kid, ws string) []line {
	o, n := k.from, k.node
	base := spaces(o.col)
	var out []line
	switch {
	case n.clean():
		out = t.lines(o.body.Start, o.body.End, base, ws)
	case n.src.Style != model.Block:
		out = t.part(o.body.Start, start(n.src), base, ws)
		out = concat(out, t.inline(n, ws, flowStyle{}))
		out = concat(out, t.lines(n.src.Span.End, o.body.End, base, ws))
	case len(n.kids) == 0:
		return t.replacedKid(k, ws)
	default:
		inner := t.blockLines(n, shift(spaces(t.kids[n.src][0].col), base, ws))
		if o.nested == t.lineStart(o.nested) {
			out = append(t.lines(o.body.Start, o.nested, base, ws), inner...)
			break
		}
		remarks, rest := t.splitRemarks(inner) // the first kid stands behind a dash
		for i := range remarks {
			if !t.blank(remarks[i]) {
				remarks[i].ws = ws
			}
		}
		head := t.own(t.lines(o.body.Start, o.nested, base, ws), ws)
		return append(remarks, concat(head, rest)...)
	}
	t.own(out, ws)
	t.renameIn(out, k)
	return out
}

// renameIn gives the entry in lines its new key.
func (t *tree) renameIn(lines []line, k *kid) {
	if k.key == nil || k.sameKey() {
		return
	}
	old := k.from.entry.Key
	substitute(lines, old.Span, scalarText(k.key, old.Style, false, t.json))
}

// replacedKid writes a kid that has another value than before.
func (t *tree) replacedKid(k *kid, ws string) []line {
	o, n := k.from, k.node
	base := spaces(o.col)
	old := o.value
	r := t.remarksOf(k)
	beside, skip := t.beside(o)
	if beside != nil {
		r.moveUp()
	} else {
		beside = r.pieces()
	}
	above, below := remarkLines(r.above, ws), t.belowLines(n, r, ws, k.dash)
	if t.oneLine(o) && !n.isBlock() && !longText(n) && r.beside == "" && len(below) == 0 {
		out := t.own(t.lines(o.body.Start, o.body.End, base, ws), ws)
		span, text := model.Span{Start: o.colon, End: o.colon}, " "
		if !old.Span.Empty() {
			span, text = model.Span{Start: start(old), End: old.Span.End}, ""
		}
		if n.stands != "" {
			span.Start = old.Span.Start
		}
		substitute(out, span, text+t.inlineText(n, old.Style))
		t.renameIn(out, k)
		return append(above, out...)
	}
	head := t.own(t.lines(o.body.Start, o.colon, base, ws), ws)
	t.renameIn(head, k)
	out := append(append(above, t.valueUnder(head, n, ws, k.dash, beside)...), below...)
	if t.isDropped(o) {
		return out
	}
	return append(out, t.remarks(model.Span{Start: o.body.Start, End: o.body.End}, ws+spaces(t.step), skip)...)
}

// oneLine says whether the value stands on the line of its key or dash and ends there.
func (t *tree) oneLine(o *origin) bool {
	if o.value.Style == model.Literal || o.value.Style == model.Folded || t.guards.last[o.value] > 0 {
		return false
	}
	return o.end <= t.lineEnd(o.start) && (o.value.Style != model.Block || o.value.Span.Empty())
}

// beside returns the comment on the line of the key, or else on that of the value's end.
func (t *tree) beside(o *origin) ([]piece, map[int]bool) {
	for _, at := range []int{o.colon, o.end} {
		if at < o.body.Start || at >= o.body.End {
			continue
		}
		if o.nested > o.start && o.nested < t.lineEnd(at) && o.nested != t.lineStart(o.nested) {
			continue // the line belongs to the first entry of an item
		}
		for _, c := range t.commentsIn(model.Span{Start: at, End: t.lineEnd(at)}) {
			if t.isCarried(c.Span, o.body) {
				continue
			}
			from := c.Span.Start
			for from > at && (t.data[from-1] == ' ' || t.data[from-1] == '\t') {
				from--
			}
			return []piece{{start: from, end: c.Span.End}}, map[int]bool{c.Span.Start: true}
		}
	}
	return nil, nil
}

// freshKid writes a kid that did not stand in a block collection like this before.
func (t *tree) freshKid(k *kid, ws string) []line {
	head := []line{newLine(ws, "-")}
	if k.key != nil {
		like := model.None
		if k.from != nil && k.from.entry != nil {
			like = k.from.entry.Key.Style
		}
		head = []line{newLine(ws, scalarText(k.key, like, false, t.json)+":")}
	}
	var beside []piece
	var skip map[int]bool
	if k.from != nil && k.from.block {
		beside, skip = t.beside(k.from)
	}
	raiseRemark(k.node)
	r := t.remarksOf(k)
	if beside != nil {
		r.moveUp()
	} else {
		beside = r.pieces()
	}
	about := t.aboutList(k)
	if beside == nil && !about.Empty() {
		beside = []piece{{text: string(t.data[about.Start:about.End])}}
	} else {
		about = model.Span{}
	}
	value := t.valueUnder(head, k.node, ws, k.dash, beside)
	if !about.Empty() {
		substitute(value, about, "")
		t.settleText(value, beside[0], about)
	}
	out := append(remarkLines(r.above, ws), value...)
	out = append(out, t.belowLines(k.node, r, ws, k.dash)...)
	if k.from != nil && k.from.block && !k.node.isBlock() {
		out = append(out, t.remarks(k.from.body, ws+spaces(t.step), skip)...)
	}
	return out
}

// raiseRemark gives a new list the comment beside the key of a new block that is all its first item holds first.
func raiseRemark(list *node) {
	if list.src != nil || list.kind != model.List || !list.isBlock() || list.comments != nil {
		return
	}
	item := list.kids[0].node
	if item.src != nil || item.kind != model.Map || !item.isBlock() || item.comments != nil {
		return
	}
	first := item.kids[0].node
	if first.src != nil || !first.isBlock() || first.comments == nil || first.comments.Beside == "" {
		return
	}
	rest := *first.comments
	list.comments = &model.Comments{Beside: rest.Beside}
	rest.Beside = ""
	first.comments = &rest
}

// settleText puts the bytes of a span in the place of a text that stands for them in lines.
func (t *tree) settleText(lines []line, text piece, span model.Span) {
	for i := range lines {
		for j, p := range lines[i].body {
			if p == text {
				lines[i].body[j] = piece{start: span.Start, end: span.End}
				return
			}
		}
	}
}

// aboutList returns the comment, with the blanks before it, on the line of a key whose block came into the first item of a new list:
// it is about the list.
func (t *tree) aboutList(k *kid) model.Span {
	if k.from != nil || k.node.src != nil || k.node.kind != model.List || !k.node.isBlock() {
		return model.Span{}
	}
	item := k.node.kids[0].node
	if item.src != nil || item.kind != model.Map || !item.isBlock() {
		return model.Span{}
	}
	first := item.kids[0]
	if first.from == nil || !first.from.block || !first.node.isBlock() || first.node.src != first.from.value {
		return model.Span{}
	}
	beside, _ := t.beside(first.from)
	if beside == nil || beside[0].end > t.lineEnd(first.from.colon) {
		return model.Span{}
	}
	return model.Span{Start: beside[0].start, End: beside[0].end}
}

// isBlock says whether n is written as lines of its own below its key.
func (n *node) isBlock() bool {
	if n.src != nil {
		return n.src.Style == model.Block && len(n.kids) > 0
	}
	return (n.kind == model.Map || n.kind == model.List) && len(n.kids) > 0 && n.val.Style != model.Flow
}

// valueUnder writes n behind head, the line that ends with its key's colon or with its dash,
// with the comment beside it. After a dash the value starts dash columns further right; dash is 0
// after a colon.
func (t *tree) valueUnder(head []line, n *node, ws string, dash int, beside []piece) []line {
	switch {
	case !n.isBlock() && longText(n):
		return t.block(head, n, ws, dash, beside)
	case !n.isBlock():
		out := head
		if value := t.inline(n, ws, flowStyle{}); len(value) > 0 { // a null may have no bytes
			appendText(head, piece{text: spaces(max(1, dash-1))})
			out = concat(head, value)
		}
		if n.src != nil && (n.src.Style == model.Literal || n.src.Style == model.Folded) {
			return out // the comment is in its first line
		}
		appendText(out, beside...)
		return out
	case dash > 0:
		inner := t.blockLines(n, ws+spaces(dash))
		remarks, rest := t.splitRemarks(inner)
		var out []line
		if beside != nil {
			out = append(out, line{src: -1, ws: ws, body: trimmed(t.source, beside)})
		}
		for _, l := range remarks {
			if !t.blank(l) {
				l.ws = ws
			}
			out = append(out, l)
		}
		appendText(head, piece{text: spaces(dash - 1)})
		return append(out, concat(head, rest)...)
	}
	by := t.step
	if n.kind == model.List {
		by = t.hang
	}
	inner := t.blockLines(n, ws+spaces(by))
	appendText(head, beside...)
	if n.src == nil && n.kind == model.List && n.kids[0].node.comments == nil { // a comment on what became the first item is about the list
		remarks, rest := t.splitRemarks(inner)
		for i := range remarks {
			if !t.blank(remarks[i]) {
				remarks[i].ws = ws
			}
		}
		return append(remarks, append(head, rest...)...)
	}
	return append(head, inner...)
}

// trimmed cuts the blanks in front of a comment.
func trimmed(s *source, beside []piece) []piece {
	p := beside[0]
	if p.end == 0 {
		return []piece{{text: p.text[1:]}}
	}
	p.start += blanks(s.data[p.start:p.end])
	return []piece{p}
}
