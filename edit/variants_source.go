package edit

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// guards is what a source knows about template blocks: their control lines belong to no entry or item, but to the collection
// between whose kids they stand.
type guards struct {
	blocks   []*gotmpl.Block
	controls []*controlLine                   // in order, of blocks that hold anything
	contents map[*model.Value][]model.Content // alone on their lines, by what they add to
	last     map[*model.Value]int             // where the last of them in a value ends
	head     map[*model.Value]model.Span      // lines of a collection that stay above its first control
	tail     map[*model.Value]int             // where the lines behind its last control begin
	outer    map[*gotmpl.Block][]frame        // the branches around a block
	leftmost map[int]bool                     // where control lines begin that stay in the first column
	failed   error
}

// controlLine is a control line of a block.
type controlLine struct {
	block  *gotmpl.Block
	branch int          // which it begins; the number of branches for the end
	lines  model.Span   // whole
	above  model.Span   // blank lines and comments above it
	coll   *model.Value // the collection between whose kids it stands
	used   bool         // it was written
}

// newGuardedSource lays out a document so that each control line of the blocks stands between kids of one collection.
func newGuardedSource(doc *model.Document, blocks []*gotmpl.Block) *source {
	s := openSource(doc)
	s.guards = guards{
		blocks: blocks, contents: map[*model.Value][]model.Content{}, last: map[*model.Value]int{}, outer: map[*gotmpl.Block][]frame{},
		head: map[*model.Value]model.Span{}, tail: map[*model.Value]int{}, leftmost: map[int]bool{},
	}
	s.guarded = true
	g := &s.guards
	s.findLeftmost()
	for _, c := range doc.Contents {
		if c.Alone {
			g.contents[c.Owner] = append(g.contents[c.Owner], c)
		}
	}
	g.findLast(s, doc.Root)
	g.addControls(blocks, nil, starts(doc))
	sort.Slice(g.controls, func(i, j int) bool { return g.controls[i].lines.Start < g.controls[j].lines.Start })
	s.comments = slices.DeleteFunc(remarksIn(doc), func(c yaml.Comment) bool {
		return slices.ContainsFunc(g.controls, func(ctl *controlLine) bool { return ctl.lines.Contains(c.Span) })
	})
	s.layout(doc.Root, s.start, s.end)
	s.usual()
	return s
}

// findLeftmost notes the control lines in the first column. One that cuts the blanks behind it gives the next line its column, and
// moves with that.
func (s *source) findLeftmost() {
	for _, t := range s.doc.Templates {
		line := s.lineStart(t.Start)
		text := s.data[line:s.lineEnd(t.Start)]
		if gotmpl.Read(s.doc.Text(t)).IsControl() && (s.data[line] == '#' || line == t.Start && s.ownLine(t)) && !bytes.Contains(text, []byte("-}}")) {
			s.guards.leftmost[line] = true
		}
	}
}

// starts returns where the kids of collections in a document and the lines of templates that write some begin, in order.
func starts(doc *model.Document) (found []int) {
	for v := range doc.Root.All() {
		for _, item := range v.Items {
			found = append(found, max(item.Dash, start(item)))
		}
		for _, e := range v.Entries {
			found = append(found, start(e.Key))
		}
	}
	for _, c := range doc.Contents {
		found = append(found, c.Span.Start)
	}
	sort.Ints(found)
	return found
}

// addControls notes the controls of blocks that hold one of the offsets; others are lines like comments.
func (g *guards) addControls(blocks []*gotmpl.Block, around []frame, held []int) {
	for _, b := range blocks {
		span := b.Span()
		i := sort.SearchInts(held, span.Start)
		if i == len(held) || held[i] >= span.End {
			continue
		}
		g.outer[b] = around
		for i, branch := range b.Branches {
			g.controls = append(g.controls, &controlLine{block: b, branch: i, lines: branch.Control})
			g.addControls(branch.Blocks, append(around[:len(around):len(around)], frame{block: b, branch: i}), held)
		}
		g.controls = append(g.controls, &controlLine{block: b, branch: len(b.Branches), lines: b.End})
	}
}

// control returns the line that begins a branch of a block, or its end.
func (g *guards) control(b *gotmpl.Block, branch int) *controlLine {
	for _, c := range g.controls {
		if c.block == b && c.branch == branch {
			return c
		}
	}
	return nil
}

// findLast notes where the last template line in v and in what it holds ends.
func (g *guards) findLast(s *source, v *model.Value) int {
	end := 0
	for _, c := range g.contents[v] {
		end = max(end, s.lineEnd(c.Span.End-1))
	}
	if v.Alias == "" {
		for _, child := range v.Children() {
			end = max(end, g.findLast(s, child))
		}
	}
	g.last[v] = end
	return end
}

// withContents adds the lines of templates that write entries or items of v to its kids.
func (s *source) withContents(v *model.Value, kids []*origin) []*origin {
	if v.Style != model.Block || len(s.guards.contents[v]) == 0 {
		return kids
	}
	first := kids[0].start
	for _, c := range s.guards.contents[v] {
		value := &model.Value{Kind: model.Unknown, Style: model.Plain, Text: string(s.data[c.Span.Start:c.Span.End]), Span: c.Span, Dash: -1}
		value.Props = model.Span{Start: c.Span.Start, End: c.Span.Start}
		kids = append(kids, &origin{
			coll: v, value: value, content: true, start: c.Span.Start, end: c.Span.End, colon: c.Span.End, col: first - s.lineStart(first),
		})
	}
	sort.SliceStable(kids, func(i, j int) bool { return kids[i].start < kids[j].start })
	for i, o := range kids {
		o.index = i
	}
	return kids
}

