package diagram

import "strings"

// lightColors and darkColors are the variables of a picture. A page may set others.
const (
	lightColors = `.karplint-graph {
  --kg-paper: #ffffff; --kg-text: #1f2328; --kg-detail: #57606a; --kg-frame: #d0d7de; --kg-ground: #f6f8fa;
  --kg-line: #57606a; --kg-faint: #8c959f; --kg-red: #cf222e;
  --kg-base: #eaeef2; --kg-crds: #ddf4ff; --kg-controller: #b6e3ff; --kg-class: #fff8c5; --kg-pool: #dafbe1;
}
`
	darkColors = `.karplint-graph {
  --kg-paper: #0d1117; --kg-text: #e6edf3; --kg-detail: #9da7b3; --kg-frame: #3d444d; --kg-ground: #151b23;
  --kg-line: #9198a1; --kg-faint: #6e7681; --kg-red: #ff7b72;
  --kg-base: #262c36; --kg-crds: #0c2d4a; --kg-controller: #12416b; --kg-class: #3d3413; --kg-pool: #12361f;
}
`
)

// shapes are the rules of a picture. Each colour is written twice, because programs that know no variables, such as rsvg-convert, would paint
// everything black.
const shapes = `.karplint-graph { font: 13px "Helvetica Neue", Arial, "DejaVu Sans", sans-serif; }
.karplint-graph .paper { fill: #ffffff; fill: var(--kg-paper); }
.karplint-graph .frame { fill: #f6f8fa; fill: var(--kg-ground); stroke: #d0d7de; stroke: var(--kg-frame); }
.karplint-graph text { fill: #1f2328; fill: var(--kg-text); }
.karplint-graph .heading { font-size: 15px; font-weight: 600; }
.karplint-graph .name { font-weight: 600; font-size: 12px; }
.karplint-graph .detail { fill: #57606a; fill: var(--kg-detail); font-size: 12px; }
.karplint-graph .rule { fill: #cf222e; fill: var(--kg-red); font-size: 12px; font-weight: 600; }
.karplint-graph .node rect { stroke: #57606a; stroke: var(--kg-line); fill: #eaeef2; fill: var(--kg-base); }
.karplint-graph .crds rect { fill: #ddf4ff; fill: var(--kg-crds); }
.karplint-graph .controller rect { fill: #b6e3ff; fill: var(--kg-controller); }
.karplint-graph .class rect { fill: #fff8c5; fill: var(--kg-class); }
.karplint-graph .pool rect { fill: #dafbe1; fill: var(--kg-pool); }
.karplint-graph .marked rect { stroke: #cf222e; stroke: var(--kg-red); stroke-width: 2; }
.karplint-graph .absent rect { stroke: #cf222e; stroke: var(--kg-red); stroke-dasharray: 5 4; fill: none; }
.karplint-graph .edge { fill: none; stroke: #57606a; stroke: var(--kg-line); stroke-width: 1.5; }
.karplint-graph .edge.needs { stroke: #8c959f; stroke: var(--kg-faint); stroke-dasharray: 2 4; }
.karplint-graph .edge.missing { stroke: #cf222e; stroke: var(--kg-red); stroke-width: 2; stroke-dasharray: 7 5; }
.karplint-graph .edge.wrong { stroke: #cf222e; stroke: var(--kg-red); stroke-width: 2.5; }
.karplint-graph .head { fill: #57606a; fill: var(--kg-line); }
.karplint-graph .head.needs { fill: #8c959f; fill: var(--kg-faint); }
.karplint-graph .head.missing, .karplint-graph .head.wrong { fill: #cf222e; fill: var(--kg-red); }
.karplint-graph .beside { paint-order: stroke; stroke: #f6f8fa; stroke: var(--kg-ground); stroke-width: 4px; text-anchor: middle; }
`

// documentStyle is the style of a picture that stands alone.
const documentStyle = lightColors + "@media (prefers-color-scheme: dark) {\n" + darkColors + "}\n" + shapes

// Style returns the CSS for pictures of Inline. They are dark on a screen within an element that has data-theme="dark".
func Style() string {
	return lightColors + "@media screen {\n" + strings.Replace(darkColors, ".karplint-graph", `[data-theme="dark"] .karplint-graph`, 1) + "}\n" + shapes
}

// heads defines the ends of arrows. Their ids begin with the prefix.
func (d *drawing) heads() {
	d.add("<defs>")
	for _, kind := range edgeKinds {
		size := 9
		if kind.isRed() {
			size = 11
		}
		d.add(`<marker id="%[1]s%[2]s" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="%[3]d" markerHeight="%[3]d" markerUnits="userSpaceOnUse" `+
			`orient="auto-start-reverse"><path class="head %[2]s" d="M0 0L8 4L0 8z"/></marker>`, d.prefix, kind, size)
	}
	d.add("</defs>")
}
