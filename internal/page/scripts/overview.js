// What is left, in figures: of a repository, and the table of a fleet.

const versions = [["v1alpha", "alpha", "alpha"], ["v1beta1", "beta", "v1beta1"], ["v1", "v1", "v1"]];

function bar(count) {
  const all = versions.reduce((n, [key]) => n + (count[key] || 0), 0);
  const parts = versions.filter(([key]) => count[key]).map(([key, kind]) => {
    const part = el("i", {class: kind});
    part.style.width = (100 * count[key]) / all + "%";
    return part;
  });
  const words = versions.map(([key, , name]) => (count[key] || 0) + " " + name).join(", ");
  return [el("div", {class: "bar", role: "img", "aria-label": "Pools and classes: " + words}, parts),
    el("ul", {class: "key"}, versions.map(([key, kind, name]) => el("li", {}, el("i", {class: kind}), name + " " + (count[key] || 0))))];
}

// table makes a table whose rows become blocks on a small screen. columns: [title, isNumber].
function table(caption, columns, rows, heads) {
  const cell = (value, i) => {
    const [title, isNumber] = columns[i];
    const key = i > 0 ? el("span", {class: "table-key"}, title + ": ") : null;
    const kind = isNumber ? "number" + (value === 0 ? " zero" : "") : undefined;
    return i === 0 ? el("th", {scope: "row"}, value) : el("td", {class: kind}, key, value === 0 ? "0" : value);
  };
  return el("table", {class: "rows", "aria-label": caption},
    el("thead", {}, el("tr", {}, heads || columns.map(([title, isNumber]) => el("th", {scope: "col", class: isNumber && "number"}, title)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map(cell)))));
}

// How far a repository is, as far as that is known.
const left = (s) => s.objects.v1alpha + s.objects.v1beta1;
const hasObjects = (s) => left(s) + s.objects.v1 > 0;
const isDone = (s) => !s.exceeded && hasObjects(s) && left(s) === 0;

// tile is a figure with its words. goes, if it is given, leads to what it counts.
function tile(number, words, kind, goes) {
  const text = [el("b", {}, number), el("span", {}, words)];
  return el("li", {class: kind}, goes ? el("button", {type: "button", onclick: goes}, text) : text);
}

function objectsWords(s) {
  const all = left(s) + s.objects.v1;
  if (s.exceeded) return "pools and classes read before the limit ended the run";
  if (all) return "of " + many(all, "pool or class", "pools and classes") + " to convert to v1";
  return s.mention ? "pools and classes that karplint can read; " + many(s.mention, "file mentions Karpenter", "files mention Karpenter") :
    "pools and classes: no file mentions Karpenter";
}

const noFilters = {text: "", severity: "", rule: "", dir: ""};

// tiles are the figures of a repository. to(id, filters) goes to a part of the page.
function tiles(s, answer, to) {
  const old = left(s), all = old + s.objects.v1;
  const count = (level) => s.levels[level] || 0;
  const levelTile = (level, kind) => tile(count(level), level + (count(level) === 1 ? "" : "s"), kind, count(level) && (() => to("findings", {...noFilters, severity: level})));
  return el("ul", {class: "tiles"},
    s.exceeded ? tile("not complete", s.exceeded, "bad") : null,
    tile(s.exceeded ? all : old, objectsWords(s), isDone(s) ? "done" : "", old && (() => to("changes", noFilters))),
    tile(s.decisions, s.decisions === 1 ? "open decision" : "open decisions", s.decisions ? "bad" : "done", s.decisions && (() => to("decisions", noFilters))),
    levelTile("error", count("error") ? "bad" : "done"),
    levelTile("warning", ""),
    stopTile(s, answer, () => to("road")));
}

// stopText names the next stop of a road.
const stopText = (s) => s.from + "\u00a0→\u00a0" + s.to + objectsAt(s);

function stopTile(s, answer, goes) {
  const {stops} = s;
  if (s.exceeded && !stops.length) return tile("unknown", "next stop: a limit ended the run", "");
  if (!stops.length && s.waits) return tile("unknown", "next stop: settle the open decisions first", "");
  if (!stops.length) return tile("none", "next stop" + (answer ? "; " + answer : ""), "");
  if (stops.length > 1) return tile(stops.length + " upgrades", "next stops: " + stops.map(stopText).join("; "), "", goes);
  return tile(stops[0].to, "next stop, from " + stops[0].from + objectsAt(stops[0]), "", goes);
}

const longest = 140; // of an answer of plan in a table

