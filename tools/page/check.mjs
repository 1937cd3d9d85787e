// Opens pages of karplint report in Chromium, and checks what only a browser can tell:
//
//	node check.mjs CHROMIUM text PAGE           prints the text that a person sees, with everything opened
//	node check.mjs CHROMIUM repository PAGE     filters, keys, boxes, printing, small screens, axe
//	node check.mjs CHROMIUM fleet PAGE          the same for many repositories
//	node check.mjs CHROMIUM hostile PAGE        that texts stay texts; their markers are "hacked"
//	node check.mjs CHROMIUM figures PAGE        prints how long loading and filtering take
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {pathToFileURL} from "node:url";
import {chromium} from "playwright-core";

const [executablePath, what, file] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const address = pathToFileURL(file).href;
const browser = await chromium.launch({executablePath, args: ["--no-sandbox"]});
const complaints = [];

async function open(options = {}, fragment = "") {
  const context = await browser.newContext({viewport: {width: 1200, height: 900}, ...options});
  const page = await context.newPage();
  page.on("console", (m) => { if (["error", "warning"].includes(m.type())) complaints.push(m.text()); });
  page.on("pageerror", (e) => complaints.push(String(e)));
  page.on("dialog", (d) => { complaints.push("dialog " + d.message()); d.dismiss(); });
  page.on("request", (r) => { if (!/^(file|data):/.test(r.url())) complaints.push("request " + r.url()); });
  await page.goto(address + fragment);
  return page;
}

const told = (page) => page.locator("#selected").textContent();
const count = (page, selector) => page.locator(selector).count();
const openAll = (page) => page.evaluate(() => dispatchEvent(new Event("beforeprint")));
const fragment = (page) => decodeURIComponent(new URL(page.url()).hash);

