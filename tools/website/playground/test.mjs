// Drives the playground in a real Chromium: node test.mjs FOLDER [PICTURES]. Exits with 1 when anything is not as it should be.
import assert from 'node:assert/strict';
import { createReadStream, existsSync, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import { extname, join, normalize, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import puppeteer from 'puppeteer-core';

const [folder, pictures] = process.argv.slice(2);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm' };
const SECONDS = 120_000; // a machine with other work takes long to load Python, and a failed start says so only then
let sent = 0;
let offline = false;
let damaged = false; // whether what is sent of the packages ends in their middle
const server = createServer((request, response) => {
  const path = join(resolve(folder), normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)).replace(/\/$/, '/index.html'));
  if (offline || !existsSync(path)) return response.writeHead(404).end();
  sent += statSync(path).size;
  response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' });
  const end = damaged && /(files|hotlint)\.zip$/.test(path) ? statSync(path).size >> 1 : Infinity;
  createReadStream(path, { end }).pipe(response);
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const address = `http://127.0.0.1:${server.address().port}/`;
const executablePath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
const browser = await puppeteer.launch({ executablePath, headless: true, args: ['--no-sandbox'] });
const page = await browser.newPage();
const errors = [];
page.on('pageerror', (error) => errors.push(String(error)));
page.on('console', (message) => message.type() === 'error' && !/404/.test(message.text()) && errors.push(message.text()));
if (pictures) mkdirSync(pictures, { recursive: true });

const ready = () => page.waitForFunction(() => 'ready' in document.body.dataset, { timeout: SECONDS });
const until = async (wanted) => {
  const found = (text) =>
    document.querySelector('#status.failure')?.textContent ??
    [...document.querySelectorAll('#problems button')].some((row) => row.textContent.includes(text));
  assert.equal(await (await page.waitForFunction(found, { timeout: SECONDS }, wanted)).jsonValue(), true);
};
const inEditor = (selector, timeout = SECONDS) => // changes in a shadow root wake no waitForSelector
  page.waitForFunction((wanted) => document.getElementById('editors').shadowRoot.querySelector(wanted), { timeout }, selector);
const gone = (text) =>
  page.waitForFunction((text) => ![...document.querySelectorAll('#problems button')].some((row) => row.textContent.includes(text)), { timeout: SECONDS }, text);
const shot = async (name) => pictures && (await page.screenshot({ path: join(pictures, `${name}.png`) }));
const saved = (since) =>
  page.waitForFunction((time) => Number(document.body.dataset.saved ?? 0) > time, { timeout: SECONDS }, since);

// A server that does not start: its reason is in the place of the findings. No visit is told that nothing was found before a check.
const watched = async (tab) =>
  tab.evaluateOnNewDocument(() => {
    new MutationObserver(() => {
      const early = document.body && !('checked' in document.body.dataset) && /Nothing found/.test(document.getElementById('problems')?.textContent);
      if (early) document.documentElement.dataset.early = 'true';
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
const early = (tab) => tab.evaluate(() => document.documentElement.dataset.early);
damaged = true;
const apart = await browser.createBrowserContext(); // with another cache
const broken = await apart.newPage();
await watched(broken);
await broken.setViewport({ width: 1400, height: 900 });
await broken.goto(`${address}#rule=HOT301`);
await broken.waitForFunction(() => /invalid zip data/.test(document.querySelector('#problems .failure')?.textContent), { timeout: SECONDS });
assert.match(await broken.$eval('#status.failure', (status) => status.textContent), /cannot start.*invalid zip data/);
assert.equal(await early(broken), undefined);
if (pictures) await broken.screenshot({ path: join(pictures, 'failed.png') });
await apart.close();
damaged = false;

// The first visit: Python is loaded, and the example of a rule is checked.
await page.setViewport({ width: 1400, height: 900 });
await watched(page);
let began = performance.now();
sent = 0;
await page.goto(`${address}#rule=HOT301`);
await until('HOT301');
const cold = (performance.now() - began) / 1000;
assert.equal(await early(page), undefined);
const transferred = sent;
await shot('rule');

// A fix of the server changes the text, and the finding goes.
for (let shown = false, tries = 0; !shown; tries += 1) {
  assert.ok(tries < 40, 'no fix is offered'); // fixes come after the finding, and a tooltip that shows stays as it is
  await page.mouse.move(0, 0);
  await page.hover('#editors >>> .cm-lintRange-error');
  shown = await inEditor('.cm-diagnosticAction', 3000).then(() => true, () => false);
}
await shot('fix');
await page.click('#editors >>> .cm-diagnosticAction');
await gone('HOT301');

// Typing: a mistake is reported, and a type is completed.
await page.click('#files [role=tab]');
await page.keyboard.down('Control');
await page.keyboard.press('a');
await page.keyboard.up('Control');
await page.keyboard.type('heat_template_version: 2018-08-31\nresources:\n  server:\n  type: OS::Nova::Ser', { delay: 40 });
const typed = Date.now();
await inEditor('.cm-tooltip-autocomplete');
const offered = await page.$$eval('#editors >>> .cm-completionLabel', (labels) => labels.map((label) => label.textContent));
assert.ok(offered.includes('OS::Nova::Server'), String(offered));
await shot('completion');
await page.keyboard.press('Escape');
await saved(typed);
await until("'OS::Nova::Ser'");

// Chromium styles what is typed over a selection, which the policy refuses. CodeMirror draws it anew, without.
assert.deepEqual(errors.filter((text) => !/^Applying inline style/.test(text)), []);
errors.length = 0;

// A link holds the files, and opens them again.
await page.click('#share');
const link = page.url();
assert.match(link, /#files=[\w-]{20,}$/);
const other = await browser.newPage();
await other.goto(link);
await other.waitForFunction(() => document.getElementById('editors').shadowRoot?.querySelector('.cm-content')?.innerText.includes('OS::Nova::Ser'), { timeout: SECONDS });
await other.close();

// A Jinja source is rendered with the variables of its settings, and its result is checked.
await page.select('#examples', 'A Jinja source');
await until('first_adress');
await shot('jinja');

// Policies: what they find in a template, and what is wrong in one. `\\pL` is known to RE2, and to neither JavaScript nor Python.
await page.select('#examples', 'Policies of a site');
await until('SITE001');
await until('SITE002');
await shot('policies');
await page.evaluate(() => [...document.querySelectorAll('#files [role=tab]')].find((tab) => tab.textContent === 'site.yaml').click());
await page.click('#editors >>> .editor:not([hidden]) .cm-content');
await page.keyboard.down('Control');
await page.keyboard.press('End');
await page.keyboard.up('Control');
await page.keyboard.type("- code: SITE003\nname: letters\nresources: OS::Nova::Server\nassert: name.matches('^\\\\pL+$')\nmessage: a number\n");
await until('SITE003');
await page.keyboard.type('sevrity: info\n');
await until("'sevrity'");
await shot('policy');

// Each panel has its page.
await page.select('#examples', 'Web servers');
await page.waitForFunction(() => document.querySelectorAll('#files [role=tab]').length === 2, { timeout: SECONDS });
for (const name of ['preview', 'graph', 'docs']) {
  await page.click(`#tab-${name}`);
  await page.waitForFunction(() => /<!doctype html/i.test(document.getElementById('output').srcdoc), { timeout: SECONDS });
  await new Promise((done) => setTimeout(done, 1500));
  await shot(name);
}

// Names of a stranger's link stay text, in the page and in its panels. Were they scripts, the policy of the page would stop them.
const evil = `<img src=x onerror="window.taken=1"></pre></style></script><script>window.taken=1</script>`;
const named = `heat_template_version: 2018-08-31
description: '${evil}'
parameters: {'${evil}': {type: string, default: '${evil}', description: '[a](javascript:window.taken=1) ${evil}'}}
resources:
  '${evil}': {type: 'OS::Heat::Value', properties: {value: {get_param: '${evil}'}}}
  other: {type: '${evil}', depends_on: '${evil}'}
outputs: {'${evil}': {value: {get_attr: ['${evil}', value]}}}
`;
const strange = { files: { 'a.yaml': named, [evil]: named, '__proto__': named }, shown: evil };
await page.goto('about:blank');
await page.goto(`${address}#files=${deflateRawSync(JSON.stringify(strange)).toString('base64url')}`);
await ready();
await until('onerror');
for (const name of ['problems', 'preview', 'graph', 'docs']) {
  await page.click(`#tab-${name}`);
  if (name !== 'problems') await page.waitForFunction(() => document.getElementById('output').srcdoc.includes('onerror'), { timeout: SECONDS });
  await new Promise((done) => setTimeout(done, 1500));
  await shot(`strange-${name}`);
  for (const frame of page.frames()) assert.equal(await frame.evaluate(() => window.taken), undefined, name);
}
assert.deepEqual(errors, []);
const refused = await page.evaluate(async (elsewhere) => {
  const found = [];
  addEventListener('securitypolicyviolation', ({ effectiveDirective }) => found.push(effectiveDirective));
  document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.taken = 1' }));
  document.body.append(Object.assign(document.createElement('style'), { textContent: 'body { color: red }' }));
  document.body.insertAdjacentHTML('beforeend', '<p style="color: red"></p>');
  document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.taken = 1">');
  document.body.append(Object.assign(new Image(), { src: `${elsewhere}/x.png` }));
  document.head.append(Object.assign(document.createElement('base'), { href: elsewhere }));
  await fetch(elsewhere).catch(() => {});
  await new Promise((done) => setTimeout(done, 500));
  return [...new Set(found)].sort();
}, 'http://127.0.0.2:9');
assert.deepEqual(refused, ['base-uri', 'connect-src', 'img-src', 'script-src-attr', 'script-src-elem', 'style-src-attr', 'style-src-elem']);
assert.equal(await page.evaluate(() => window.taken), undefined);
errors.length = 0; // what was refused

// A second visit needs no network. Phones and the dark theme.
await page.click('#tab-problems');
await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active !== null, { timeout: SECONDS });
await page.reload();
await ready();
const kept = () => page.evaluate(async () => (await (await caches.open((await caches.keys())[0])).match('./memory')) !== undefined);
while (!(await kept())) await new Promise((done) => setTimeout(done, 200));
offline = true;
const system = await browser.target().createCDPSession();
const processors = async () => (await system.send('SystemInfo.getProcessInfo')).processInfo.reduce((sum, one) => sum + one.cpuTime, 0);
const rounds = [];
for (let round = 0; round < 5; round += 1) {
  await page.goto('about:blank');
  const before = await processors();
  const start = Date.now();
  await page.goto(`${address}#rule=HOT301`);
  await until('HOT301');
  const found = { ...JSON.parse(await page.evaluate(() => document.body.dataset.marks)), diagnostic: Date.now() };
  const seconds = Object.entries(found).map(([name, time]) => [name, (time - start) / 1000]);
  rounds.push({ ...Object.fromEntries(seconds), processors: (await processors()) - before });
}
const middle = (name) => rounds.map((round) => round[name]).sort((a, b) => a - b)[rounds.length >> 1].toFixed(2);
await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
await shot('dark');
await page.setViewport({ width: 390, height: 800, isMobile: true, hasTouch: true });
await until('HOT301');
await shot('phone-dark');
await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
await shot('phone');
assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is wider than a phone');
assert.deepEqual(errors, []);
await browser.close();
server.close();
console.log(`playground: ${(transferred / 2 ** 20).toFixed(1)} MiB; first diagnostic ${cold.toFixed(1)} s`);
console.log(`from the cache, middle of ${rounds.length}: ${Object.keys(rounds[0]).map((name) => `${name} ${middle(name)}`).join(', ')} s; load ${loadavg()[0].toFixed(1)}`);
