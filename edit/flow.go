package edit

import (
	"strings"

	"github.com/karplint/karplint/model"
)

// inline writes a value that begins on the line of its key, dash or separator; ws is the
// indentation of that line.
func (t *tree) inline(n *node, ws string, st flowStyle) []line {
	switch {
	case n.text != nil && (!st.inFlow || !t.blockInside(n.src)):
		return t.textLines(n, ws)
	case n.clean() && (!st.inFlow || !t.blockInside(n.src)):
		from := start(n.src)
		return t.lines(from, max(n.src.Span.End, propsEnd(n.src)), t.base(n.src), ws)
	case n.kind != model.List && n.kind != model.Map:
		return []line{newLine("", t.flowScalar(n, st))}
	case n.src != nil && n.src.Style == model.Flow && !n.src.Span.Empty():
		f := t.flowOf(n.src, st)
		out := t.flowLines(n, ws, f)
		if !n.src.Props.Empty() {
			out = concat(t.part(n.src.Props.Start, n.src.Span.Start, "", ""), out)
		}
		return out
	}
	if n.like != nil && n.like.Style == model.Flow {
		return t.flowLines(n, ws, t.flowOf(n.like, st))
	}
	f := t.newFlow(st)
	f.multi = f.multi && !(n.kind == model.List && n.isLeaf() && t.leavesInline())
	return t.flowLines(n, ws, f)
}

// inlineText writes a new scalar or a clean value of one line.
func (t *tree) inlineText(n *node, like model.Style) string {
	if n.src == nil && len(n.kids) == 0 {
		return scalarText(n.val, like, false, t.json)
	}
	text := ""
	for _, l := range t.inline(n, "", flowStyle{}) {
		text += pieceText(t.data, l.body)
	}
	return text
}

func (t *tree) flowScalar(n *node, st flowStyle) string {
	v := *n.val
	if n.src != nil && v.Style == model.Plain && v.Kind != model.String {
		v.Style = model.None
	}
	if v.Style == model.Literal || v.Style == model.Folded {
		v.Style = model.DoubleQuoted
		if n.kind == model.Unknown && strings.Contains(v.Text, "\n") {
			t.refuse(&v)
		}
	}
	like := model.None
	if v.Kind == model.String && st.quote == model.DoubleQuoted && st.inFlow && t.json {
		like = model.DoubleQuoted
	}
	return scalarText(&v, like, st.inFlow, t.json)
}

// blockInside says whether v cannot be copied into a flow collection.
func (t *tree) blockInside(v *model.Value) bool {
	return v.Style == model.Block || v.Style == model.Literal || v.Style == model.Folded ||
		v.Span.Empty() || v.Style == model.Plain && v.Kind == model.String && t.holderIsBlock(v) && !plainString(v.Text, true)
}

func (t *tree) holderIsBlock(v *model.Value) bool { return t.holder[v] != nil && t.holder[v].block }

// flowLines writes a collection in flow style. Separators between kids that stay neighbours are
// copied.
func (t *tree) flowLines(n *node, ws string, f flowStyle) []line {
	brackets := "{}"
	if n.kind == model.List {
		brackets = "[]"
	}
	old := t.kids[n.src]
	if n.src == nil || n.src.Style != model.Flow {
		old = nil
	}
	w := &flowWriter{tree: t, n: n, f: f, old: old, ws: ws, prev: -1}
	w.shift = func(start, end int) []line { return t.part(start, end, t.base(n.src), ws) }
	if n.src != nil && n.src.Style == model.Flow {
		w.from, w.to = n.src.Span.Start, n.src.Span.End
		w.out = w.shift(w.from, w.from+1)
	} else {
		w.out = []line{newLine("", brackets[:1])}
	}
	places := t.order(n)
	if len(places) == 0 {
		w.empty()
		return append(w.out[:len(w.out)-1], concat(w.out[len(w.out)-1:], []line{newLine("", brackets[1:])})...)
	}
	for i, p := range places {
		w.separate(i, places)
		w.wrote = true
		w.out = concat(w.out, t.flowKid(p.kid, w.indentOf(p.kid), n.src, f))
	}
	w.close(places[len(places)-1].kid)
	if w.to > 0 {
		w.out = concat(w.out, w.shift(w.to-1, w.to))
	} else {
		w.out = concat(w.out, []line{newLine("", brackets[1:])})
	}
	return w.out
}

// flowWriter writes one flow collection.
type flowWriter struct {
	*tree
	n        *node
	f        flowStyle
	old      []*origin
	ws       string
	from, to int        // the old collection; 0 for a new one
	next     int        // the first separator whose comments were not passed yet
	prev     int        // the last old kid written, -1 for none
	beside   model.Span // the comment that passBeside wrote last
	shift    func(start, end int) []line
	wrote    bool // a kid stands in out
	out      []line
}

func (w *flowWriter) kidIndent() string {
	if w.f.multi {
		return w.ws + w.f.unit
	}
	return w.ws
}

// indentOf returns the indentation of the line that k begins on. What stays in the collection keeps
// the one it has there, however odd.
func (w *flowWriter) indentOf(k *kid) string {
	if w.mine(k) >= 0 {
		return shift(w.lineBlanks(k.from.start), w.base(w.n.src), w.ws)
	}
	return w.kidIndent()
}

