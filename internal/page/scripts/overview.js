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
    el("thead", {}, el("tr", {}, heads || columns.map(([title, isNumber]) => el("th", {scope: "col", class: isNumber ? "number" : undefined}, title)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map(cell)))));
}

const nothingLeft = (o) => o.v1alpha + o.v1beta1 === 0;

function tile(number, words, kind) {
  return el("li", {class: kind}, el("b", {}, number), words);
}

function tiles(s, answer) {
  const old = s.objects.v1alpha + s.objects.v1beta1, all = old + s.objects.v1;
  return el("ul", {class: "tiles"},
    tile(old, all ? "pools and classes to convert to v1, of " + all : "pools and classes: these files have none", all && !old ? "done" : ""),
    tile(s.decisions, s.decisions === 1 ? "open decision" : "open decisions", s.decisions ? "bad" : "done"),
    tile(s.levels.error || 0, s.levels.error === 1 ? "error" : "errors", s.levels.error ? "bad" : "done"),
    tile(s.levels.warning || 0, s.levels.warning === 1 ? "warning" : "warnings", ""),
    tile(s.stops.length ? s.stops[0].to : "none", "next stop" + (s.stops.length ? ", from " + s.stops[0].from : answer ? "; " + answer : "") +
      s.stops.slice(1).map((other) => "; " + other.to + " from " + other.from).join(""), ""));
}

function objectsSection(view, setDirectory) {
  const status = view.status;
  const directories = (status.directories || []).map((d) => [
    el("button", {type: "button", class: "link", title: "Show only this directory", onclick: () => setDirectory(d.directory)}, d.directory),
    d.v1alpha, d.v1beta1, d.v1, d.ready, d.undecided]);
  const installations = (view.plan.roads || []).flatMap((r) => (r.installations || []).map((i) => {
    const of = (word) => (i.objects || []).filter((o) => word.test(o.apiVersion)).length;
    return [el("span", {}, i.name, el("br"), el("span", {class: "place"}, placeText(i))), i.tool, r.from, r.stops && r.stops[0] ? r.stops[0].release : "none",
      of(/\/v1alpha/), of(/\/v1beta1$/), of(/\/v1$/)];
  }));
  return el("section", {id: "objects", "aria-labelledby": "objects-title"}, el("h2", {id: "objects-title"}, "Pools and classes by version of their API"), bar(status.objects),
    directories.length ? table("By directory", [["Directory"], ["alpha", true], ["v1beta1", true], ["v1", true], ["convert can change", true], ["waiting for a decision", true]],
      directories) : el("p", {}, "No file has an object of Karpenter."),
    directories.length ? el("p", {class: "soft"}, "“convert can change” also counts workloads, policies and others that name old labels or resources.") : null,
    installations.length ? [el("h3", {}, "Installations"), table("By installation", [["Installation"], ["Tool"], ["Installed"], ["Next stop"], ["alpha", true], ["v1beta1", true],
      ["v1", true]], installations)] : null);
}

// decisionList returns everything that waits for a person, of convert and of plan.
function decisionList(view) {
  const list = (view.status.decisions || []).map((d) => ({message: d.message, see: d.see, from: "convert",
    places: (d.places || []).map((p) => ({file: p.file, line: p.line, about: [p.object, p.path].filter(Boolean).join(" ")}))}));
  const add = (items, from) => (items || []).forEach((i) => list.push({message: i.text, from, places: i.file ? [i] : []}));
  add(view.plan.decisions, "plan");
  (view.plan.roads || []).forEach((r) => (r.stops || []).forEach((s) => add(s.decisions, "plan, stop " + s.release)));
  return list;
}

function decisionCard(view, d) {
  const first = d.places[0];
  return el("div", {class: "box"},
    el("h3", {}, el("span", {class: "badge decision"}, "decision"), d.message),
    el("p", {class: "place"}, "asked by karplint " + d.from, d.see ? ["; ", link(d.see)] : null),
    first && first.line ? snippet(view.sources, {file: first.file, start: {line: first.line, column: 1}, end: {line: first.line, column: 1}}) : null,
    d.places.length ? el("ul", {class: "plain"}, d.places.slice(0, 20).map((p) => el("li", {}, el("code", {}, placeText(p)), p.about ? " " + p.about : "")),
      d.places.length > 20 ? el("li", {}, "and " + many(d.places.length - 20, "more place")) : null) : null);
}

function matchesDecision(d, filter) {
  d.hay ??= [d.message, ...d.places.map((p) => p.file + " " + (p.about || ""))].join("\n").toLowerCase();
  return (!filter.dir || d.places.some((p) => isBelow(p.file, filter.dir))) && filter.words.every((w) => d.hay.includes(w));
}
