// The page: its filters, which are kept in the address, its keys, and what it shows for them.

const byID = (id) => document.getElementById(id);
const summaries = JSON.parse(byID("summaries").textContent);
const stored = document.querySelectorAll("script.repository");
const isFleet = summaries.length !== 1;
const views = [];

const worst = ["error", "warning", "info"];

// viewOf returns the data of a repository. It is read when it is needed first.
function viewOf(i) {
  if (!views[i]) {
    const view = JSON.parse(stored[i].textContent);
    view.findings = (view.findings || []).sort((a, b) => worst.indexOf(a.severity) - worst.indexOf(b.severity));
    view.convert.files = (view.convert.files || []).sort((a, b) => !a.diff - !b.diff);
    view.decisions.forEach((d) => { d.places ??= []; });
    views[i] = view;
  }
  return views[i];
}

const state = {repo: isFleet ? -1 : 0, text: "", severity: "", rule: "", dir: "", sort: "left", up: false, all: false};
const filterNames = ["severity", "rule", "dir"];
let lists = []; // the growing lists on the page

// The address: #repo=acme/legacy&rule=KL101&text=word.
function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (isFleet) state.repo = summaries.findIndex((s) => s.name === given.get("repo"));
  for (const name of ["text", ...filterNames]) state[name] = given.get(name) || "";
  state.all = isFleet && given.get("all") === "1";
  state.sort = columns.some(([, key]) => key === given.get("sort")) ? given.get("sort") : "left";
  state.up = given.get("up") === "1";
}

function writeAddress(push) {
  const kept = new URLSearchParams();
  if (isFleet && state.repo >= 0) kept.set("repo", summaries[state.repo].name);
  if (state.all && state.repo < 0) kept.set("all", "1");
  if (state.sort !== "left") kept.set("sort", state.sort);
  if (state.up) kept.set("up", "1");
  for (const name of ["text", ...filterNames]) if (state[name]) kept.set(name, state[name]);
  const address = "#" + kept;
  if (address === (location.hash || "#")) return;
  history[push ? "pushState" : "replaceState"](null, "", address);
}

const filterNow = () => ({...state, words: state.text.toLowerCase().split(/\s+/).filter(Boolean)});

function options(select, first, entries, value) {
  select.replaceChildren(el("option", {value: ""}, first), ...entries.map(([key, text]) => el("option", {value: key}, text)));
  if (value && !entries.some(([key]) => key === value)) select.append(el("option", {value}, value + " (none)"));
  select.value = value;
}

// directoriesOf returns the directories of files, with all above them, sorted.
function directoriesOf(view) {
  const all = new Set();
  const files = [...view.findings, ...view.convert.files, ...view.decisions.flatMap((d) => d.places)].map((p) => p.file);
  for (const file of files.filter(Boolean)) {
    const parts = file.split("/");
    if (parts.length === 1) all.add(".");
    for (let n = 1; n < parts.length; n++) all.add(parts.slice(0, n).join("/"));
  }
  return [...all].sort();
}

function sum(maps) {
  const total = {};
  for (const map of maps) for (const [key, n] of Object.entries(map)) total[key] = (total[key] || 0) + n;
  return total;
}

// ofRule is how many findings a rule has, of all severities.
const ofRule = ([rule, levels]) => ({[rule]: Object.values(levels).reduce((a, b) => a + b, 0)});

function fillFilters() {
  const shownOnes = state.repo < 0 ? summaries : [summaries[state.repo]];
  const levels = sum(shownOnes.map((s) => s.levels)), rules = sum(shownOnes.flatMap((s) => Object.entries(s.rules).map(ofRule)));
  options(byID("severity"), "all", worst.filter((l) => levels[l]).map((l) => [l, l + " (" + levels[l] + ")"]), state.severity);
  options(byID("rule"), "all", Object.keys(rules).sort().map((r) => [r, r + " (" + rules[r] + ")"]), state.rule);
  const directories = state.repo < 0 ? [] : directoriesOf(viewOf(state.repo));
  options(byID("dir"), "all", directories.map((d) => [d, d]), state.repo < 0 ? "" : state.dir);
  byID("dir").parentElement.hidden = state.repo < 0;
  byID("text").value = state.text;
  byID("text").placeholder = state.repo >= 0 ? "message, file, object" : state.all ? "message, file, object, repository" : "name of a repository";
}

