package diagram

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/printable"
)

// The sizes of the picture around the groups, in pixels.
const (
	margin       = 16.0
	titleHeight  = 34.0
	legendHeight = 56.0
	minWidth     = 900.0
	titleSize    = 15.0 / 12 // of a heading, of what textWidth measures
)

// SVG returns the graph as an SVG document that needs nothing else: no script, no font, no network. It is light or dark as its surroundings are.
func (g *Graph) SVG() string { return g.picture("kg-", "<style>\n"+documentStyle+"</style>\n") }

// Inline returns the graph as an SVG element for a page of HTML that has the CSS of Style. The ids in it begin with the prefix, which no other id
// of the page does. The prefix is of letters, digits and hyphens.
func (g *Graph) Inline(prefix string) string { return g.picture(prefix, "") }

func (g *Graph) picture(prefix, style string) string {
	body := &drawing{prefix: prefix}
	var layouts []*layout
	width, legend := minWidth, 2*margin
	for _, group := range g.Groups {
		l := newLayout(group)
		layouts = append(layouts, l)
		width = max(width, l.width+4*margin, titleSize*textWidth(group.title())+4*margin)
	}
	for _, note := range g.notes() {
		legend += note.width()
	}
	width = max(width, legend)
	body.legend(g)
	y := margin + legendHeight
	for _, l := range layouts {
		body.group(l, y, width)
		y += titleHeight + l.height + 3*margin
	}
	d := &drawing{prefix: prefix}
	d.head(g, style, width, y)
	return d.String() + body.String() + "</svg>\n"
}

// drawing collects the elements of a picture.
type drawing struct {
	strings.Builder
	prefix string // of ids
}

