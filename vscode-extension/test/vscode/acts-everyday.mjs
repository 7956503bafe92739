// What a person does every day in the editor, one small thing after the other, each looked at. Each act throws when it is not as it
// should be, and the last ones leave pictures of the panels in a narrow window.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { actUntil, command, goTo, openFile, picture, preview } from './acts.mjs';
import { home, sleep } from './lib.mjs';

const HOSTILE = '<img src=x onerror="document.body.dataset.hacked=1">\'"\u2028';
const TAKE = 'document.body.dataset.hacked=1';
const NAMES = [
  HOSTILE,
  `"><img src=//127.0.0.1:9/asked-by-a-name onerror=${TAKE}>`,
  `</script></style></title><script>${TAKE}</script>]]>--><svg onload=${TAKE}>`,
  `[x](javascript:${TAKE}) ![x](http://127.0.0.1:9/asked-by-a-name) [x](command:workbench.action.closeWindow) <command:x>`,
  '\u202egnp.\u2066exe\u2069\x1b[31m',
  '${x} {{x}} {% x %} `x` ``` $(x)',
];
const FILE = `<img src=x onerror=${TAKE}>.yaml`;
const NET = 'heat_template_version: 2018-08-31\nresources:\n  net:\n    type: OS::Neutron::Net\n';
const PLACES = ['one', 'two', 'three', 'four'];
const SERVER = 'server:\n  type: OS::Nova::Server\n  properties:\n    flavor: m1.small\n    image: cirros\n';

/** Adds what only these acts need. */
export function prepareEveryday(folder) {
  const write = (name, text) => writeFileSync(path.join(folder, name), text);
  write('nested.yaml', NET);
  for (const name of PLACES) write(`${name}.env.yaml`, 'resource_registry:\n  Own::Net: nested.yaml\n');
  write('inlined.yaml', NET);
  write('outer.yaml', 'heat_template_version: 2018-08-31\nresources:\n  web:\n    type: inlined.yaml\n');
  write('paste.yaml', `${NET}\noutputs:\n  id:\n    value: { get_resource: net }\n`);
  write('clip.yaml', SERVER);
  write(
    'loose.yaml',
    `${NET}  spare:\n      type: OS::Neutron::Port\n      properties: {network: {get_resource: net}}\n`,
  );
  const loose = '  spare:\n      type: OS::Neutron::Port\n      properties: {network: {get_resource: net}}\n';
  write('blank.yaml', `${NET}${loose}`);
  mkdirSync(path.join(folder, 'moved'));
  write('moved/beside.yaml', NET);
  write('moving.yaml', NET);
  write('mover.yaml', 'heat_template_version: 2018-08-31\nresources:\n  web:\n    type: moving.yaml\n');
  write('old.yaml', NET.replace('2018-08-31', '2015-10-15'));
  const names = NAMES.map((name) => JSON.stringify(name).replaceAll('\u2028', '\\u2028')); // as it is, it would end a line
  const each = (text) => names.map((name) => text.replaceAll('NAME', () => name)).join('');
  const strange =
    `heat_template_version: 2018-08-31\ndescription: ${names[1]}\nparameters:\n` +
    each('  NAME: {type: string, default: NAME, label: NAME, description: NAME}\n') +
    `resources:\n${each('  NAME:\n    type: OS::Heat::Value\n    properties: {value: {get_param: NAME}}\n')}` +
    `outputs:\n${each('  NAME: {description: NAME, value: NAME}\n')}`;
  write('names.yaml', strange);
  write(FILE, strange);
}

/** A program that is killed the first two times that it starts as a server. */
export function killedServer(program) {
  const [file, count] = [path.join(home, 'killed-server'), path.join(home, 'killed-server.count')];
  rmSync(count, { force: true });
  const text = `#!/bin/sh\nif [ "$1" = server ]; then echo x >> '${count}'; [ $(wc -l < '${count}') -le 2 ] && kill -9 $$; fi\nexec '${program}' "$@"\n`;
  writeFileSync(file, text, { mode: 0o755 });
  return file;
}

const line = (page, text) => page.locator('.editor-instance .view-line', { hasText: text }).first();
const problems = (page, text) => page.locator('.markers-panel .monaco-list-row', { hasText: text });
const status = (page, text) => page.locator('.statusbar-item', { hasText: text }).first();
const listRow = (page, text) => page.locator('.quick-input-widget .monaco-list-row', { hasText: text }).first();

/** The text of an editor, as it is saved. */
async function saved(page, code, name) {
  await page.keyboard.press('Control+s');
  await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
  return readFileSync(path.join(code.folder, name), 'utf8');
}

