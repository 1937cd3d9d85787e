package diagram

// svgStyle has the colours of the picture in light and in dark surroundings, and the ends of arrows.
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
.karplint-graph .paper { fill: var(--kg-paper); }
.karplint-graph .frame { fill: var(--kg-ground); stroke: var(--kg-frame); }
.karplint-graph text { fill: var(--kg-text); }
.karplint-graph .heading { font-size: 15px; font-weight: 600; }
.karplint-graph .name { font-weight: 600; font-size: 12px; }
.karplint-graph .detail { fill: var(--kg-detail); font-size: 12px; }
.karplint-graph .rule { fill: var(--kg-red); font-size: 12px; font-weight: 600; }
.karplint-graph .node rect { stroke: var(--kg-line); fill: var(--kg-base); }
.karplint-graph .crds rect { fill: var(--kg-crds); }
.karplint-graph .controller rect { fill: var(--kg-controller); }
.karplint-graph .class rect { fill: var(--kg-class); }
.karplint-graph .pool rect { fill: var(--kg-pool); }
.karplint-graph .marked rect { stroke: var(--kg-red); stroke-width: 2; }
.karplint-graph .absent rect { stroke: var(--kg-red); stroke-dasharray: 5 4; fill: none; }
.karplint-graph .edge { fill: none; stroke: var(--kg-line); stroke-width: 1.5; }
.karplint-graph .needs { stroke: var(--kg-faint); stroke-dasharray: 2 4; }
.karplint-graph .missing { stroke: var(--kg-red); stroke-width: 2; stroke-dasharray: 7 5; }
.karplint-graph .wrong { stroke: var(--kg-red); stroke-width: 2.5; }
.karplint-graph marker path { fill: var(--kg-line); }
.karplint-graph #kg-needs path { fill: var(--kg-faint); }
.karplint-graph #kg-missing path, .karplint-graph #kg-wrong path { fill: var(--kg-red); }
.karplint-graph .edge + text.rule, .karplint-graph text.rule[text-anchor] { paint-order: stroke; stroke: var(--kg-ground); stroke-width: 4px; }
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
