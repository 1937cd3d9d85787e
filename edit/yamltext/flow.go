package yamltext

import (
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/scalar"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
)

// inline writes a value that begins on the line of its key, dash or separator; ws is the
// indentation of that line.
func (t *treeWriter) inline(n *draft.Node, ws string, st flowStyle) []textline.Line {
	switch {
	case n.Text != nil && (!st.inFlow || !t.blockInside(n.Src)):
		return t.textLines(n, ws)
	case n.Clean() && (!st.inFlow || !t.blockInside(n.Src)):
		from := layout.StartOf(n.Src)
		return t.Lines(from, max(n.Src.Span.End, layout.PropsEnd(n.Src)), t.Base(n.Src), ws)
	case !n.IsCollection():
		return []textline.Line{textline.NewLine("", t.flowScalar(n, st))}
	case n.Src != nil && n.Src.Style == model.Flow && !n.Src.Span.Empty():
		f := t.flowOf(n.Src, st)
		out := t.flowLines(n, ws, f)
		if !n.Src.Props().Empty() {
			out = textline.Concat(t.Part(n.Src.Props().Start, n.Src.Span.Start, "", ""), out)
		}
		return out
	}
	if n.Like != nil && n.Like.Style == model.Flow {
		f := t.flowOf(n.Like, st)
		isShort := n.IsLeaf() && len(n.Children) == 1 && len(t.Children[n.Like]) > 1
		f.multi = f.multi && !(isShort && !t.JSON) // people break a long list, not one of a single scalar
		return t.flowLines(n, ws, f)
	}
	f := t.newFlow(st)
	if n.Kind == model.List && n.IsLeaf() && t.leavesInline() {
		f.multi = false
	}
	return t.flowLines(n, ws, f)
}

// inlineText writes a new scalar or a clean value of one line.
func (t *treeWriter) inlineText(n *draft.Node, like model.Style) string {
	if n.Src == nil && len(n.Children) == 0 {
		return scalar.Text(n.Val, like, false, t.JSON)
	}
	var text strings.Builder
	for _, l := range t.inline(n, "", flowStyle{}) {
		text.WriteString(textline.PieceText(t.Data, l.Body))
	}
	return text.String()
}

func (t *treeWriter) flowScalar(n *draft.Node, st flowStyle) string {
	v := *n.Val
	if n.Src != nil && v.Style == model.Plain && v.Kind != model.String {
		v.Style = model.None
	}
	if layout.IsBlockScalar(&v) {
		v.Style = model.DoubleQuoted
		if n.Kind == model.Unknown && strings.Contains(v.Text, "\n") {
			t.refuse(&v)
		}
	}
	like := model.None
	likeQuotes := st.inFlow && st.quote == model.DoubleQuoted
	if t.JSON && likeQuotes && v.Kind == model.String {
		like = model.DoubleQuoted
	}
	return scalar.Text(&v, like, st.inFlow, t.JSON)
}

// blockInside reports whether v contains a value in block style, so that it cannot be copied into a flow collection.
func (t *treeWriter) blockInside(v *model.Value) bool {
	if v.Style == model.Block || layout.IsBlockScalar(v) || v.Span.Empty() {
		return true
	}
	isPlainText := v.Style == model.Plain && v.Kind == model.String
	return isPlainText && t.holderIsBlock(v) && !scalar.IsPlain(v.Text, true)
}

func (t *treeWriter) holderIsBlock(v *model.Value) bool {
	return t.Holder[v] != nil && t.Holder[v].Block
}

// flowLines writes a collection in flow style. It copies separators between children that remain neighbours.
func (t *treeWriter) flowLines(n *draft.Node, ws string, f flowStyle) []textline.Line {
	brackets := "{}"
	if n.Kind == model.List {
		brackets = "[]"
	}
	old := t.Children[n.Src]
	if n.Src == nil || n.Src.Style != model.Flow {
		old = nil
	}
	w := &flowWriter{treeWriter: t, n: n, f: f, old: old, ws: ws, prev: -1}
	w.shift = func(start, end int) []textline.Line { return t.Part(start, end, t.Base(n.Src), ws) }
	if n.Src != nil && n.Src.Style == model.Flow {
		w.from, w.to = n.Src.Span.Start, n.Src.Span.End
		w.out = w.shift(w.from, w.from+1)
	} else {
		w.out = []textline.Line{textline.NewLine("", brackets[:1])}
	}
	places := t.Order(n)
	if len(places) == 0 {
		w.refuseComments()
		return append(w.out[:len(w.out)-1], textline.Concat(w.out[len(w.out)-1:], []textline.Line{textline.NewLine("", brackets[1:])})...)
	}
	for i, p := range places {
		w.separate(i, places)
		w.out = textline.Concat(w.out, t.flowChild(p.Child, w.indentOf(p.Child), n.Src, f))
	}
	w.close(places[len(places)-1].Child)
	if w.to > 0 {
		w.out = textline.Concat(w.out, w.shift(w.to-1, w.to))
	} else {
		w.out = textline.Concat(w.out, []textline.Line{textline.NewLine("", brackets[1:])})
	}
	return w.out
}

// flowWriter writes one flow collection.
type flowWriter struct {
	*treeWriter
	n        *draft.Node
	f        flowStyle
	old      []*layout.Origin
	ws       string
	from, to int // the old collection; 0 for a new one
	prev     int // the last old child written, -1 for none
	shift    func(start, end int) []textline.Line
	out      []textline.Line
}