// mine returns k's place among the old kids, or -1.
func (w *flowWriter) mine(k *kid) int {
	if k.from != nil && w.old != nil && k.from.coll == w.n.src {
		return k.from.index
	}
	return -1
}

// gapBefore returns the bytes between the old kids i-1 and i (0: after the bracket; len: before
// the closing one).
func (w *flowWriter) gapBefore(i int) model.Span {
	s := model.Span{Start: w.from + 1, End: w.to - 1}
	if i > 0 {
		s.Start = w.old[i-1].end
	}
	if i < len(w.old) {
		s.End = w.old[i].start
	}
	return s
}

func (w *flowWriter) separate(i int, places []place) {
	at := w.mine(places[i].kid)
	before := -1
	if i > 0 {
		before = w.mine(places[i-1].kid)
	}
	if at >= 0 {
		next := at == w.prev+1
		w.prev = at
		gap := w.gapBefore(at)
		stays := i == 0 && at == 0 || before >= 0 // its neighbour is the same
		if next && (stays || at > 0 && len(w.commentsIn(gap)) == 0) {
			w.next = at + 1
			w.out = concat(w.out, w.shift(gap.Start, gap.End))
			return
		}
	}
	if i > 0 {
		appendText(w.out, piece{text: ","})
	}
	if at < 0 && before >= 0 {
		w.passBeside(before + 1)
	}
	until := w.next
	if at >= 0 {
		until = at + 1
	} else if i > 0 && before >= 0 {
		until = before + 1
	}
	w.passComments(until)
	switch {
	case w.f.multi || w.commentOpen():
		w.breakLine(w.kidIndent())
	case i > 0:
		appendText(w.out, piece{text: w.f.comma})
	default:
		appendText(w.out, piece{text: w.f.pad})
	}
}

func (w *flowWriter) breakLine(ws string) { w.out = append(w.out, newLine(ws, "")) }

// close writes what stands between the last kid and the closing bracket.
func (w *flowWriter) close(last *kid) {
	if w.old == nil {
		if w.f.multi {
			w.breakLine(w.ws)
		} else {
			appendText(w.out, piece{text: w.f.pad})
		}
		return
	}
	gap := w.gapBefore(len(w.old))
	text := string(w.data[gap.Start:gap.End])
	if w.mine(last) == len(w.old)-1 {
		w.out = concat(w.out, w.shift(gap.Start, gap.End))
		return
	}
	if code, _, _ := strings.Cut(text, "#"); strings.Contains(code, ",") {
		appendText(w.out, piece{text: ","})
	}
	w.passComments(len(w.old) + 1)
	newline := strings.LastIndexByte(text, '\n')
	switch {
	case newline >= 0:
		w.breakLine(shift(text[newline+1:], w.base(w.n.src), w.ws))
	case w.commentOpen():
		w.breakLine(w.ws)
	case !strings.Contains(text, "#"):
		appendText(w.out, piece{text: strings.ReplaceAll(text, ",", "")})
	}
}

// empty keeps the comments of a collection that lost all its kids.
func (w *flowWriter) empty() {
	if w.old == nil {
		return
	}
	w.passComments(len(w.old) + 1)
	if w.commentOpen() {
		w.breakLine(w.ws)
	}
}

// flowKid writes an entry or item inside a flow collection; ws is the indentation of its line.
func (t *tree) flowKid(k *kid, ws string, home *model.Value, f flowStyle) []line {
	o := k.from
	inFlow := o != nil && !o.block
	inner := f
	inner.inFlow = true
	if inFlow && k.clean() {
		return t.lines(o.start, o.end, t.lineBlanks(o.start), ws)
	}
	below := ws
	if inFlow {
		below = shift(t.lineBlanks(start(o.value)), t.lineBlanks(o.start), ws)
	}
	value := t.inline(k.node, below, inner)
	if k.key == nil {
		return value
	}
	var head []line
	if inFlow && o.entry != nil {
		to := start(o.value)
		if o.value.Span.Empty() {
			to = o.colon
		}
		head = t.part(o.start, max(to, o.colon), t.lineBlanks(o.start), ws)
		t.renameIn(head, k)
		if o.value.Span.Empty() {
			appendText(head, piece{text: strings.TrimPrefix(f.colon, t.colonText(o))})
		}
		if home == nil || o.coll != home {
			appendText(head, t.missingBlank(o, f)...)
		}
		return concat(head, value)
	}
	like := f.quote
	if k.key.Style != model.None {
		like = k.key.Style
	}
	head = []line{newLine("", scalarText(k.key, like, true, t.json)+f.colon)}
	return concat(head, value)
}

// colonText returns ":" if the entry has one.
func (t *tree) colonText(o *origin) string {
	if o.colon > o.entry.Key.Span.End {
		return ":"
	}
	return ""
}

// missingBlank returns the blank that a value needs behind a bare colon in another collection.
func (t *tree) missingBlank(o *origin, f flowStyle) []piece {
	if o.colon == start(o.value) && strings.HasSuffix(f.colon, " ") {
		return []piece{{text: f.colon[strings.Index(f.colon, ":")+1:]}}
	}
	return nil
}
