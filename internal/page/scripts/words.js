"use strict";
// Small functions that the other scripts share. Texts of repositories only become text nodes here, never HTML.

// Characters that would be invisible, or change the order of the others, are shown by their numbers.
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const shown = (text) => String(text).replace(unseen, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));

// el makes an element: el("p", {class: "soft"}, "text", child). A property that begins with on is a listener.
function el(name, properties, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    made.append(child instanceof Node ? child : shown(child));
  }
  return made;
}

// titled makes a section with a heading.
const titled = (id, title, ...children) => el("section", {id, "aria-labelledby": id + "-title"}, el("h2", {id: id + "-title"}, title), children);

const many = (n, one, more) => n.toLocaleString("en") + " " + (n === 1 ? one : more || one + "s");
const placeText = (p) => (p.file || "") + (p.line ? ":" + p.line : "");

// breakable lets the lines of a path end behind its directories.
const breakable = (path) => path.split(/(?<=\/)/).map((step) => [shown(step), el("wbr")]);

// link makes a link only to pages that karplint names; any other address stays text.
function link(address) {
  const isKnown = /^https:\/\/(karpenter\.sh|docs\.aws\.amazon\.com|kubernetes\.io)\//.test(address);
  return isKnown ? el("a", {href: address, rel: "noreferrer"}, address) : el("span", {}, address);
}

function ruleLink(rule, name) {
  if (!/^KL\d{3}$/.test(rule)) return el("span", {}, rule);
  const address = "https://github.com/karplint/karplint/blob/main/docs/rules/" + rule + ".md";
  return el("a", {href: address, rel: "noreferrer", title: shown(name || "")}, rule);
}

// keep and kept store ticked boxes and the theme. Without storage, as in a private window, they last as long as the page.
const memory = {};
function keep(key, value) {
  memory[key] = value;
  try { localStorage.setItem("karplint:" + key, value); } catch { /* no storage */ }
}
function kept(key) {
  try { return localStorage.getItem("karplint:" + key) ?? memory[key]; } catch { return memory[key]; }
}

// growing appends a list to parent, a hundred at a time: more when its end is scrolled into view, and all of it before printing.
const chunk = 100;
function growing(parent, list, make) {
  let done = 0;
  const more = el("button", {type: "button", class: "more", onclick: () => grow(chunk)});
  const watch = new IntersectionObserver((seen) => { if (seen.some((s) => s.isIntersecting)) grow(chunk); }, {rootMargin: "1200px"});
  function grow(count) {
    const piece = document.createDocumentFragment();
    for (const end = Math.min(done + count, list.length); done < end; done++) piece.append(make(list[done], done));
    more.before(piece);
    more.hidden = done >= list.length;
    more.textContent = "Show more of " + many(list.length - done, "that is left", "that are left");
    watch.unobserve(more);
    if (!more.hidden) watch.observe(more);
  }
  parent.append(more);
  grow(chunk);
  return {all: () => grow(list.length), end: () => watch.disconnect()};
}