// blockLayout finds the bytes of the kids of v, and the control lines between them. Its lines are within [from, to).
func (s *source) blockLayout(v *model.Value, kids []*origin, from, to int) {
	at := from
	for i, o := range kids {
		o.block = true
		line := s.lineStart(o.start)
		if !o.content {
			o.col = o.start - line
		}
		before := strings.TrimLeft(string(s.data[line:o.start]), " ")
		o.odd = strings.Trim(before, "- ") != "" || before != "" && i > 0
		if at > line && line != s.lineStart(from) {
			s.crossing(o.start)
		}
		line = max(line, at)
		if before != "" && i == 0 && !o.odd {
			line = o.start
		}
		if i > 0 {
			at = s.tail(kids[i-1], at, s.nextControl(at, line))
		}
		at = s.takeControls(v, at, line, i == 0)
		o.gap = model.Span{Start: at, End: line}
		o.lead = model.Span{Start: s.lead(at, line, o), End: line}
		o.gap.End = o.lead.Start
		o.body = model.Span{Start: line, End: max(line, s.extent(o))}
		at = o.body.End
	}
	to = max(at, to)
	at = s.tail(kids[len(kids)-1], at, s.nextControl(at, to))
	s.guards.tail[v] = s.takeControls(v, at, to, false)
}

func (s *source) crossing(at int) {
	if s.guards.failed == nil {
		s.guards.failed = Refuse("a template begins above line %d and ends below it, in another map or list", s.lineNumber(at))
	}
}

// extent returns where the lines of o end: with its value, with what templates add to it, and with the blocks that begin in it.
func (s *source) extent(o *origin) int {
	end := s.lineEnd(s.contentEnd(o))
	if !s.guarded {
		return end
	}
	end = max(end, s.guards.last[o.value], s.textEnd(deepestLast(o.value)))
	for _, c := range s.guards.controls { // in order: an inner one comes behind an outer one
		if c.branch == 0 && c.lines.Start > o.start && c.lines.Start < end {
			end = max(end, c.block.End.End)
		}
	}
	return end
}

// textEnd returns where the line ends that closes what templates in a block scalar have open at its end, 0 if that is nothing.
func (s *source) textEnd(v *model.Value) int {
	if v.Style != model.Literal && v.Style != model.Folded {
		return 0
	}
	depth := 0
	for _, t := range s.doc.Templates {
		if t.Start < v.Span.Start {
			continue
		}
		if t.Start >= v.Span.End && depth == 0 {
			break
		}
		if depth += gotmpl.Read(s.doc.Text(t)).Depth(); depth < 0 {
			break
		}
		if t.Start >= v.Span.End && depth == 0 {
			return s.lineEnd(t.End - 1)
		}
	}
	return 0
}

// nextControl returns where the first control line in [at, to) begins, or to.
func (s *source) nextControl(at, to int) int {
	for _, c := range s.guards.controls {
		if c.lines.Start >= at && c.lines.Start < to {
			return c.lines.Start
		}
	}
	return to
}

// takeControls gives the control lines in [at, to) to the collection v, and returns where the lines behind the last one begin.
func (s *source) takeControls(v *model.Value, at, to int, first bool) int {
	for _, c := range s.guards.controls {
		if c.lines.Start < at || c.lines.Start >= to {
			continue
		}
		if c.lines.End > to {
			s.crossing(c.lines.Start)
		}
		c.coll = v
		c.above = model.Span{Start: at, End: c.lines.Start}
		if first {
			c.above.Start = s.belowFixed(at, c.lines.Start)
			s.guards.head[v] = model.Span{Start: at, End: c.above.Start}
			first = false
		}
		at = c.lines.End
	}
	return at
}

// belowFixed returns where the lines behind the last one in [at, to) begin that is no comment, such as a marker.
func (s *source) belowFixed(at, to int) int {
	below := at
	for at < to {
		if lines, ok := s.statement(at); ok {
			at = lines.End
			continue
		}
		text := bytes.TrimSpace(s.data[at:s.lineEnd(at)])
		if at = s.lineEnd(at); len(text) > 0 && text[0] != '#' {
			below = at
		}
	}
	return min(below, to)
}

// path returns the branches of blocks that an offset is in, from the outermost on.
func (g *guards) path(at int) []frame {
	var found []frame
	blocks := g.blocks
	for {
		i := slices.IndexFunc(blocks, func(b *gotmpl.Block) bool { s := b.Span(); return s.Start <= at && at < s.End })
		if i < 0 {
			return found
		}
		b := blocks[i]
		j := slices.IndexFunc(b.Branches, func(branch *gotmpl.Branch) bool { return branch.Body.Start <= at && at < branch.Body.End })
		if j < 0 {
			return found
		}
		found = append(found, frame{block: b, branch: j})
		blocks = b.Branches[j].Blocks
	}
}