// accessible fails if axe finds something, in light and dark, on a large screen and a small one, where nothing but code may scroll sideways.
async function accessible(where = "") {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1200, 380]) {
      const page = await open({colorScheme, viewport: {width, height: 900}}, where);
      await openAll(page);
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      assert(widest <= width, `the page is ${widest} pixels wide on a screen of ${width}`);
      await page.evaluate(axe);
      const {violations} = await page.evaluate(() => globalThis.axe.run());
      const found = violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => n.html).join(" | ")}`);
      assert.deepEqual(found, [], `axe, ${colorScheme}, ${width} pixels`);
      await page.context().close();
    }
  }
}

// reachable fails if Tab does not come to all buttons, inputs and links that are shown, or the focus cannot be seen.
async function reachable(page) {
  const ids = await page.locator("[id]").evaluateAll((all) => all.map((e) => e.id));
  assert.deepEqual(ids, [...new Set(ids)], "ids are unique");
  await page.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
  const wanted = await page.evaluate(() => {
    const all = [...document.querySelectorAll("a[href], button:not(:disabled), input, select, summary")].filter((e) => e.checkVisibility());
    all.forEach((e) => { e.wanted = true; });
    return all.length;
  });
  for (let i = 0; i < wanted * 2 + 100; i++) {
    await page.keyboard.press("Tab");
    const left = await page.evaluate(() => {
      const at = document.activeElement;
      if (at.wanted && getComputedStyle(at).outlineStyle === "none") return "no outline: " + at.outerHTML;
      at.wanted = false;
      return [...document.querySelectorAll("a, button, input, select, summary")].some((e) => e.wanted) ? null : "all";
    });
    if (left === "all") return;
    assert.equal(left, null);
  }
  const missed = await page.evaluate(() => [...document.querySelectorAll("*")].filter((e) => e.wanted && e.checkVisibility()).map((e) => e.outerHTML));
  assert.deepEqual(missed, [], "Tab does not reach");
}

async function text() {
  const page = await open();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  process.stdout.write(await page.evaluate(() => document.querySelector("header").innerText + "\n" + document.querySelector("main").innerText) + "\n");
}

async function repository() {
  const page = await open();
  const all = await count(page, "article");
  assert(all > 5 && all < 100, `${all} findings`);
  assert.match(await told(page), new RegExp(`^Shown: ${all} of ${all} findings`));

  await page.selectOption("#severity", "info");
  const infos = await count(page, "article");
  assert(infos > 0 && infos < all);
  assert.equal(await count(page, "article .badge.info"), infos);
  assert.equal(fragment(page), "#severity=info");
  await page.reload();
  assert.equal(await count(page, "article"), infos, "a page that is loaded anew keeps its filters");

  await page.click("#clear");
  assert.equal(await count(page, "article"), all);
  const rule = await page.locator("article h3 a").first().textContent();
  await page.selectOption("#rule", rule);
  assert.deepEqual([...new Set(await page.locator("article h3 a").allTextContents())], [rule]);
  await page.keyboard.press("Escape");
  assert.equal(await count(page, "article"), all, "Escape clears the filters");

  await page.locator(".tiles button").filter({hasText: /warning/}).click();
  assert.equal(fragment(page), "#severity=warning", "a figure leads to what it counts");
  assert.equal(await count(page, "article"), await count(page, "article .badge.warning"));
  await page.goBack();
  assert.equal(await count(page, "article"), all, "and one can go back");

  await page.fill("#text", "no such text");
  await page.locator(".tiles button").filter({hasText: /warning/}).click();
  assert(await count(page, "article") > 0, "also with another filter");
  await page.click("#clear");
  await page.locator("#picture > button").click();
  assert.equal(await page.locator("#picture svg").evaluate((e) => e.style.minWidth), "0px", "the picture fits");

  const directory = await page.locator("#objects table button").first().textContent();
  await page.locator("#objects table button").first().click();
  assert.equal(fragment(page), "#dir=" + directory);
  for (const place of await page.locator("article .place:first-of-type code").allTextContents()) assert(place.startsWith(directory + "/"), place);
  for (const name of await page.locator("#changes summary code").allTextContents()) assert(name.startsWith(directory + "/"), name);
  await page.click("#clear");

  await page.locator("h1").click();
  await page.keyboard.press("/");
  await page.keyboard.type("no such text");
  await page.waitForFunction(() => document.querySelectorAll("article").length === 0);
  await page.fill("#text", rule.toLowerCase());
  await page.waitForFunction((n) => document.querySelectorAll("article").length < n && document.querySelector("article"), all);
  await page.fill("#text", "");
  await page.waitForFunction((n) => document.querySelectorAll("article").length === n, all);
  await page.keyboard.press("Escape");

  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  assert.equal(await page.evaluate(() => [...document.querySelectorAll("article")].indexOf(document.activeElement)), 0, "j and k walk through findings");
  for (let i = 0; i < all && !(await page.evaluate(() => document.activeElement.querySelector("details"))); i++) await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.querySelector("details").open), true, "Enter opens the fix");
  await page.waitForSelector("article details[open] .snippet .new"); // a fix shows its lines
  await page.fill("#text", rule.toLowerCase().slice(0, 2));
  await page.waitForFunction(() => document.querySelector("#selected.filtered"));
  await page.waitForSelector("article details[open] .snippet .new", {timeout: 5000}); // and stays open while one filters
  await page.click("#clear");

  await page.locator("#road input").first().check();
  await page.reload();
  assert.equal(await page.locator("#road input").first().isChecked(), true, "a ticked box stays");
  assert.match(await page.locator("#road").textContent(), /1 of \d+ steps done/);

  const paint = () => page.locator("#picture .pool rect").first().evaluate((e) => getComputedStyle(e).fill);
  const light = await paint();
  await page.click("#theme");
  assert.notEqual(await paint(), light, "the picture is dark too");
  await page.reload();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark", "the theme stays");

  await page.selectOption("#severity", "info");
  const closed = await count(page, "main details:not([open])");
  await page.pdf(); // a browser makes everything visible before it prints
  assert.equal(await count(page, "main details:not([open])"), closed, "what was closed is closed again");
  await openAll(page);
  assert.equal(await count(page, "article"), infos);
  assert.equal(await count(page, "main details:not([open])"), 0, "everything is printed");
  assert(await count(page, "#changes .diff .row") > 0, "changes are printed");
  await reachable(await open());
  await accessible();
}

async function fleet() {
  const page = await open();
  const names = () => page.locator("#repositories .open").allTextContents();
  const all = await names();
  assert(all.length > 2);
  assert.equal(await count(page, "svg"), 0, "no picture is drawn before its repository is opened");
  await page.click("#sort-name");
  assert.deepEqual(await names(), [...all].sort());
  assert.equal(await page.locator("#repositories th[aria-sort]").getAttribute("aria-sort"), "ascending");
  await page.click("#sort-name");
  assert.deepEqual(await names(), [...all].sort().reverse());
  await page.reload();
  assert.deepEqual(await names(), [...all].sort().reverse(), "a page that is loaded anew keeps its order");

  await page.fill("#text", all[0]);
  await page.waitForFunction(() => document.querySelectorAll("#repositories .open").length === 1);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  assert.equal((await names()).length, all.length);

  await page.locator("h1").click();
  await page.keyboard.press("j");
  const first = await page.evaluate(() => document.activeElement.textContent);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("h1").textContent(), first, "Enter opens a repository");
  assert(fragment(page).startsWith("#repo=" + first.replaceAll(" ", "+")), fragment(page));
  assert.equal(await count(page, "#picture svg"), 1, "with its picture");
  await page.keyboard.press("Escape");
  assert.equal((await names()).length, all.length, "Escape goes back");
  await page.locator("#repositories .open").first().click();
  await page.fill("#text", "pool");
  await page.waitForFunction(() => !document.getElementById("clear").disabled);
  await page.click("#back");
  assert.equal((await names()).length, all.length, "the text is for one repository");
  await page.goBack();
  await page.goBack();
  await page.goBack();
  assert.equal(await page.locator("h1").textContent(), first, "so does the browser");
  await page.goForward();

  for (const cell of await page.locator("#repositories td:last-child").allTextContents()) {
    assert.match(cell, /→|not planned|at Karpenter|neither an installation/, "why there is no next stop");
  }
  await page.locator("#findings button").click();
  const found = await count(page, "article");
  const rule = await page.locator("article h3 a").first().textContent();
  await page.selectOption("#rule", rule);
  assert(await count(page, "article") < found);
  assert.deepEqual([...new Set(await page.locator("article h3 a").allTextContents())], [rule]);
  await page.click("#clear");
  await page.fill("#text", rule.toLowerCase());
  await page.waitForFunction((n) => document.querySelectorAll("article").length < n, found);
  const having = await page.locator("article .place:first-of-type").evaluateAll((all) => all.map((p) => p.textContent.split(":")[0]));
  assert.deepEqual((await names()).sort(), [...new Set(having)].sort(), "the repositories are those of the findings");
  await reachable(await open());
  await accessible();
  await accessible("#all=1");
}

async function hostile() {
  const page = await open();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const shown = await page.evaluate(() => document.body.innerText);
  assert.match(shown, /<\/script><script>hacked/, "the text is shown as it is");
  assert.match(shown, /<img src=x onerror=hacked/);
  assert.match(shown, /\\u001b\[31mred/, "an escape sequence is shown by its number");
  assert.match(shown, /\\u2028/);
  assert.match(shown, /\\u202e/);
  assert.equal(await page.evaluate(() => typeof globalThis.hacked), "undefined");
  assert.equal(await count(page, "main script, main iframe, main img, main foreignObject, main [onload], main [onerror], main [onclick]"), 0);
  for (const href of await page.locator("a").evaluateAll((links) => links.map((l) => l.href))) {
    assert.match(href, /^https:\/\/(karpenter\.sh|github\.com\/karplint)\//);
  }
  await accessible();
}

async function figures() {
  const begin = performance.now();
  const page = await open();
  const loaded = performance.now() - begin;
  // timed measures until the next picture is drawn.
  const timed = (action) => page.evaluate(async (code) => {
    const start = performance.now();
    new Function(code)();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return Math.round(performance.now() - start);
  }, action);
  const type = (word) => `const t = document.getElementById("text"); t.value = "${word}"; t.dispatchEvent(new Event("input"))`;
  const choose = (id) => `const s = document.getElementById("${id}"); s.selectedIndex = 1; s.dispatchEvent(new Event("change"))`;
  const lines = [`load: ${Math.round(loaded)} ms`];
  const note = async (name, action) => lines.push(`${name}: ${await timed(action)} ms`);
  if (await count(page, "#repositories")) {
    await note("sort", `document.getElementById("sort-errors").click()`);
    await note("open a repository", `document.querySelector("button.open").click()`);
    await note("go back", `document.getElementById("back").click()`);
    await note("show all findings", `document.querySelector("#findings button").click()`);
  }
  await note("first text", type("pool"));
  await note("another text", type("pools/7"));
  await note("no text", type(""));
  await note("a severity", choose("severity"));
  await note("a rule", choose("rule"));
  await note("clear", `document.getElementById("clear").click()`);
  const drawn = await count(page, "article");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction((n) => document.querySelectorAll("article").length > n, drawn);
  lines.push(`${drawn} findings drawn at first, ${await told(page)}`);
  process.stdout.write(lines.join("\n") + "\n");
}

try {
  await {text, repository, fleet, hostile, figures}[what]();
  assert.deepEqual(complaints, [], "the browser complains");
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await browser.close();
}
