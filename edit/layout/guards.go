package layout

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// guards are the template blocks of a source. Their control lines do not belong to an entry or item, but to the
// collection whose children are above and below them.
type guards struct {
	Blocks   []*gotmpl.Block
	Controls []*ControlLine                   // in order, of blocks that hold anything
	Contents map[*model.Value][]model.Content // alone on their lines, by the collection that they add to
	Last     map[*model.Value]int             // where the last of them in a value ends
	Head     map[*model.Value]model.Span      // lines of a collection that stay above its first control
	Tail     map[*model.Value]int             // where the lines behind its last control begin
	around   map[*gotmpl.Block]Frame          // the branch that a block is in
	Leftmost map[int]bool                     // where control lines begin that stay in the first column
	Failed   error
}

// ControlLine is a control line of a block.
type ControlLine struct {
	Block      *gotmpl.Block
	Branch     int          // which it begins; the number of branches for the end
	Lines      model.Span   // whole
	Gap        model.Span   // blank lines and comments above it
	Collection *model.Value // the collection between whose children it is
	Used       bool         // it has been written
}

// NewGuarded lays out a document so that each control line of the blocks is between children of one collection.
func NewGuarded(doc *model.Document, blocks []*gotmpl.Block) *Source {
	s := Open(doc)
	s.Guards = guards{
		Blocks: blocks, Contents: map[*model.Value][]model.Content{}, Last: map[*model.Value]int{}, around: map[*gotmpl.Block]Frame{},
		Head: map[*model.Value]model.Span{}, Tail: map[*model.Value]int{}, Leftmost: map[int]bool{},
	}
	s.Guarded = true
	g := &s.Guards
	s.findLeftmost()
	for _, c := range doc.Contents {
		if c.Alone {
			g.Contents[c.Owner] = append(g.Contents[c.Owner], c)
		}
	}
	g.findLast(s, doc.Root)
	g.addControls(blocks, starts(doc))
	sort.Slice(g.Controls, func(i, j int) bool { return g.Controls[i].Lines.Start < g.Controls[j].Lines.Start })
	s.Comments = slices.DeleteFunc(RemarksIn(doc), func(c yaml.Comment) bool {
		after := sort.Search(len(g.Controls), func(i int) bool { return g.Controls[i].Lines.Start > c.Span.Start })
		return after > 0 && g.Controls[after-1].Lines.Contains(c.Span)
	})
	s.layout(doc.Root, s.Start, s.End)
	s.usual()
	return s
}

// findLeftmost notes the control lines in the first column. One that cuts the blanks behind it gives the next line its column, and
// moves with that.
func (s *Source) findLeftmost() {
	for _, t := range s.Doc.Templates {
		line := s.LineStart(t.Start)
		cutsBehind := bytes.Contains(s.Data[line:s.LineEnd(t.Start)], []byte("-}}"))
		if cutsBehind || !gotmpl.Read(s.Doc.Text(t)).IsControl() {
			continue
		}
		if s.Data[line] == '#' || line == t.Start && s.OwnLine(t) {
			s.Guards.Leftmost[line] = true
		}
	}
}

// starts returns where the children of collections in a document and the lines of templates that write some begin, in order.
func starts(doc *model.Document) (offsets []int) {
	for v := range doc.Root.All() {
		for _, item := range v.Items {
			offsets = append(offsets, max(int(item.Dash), StartOf(item)))
		}
		for _, e := range v.Entries {
			offsets = append(offsets, StartOf(e.Key))
		}
	}
	for _, c := range doc.Contents {
		offsets = append(offsets, c.Span.Start)
	}
	sort.Ints(offsets)
	return offsets
}

// addControls notes the controls of blocks that hold one of the offsets; others are lines like comments.
func (g *guards) addControls(blocks []*gotmpl.Block, offsets []int) {
	for _, b := range blocks {
		span := b.Span()
		i := sort.SearchInts(offsets, span.Start)
		if i == len(offsets) || offsets[i] >= span.End {
			continue
		}
		for i, branch := range b.Branches {
			g.Controls = append(g.Controls, &ControlLine{Block: b, Branch: i, Lines: branch.Control})
			for _, inner := range branch.Blocks {
				g.around[inner] = Frame{Block: b, Branch: i}
			}
			g.addControls(branch.Blocks, offsets)
		}
		g.Controls = append(g.Controls, &ControlLine{Block: b, Branch: len(b.Branches), Lines: b.End})
	}
}

