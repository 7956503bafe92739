// Opens pages of the site in Chromium and searches on it: node site.mjs MODULES CHROMIUM ADDRESS PICTURES < question > answer
// The question is {pages: [path], pictures: {name: path}, read: [path], searches: [words]}; the answer {problems: [text], found: {words: [path]}}.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [modules, executablePath, address, pictures] = process.argv.slice(2);
const puppeteer = createRequire(`${modules}/`)("puppeteer-core");
const asked = JSON.parse(readFileSync(0, "utf8"));
const answer = { problems: [], found: {} };
const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"] });

async function opened() {
  const page = await browser.newPage();
  const problem = (text) => answer.problems.push(`${page.url().replace(address, "")}: ${text}`);
  await page.setViewport({ width: 1400, height: 900 });
  page.on("console", (message) => message.type() === "error" && problem(`the console has ${message.text()}`));
  page.on("pageerror", (error) => problem(`a script fails: ${error}`));
  page.on("response", (response) => response.status() >= 400 && problem(`${response.url()} answers ${response.status()}`));
  return page;
}

async function eachOf(paths) {
  const page = await opened();
  for (let path; (path = paths.shift()) !== undefined; ) {
    await page.goto(`${address}/${path}`, { waitUntil: "load" });
    if (!(await page.$("h1"))) answer.problems.push(`${path}: the page has no heading`);
  }
}

try {
  const waiting = [...asked.pages];
  await Promise.all([eachOf(waiting), eachOf(waiting)]);
  const page = await opened();
  for (const [name, path] of Object.entries(asked.pictures)) {
    await page.goto(`${address}/${path}`, { waitUntil: "load" });
    await page.screenshot({ path: `${pictures}/${name}.png` });
  }
  // As axe sees it: with either theme, what a keyboard or a screen reader cannot use, and what has too little contrast.
  for (const theme of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }, { name: "prefers-reduced-motion", value: "reduce" }]);
    for (const path of asked.read) {
      await page.goto(`${address}/${path}`, { waitUntil: "load" });
      await page.addScriptTag({ path: `${modules}/node_modules/axe-core/axe.min.js` });
      const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
      for (const { id, nodes } of violations) answer.problems.push(`${path} (${theme}): ${id}: ${nodes.length} such as ${nodes[0].html.slice(0, 120)}`);
    }
  }
  // As a reader searches: Ctrl K on any page, words, and the results.
  await page.goto(`${address}/index.html`, { waitUntil: "load" });
  await page.keyboard.down("Control");
  await page.keyboard.press("k");
  await page.keyboard.up("Control");
  for (const words of asked.searches) {
    await page.$eval("#search-dialog input", (field, text) => { field.value = text; field.dispatchEvent(new Event("input")); }, words);
    const ended = (text) => document.querySelector("#search-dialog .results")?.dataset.answered === text;
    const hasEnd = await page.waitForFunction(ended, { timeout: 60000 }, words).catch(() => null);
    if (!hasEnd) {
      answer.problems.push(`a search for ${words} has no end`);
      break; // nor would the next one have
    }
    answer.found[words] = await page.$$eval("#search-dialog a.title", (links) => links.map((link) => link.getAttribute("href")));
  }
  await page.screenshot({ path: `${pictures}/site-search.png` });
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(answer));