// nothingNext says why a repository has no next stop.
function nothingNext(s) {
  if (s.exceeded) return "not complete: a limit ended the run";
  if (s.waits) return "unknown: decide first";
  const done = /^nothing to upgrade: (.*)$/.exec(s.answer);
  if (!done) return "not planned"; // the page of the repository says why
  return done[1].length > longest ? done[1].slice(0, longest) + "…" : done[1];
}

// farNess says in words how far repositories are.
function farNess(all) {
  const known = all.filter((s) => !s.exceeded);
  const parts = [
    [known.filter(isDone), "with all pools and classes in v1"],
    [known.filter((s) => left(s) > 0), "with objects left to convert"],
    [known.filter((s) => !hasObjects(s)), "without a pool or class that karplint can read"],
    [all.filter((s) => s.exceeded), "not complete"],
  ];
  return parts.filter(([some]) => some.length).map(([some, words]) => some.length.toLocaleString("en") + " " + words).join(", ");
}

const objectsTitle = "Pools and classes by version of their API";
const byVersion = [["alpha", true], ["v1beta1", true], ["v1", true]];

function directoryTable(status, exceeded, setDirectory) {
  const rows = (status.directories || []).map((d) => [
    el("button", {type: "button", class: "link", title: "Show only this directory", onclick: () => setDirectory(d.directory)}, breakable(d.directory)),
    d.v1alpha, d.v1beta1, d.v1, d.ready, d.undecided]);
  if (!rows.length) return el("p", {}, exceeded ? "No pool or class was read before the limit ended the run." : "These files have no pool or class that karplint can read.");
  return [table("By directory", [["Directory"], ...byVersion, ["convert can change", true], ["waiting for a decision", true]], rows),
    el("p", {class: "soft"}, "“convert can change” also counts workloads, policies and others that name old labels or resources.")];
}

function installationTable(roads) {
  const rows = (roads || []).flatMap((r) => (r.installations || []).map((i) => {
    const next = r.stops && r.stops[0];
    const of = (word) => (i.objects || []).filter((o) => word.test(o.apiVersion)).length;
    return [el("span", {}, i.name, el("br"), el("span", {class: "place"}, placeText(i))), i.tool, r.from, next ? next.release + objectsAt(next) : "none",
      of(/\/v1alpha/), of(/\/v1beta1$/), of(/\/v1$/)];
  }));
  if (!rows.length) return null;
  return [el("h3", {}, "Installations"), table("By installation", [["Installation"], ["Tool"], ["From"], ["Next stop"], ...byVersion], rows)];
}

function objectsSection(view, exceeded, setDirectory) {
  return titled("objects", objectsTitle, bar(view.status.objects), directoryTable(view.status, exceeded, setDirectory), installationTable(view.plan.roads));
}

const smallest = 0.75; // the part of its size to which a picture shrinks before it is scrolled: its text stays readable

// pictureSection draws what depends on what. karplint made the text when it made the page; nothing in it is of a repository but escaped texts.
function pictureSection(svg) {
  const picture = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  const readable = smallest * picture.getAttribute("width") + "px";
  picture.style.minWidth = readable;
  const fit = el("button", {type: "button", "aria-pressed": "false", onclick: () => {
    const isFit = picture.style.minWidth === "0px";
    picture.style.minWidth = isFit ? readable : "0px";
    fit.setAttribute("aria-pressed", String(!isFit));
  }}, "Fit to the width");
  return titled("picture", "What depends on what", fit,
    el("div", {class: "picture", tabindex: "0", role: "group", "aria-label": "Picture, which can be scrolled"}, picture));
}

const subject = (p) => [p.object, p.path].filter(Boolean).join(" ");

function decisionCard(view, d) {
  const first = d.places[0];
  return el("div", {class: "box"},
    el("h3", {}, el("span", {class: "badge decision"}, "decision"), d.message),
    el("p", {class: "place"}, "asked by karplint " + d.from, d.see ? ["; ", link(d.see)] : null),
    first && first.line ? snippet(view.sources, {file: first.file, start: {line: first.line}, end: {line: first.line}, isWhole: true}) : null,
    d.places.length ? el("ul", {class: "plain"}, d.places.slice(0, 20).map((p) => el("li", {}, el("code", {}, placeText(p)), " " + subject(p))),
      d.places.length > 20 ? el("li", {}, "and " + many(d.places.length - 20, "more place")) : null) : null);
}

function matchesDecision(d, filter) {
  d.hay ??= [d.message, ...d.places.map((p) => p.file + " " + subject(p))].join("\n").toLowerCase();
  return (!filter.dir || d.places.some((p) => isBelow(p.file, filter.dir))) && filter.words.every((w) => d.hay.includes(w));
}