async function chooseAction(page, title) {
  const action = page.locator('.action-widget .monaco-list-row', { hasText: title }).first();
  await actUntil(async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+.');
  }, action);
  const focused = page.locator('.action-widget .monaco-list-row.focused', { hasText: title }).first();
  for (let i = 0; i < 20 && !(await focused.isVisible()); i++) {
    await page.keyboard.press('ArrowDown'); // a click would close the list: what is around it takes the pointer
    await sleep(80);
  }
  await focused.waitFor();
  await page.keyboard.press('Enter');
}

/** Nothing of a template has become markup in a frame of the window, and its policy lets no script of a template run. */
async function assertHarmless(page) {
  let looked = 0;
  assert.deepEqual(page.harm, []);
  for (const frame of page.frames()) {
    const found = await frame
      .evaluate(() => ({
        hacked: document.body?.dataset.hacked,
        images: document.querySelectorAll('img[onerror], img[src="x"]').length,
        handlers: [...document.querySelectorAll('main *')].filter((one) =>
          one.getAttributeNames().some((name) => /^on/.test(name)),
        ).length,
        policy: document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.content ?? '',
        violations: globalThis.violations,
        links: document.querySelectorAll(
          'main a[href]:not([href^="#"]), [data-href^="command:"], [data-href^="javascript:"]',
        ).length,
        isPanel: document.body?.dataset.elk !== undefined,
      }))
      .catch(() => undefined);
    if (found === undefined) continue;
    assert.equal(found.hacked, undefined);
    assert.equal(found.images, 0);
    if (found.isPanel) {
      looked += 1;
      assert.equal(found.handlers, 0);
      assert.equal(found.links, 0);
      assert.deepEqual(found.violations, []);
      const scripts = /script-src ([^;]*)/.exec(found.policy)?.[1] ?? '';
      assert.match(scripts, /^'nonce-[\w+/=]+'$/);
      assert.match(found.policy, /default-src 'none'/);
      assert.doesNotMatch(found.policy, /unsafe/);
    }
  }
  assert.ok(looked > 0);
}