// Outer returns the branches around a block, outermost first. They are not cached, because together they would take the square of
// the depth.
func (g *guards) Outer(b *gotmpl.Block) (frames []Frame) {
	for f, isInner := g.around[b]; isInner; f, isInner = g.around[f.Block] {
		frames = append(frames, f)
	}
	slices.Reverse(frames)
	return frames
}

// Control returns the line that begins a branch of a block, or its end.
func (g *guards) Control(b *gotmpl.Block, branch int) *ControlLine {
	for _, c := range g.Controls {
		if c.Block == b && c.Branch == branch {
			return c
		}
	}
	return nil
}

// findLast records where the last template line ends in v, and in each value inside v.
func (g *guards) findLast(s *Source, v *model.Value) int {
	end := 0
	for _, c := range g.Contents[v] {
		end = max(end, s.LineEnd(c.Span.End-1))
	}
	if v.Alias() == "" {
		for _, child := range v.Children() {
			end = max(end, g.findLast(s, child))
		}
	}
	g.Last[v] = end
	return end
}

// withContents adds the lines of templates that write entries or items of v to its children.
func (s *Source) withContents(v *model.Value, children []*Origin) []*Origin {
	if v.Style != model.Block || len(s.Guards.Contents[v]) == 0 {
		return children
	}
	first := children[0].Start
	for _, c := range s.Guards.Contents[v] {
		value := &model.Value{Kind: model.Unknown, Style: model.Plain, Text: string(s.Data[c.Span.Start:c.Span.End]), Span: c.Span, Dash: -1}
		children = append(children, &Origin{
			Collection: v, Value: value, Content: true, Start: c.Span.Start, End: c.Span.End, Colon: c.Span.End, Col: first - s.LineStart(first),
		})
	}
	sort.SliceStable(children, func(i, j int) bool { return children[i].Start < children[j].Start })
	for i, o := range children {
		o.Index = i
	}
	return children
}

// blockLayout finds the bytes of the children of v, and the control lines between them. Its lines are within [from, to).
func (s *Source) blockLayout(v *model.Value, children []*Origin, from, to int) {
	offset := from
	for i, o := range children {
		o.Block = true
		line := s.LineStart(o.Start)
		if !o.Content {
			o.Col = o.Start - line
		}
		prefix := strings.TrimLeft(string(s.Data[line:o.Start]), " ")
		o.SharesLine = strings.Trim(prefix, "- ") != "" || prefix != "" && i > 0
		if offset > line && line != s.LineStart(from) {
			s.refuseCrossing(o.Start)
		}
		line = max(line, offset)
		if prefix != "" && i == 0 && !o.SharesLine {
			line = o.Start
		}
		if i > 0 {
			offset = s.tail(children[i-1], offset, s.nextControl(offset, line))
		}
		offset = s.takeControls(v, offset, line, i == 0)
		o.Gap = model.Span{Start: offset, End: line}
		o.Lead = model.Span{Start: s.lead(offset, line, o), End: line}
		o.Gap.End = o.Lead.Start
		o.Body = model.Span{Start: line, End: max(line, s.extent(o))}
		offset = o.Body.End
	}
	to = max(offset, to)
	offset = s.tail(children[len(children)-1], offset, s.nextControl(offset, to))
	s.Guards.Tail[v] = s.takeControls(v, offset, to, false)
}

func (s *Source) refuseCrossing(offset int) {
	if s.Guards.Failed == nil {
		s.Guards.Failed = edit.Refuse("a template begins above line %d and ends below it, in another map or list", s.LineNumber(offset))
	}
}

// extent returns the end of the lines of o: those of its value, of the text that templates add to it, and of the blocks that begin in it.
func (s *Source) extent(o *Origin) int {
	end := s.LineEnd(s.contentEnd(o))
	if !s.Guarded {
		return end
	}
	end = max(end, s.Guards.Last[o.Value], s.textEnd(DeepestLast(o.Value)))
	for _, c := range s.Guards.Controls { // in order, an inner one after the one around it
		if c.Branch == 0 && c.Lines.Start > o.Start && c.Lines.Start < end {
			end = max(end, c.Block.End.End)
		}
	}
	return end
}