func (d *drawing) add(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

// svgText escapes a text.
func svgText(text string) string { return html.EscapeString(printable.Text(text)) }

// px writes a length.
func px(n float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", n), ".0") }

func (d *drawing) head(g *Graph, style string, width, height float64) {
	d.add(`<svg xmlns="http://www.w3.org/2000/svg" class="karplint-graph" role="img" aria-labelledby="%[1]stitle %[1]sdesc" `+
		`width="%[2]s" height="%[3]s" viewBox="0 0 %[2]s %[3]s">`, d.prefix, px(width), px(height))
	d.add(`<title id="%stitle">What depends on what</title>`, d.prefix)
	d.add(`<desc id="%sdesc">%s</desc>`, d.prefix, svgText(g.description()))
	d.WriteString(style)
	d.heads()
	d.add(`<rect class="paper" width="100%%" height="100%%"/>`)
}

// description says in words what the picture shows, for those who do not see it.
func (g *Graph) description() string {
	sentences := []string{direction}
	for _, group := range g.Groups {
		sentences = append(sentences, fmt.Sprintf("%s: %d nodes, %d edges.", group.title(), len(group.Nodes), len(group.Edges)))
		labels := map[string]string{}
		for _, n := range group.Nodes {
			labels[n.ID] = n.Label
		}
		for _, e := range group.Edges {
			if e.Rule != "" {
				sentences = append(sentences, fmt.Sprintf("%s order of %s after %s, %s: %s.", e.Kind, labels[e.From], labels[e.To], e.Rule, e.Text))
			}
		}
	}
	return strings.Join(sentences, " ")
}

// The sizes of the legend, in pixels.
const (
	sampleWidth = 44.0
	sampleGap   = 8.0
	noteGap     = 24.0
)

// legend draws what the lines and boxes mean.
func (d *drawing) legend(g *Graph) {
	d.add(`<text class="legend" x="%s" y="%s">%s</text>`, px(margin), px(margin+14), svgText(direction))
	x, y := margin, margin+38
	for _, note := range g.notes() {
		d.sample(note.class, x, y-4)
		d.add(`<text class="legend" x="%s" y="%s">%s</text>`, px(x+sampleWidth+sampleGap), px(y), svgText(note.text))
		x += note.width()
	}
}

func (n note) width() float64 { return sampleWidth + sampleGap + textWidth(n.text) + noteGap }

// sample draws a line or a box of a class, with its left end at a point.
func (d *drawing) sample(class string, x, y float64) {
	if class == markedBox || class == absentBox {
		d.add(`<g class="node %s"><rect x="%s" y="%s" width="%s" height="14" rx="4"/></g>`, class, px(x), px(y-7), px(sampleWidth))
		return
	}
	d.add(`<path class="edge %[1]s" d="M%[2]s %[4]sH%[3]s" marker-end="url(#%[5]s%[1]s)"/>`, class, px(x+sampleWidth), px(x), px(y), d.prefix)
}

// group draws a group below y.
func (d *drawing) group(l *layout, y, width float64) {
	d.add(`<g role="group" aria-label="%s">`, svgText(l.group.title()))
	d.add(`<rect class="frame" x="%s" y="%s" width="%s" height="%s" rx="8"/>`, px(margin), px(y), px(width-2*margin), px(titleHeight+l.height+2*margin))
	d.add(`<text class="heading" x="%s" y="%s">%s</text>`, px(2*margin), px(y+24), svgText(l.group.title()))
	d.add(`<g transform="translate(%s %s)">`, px(2*margin), px(y+titleHeight+margin/2))
	for _, kind := range edgeKinds { // the red ones on top
		for _, r := range l.routes {
			if r.Kind == kind {
				d.edge(r)
			}
		}
	}
	for _, s := range l.places {
		if s.node != nil {
			d.node(s)
		}
	}
	d.labels(l.routes)
	d.add("</g>\n</g>")
}

// edge draws an edge as a line with bends beside the columns.
func (d *drawing) edge(r *route) {
	var path strings.Builder
	stops := r.stops
	fmt.Fprintf(&path, "M%s %s", px(stops[0].x+stops[0].w), px(stops[0].middle()))
	for i := 1; i < len(stops); i++ {
		a, b := stops[i-1], stops[i]
		from, bend := a.x+a.w, columnGap/2
		fmt.Fprintf(&path, "C%s %s %s %s %s %s", px(from+bend), px(a.middle()), px(b.x-bend), px(b.middle()), px(b.x), px(b.middle()))
		if i < len(stops)-1 {
			fmt.Fprintf(&path, "H%s", px(b.x+b.w))
		}
	}
	end := "marker-start"
	if r.isTurned {
		end = "marker-end"
	}
	d.add(`<path class="edge %[1]s" d="%[2]s" %[3]s="url(#%[5]s%[1]s)"><title>%[4]s</title></path>`,
		r.Kind, path.String(), end, svgText(r.title()), d.prefix)
}

func (r *route) title() string {
	if r.Rule == "" {
		return r.Text
	}
	return r.Rule + ": " + r.Text
}

// labels writes the rule of each red edge above the middle of its line.
func (d *drawing) labels(routes []*route) {
	for _, r := range routes {
		if r.Rule != "" {
			x, y := r.middle()
			d.add(`<text class="rule beside" x="%s" y="%s">%s</text>`, px(x), px(y-5), svgText(r.Rule))
		}
	}
}

// middle returns the middle of the line: between two layers, or in the layer that it passes.
func (r *route) middle() (x, y float64) {
	a, b := r.stops[(len(r.stops)-1)/2], r.stops[len(r.stops)/2]
	if a == b {
		return a.x + a.w/2, a.middle()
	}
	return (a.x + a.w + b.x) / 2, (a.middle() + b.middle()) / 2
}

// node draws a node.
func (d *drawing) node(s *spot) {
	classes := strings.TrimSpace("node " + string(s.node.Kind) + " " + s.node.box())
	d.add(`<g class="%s"><title>%s</title>`, classes, svgText(s.node.description()))
	d.add(`<rect x="%s" y="%s" width="%s" height="%s" rx="6"/>`, px(s.x), px(s.y), px(s.w), px(s.h))
	for i, line := range s.lines {
		class := "detail"
		switch {
		case i == 0:
			class = "name"
		case i == len(s.lines)-1 && len(s.node.Marks) > 0:
			class = "rule"
		}
		d.add(`<text class="%s" x="%s" y="%s">%s</text>`, class, px(s.x+padding), px(s.y+padding/2+lineHeight*float64(i)+13), svgText(line))
	}
	d.add("</g>")
}

// description says all that is known of a node.
func (n *Node) description() string {
	lines := []string{n.Label}
	if n.File != "" {
		lines = append(lines, fmt.Sprintf("%s:%d", n.File, n.Line))
	}
	lines = append(lines, slices.DeleteFunc(slices.Clone(n.Members), func(m string) bool { return m == n.Detail })...)
	for _, m := range n.Marks {
		lines = append(lines, m.Rule+": "+m.Text)
	}
	return strings.Join(lines, "; ")
}
