package edit

import (
	"fmt"

	"github.com/karplint/karplint/model"
)

// planObject is Plan for a map that is written as a value in a Terraform file, such as the manifest of a kubernetes_manifest or the
// argument of yamlencode: at the path in doc. Where planHCL makes one Op after the other in the text, this makes all of them in the
// tree and writes what changed once, as in YAML.
func planObject(doc *model.Document, path []any, ops []Op) ([]Edit, error) {
	if len(ops) == 0 {
		return nil, nil
	}
	var text *hclText
	start := 0
	if block, alone := inBlock(doc.Root, path); block != nil {
		if text, start = textOfBlock(doc, block); text != nil {
			path = alone
		}
	}
	if text == nil {
		var err error
		if text, err = newHCLText(doc.File.Path, doc.File.Data); err != nil {
			return nil, err
		}
	}
	h := newHCLObject(text, valueAt(text.source.Document.Root, path))
	for _, op := range ops {
		op.DropComments = false // they do not come along with what is taken out: see Detach
		if err := h.apply(op); err != nil {
			return nil, err
		}
	}
	edits, err := h.plan(path)
	return moved(edits, start), err
}

// hclObject is a map in a Terraform file that Ops change.
type hclObject struct {
	*tree
	text   *hclText
	style  hclStyle
	commas bool // entries on lines of their own end with commas
	alone  bool // one Op is made: a new entry that would move the "=" of others stands apart from them
	tight  bool // it must stay on its line
	owned  map[*origin]bool
}

var errCopied = Refuse("what is to be copied cannot be written in Terraform")

func newHCLObject(text *hclText, root *model.Value) *hclObject {
	f := model.NewFile(text.path, text.data)
	s := &source{
		doc: &model.Document{File: f, Syntax: model.HCL, Span: root.Span, Root: root}, file: f, data: text.data, size: len(text.data),
		start: root.Span.Start, end: root.Span.End, newline: text.newline, step: 2, hang: -1, dash: 2,
		kids: map[*model.Value][]*origin{}, entries: map[*model.Entry]*origin{}, holder: map[*model.Value]*origin{},
		aliased: map[string]bool{}, blanks: map[int]int{},
	}
	h := &hclObject{text: text, style: text.styleOf(root), owned: map[*origin]bool{}}
	h.lay(s, root)
	h.tree = newTree(s)
	if kids := s.kids[root]; len(kids) > 0 && h.ownLines(kids[0]) {
		h.commas = text.commaAfter(kids[0].end) > 0
	}
	return h
}

// ownLines says whether an entry or item has its lines for itself.
func (h *hclObject) ownLines(o *origin) bool { return h.owned[o] }

// lay finds the bytes of what v holds, at every depth: of an entry or item on lines of its own these lines, with the comments
// directly above.
func (h *hclObject) lay(s *source, v *model.Value) {
	var kids []*origin
	for i, item := range v.Items {
		kids = append(kids, &origin{coll: v, index: i, value: item, start: item.Span.Start, colon: item.Span.Start, end: item.Span.End})
	}
	for i, e := range v.Entries {
		kids = append(kids, &origin{coll: v, index: i, entry: e, value: e.Value, start: e.Key.Span.Start, colon: e.Value.Span.Start, end: e.Value.Span.End})
	}
	s.kids[v] = kids
	at, multi := h.text.after(v.Span.Start + 1)
	for _, o := range kids {
		s.holder[o.value] = o
		if o.entry != nil {
			s.entries[o.entry] = o
		}
		next, ends := h.text.lineAfter(model.Span{Start: o.start, End: o.end})
		if v.Kind != model.Unknown && multi && ends && h.text.ownLine(o.start) && next <= v.Span.End {
			line := h.text.lineStart(o.start)
			o.lead = model.Span{Start: max(at, h.text.lead(o.start)), End: line}
			o.gap = model.Span{Start: at, End: o.lead.Start}
			o.body = model.Span{Start: line, End: next}
			h.owned[o] = true
			at = next
		} else if multi {
			at = max(at, h.text.lineEnd(o.end))
		}
		h.lay(s, o.value)
	}
}

// plan writes the map at the path as it is to be, and proves it.
func (h *hclObject) plan(path []any) ([]Edit, error) {
	if h.root.clean() {
		return nil, nil
	}
	if len(h.copies) > 0 {
		return nil, errCopied
	}
	if h.root.open() {
		return nil, errOpen
	}
	t := h.text
	h.carry(h.root)
	out := h.pieces(h.inline(h.root, t.blanksAt(h.start)))
	if h.failed != nil {
		return nil, h.failed
	}
	want, err := Changed(t.meaning(t.source.Document.Root), []Op{{Do: Set, Path: path, Value: h.meaning(h.root)}})
	if err != nil {
		return nil, err
	}
	e := &hclEdit{hclText: t, want: pruned(want), edits: diff(t.data, h.start, h.end, out)}
	_, whole, err := e.make([]piece{{end: len(t.data)}})
	if err != nil {
		return nil, err
	}
	return diff(t.data, 0, len(t.data), whole), nil
}

// meaning returns what a node is to mean, for comparing with what is read back.
func (h *hclObject) meaning(n *node) *model.Value {
	switch {
	case n.src != nil && (n.clean() || n.text != nil):
		return h.text.meaning(n.value())
	case n.kind != model.Map && n.kind != model.List:
		return h.text.meaning(asExpression(unplaced(n.val)))
	}
	v := &model.Value{Kind: n.kind}
	for _, k := range n.kids {
		if k.key == nil {
			v.Items = append(v.Items, h.meaning(k.node))
			continue
		}
		v.Entries = append(v.Entries, &model.Entry{Key: &model.Value{Kind: k.key.Kind, Text: k.key.Text}, Value: h.meaning(k.node)})
	}
	return v
}

// carry notes which entries and items still are there, and where the comments stood that they bring along.
func (h *hclObject) carry(n *node) {
	if h.alive == nil {
		h.alive = map[*origin]bool{}
	}
	for _, k := range n.kids {
		if o := k.from; o != nil {
			h.alive[o] = true
			h.carried = append(h.carried, h.region(o))
		}
		h.carry(k.node)
	}
}

// region returns the bytes of an entry or item with the comments that belong to it.
func (h *hclObject) region(o *origin) model.Span {
	if h.ownLines(o) {
		return model.Span{Start: o.lead.Start, End: o.body.End}
	}
	return model.Span{Start: o.start, End: o.end}
}

// Object returns the text of a new map that is to stand in the place of the one at the path of a Terraform file, written like it: on the
// lines that its own first one begins.
func Object(doc *model.Document, path []any, v *model.Value) (string, error) {
	if hasComments(v) {
		return "", RefuseWith("write it by hand", "its comments cannot be written in Terraform")
	}
	text, err := newHCLText(doc.File.Path, doc.File.Data)
	if err != nil {
		return "", err
	}
	at := text.find(path)
	if len(at.rest) > 0 {
		return "", fmt.Errorf("%s does not exist", pathText(path))
	}
	h := newHCLObject(text, at.value)
	h.alone = true
	return aligned(h.textOf(h.inline(h.node(unplaced(v)), text.blanksAt(at.value.Span.Start)))), nil
}
