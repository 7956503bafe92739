// Whole texts are typed key by key, with their newlines: the text that results is the text that was typed.
// HOTLINT_TYPED is the number of texts, HOTLINT_FIRST that of the ones before them, which another run types, HOTLINT_WINDOWS that
// of the windows that share them, HOTLINT_KEY the milliseconds between bursts of HOTLINT_BURST keys, HOTLINT_PAUSE the least before
// Enter, which accepts the first entry of an open list. HOTLINT_TEMPLATES are more folders of texts, HOTLINT_LONGEST the
// characters of the longest one, HOTLINT_SEED chooses among them.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openFile } from './acts.mjs';
import { here, root, sleep } from './lib.mjs';

const COUNT = Number(process.env.HOTLINT_TYPED ?? 6);
const FIRST = Number(process.env.HOTLINT_FIRST ?? 0);
const KEY = Number(process.env.HOTLINT_KEY ?? 12);
const BURST = Number(process.env.HOTLINT_BURST ?? 1);
const PAUSE = Number(process.env.HOTLINT_PAUSE ?? 120);
const LONGEST = Number(process.env.HOTLINT_LONGEST ?? 900);
const SLOWEST = 1500;
const WINDOWS = Number(process.env.HOTLINT_WINDOWS ?? 1);
const SEED = Number(process.env.HOTLINT_SEED ?? 1);

/**
 * The editor itself adds nothing: no indentation, no brackets, no words of the text. It draws little, to spare the machine.
 * Of YAML, the extension changes no setting: with VS Code's own, Enter takes an entry that is typed whole, and ends no line.
 */
export const typingSettings = {
  'editor.autoIndent': 'none',
  'editor.autoClosingBrackets': 'never',
  'editor.autoClosingQuotes': 'never',
  'editor.autoSurround': 'never',
  'editor.trimAutoWhitespace': false,
  'editor.detectIndentation': false,
  'editor.wordBasedSuggestions': 'off',
  'editor.codeLens': false,
  'editor.inlayHints.enabled': 'off',
  'editor.stickyScroll.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.guides.indentation': false,
  'editor.cursorBlinking': 'solid',
  'breadcrumbs.enabled': false,
  'explorer.autoReveal': false,
  '[yaml]': {
    'editor.acceptSuggestionOnEnter': 'smart',
    'editor.wordBasedSuggestions': 'off',
    'editor.autoIndent': 'none',
    'editor.quickSuggestions': { strings: 'on' },
  },
  '[hot]': { 'editor.autoIndent': 'none' },
};

function* filesBelow(folder) {
  for (const name of readdirSync(folder).sort()) {
    const file = path.join(folder, name);
    if (statSync(file).isDirectory()) yield* filesBelow(file);
    else if (/\.(ya?ml|env)$/.test(name)) yield file;
  }
}

/** A list in an order that depends only on the seed. */
function shuffled(list) {
  let state = SEED;
  const order = list.map((one) => [(state = (state * 48271) % 2147483647), one]);
  return order.sort(([a], [b]) => a - b).map(([, one]) => one);
}

/** What is typed: distinct short texts of each kind, by turns. */
function texts() {
  const more = (process.env.HOTLINT_TEMPLATES ?? '').split(path.delimiter).filter(Boolean);
  const folders = [
    ...more,
    path.join(root, '../examples'),
    path.join(here, 'corpus'),
    path.join(root, '../hotlint/data/policies'),
  ];
  const kinds = new Map();
  const seen = new Set();
  for (const file of folders.flatMap((folder) => [...filesBelow(folder)])) {
    const text = readFileSync(file, 'utf8');
    if (text.length > LONGEST || /[^\n -~]/.test(text) || seen.has(text)) continue;
    seen.add(text);
    const kind = /^heat_template_version/m.test(text)
      ? 'template'
      : /^tests:/m.test(text)
        ? 'suite'
        : /^policies:/m.test(text)
          ? 'policies'
          : /^(parameters|parameter_defaults|resource_registry):/m.test(text)
            ? 'environment'
            : undefined;
    if (kind !== undefined) kinds.set(kind, [...(kinds.get(kind) ?? []), { name: path.basename(file), text }]);
  }
  const lists = [...kinds.values()].map(shuffled);
  const most = Math.max(...lists.map((list) => list.length));
  const turns = Array.from({ length: most }, (_, n) => lists.flatMap((list) => list.slice(n, n + 1)));
  return turns.flat().slice(FIRST, FIRST + COUNT);
}

