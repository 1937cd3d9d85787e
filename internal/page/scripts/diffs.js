// The changes of convert, each file side by side.

// hunksOf reads a unified diff: for each hunk rows of [number, line] before and after; null where a side has no line.
function hunksOf(diff) {
  const hunks = [];
  let hunk = null, before = 0, after = 0, removed = [], added = [], left = 0, right = 0;
  const pair = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); i++) hunk.rows.push({old: removed[i], new: added[i], changed: true});
    removed = []; added = [];
  };
  for (const line of diff.split("\n")) {
    const head = left + right > 0 ? null : /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (head) {
      if (hunk) pair();
      hunk = {head: line, rows: []};
      hunks.push(hunk);
      [before, left, after, right] = [+head[1], head[2] === undefined ? 1 : +head[2], +head[3], head[4] === undefined ? 1 : +head[4]];
    } else if (!hunk || left + right === 0) continue;
    else if (line[0] === "-") { removed.push([before++, line.slice(1)]); left--; }
    else if (line[0] === "+") { added.push([after++, line.slice(1)]); right--; }
    else if (line[0] === " " || line === "") {
      pair();
      hunk.rows.push({old: [before++, line.slice(1)], new: [after++, line.slice(1)]});
      left--; right--;
    }
  }
  if (hunk) pair();
  return hunks;
}

function diffCell(side, kind) {
  if (!side) return el("div", {class: "empty"});
  const sign = {old: "−", new: "+"}[kind] || "";
  return el("div", {class: kind}, el("span", {}, side[0]), el("span", {}, sign), el("span", {}, side[1] || " "));
}

function diffTable(file, diff) {
  const box = el("div", {class: "diff code", tabindex: "0", role: "group", "aria-label": "Changes of " + shown(file) + ", before and after"});
  for (const hunk of hunksOf(diff)) {
    box.append(el("div", {class: "hunk"}, hunk.head));
    for (const row of hunk.rows) {
      const kinds = row.changed ? ["old", "new"] : ["", ""];
      box.append(el("div", {class: row.changed ? "row" : "row same"}, diffCell(row.old, kinds[0]), diffCell(row.new, kinds[1])));
    }
  }
  return box;
}

function countLines(diff) {
  let added = 0, removed = 0;
  for (const hunk of hunksOf(diff)) {
    for (const row of hunk.rows) {
      if (row.changed && row.old) removed++;
      if (row.changed && row.new) added++;
    }
  }
  return {added, removed};
}

function noteLine(n) {
  const about = [n.object, n.path].filter(Boolean).join(" ");
  return el("li", {}, el("span", {class: "badge " + levelClass(n.level)}, n.level), n.line ? "line " + n.line + ": " : "", about ? about + ": " : "",
    n.message, n.see ? [" ", link(n.see)] : null);
}

function conversion(view, file) {
  const {added, removed} = countLines(file.diff);
  const notes = (view.convert.notes || []).filter((n) => n.file === file.file);
  const counts = file.diff ? "+" + added + " −" + removed + " lines" : "no change";
  const box = el("details", {class: "box"}, el("summary", {}, el("code", {}, file.file), el("span", {class: "soft"}, " " + counts +
    (notes.length ? ", " + many(notes.length, "note") : ""))));
  whenOpened(box, file, () => box.append(
    file.diff ? diffTable(file.file, file.diff) : "",
    notes.length ? el("ul", {class: "plain"}, notes.map(noteLine)) : ""));
  return box;
}

function matchesFile(view, file, filter) {
  const notes = () => (view.convert.notes || []).filter((n) => n.file === file.file).map((n) => n.message);
  file.hay ??= [file.file, file.diff, ...notes()].join("\n").toLowerCase();
  return isBelow(file.file, filter.dir) && filter.words.every((w) => file.hay.includes(w));
}
