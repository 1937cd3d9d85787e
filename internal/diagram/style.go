package diagram

// svgStyle has the colours of the picture in light and in dark surroundings, and the ends of arrows. Each colour is written twice, because programs
// that know no variables, such as rsvg-convert, would paint everything black.
const svgStyle = `<style>
.karplint-graph {
  --kg-paper: #ffffff; --kg-text: #1f2328; --kg-detail: #57606a; --kg-frame: #d0d7de; --kg-ground: #f6f8fa;
  --kg-line: #57606a; --kg-faint: #8c959f; --kg-red: #cf222e;
  --kg-base: #eaeef2; --kg-crds: #ddf4ff; --kg-controller: #b6e3ff; --kg-class: #fff8c5; --kg-pool: #dafbe1;
  font: 13px "Helvetica Neue", Arial, "DejaVu Sans", sans-serif;
}
@media (prefers-color-scheme: dark) {
  .karplint-graph {
    --kg-paper: #0d1117; --kg-text: #e6edf3; --kg-detail: #9da7b3; --kg-frame: #3d444d; --kg-ground: #151b23;
    --kg-line: #9198a1; --kg-faint: #6e7681; --kg-red: #ff7b72;
    --kg-base: #262c36; --kg-crds: #0c2d4a; --kg-controller: #12416b; --kg-class: #3d3413; --kg-pool: #12361f;
  }
}
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
.karplint-graph .needs { stroke: #8c959f; stroke: var(--kg-faint); stroke-dasharray: 2 4; }
.karplint-graph .missing { stroke: #cf222e; stroke: var(--kg-red); stroke-width: 2; stroke-dasharray: 7 5; }
.karplint-graph .wrong { stroke: #cf222e; stroke: var(--kg-red); stroke-width: 2.5; }
.karplint-graph marker path { fill: #57606a; fill: var(--kg-line); }
.karplint-graph #kg-needs path { fill: #8c959f; fill: var(--kg-faint); }
.karplint-graph #kg-missing path, .karplint-graph #kg-wrong path { fill: #cf222e; fill: var(--kg-red); }
.karplint-graph .beside { paint-order: stroke; stroke: #f6f8fa; stroke: var(--kg-ground); stroke-width: 4px; text-anchor: middle; }
</style>
<defs>
<marker id="kg-order" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" ` +
	`orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker>
<marker id="kg-needs" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" ` +
	`orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker>
<marker id="kg-missing" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" ` +
	`orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker>
<marker id="kg-wrong" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" ` +
	`orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker>
</defs>
`
