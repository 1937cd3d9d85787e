// Takes pictures of the page and of the graph: node pictures.mjs CHROMIUM PAGE FLEET GRAPH FOLDER
import {chromium} from "playwright-core";
import {pathToFileURL} from "node:url";

const [executablePath, page, fleet, graph, folder] = process.argv.slice(2);
const browser = await chromium.launch({executablePath, args: ["--no-sandbox"]});

// picture takes one of what a screen of this size shows, or of one element.
async function picture(name, file, {width, height, dark = false, scroll, element}) {
  const context = await browser.newContext({viewport: {width, height}, colorScheme: dark ? "dark" : "light"});
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(file).href);
  if (scroll) await tab.evaluate((id) => document.getElementById(id).scrollIntoView(), scroll);
  await (element ? tab.locator(element) : tab).screenshot({path: `${folder}/${name}.png`, animations: "disabled"});
  await context.close();
}

await picture("report-light", page, {width: 1200, height: 1240});
await picture("report-dark", page, {width: 1200, height: 1140, dark: true, scroll: "picture"});
await picture("report-phone", page, {width: 380, height: 1300});
await picture("report-fleet", fleet, {width: 1200, height: 760});
await picture("graph-light", graph, {width: 1400, height: 800, element: "svg"});
await picture("graph-dark", graph, {width: 1400, height: 800, element: "svg", dark: true});
await browser.close();