// textEnd returns the end of the line that closes the template blocks still open at the end of a block scalar, 0 if none are open.
func (s *Source) textEnd(v *model.Value) int {
	if !IsBlockScalar(v) {
		return 0
	}
	depth := 0
	for _, t := range s.Doc.Templates {
		if t.Start < v.Span.Start {
			continue
		}
		if t.Start >= v.Span.End && depth == 0 {
			break
		}
		if depth += gotmpl.Read(s.Doc.Text(t)).Depth(); depth < 0 {
			break
		}
		if t.Start >= v.Span.End && depth == 0 {
			return s.LineEnd(t.End - 1)
		}
	}
	return 0
}

// nextControl returns where the first control line in [start, to) begins, or to.
func (s *Source) nextControl(start, to int) int {
	for _, c := range s.Guards.Controls {
		if c.Lines.Start >= start && c.Lines.Start < to {
			return c.Lines.Start
		}
	}
	return to
}

// takeControls gives the control lines in [start, to) to the collection v, and returns where the lines behind the last one begin.
func (s *Source) takeControls(v *model.Value, start, to int, first bool) int {
	for _, c := range s.Guards.Controls {
		if c.Lines.Start < start || c.Lines.Start >= to {
			continue
		}
		if c.Lines.End > to {
			s.refuseCrossing(c.Lines.Start)
		}
		c.Collection = v
		c.Gap = model.Span{Start: start, End: c.Lines.Start}
		if first {
			c.Gap.Start = s.belowFixed(start, c.Lines.Start)
			s.Guards.Head[v] = model.Span{Start: start, End: c.Gap.Start}
			first = false
		}
		start = c.Lines.End
	}
	return start
}

// belowFixed returns the start of the lines after the last one in [start, to) that is not a comment, such as a marker.
func (s *Source) belowFixed(start, to int) int {
	behindFixed := start
	for start < to {
		if lines, ok := s.Statement(start); ok {
			start = lines.End
			continue
		}
		text := bytes.TrimSpace(s.Data[start:s.LineEnd(start)])
		if start = s.LineEnd(start); len(text) > 0 && text[0] != '#' {
			behindFixed = start
		}
	}
	return min(behindFixed, to)
}

// Path returns the branches of blocks that an offset is in, from the outermost on.
func (g *guards) Path(offset int) []Frame {
	var frames []Frame
	blocks := g.Blocks
	for {
		i := slices.IndexFunc(blocks, func(b *gotmpl.Block) bool { s := b.Span(); return s.Start <= offset && offset < s.End })
		if i < 0 {
			return frames
		}
		b := blocks[i]
		j := slices.IndexFunc(b.Branches, func(branch *gotmpl.Branch) bool { return branch.Body.Start <= offset && offset < branch.Body.End })
		if j < 0 {
			return frames
		}
		frames = append(frames, Frame{Block: b, Branch: j})
		blocks = b.Branches[j].Blocks
	}
}

// Frame encloses some children of a collection: a branch of a block of the document, or a condition that karplint composed.
type Frame struct {
	Block     *gotmpl.Block
	Branch    int               // the number of branches for an else that the block does not have
	Condition *gotmpl.Condition // composed; only without Block
	Like      *gotmpl.Block     // the block whose style its control lines take
}

// IsTaken reports whether the frame is rendered with some branches taken.
func (f Frame) IsTaken(branches gotmpl.Taken) bool {
	i, ok := branches[f.Block]
	if !ok || i >= len(f.Block.Branches) {
		i = -1
	}
	if f.Branch == len(f.Block.Branches) {
		return i < 0
	}
	return i == f.Branch
}

// Equal reports whether f equals another frame; composed conditions are compared by their text.
func (f Frame) Equal(second Frame) bool {
	composed := f.Block == nil && second.Block == nil
	return f == second || composed && f.Condition.Text == second.Condition.Text
}

// Repeats reports whether the lines in the frame are rendered several times.
func (f Frame) Repeats() bool {
	if f.Block == nil || f.Branch > 0 {
		return false
	}
	return f.Block.Branches[0].Repeats()
}

// ConditionOf returns the condition under which all frames are taken. Each frame is around the next one.
func ConditionOf(frames []Frame) *gotmpl.Condition {
	var factors []*gotmpl.Condition
	for _, f := range frames {
		for i, branch := range f.Block.Branches[:min(f.Branch+1, len(f.Block.Branches))] {
			switch {
			case branch.Condition == nil:
			case i < f.Branch:
				factors = append(factors, branch.Condition.Not())
			default:
				factors = append(factors, branch.Condition)
			}
		}
	}
	return gotmpl.All(factors)
}
