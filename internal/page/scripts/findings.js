// The findings of lint, with their lines and fixes.

// snippet shows the lines around a finding, with its place marked.
function snippet(sources, f) {
  const lines = (sources || {})[f.file];
  if (!lines) return null;
  const rows = [];
  for (let n = f.start.line - 2; n <= Math.min(f.end.line, f.start.line + 12) + 2; n++) {
    if (lines[n] !== undefined) rows.push(codeLine(n, lines[n], columnsOf(f, n, lines[n])));
  }
  return rows.length ? el("div", {class: "snippet code", tabindex: "0", role: "group", "aria-label": "Lines of " + shown(f.file)}, rows) : null;
}

// columnsOf returns the code points of a line that a finding marks, half-open from 0; null for none. A decision marks its whole line.
function columnsOf(f, n, text) {
  if (n < f.start.line || n > f.end.line) return null;
  const characters = Array.from(text);
  const indent = characters.findIndex((c) => c !== " " && c !== "\t");
  if (f.isWhole) return [Math.max(indent, 0), characters.length];
  const first = n === f.start.line ? f.start.column - 1 : Math.max(indent, 0);
  const last = n === f.end.line ? f.end.column - 1 : characters.length;
  return last > first ? [first, last] : null;
}

function codeLine(n, text, marked, kind) {
  const characters = Array.from(text);
  const parts = !marked ? [text || " "] : [
    characters.slice(0, marked[0]).join(""),
    el("mark", {}, characters.slice(marked[0], marked[1]).join("")),
    characters.slice(marked[1]).join(""),
  ];
  const sign = {old: "− ", new: "+ "}[kind] || "";
  return el("div", {class: kind}, el("span", {}, n || ""), el("span", {}, sign, parts));
}

// fixLines shows an edit of a fix as the lines before and after it, as far as the report has them.
function fixLines(sources, edit) {
  const lines = (sources || {})[edit.file] || {};
  const {start, end} = edit;
  const first = lines[start.line], last = lines[end.line];
  if (first === undefined || last === undefined) return el("p", {class: "place"}, placeText({file: edit.file, line: start.line}) + ": " + edit.new);
  const before = Array.from(first).slice(0, start.column - 1).join("");
  const after = Array.from(last).slice(end.column - 1).join("");
  const rows = [];
  const whole = start.column === 1 && end.column === 1; // whole lines are added or removed
  for (let n = start.line; n <= Math.min(end.line, start.line + 12); n++) { // the report has no more lines
    if (lines[n] !== undefined && !(whole && n === end.line)) rows.push(codeLine(n, lines[n], null, "old"));
  }
  const text = whole ? edit.new.replace(/\n$/, "") : before + edit.new + after;
  if (text !== "" || !whole) text.split("\n").forEach((line, i) => rows.push(codeLine(start.line + i, line.replace(/\r$/, ""), null, "new")));
  return el("div", {class: "snippet code", tabindex: "0", role: "group", "aria-label": "The fix in " + shown(edit.file)}, rows);
}

function fixOf(view, f) {
  if (!f.fix) return f.help ? el("p", {}, el("b", {}, "What to do: "), f.help) : null;
  const command = f.fix.safety === "safe" ? "karplint lint --fix" : "karplint lint --unsafe-fixes; look at the result";
  const files = new Set(f.fix.edits.map((e) => e.file));
  const box = el("details", {class: "fix"}, el("summary", {}, el("b", {}, "Fix: "), f.fix.title, el("span", {class: "soft"}, " (" + command + ")")));
  whenOpened(box, f.fix, () => f.fix.edits.forEach((e) => {
    if (files.size > 1 || e.file !== f.file) box.append(el("p", {class: "place"}, placeText({file: e.file, line: e.start.line})));
    box.append(fixLines(view.sources, e));
  }));
  return box;
}

// whenOpened fills a details element when it is opened first, also for printing. It is open again when what it is about is drawn anew.
function whenOpened(box, about, fill) {
  let filled = false;
  box.fill = () => { if (!filled) { filled = true; fill(); } };
  box.addEventListener("toggle", () => { about.isOpen = box.open; if (box.open) box.fill(); });
  if (about.isOpen) { box.fill(); box.open = true; }
}

// findingCard is one finding; a fleet also names the repository.
function findingCard(view, f, repository) {
  const place = placeText({file: f.file, line: f.start.line}) + ":" + f.start.column;
  return el("article", {tabindex: "-1"},
    el("h3", {}, el("span", {class: "badge " + levelClass(f.severity)}, f.severity), ruleLink(f.rule, f.name), " ", f.message),
    el("p", {class: "place"}, repository ? repository + ": " : "", el("code", {}, place), f.resource ? " in " + f.resource : ""),
    f.template ? el("p", {class: "place"}, "rendered from ", el("code", {}, f.template)) : null,
    f.why ? el("p", {}, f.why) : null,
    snippet(view.sources, f),
    (f.related || []).map((r) => el("p", {class: "place"}, "See ", el("code", {}, placeText({file: r.file, line: r.start.line})), ": " + r.message)),
    fixOf(view, f));
}

const levelClass = (level) => (["error", "warning", "info", "decision"].includes(level) ? level : "info");

// haystack is what a text is searched in, in lower case; it is made once for each finding.
function haystack(f, extra) {
  f.hay ??= [f.rule, f.name, f.severity, f.message, f.why, f.help, f.file, f.resource, extra, f.fix && f.fix.title].join("\n").toLowerCase();
  return f.hay;
}

const isBelow = (file, dir) => !dir || file === dir || (file || "").startsWith(dir + "/") || (dir === "." && !(file || "").includes("/"));

function matches(f, filter, extra) {
  return (!filter.severity || f.severity === filter.severity) && (!filter.rule || f.rule === filter.rule) && isBelow(f.file, filter.dir) &&
    filter.words.every((w) => haystack(f, extra).includes(w));
}