// section makes a part of the page with a heading that says how much of it the filters select.
function section(id, title, selected, all) {
  const of = selected === all ? all.toLocaleString("en") : selected.toLocaleString("en") + " of " + all.toLocaleString("en");
  return titled(id, title + " (" + of + ")");
}

const refs = {}; // sections that depend on the filters

function replace(id, made) {
  if (refs[id]) refs[id].replaceWith(made);
  else byID("main").append(made);
  refs[id] = made;
}

// showFindings shows findings as [view, finding, repository]. hidden is how many more are accepted by comments or a baseline.
function showFindings(entries, all, hidden) {
  const made = section("findings", "Findings", entries.length, all);
  const none = hidden ? "lint finds nothing new; " + many(hidden, "finding is", "findings are") + " accepted." : "lint finds nothing.";
  if (!entries.length) made.append(el("p", {}, all ? "The filters select no finding." : none));
  replace("findings", made);
  if (entries.length) lists.push(growing(made, entries, ([view, f, repository]) => findingCard(view, f, repository)));
}

function showRepositoryParts(view, filter) {
  const decisions = view.decisions;
  const open = decisions.filter((d) => matchesDecision(d, filter));
  const box = section("decisions", "Open decisions", open.length, decisions.length);
  if (!decisions.length) box.append(el("p", {}, "Nothing waits for a person."));
  replace("decisions", box);
  if (open.length) lists.push(growing(box, open, (d) => decisionCard(view, d)));

  const found = view.findings.filter((f) => matches(f, filter));
  showFindings(found.map((f) => [view, f]), view.findings.length, view.hidden);

  const files = view.convert.files.filter((f) => f.diff || (view.convert.notes || []).some((n) => n.file === f.file));
  const selected = files.filter((f) => matchesFile(view, f, filter));
  const isChanged = (f) => f.diff;
  const changes = section("changes", "Changes of convert --to v1", selected.filter(isChanged).length, files.filter(isChanged).length);
  const noted = selected.filter((f) => !f.diff).length;
  if (!files.length) changes.append(el("p", {}, "There is nothing to convert."));
  if (noted) changes.append(el("p", {class: "soft"}, many(noted, "file has", "files have") + " notes only, and no change."));
  replace("changes", changes);
  if (selected.length) lists.push(growing(changes, selected, (f) => conversion(view, f)));
  tell("Shown: " + share(found, view.findings, "finding") + ", " + share(selected.filter(isChanged), files.filter(isChanged), "file") + " to change, " +
    share(open, decisions, "decision"), filter);
}

const share = (some, all, word) => some.length.toLocaleString("en") + " of " + many(all.length, word);

function tell(text, filter) {
  const isFiltered = filter.words.length > 0 || filterNames.some((name) => filter[name]);
  byID("selected").textContent = text;
  byID("selected").classList.toggle("filtered", isFiltered);
  byID("clear").disabled = !isFiltered;
}

function showRepository() {
  const view = viewOf(state.repo), s = summaries[state.repo];
  byID("title").textContent = shown(s.name);
  document.title = shown(s.name) + " – Karpenter";
  const releases = [...new Set((view.plan.roads || []).map((r) => r.from))].join(", ");
  const checked = many(view.files, "file") + " checked by karplint " + s.karplint;
  const hidden = view.hidden ? "; " + many(view.hidden, "accepted finding") + " not shown" : "";
  byID("subtitle").textContent = shown((releases ? "Karpenter " + releases + "; " : "") + checked + hidden);
  const main = byID("main");
  main.append(tiles(s, view.plan.answer, goTo), objectsSection(view, s.exceeded, (dir) => goTo("findings", {dir})));
  replace("decisions", el("section"));
  main.append(roadSection(view, s.exceeded));
  if (view.graph) main.append(pictureSection(view.graph));
  showRepositoryParts(view, filterNow());
  main.append(teardownSection(view) || "");
  if (view.messages && view.messages.length) main.append(titled("messages", "Notes of the run", el("ul", {class: "plain"}, view.messages.map((m) => el("li", {}, m)))));
}