func (w *flowWriter) kidIndent() string {
	if w.f.multi {
		return w.ws + w.f.unit
	}
	return w.ws
}

// indentOf returns the indentation of the line that k begins on. A child that stays in the collection keeps its own.
func (w *flowWriter) indentOf(k *draft.Child) string {
	if w.mine(k) >= 0 {
		return textline.ShiftIndent(w.LineBlanks(k.From.Start), w.Base(w.n.Src), w.ws)
	}
	return w.kidIndent()
}

// mine returns the index of k among the old children, or -1.
func (w *flowWriter) mine(k *draft.Child) int {
	if k.From != nil && w.old != nil && k.From.Collection == w.n.Src {
		return k.From.Index
	}
	return -1
}

// gapBefore returns the bytes between the old children i-1 and i (0: after the bracket; len: before
// the closing one).
func (w *flowWriter) gapBefore(i int) model.Span {
	s := model.Span{Start: w.from + 1, End: w.to - 1}
	if i > 0 {
		s.Start = w.old[i-1].End
	}
	if i < len(w.old) {
		s.End = w.old[i].Start
	}
	return s
}

func (w *flowWriter) separate(i int, places []draft.Place) {
	if index := w.mine(places[i].Child); index >= 0 {
		next := index == w.prev+1
		w.prev = index
		if next && (index > 0 || i == 0) {
			gap := w.gapBefore(index)
			w.out = textline.Concat(w.out, w.shift(gap.Start, gap.End))
			return
		}
	}
	w.refuseComments()
	if i > 0 {
		textline.AppendText(w.out, textline.Piece{Text: ","})
	}
	switch {
	case w.f.multi:
		w.breakLine(w.kidIndent())
	case i > 0:
		textline.AppendText(w.out, textline.Piece{Text: w.f.comma})
	default:
		textline.AppendText(w.out, textline.Piece{Text: w.f.pad})
	}
}

func (w *flowWriter) breakLine(ws string) { w.out = append(w.out, textline.NewLine(ws, "")) }

// close writes the text between the last child and the closing bracket.
func (w *flowWriter) close(last *draft.Child) {
	if w.old == nil {
		if w.f.multi {
			w.breakLine(w.ws)
		} else {
			textline.AppendText(w.out, textline.Piece{Text: w.f.pad})
		}
		return
	}
	gap := w.gapBefore(len(w.old))
	text := string(w.Data[gap.Start:gap.End])
	if w.mine(last) == len(w.old)-1 {
		w.out = textline.Concat(w.out, w.shift(gap.Start, gap.End))
		return
	}
	w.refuseComments()
	if strings.Contains(text, ",") {
		textline.AppendText(w.out, textline.Piece{Text: ","})
	}
	if newline := strings.LastIndexByte(text, '\n'); newline >= 0 {
		w.breakLine(textline.ShiftIndent(text[newline+1:], w.Base(w.n.Src), w.ws))
		return
	}
	textline.AppendText(w.out, textline.Piece{Text: strings.ReplaceAll(text, ",", "")})
}

// refuseComments refuses a change of which parts the collection has, if comments are among them.
func (w *flowWriter) refuseComments() {
	if w.to > 0 && len(w.CommentsIn(model.Span{Start: w.from, End: w.to})) > 0 {
		w.Failed = edit.Refuse("comments are among the parts of a list or map in brackets")
	}
}

// flowChild writes an entry or item inside a flow collection; ws is the indentation of its line.
func (t *treeWriter) flowChild(k *draft.Child, ws string, home *model.Value, f flowStyle) []textline.Line {
	o := k.From
	inFlow := o != nil && !o.Block
	inner := f
	inner.inFlow = true
	if inFlow && k.Clean() {
		return t.Lines(o.Start, o.End, t.LineBlanks(o.Start), ws)
	}
	indent := ws
	if inFlow {
		indent = textline.ShiftIndent(t.LineBlanks(layout.StartOf(o.Value)), t.LineBlanks(o.Start), ws)
	}
	value := t.inline(k.Node, indent, inner)
	if k.Key == nil {
		return value
	}
	var head []textline.Line
	if inFlow && o.Entry != nil {
		to := layout.StartOf(o.Value)
		if o.Value.Span.Empty() {
			to = o.Colon
		}
		head = t.Part(o.Start, max(to, o.Colon), t.LineBlanks(o.Start), ws)
		t.renameIn(head, k)
		if o.Value.Span.Empty() {
			textline.AppendText(head, textline.Piece{Text: strings.TrimPrefix(f.colon, t.colonText(o))})
		}
		if home == nil || o.Collection != home {
			textline.AppendText(head, t.missingBlank(o, f)...)
		}
		return textline.Concat(head, value)
	}
	like := f.quote
	if k.Key.Style != model.None {
		like = k.Key.Style
	}
	head = []textline.Line{textline.NewLine("", scalar.Text(k.Key, like, true, t.JSON)+f.colon)}
	return textline.Concat(head, value)
}

// colonText returns ":" if the entry has one.
func (t *treeWriter) colonText(o *layout.Origin) string {
	if o.Colon > o.Entry.Key.Span.End {
		return ":"
	}
	return ""
}

// missingBlank returns the blank that a value needs after a bare colon in another collection.
func (t *treeWriter) missingBlank(o *layout.Origin, f flowStyle) []textline.Piece {
	if o.Colon == layout.StartOf(o.Value) && strings.HasSuffix(f.colon, " ") {
		return []textline.Piece{{Text: f.colon[strings.Index(f.colon, ":")+1:]}}
	}
	return nil
}
