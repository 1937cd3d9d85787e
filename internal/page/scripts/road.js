// The runbook of plan: roads, their stops, and a box for each step.

function itemLine(i) {
  return el("li", {}, i.file ? [el("code", {}, placeText(i)), " "] : null, i.text, i.rule ? [" (", ruleLink(i.rule), ")"] : null);
}

function stepBody(step) {
  const commands = (step.commands || []).map((c) => [
    el("pre", {class: "commands code", tabindex: "0"}, c.run),
    c.expect ? el("p", {class: "soft"}, "Expect: " + c.expect) : null,
  ]);
  return el("div", {}, (step.why || []).map((w) => el("p", {}, w)),
    step.items && step.items.length ? el("ul", {class: "plain"}, step.items.map(itemLine)) : null, commands);
}

// boxes counts the ticked boxes of a part of the road, and shows their number.
function boxes(update) {
  const all = [];
  return {
    add(box) { all.push(box); box.addEventListener("change", () => this.show()); },
    show() { update(all.filter((b) => b.checked).length, all.length); },
  };
}

// taskStep is a step with a box. The key names it among all steps of the repository.
function taskStep(step, key, counters) {
  const box = el("input", {type: "checkbox"});
  box.checked = kept(key) === "done";
  const made = el("div", {class: "step"}, el("label", {}, box, el("span", {}, step.title)), stepBody(step));
  const show = () => made.classList.toggle("done", box.checked);
  box.addEventListener("change", () => { keep(key, box.checked ? "done" : ""); show(); });
  show();
  counters.forEach((c) => c.add(box));
  return made;
}

// taskSteps returns the steps below the names of the installations that they are about. Their keys stay the same while the plan does: the same id
// twice in a stop gets a number.
function taskSteps(steps, prefix, counters) {
  const seen = {};
  let last = "";
  return (steps || []).flatMap((s) => {
    const id = [s.installation, s.id].filter(Boolean).join("/");
    seen[id] = (seen[id] || 0) + 1;
    const name = s.installation || (last && "Each of them");
    const heading = name === last ? [] : [el("h4", {}, name)];
    last = name;
    return [...heading, taskStep(s, prefix + "/" + id + (seen[id] > 1 ? "#" + seen[id] : ""), counters)];
  });
}

function objectsAt(s) {
  if (s.keeps) return ", both APIs side by side";
  return s.removes ? ", without the " + s.removes + " objects" : "";
}

// part is a part of a road with its steps. whole counts all steps of the road; it is null for what is no part of one.
function part(title, steps, prefix, whole, more) {
  const number = el("span", {class: "soft"});
  const counter = boxes((done, all) => {
    number.textContent = all && (whole || done) ? " – " + done + " of " + all + " done" : "";
    number.classList.toggle("good", all > 0 && done === all);
  });
  const box = el("details", {class: "box"}, el("summary", {}, el("b", {}, title), number));
  box.append(...(more || []), ...taskSteps(steps, prefix, whole ? [counter, whole] : [counter]));
  counter.show();
  return box;
}

function stopTable(stops) {
  return table("Stops", [["Stop"], ["Supports Kubernetes"], ["Back to"], ["Why here"]], stops.map((s, i) => [
    (i + 1) + ". " + s.release + objectsAt(s),
    s.kubernetes && s.kubernetes.max ? "1." + s.kubernetes.min + "\u00a0to\u00a01." + s.kubernetes.max : "unknown",
    (s.return && s.return.to) || "no way back",
    s.because && s.because.length ? s.because.join("; ") : i === stops.length - 1 ? "the end of the road" : ""]));
}

function stopPart(s, i, prefix, whole) {
  const open = s.decisions && s.decisions.length ?
    [el("h4", {class: "decision"}, "Decide first"), el("ul", {class: "plain"}, s.decisions.map(itemLine))] : [];
  const box = part((i + 1) + ". Karpenter " + s.release + objectsAt(s), s.steps, prefix + "/" + i + "-" + s.release, whole, open);
  if (s.back) box.append(el("details", {class: "box"}, el("summary", {}, s.back.title), stepBody(s.back)));
  return box;
}

function roadPart(view, road) {
  const prefix = "step:" + view.name + "/" + road.from + "-" + road.to + "/" + (road.installations || []).map((i) => i.name).join("+");
  const bar = el("progress", {"aria-label": "Steps done"}), text = el("span", {class: "soft"});
  const whole = boxes((done, all) => { bar.max = all || 1; bar.value = done; text.textContent = " " + done + " of " + all + " steps done"; });
  const parts = [];
  if (road.before && road.before.length) parts.push(part("Before the first stop", road.before, prefix + "/before", whole));
  (road.stops || []).forEach((s, i) => parts.push(stopPart(s, i, prefix, whole)));
  whole.show();
  return el("div", {}, el("h3", {}, "Karpenter " + road.from + " → " + road.to + ", " + many((road.stops || []).length, "stop")),
    el("p", {class: "place"}, (road.installations || []).map((i) => i.name + " (" + placeText(i) + ")").join(", ")),
    stopTable(road.stops || []), el("p", {}, bar, text), parts);
}

function roadSection(view, exceeded) {
  const plan = view.plan;
  const parts = (plan.roads || []).map((r) => roadPart(view, r));
  const next = parts.length ? [...parts[0].querySelectorAll(":scope > details")].find((d) => d.querySelector("input:not(:checked)")) : null;
  if (next) next.open = true; // what is to do first
  if (plan.outside && plan.outside.length) {
    parts.push(el("details", {class: "box"}, el("summary", {}, "Nothing to do here for " + many(plan.outside.length, "pool") +
      " of EKS Auto Mode or of other clouds"), el("ul", {class: "plain"}, plan.outside.map(itemLine))));
  }
  const isOpen = plan.decisions && plan.decisions.length;
  if (!parts.length && exceeded) parts.push(el("p", {}, "A limit ended the run before a road was planned."));
  if (!parts.length) parts.push(el("p", {}, plan.answer || (isOpen ? "Settle the open decisions first." : "Nothing is planned.")));
  return titled("road", "The road to " + (plan.to || "the newest release"), parts);
}

// teardownSection tells how to remove Karpenter; null if the plan does not.
function teardownSection(view) {
  const steps = view.plan.teardown;
  if (!steps || !steps.length) return null;
  return titled("teardown", "How to remove Karpenter", el("p", {}, "This is not a part of the upgrade. It is for the day when these clusters give Karpenter up."),
    part("Steps", steps, "step:" + view.name + "/teardown", null));
}