// The columns of a fleet: title, key for sorting, value, whether it is a number.
const columns = [
  ["Repository", "name", (s) => s.name],
  ["Objects left", "left", left, true],
  ["v1", "v1", (s) => s.objects.v1, true],
  ["Decisions", "decisions", (s) => s.decisions, true],
  ["Errors", "errors", (s) => s.levels.error || 0, true],
  ["Warnings", "warnings", (s) => s.levels.warning || 0, true],
  ["Next stop", "stop", (s) => s.stops.map(stopText).join("; ") || nothingNext(s)],
];

function sorted(list) {
  const [, , value, isNumber] = columns.find(([, key]) => key === state.sort);
  const compare = (a, b) => {
    const [one, other] = [value(summaries[a]), value(summaries[b])];
    return isNumber ? other - one : one.localeCompare(other, "en", {numeric: true});
  };
  return list.sort((a, b) => (state.up ? -compare(a, b) : compare(a, b)) || a - b);
}

function sortHead([title, key, , isNumber]) {
  const isSorted = state.sort === key;
  const direction = isSorted === false ? undefined : Boolean(isNumber) !== state.up ? "descending" : "ascending";
  return el("th", {scope: "col", class: isNumber ? "number" : undefined, "aria-sort": direction},
    el("button", {type: "button", id: "sort-" + key, onclick: () => {
      state.up = isSorted && !state.up;
      state.sort = key;
      writeAddress(false);
      update();
      byID("sort-" + key).focus();
    }}, title, el("span", {"aria-hidden": "true"}, isSorted ? (direction === "descending" ? "\u00a0↓" : "\u00a0↑") : "\u00a0↕")));
}

// findingsOfAll returns the findings of all repositories that the filters select.
function findingsOfAll(filter) {
  const entries = [];
  summaries.forEach((s, i) => {
    const view = viewOf(i);
    for (const f of view.findings) if (matches(f, {...filter, dir: ""}, s.name)) entries.push([view, f, s.name]);
  });
  return entries;
}

function showFleetParts(filter) {
  const entries = state.all ? findingsOfAll(filter) : [];
  const found = new Set(entries.map(([, , name]) => name));
  const isNamed = (s) => filter.words.every((w) => s.name.toLowerCase().includes(w));
  const levels = (s) => (filter.rule ? s.rules[filter.rule] || {} : s.levels);
  const hasFindings = (s) => (filter.severity ? levels(s)[filter.severity] : !filter.rule || s.rules[filter.rule]);
  const selected = summaries.map((_, i) => i).filter((i) => hasFindings(summaries[i]) && (isNamed(summaries[i]) || found.has(summaries[i].name)));
  const box = section("repositories", "Repositories", selected.length, summaries.length);
  const made = table("Repositories", columns.map(([title, , , isNumber]) => [title, isNumber]), [], columns.map(sortHead));
  made.classList.add("sortable");
  box.append(el("div", {class: "scroll"}, made));
  replace("repositories", box);
  const body = made.querySelector("tbody");
  const rows = growing(box, sorted(selected), (i) => fleetRow(i));
  lists.push(rows);
  function fleetRow(i) {
    const s = summaries[i];
    const row = table("", columns.map(([title, , , isNumber]) => [title, isNumber]), [columns.map(([, , value], n) => (n ? value(s) :
      el("button", {type: "button", class: "link open", onclick: () => open(i)}, s.name)))]).querySelector("tbody tr");
    body.append(row);
    return document.createDocumentFragment();
  }
  showFleetFindings(filter, selected, entries);
}

function showFleetFindings(filter, selected, entries) {
  const all = summaries.reduce((n, s) => n + Object.values(s.levels).reduce((a, b) => a + b, 0), 0);
  if (!state.all) {
    const made = section("findings", "Findings of all repositories", all, all);
    made.append(el("button", {type: "button", onclick: () => change({all: true})}, "Show and search " + many(all, "finding")));
    replace("findings", made);
    tell("Shown: " + selected.length.toLocaleString("en") + " of " + many(summaries.length, "repository", "repositories"), filter);
    return;
  }
  showFindings(entries, all);
  tell("Shown: " + entries.length.toLocaleString("en") + " of " + many(all, "finding") + ", " + selected.length.toLocaleString("en") + " of " +
    many(summaries.length, "repository", "repositories"), filter);
}