export const everyday = {
  async 'a deletion marks every open environment that needs the file'(page, code) {
    for (const name of PLACES) {
      await openFile(page, `${name}.env.yaml`);
      await page.keyboard.press('Control+k');
      await page.keyboard.press('Enter'); // keeps the tab
    }
    await page.keyboard.press('Control+Shift+M');
    await sleep(1500);
    rmSync(path.join(code.folder, 'nested.yaml'));
    for (const name of PLACES) await problems(page, `${name}.env.yaml`).first().waitFor();
    await picture(page, 'deletion');
    writeFileSync(path.join(code.folder, 'nested.yaml'), NET);
    for (const name of PLACES) await problems(page, `${name}.env.yaml`).first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+j');
  },
  async 'a pasted resource gets the indentation of its section'(page, code) {
    await openFile(page, 'clip.yaml');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await openFile(page, 'paste.yaml');
    await goTo(page, 5, 1);
    await page.keyboard.press('Control+v');
    await line(page, 'type: OS::Nova::Server').waitFor();
    await sleep(500);
    const text = await saved(page, code, 'paste.yaml');
    assert.ok(text.includes(SERVER.replace(/^(?=.)/gm, '  ')), text);
    await picture(page, 'pasted');
  },
  async 'a refused rename says why'(page) {
    await openFile(page, 'paste.yaml');
    await goTo(page, 3, 4);
    await page.keyboard.press('F2');
    const input = page.locator('.rename-box input');
    await input.waitFor();
    await input.fill('server');
    await page.keyboard.press('Enter');
    await page.locator('.monaco-editor-overlaymessage, .notification-toast', { hasText: 'already' }).first().waitFor();
    await page.keyboard.press('Escape');
  },
  async 'an inlined template leaves no file'(page, code) {
    await openFile(page, 'outer.yaml');
    await goTo(page, 4, 14);
    await sleep(500);
    await chooseAction(page, 'Inline the nested template');
    await line(page, 'type: OS::Neutron::Net').waitFor();
    for (let i = 0; i < 50 && existsSync(path.join(code.folder, 'inlined.yaml')); i++) await sleep(100);
    assert.equal(existsSync(path.join(code.folder, 'inlined.yaml')), false);
    await saved(page, code, 'outer.yaml');
  },
  async 'a definition is gone to, and the way back'(page) {
    await openFile(page, 'stack.yaml');
    await goTo(page, 64, 29);
    await page.keyboard.press('F12');
    await status(page, /Ln 12,/).waitFor();
    await page.keyboard.press('Control+Alt+-');
    await status(page, /Ln 64,/).waitFor();
  },
  async 'references are peeked'(page) {
    await goTo(page, 12, 4);
    await page.keyboard.press('Shift+F12');
    await page.locator('.reference-zone-widget, .zone-widget').first().waitFor();
    await picture(page, 'references');
    await page.keyboard.press('Escape');
  },
  async 'a nested template opens by its definition'(page) {
    await goTo(page, 95, 18);
    await page.keyboard.press('F12');
    await page.locator('.tab.active[data-resource-name="worker.yaml"]').first().waitFor();
  },
  async 'symbols of a file are listed'(page) {
    await openFile(page, 'stack.yaml');
    await page.keyboard.press('Control+Shift+O');
    await listRow(page, 'attachment').waitFor();
    await picture(page, 'symbols');
    await page.keyboard.press('Escape');
  },
  async 'symbols of the workspace are found'(page) {
    await page.keyboard.press('Control+t');
    const input = page.locator('.quick-input-widget input');
    await input.waitFor();
    await input.fill('#worker_count');
    await listRow(page, 'worker_count').waitFor();
    await page.keyboard.press('Escape');
  },
  async 'occurrences of a name are marked'(page) {
    await goTo(page, 38, 5);
    await page
      .locator('.wordHighlightText, .wordHighlight, .wordHighlightStrong')
      .first()
      .waitFor({ state: 'attached' });
  },
  async 'a section is folded and opened'(page) {
    await goTo(page, 5, 1);
    await page.keyboard.press('Control+Shift+[');
    await line(page, 'description: Where this runs').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Shift+]');
    await line(page, 'description: Where this runs').waitFor();
  },
  async 'a selection grows by structure'(page) {
    await goTo(page, 64, 29);
    await page.keyboard.press('Shift+Alt+ArrowRight');
    await status(page, 'selected').waitFor();
    await page.keyboard.press('Escape');
  },
  async 'a file is formatted'(page, code) {
    await openFile(page, 'loose.yaml');
    await command(page, 'Format Document');
    await page.locator('.tab.active.dirty').waitFor();
    const text = await saved(page, code, 'loose.yaml');
    assert.match(text, /\n {2}spare:\n {4}type: OS::Neutron::Port/);
  },
  async 'an edit is undone and done again'(page, code) {
    await page.keyboard.press('Control+z');
    await page.locator('.tab.active.dirty').waitFor();
    await page.keyboard.press('Control+y');
    await saved(page, code, 'loose.yaml');
  },
  async 'a save that formats leaves the cursor on its indented empty line'(page, code) {
    const settings = path.join(code.folder, '.vscode/settings.json');
    const before = existsSync(settings) ? readFileSync(settings, 'utf8') : undefined;
    mkdirSync(path.dirname(settings), { recursive: true });
    writeFileSync(settings, JSON.stringify({ ...JSON.parse(before ?? '{}'), 'editor.formatOnSave': true }));
    await openFile(page, 'blank.yaml');
    await sleep(2000); // until the settings are read
    await goTo(page, 4, 1);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await status(page, 'Ln 5, Col 5').waitFor();
    const text = await saved(page, code, 'blank.yaml');
    assert.match(text, /Net\n {4}\n {2}spare:\n {4}type: OS::Neutron::Port/);
    await status(page, 'Ln 6, Col 5').waitFor(); // a line was added above
    await picture(page, 'format-on-save');
    await goTo(page, 1, 1);
    await page.keyboard.press('End');
    await page.keyboard.type('  # now');
    assert.match(await saved(page, code, 'blank.yaml'), /Net\n\n {2}spare:/);
    if (before === undefined) rmSync(settings);
    else writeFileSync(settings, before);
  },
  async 'a link in a document leads to its file'(page) {
    await openFile(page, 'mover.yaml');
    await page
      .locator('.detected-link', { hasText: 'moving.yaml' })
      .first()
      .click({ modifiers: ['Control'] });
    await page.locator('.tab.active', { hasText: 'moving.yaml' }).waitFor();
  },
  async 'a file is moved into a folder, and what names it follows'(page, code) {
    await openFile(page, 'moving.yaml');
    await command(page, 'File: Reveal Active File in Explorer View');
    const file = (name) => page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).first();
    await file('moving.yaml').dragTo(file('moved'));
    const question = page.locator('.monaco-dialog-box');
    const isThere = () => existsSync(path.join(code.folder, 'moved/moving.yaml'));
    for (let i = 0; i < 100 && !isThere(); i++) {
      const yes = question.locator('.monaco-button', { hasText: /^(Move|OK)$/ }).first();
      if (await yes.count()) await yes.click();
      await sleep(200);
    }
    assert.ok(isThere());
    await openFile(page, 'mover.yaml');
    await line(page, 'type: moved/moving.yaml').waitFor();
    await picture(page, 'file-moved');
    await saved(page, code, 'mover.yaml');
  },
  async 'the version of a template is upgraded'(page) {
    await openFile(page, 'old.yaml');
    await command(page, 'HOT: Upgrade Template Version');
    await listRow(page, '2021-04-16').click();
    await line(page, 'heat_template_version: 2021-04-16').waitFor();
    await page.keyboard.press('Control+s');
  },
  async 'the next problem is gone to by its key'(page) {
    await openFile(page, 'invalid.yaml');
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached' });
    await goTo(page, 1);
    await page.keyboard.press('F8');
    await page.locator('.marker-widget', { hasText: 'imgae' }).first().waitFor();
    await picture(page, 'next-problem');
    await page.keyboard.press('Escape');
  },
  async 'a finding is suppressed by an action'(page) {
    await goTo(page, 12, 30);
    await chooseAction(page, /[Ss]uppress|[Dd]isable/);
    await page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached' });
  },
  async 'a parameter is extracted from a value'(page) {
    await openFile(page, 'worker.yaml');
    await goTo(page, 20, 17);
    await chooseAction(page, 'Extract');
    await line(page, 'flavor: { get_param: flavor }').or(line(page, 'get_param: flavor')).first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await line(page, 'flavor: m1.tiny').waitFor();
  },
  async 'a resource type is explained at the cursor'(page) {
    await goTo(page, 16, 18);
    await command(page, 'HOT: Explain This Code');
    await page.locator('.tab', { hasText: 'OS-Nova-Server' }).first().waitFor();
    await page.keyboard.press('Control+F4');
  },
  async 'names of a template that look like markup stay text, in values and graph'(page) {
    await openFile(page, 'names.yaml');
    await command(page, 'HOT: Preview to the Side');
    await preview(page).locator('#content', { hasText: '<img src=x' }).first().waitFor();
    await picture(page, 'hostile-names');
    await assertHarmless(page);
    await preview(page).locator('#tab-graph').click();
    await preview(page).locator('#graph .node').first().waitFor();
    await assertHarmless(page);
  },
  async 'such names stay text in a hover'(page) {
    await openFile(page, 'names.yaml');
    for (const row of [5, 12]) {
      await goTo(page, row, 7);
      await command(page, 'Show or Focus Hover');
      const hover = page.locator('.monaco-hover-content:visible').first();
      await hover.waitFor();
      assert.equal(await hover.locator('img, [data-href^="command:"], [data-href^="javascript:"]').count(), 0);
      await assertHarmless(page);
      await page.keyboard.press('Escape');
    }
  },
  async 'such names stay text in the plan and in the deployments'(page) {
    await preview(page).locator('#tab-plan').click();
    await preview(page).locator('#plan').waitFor();
    await assertHarmless(page);
    await command(page, 'Explorer: Focus on Heat Deployments View');
    await page.locator('.monaco-list-row', { hasText: 'names.yaml' }).first().waitFor();
    await assertHarmless(page);
    await preview(page).locator('#tab-preview').click();
  },
  async 'the panels in a narrow window: nothing is cut that is a text'(page) {
    await openFile(page, 'stack.yaml');
    await preview(page).locator('#content', { hasText: 'test-net' }).first().waitFor();
    for (const width of [900, 700, 560]) {
      await page.setViewportSize({ width, height: 800 });
      await sleep(600);
      const cut = await preview(page)
        .locator('.toolbar button')
        .evaluateAll((all) =>
          all.filter((one) => one.offsetParent !== null && one.scrollWidth > one.clientWidth + 1).map((one) => one.id),
        );
      assert.deepEqual(cut, [], String(width));
      await picture(page, `narrow-${width}-values`);
    }
    await preview(page).locator('#tab-graph').click();
    const node = preview(page).locator('#graph .node[data-id="network"]');
    await node.waitFor();
    await sleep(1500);
    const { left, right, width } = await node.evaluate((element) => ({
      left: element.getBoundingClientRect().left,
      right: element.getBoundingClientRect().right,
      width: innerWidth,
    }));
    assert.ok(left >= 0 && right <= width, `${left} ${right} of ${width}`);
    const shown = await node
      .locator('text')
      .evaluateAll((all) =>
        all.filter((one) => getComputedStyle(one).display !== 'none').map((one) => one.textContent),
      );
    assert.ok(
      shown.some((text) => text.includes('net')),
      shown.join(),
    );
    await page.keyboard.press('Control+b'); // without the side bar, the window cuts nothing of the panel
    await sleep(1000);
    await picture(page, 'narrow-graph');
    await preview(page).locator('#tab-plan').click();
    await picture(page, 'narrow-plan');
    await page.keyboard.press('Control+b');
    await page.setViewportSize({ width: 1400, height: 860 });
    return { width, shown };
  },
};

/** The server is killed while it starts, more than once. */
export const killed = {
  async 'a server that is killed while it starts comes back without a word'(page) {
    await openFile(page, 'invalid.yaml');
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached' });
    assert.deepEqual(await page.locator('.notification-toast').allInnerTexts(), []);
  },
};