const chosen = texts().map((one, n) => ({ ...one, file: `typed${FIRST + n}-${one.name}` }));

/** Puts an empty file in the workspace for each text. */
export function prepareTyping(folder) {
  mkdirSync(path.join(folder, 'typed'));
  writeFileSync(path.join(folder, 'typed', 'suggests.yaml'), 'heat_template_version: 2018-08-31\n');
  for (const { file } of chosen) writeFileSync(path.join(folder, 'typed', file), '');
}

/** Without a list of suggestions, nothing would be proved by what is typed. */
const suggests = {
  async 'the list of suggestions opens while typing'(page) {
    await openFile(page, 'suggests.yaml');
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.locator('.statusbar-item', { hasText: 'environment' }).first().waitFor();
    await page.keyboard.press('Control+End');
    for (const word of ['resour', 'output']) {
      await page.keyboard.type(word, { delay: 60 });
      const started = Date.now();
      await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: word }).first().waitFor();
      // A busy machine opens its lists late: Enter waits for them, or nothing would be proved.
      page.pause = Math.max(PAUSE, Math.min(1.5 * (Date.now() - started), SLOWEST));
      await page.keyboard.press('Escape');
      await page.keyboard.type(':\n');
    }
    return { pause: page.pause };
  },
};

/** The acts of each window: all windows together type all texts. */
export const typing = Array.from({ length: WINDOWS }, (_, window) => ({
  ...suggests,
  ...typedTexts(chosen.filter((_, n) => n % WINDOWS === window)),
}));

/** Types a row in bursts: the keys of a burst do not wait for each other. */
async function typeRow(page, row) {
  page.keys ??= await page.context().newCDPSession(page);
  const press = (text) =>
    ['keyDown', 'keyUp'].map((type) => page.keys.send('Input.dispatchKeyEvent', { type, key: text, text }));
  for (let at = 0; at < row.length; at += BURST) {
    await Promise.all([...row.slice(at, at + BURST)].flatMap(press));
    await sleep(KEY);
  }
}

/** Types a text; gives the number of its rows at whose end a list of suggestions is open. */
async function typeRows(page, text) {
  const rows = text.split('\n');
  const list = page.locator('.suggest-widget.visible .monaco-list-row');
  let lists = 0;
  for (const [n, row] of rows.entries()) {
    await typeRow(page, row);
    if (n === rows.length - 1) break;
    if (row.trim() !== '') await sleep(page.pause);
    lists += (await list.count()) > 0 ? 1 : 0;
    await page.keyboard.press('Enter');
  }
  return lists;
}

function typedTexts(own) {
  return Object.fromEntries(
    own.map(({ file, text }) => [
      `typed as it is: ${file}`,
      async (page, code) => {
        await openFile(page, file);
        await page.locator('.monaco-editor .view-lines').first().click();
        const lists = await typeRows(page, text);
        const saved = path.join(code.folder, 'typed', file);
        for (let left = 40; left > 0 && readFileSync(saved, 'utf8') !== text; left--) {
          await page.keyboard.press('Control+s');
          await sleep(150);
        }
        assert.equal(readFileSync(saved, 'utf8'), text);
        await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
        await page.keyboard.press('Control+w');
        return { characters: text.length, lists };
      },
    ]),
  );
}
