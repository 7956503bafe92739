// Whole texts are typed key by key, with their newlines: the text that results is the text that was typed.
// HOTLINT_TYPED is the number of texts, HOTLINT_KEY the milliseconds of a key, HOTLINT_PAUSE those before Enter, which
// accepts the first entry of an open list. HOTLINT_TEMPLATES are more folders of texts.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openFile } from './acts.mjs';
import { here, root, sleep } from './lib.mjs';

const COUNT = Number(process.env.HOTLINT_TYPED ?? 6);
const KEY = Number(process.env.HOTLINT_KEY ?? 12);
const PAUSE = Number(process.env.HOTLINT_PAUSE ?? 120);
const LONGEST = Number(process.env.HOTLINT_LONGEST ?? 900);

/** The editor itself adds nothing: no indentation, no brackets, no words of the text where the server offers nothing. */
export const typingSettings = {
  'editor.autoIndent': 'none',
  'editor.autoClosingBrackets': 'never',
  'editor.autoClosingQuotes': 'never',
  'editor.autoSurround': 'never',
  'editor.trimAutoWhitespace': false,
  'editor.detectIndentation': false,
  'editor.wordBasedSuggestions': 'off',
  '[yaml]': {
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

/** What is typed: short texts of each kind, by turns. */
function texts() {
  const more = (process.env.HOTLINT_TEMPLATES ?? '').split(path.delimiter).filter(Boolean);
  const folders = [
    ...more,
    path.join(root, '../examples'),
    path.join(here, 'corpus'),
    path.join(root, '../hotlint/data/policies'),
  ];
  const kinds = new Map();
  for (const file of folders.flatMap((folder) => [...filesBelow(folder)])) {
    const text = readFileSync(file, 'utf8');
    if (text.length > LONGEST || /[^\n -~]/.test(text)) continue;
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
  const lists = [...kinds.values()];
  const most = Math.max(...lists.map((list) => list.length));
  const turns = Array.from({ length: most }, (_, n) => lists.flatMap((list) => list.slice(n, n + 1)));
  return turns.flat().slice(0, COUNT);
}

const chosen = texts().map((one, n) => ({ ...one, file: `typed${n}-${one.name}` }));

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
    await page.keyboard.type('resour', { delay: 60 });
    await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'resources' }).first().waitFor();
    await page.keyboard.press('Escape');
  },
};

export const typing = {
  ...suggests,
  ...typedTexts(),
};

/** Types a text; gives the number of its rows at whose end a list of suggestions is open. */
async function typeRows(page, text) {
  const rows = text.split('\n');
  const list = page.locator('.suggest-widget.visible .monaco-list-row');
  let lists = 0;
  for (const [n, row] of rows.entries()) {
    await page.keyboard.type(row, { delay: KEY });
    if (n === rows.length - 1) break;
    if (row.trim() !== '') await sleep(PAUSE);
    lists += (await list.count()) > 0 ? 1 : 0;
    await page.keyboard.press('Enter');
  }
  return lists;
}

function typedTexts() {
  return Object.fromEntries(
    chosen.map(({ file, text }) => [
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
        await page.keyboard.press('Control+w');
        return { characters: text.length, lists };
      },
    ]),
  );
}