function showFleet() {
  const count = sum(summaries.map((s) => s.objects));
  byID("title").textContent = many(summaries.length, "repository", "repositories");
  document.title = byID("title").textContent + " – Karpenter";
  byID("subtitle").textContent = farNess(summaries);
  byID("main").append(titled("objects", objectsTitle, bar(count)));
  showFleetParts(filterNow());
}

// show draws the page anew, update only what depends on the filters.
function show() {
  endLists();
  for (const id of Object.keys(refs)) delete refs[id];
  byID("main").replaceChildren();
  byID("back").hidden = !isFleet || state.repo < 0;
  fillFilters();
  if (state.repo < 0) showFleet(); else showRepository();
}

function update() {
  endLists();
  if (state.repo < 0) showFleetParts(filterNow()); else showRepositoryParts(viewOf(state.repo), filterNow());
}

function endLists() {
  lists.forEach((l) => l.end());
  lists = [];
}

function change(changed, push = false) {
  Object.assign(state, changed);
  writeAddress(push);
  fillFilters();
  update();
}

// goTo shows a part of the page, with filters.
function goTo(id, filters) {
  if (filters) change(filters, true);
  byID(id).scrollIntoView();
}

function open(i) {
  const kept = state.rule || state.severity;
  Object.assign(state, {repo: i, text: "", dir: ""});
  writeAddress(true);
  show();
  scrollTo(0, 0);
  if (kept) byID("findings").scrollIntoView();
}

function clearOrBack() {
  if (state.text || filterNames.some((name) => state[name])) change(noFilters);
  else if (state.all && state.repo < 0) change({all: false});
  else if (isFleet && state.repo >= 0) toFleet();
}

function toFleet() {
  Object.assign(state, {repo: -1, text: "", dir: ""});
  writeAddress(true);
  show();
}

// walk moves the focus to the next or previous finding, or repository of a fleet.
function walk(by) {
  const stops = [...document.querySelectorAll(state.repo < 0 && !state.all ? "button.open" : "article")];
  const at = stops.findIndex((s) => s.contains(document.activeElement));
  const next = stops[Math.min(Math.max(at < 0 && by < 0 ? 0 : at + by, 0), stops.length - 1)];
  if (!next) return;
  next.focus({preventScroll: true});
  next.scrollIntoView({block: "nearest"});
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName) && event.target.type !== "checkbox";
  if (event.key === "Escape") {
    if (isTyping && !event.target.value) event.target.blur(); else clearOrBack();
  } else if (isTyping) {
    return;
  } else if (event.key === "/") {
    event.preventDefault();
    byID("text").focus();
  } else if (event.key === "j" || event.key === "k") {
    walk(event.key === "j" ? 1 : -1);
  } else if (event.key === "Enter" && event.target.tagName === "ARTICLE") {
    const fix = event.target.querySelector("details");
    if (fix) fix.open = !fix.open;
  }
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byID("theme").textContent = theme === "dark" ? "Light theme" : "Dark theme";
}

// printAll makes everything that the filters select visible, before it is printed.
function printAll() {
  lists.forEach((l) => l.all());
  closed = [...document.querySelectorAll("main details:not([open])")];
  closed.forEach((d) => { if (d.fill) d.fill(); d.open = true; });
}
let closed = [];

function closeAgain() {
  closed.forEach((d) => { d.open = false; });
}

function start() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  setTheme(kept("theme") || (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", () => { if (!kept("theme")) setTheme(dark.matches ? "dark" : "light"); });
  byID("theme").addEventListener("click", () => {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    keep("theme", theme);
    setTheme(theme);
  });
  byID("print").addEventListener("click", () => print());
  byID("back").addEventListener("click", toFleet);
  byID("clear").addEventListener("click", () => change(noFilters));
  for (const name of filterNames) byID(name).addEventListener("change", (e) => change({[name]: e.target.value}));
  let waits = 0;
  byID("text").addEventListener("input", (e) => {
    cancelAnimationFrame(waits);
    waits = requestAnimationFrame(() => { state.text = e.target.value; writeAddress(false); update(); });
  });
  document.addEventListener("keydown", onKey);
  addEventListener("beforeprint", printAll);
  addEventListener("afterprint", closeAgain);
  addEventListener("popstate", () => {
    const before = state.repo;
    readAddress();
    if (state.repo !== before) return show();
    fillFilters();
    update();
  });
  readAddress();
  show();
}
start();
