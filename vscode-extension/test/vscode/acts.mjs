// What a person does and sees, one act after the other, in a browser. Each throws when it is not as it should be.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { here, home, root, sleep } from './lib.mjs';

/** Pictures that README and walkthrough show; the others stay with the tests. */
const SHOWN = ['preview', 'problems', 'quick-fix', 'completion', 'hover', 'environments', 'graph'].concat([
  'testing-difference',
  'testing-coverage',
]);
const pictures = path.join(home, 'pictures');

export const preview = (page) => page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');

export async function openFile(page, name) {
  const base = name.split('/').pop();
  // By its own name: the preview's tab, which has the template's name in its own, is offered too.
  const row = page.locator(`.quick-input-widget .monaco-list-row[aria-label^="${base}"]`).first();
  for (let left = 4; ; left--) {
    await page.keyboard.press('Control+1'); // the group of the templates, not that of the preview
    await page.keyboard.press('Control+p');
    const input = page.locator('.quick-input-widget input');
    try {
      await input.waitFor({ timeout: 8000 });
      await input.fill(name, { timeout: 8000 });
      await row.click({ timeout: 15000 });
      break;
    } catch (error) {
      if (left === 0) throw error; // a panel that opens takes the focus, and the list closes
    }
  }
  await page.locator(`.tab.active[data-resource-name="${base}"]`).first().waitFor();
  await page.locator('.monaco-editor .view-line').first().waitFor();
}

/** Acts until something is shown: what is drawn anew between press and release loses a click. */
export async function actUntil(act, shown) {
  for (let left = 5; ; left--) {
    await act();
    try {
      await shown.waitFor({ timeout: 15000 });
      return;
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

/** Waits until some panel shows a text: which of the frames is whose cannot be seen from outside. */
async function inSomeFrame(page, text) {
  for (let i = 0; i < 100; i++) {
    for (const frame of page.frames()) {
      const body = await frame.evaluate(() => document.body?.innerText ?? '').catch(() => '');
      if (frame !== page.mainFrame() && body.includes(text)) return;
    }
    await sleep(200);
  }
  throw new Error(`no panel shows ${text}`);
}

export async function command(page, title) {
  const row = page.locator('.quick-input-widget .monaco-list-row', { hasText: title }).first();
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press('F1');
    const input = page.locator('.quick-input-widget input');
    await input.waitFor();
    await input.fill(`>${title}`);
    try {
      await row.waitFor({ timeout: 3000 });
      await page.keyboard.press('Enter');
      return;
    } catch {
      await page.keyboard.press('Escape'); // the list is made when it opens: the extension may have come later
    }
  }
  throw new Error(`the command ${title} is not offered`);
}

/** Puts the cursor at a line (and column) as a person does who knows the number. */
export async function goTo(page, line, column = 1) {
  const widget = page.locator('.quick-input-widget');
  const input = widget.locator('input');
  for (let left = 4; ; left--) {
    await page.keyboard.press('Control+g');
    try {
      await input.waitFor({ timeout: 8000 });
      await input.fill(`:${line}:${column}`, { timeout: 8000 });
      await page.keyboard.press('Enter');
      await widget.waitFor({ state: 'hidden', timeout: 8000 });
      return;
    } catch (error) {
      if (left === 0) throw error; // something that opens takes the focus, and the list closes
      await page.keyboard.press('Escape');
    }
  }
}

/** Puts the cursor at the end of the line of a template that begins with `text`, as the template was at first. */
async function goToEnd(page, file, text) {
  const lines = readFileSync(path.join(here, 'workspace', file), 'utf8').split('\n');
  await page.keyboard.press('Control+1');
  await goTo(page, lines.findIndex((one) => one.trimStart().startsWith(text)) + 1);
  await line(page, text).waitFor();
  await page.keyboard.press('End');
}

const line = (page, text) => page.locator('.editor-instance .view-line', { hasText: text }).first();

/** Text of a line as the editor shows it: its blanks are not ordinary ones, and hints stand in it. */
async function lineText(page, text) {
  return (await line(page, text).innerText()).replace(/\u00a0/g, ' ');
}

/** Where a picture goes: those of the documents are written anew only with HOTLINT_PICTURES=1. */
function folderOf(name) {
  if (process.env.HOTLINT_PICTURES !== '1') return pictures;
  if (name.startsWith('vscode-')) return path.join(root, '../docs/images');
  return SHOWN.includes(name) ? path.join(root, 'images') : pictures;
}

export async function picture(page, name, { still = true, clip } = {}) {
  if (still) await page.mouse.move(5, 400);
  await sleep(process.env.HOTLINT_PICTURES === '1' ? 1200 : 100);
  await page.screenshot({ path: path.join(folderOf(name), `${name}.png`), ...(clip === undefined ? {} : { clip }) });
}

async function choose(page, labels) {
  const widget = page.locator('.quick-input-widget');
  await widget.locator('.monaco-list-row').first().waitFor();
  for (const row of await widget.locator('.monaco-list-row').all()) {
    const name = await row.innerText();
    const box = row.locator('.quick-input-list-checkbox, input[type=checkbox], .monaco-checkbox').first();
    const on = (await box.getAttribute('aria-checked')) === 'true' || (await box.isChecked().catch(() => false));
    if (labels.some((label) => name.includes(label)) !== on) await box.click();
  }
}

export const person = {
  async 'findings show as squiggles and in the Problems panel'(page) {
    await openFile(page, 'invalid.yaml');
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached' });
    await page.keyboard.press('Control+Shift+M');
    await page.locator('.markers-panel .monaco-list-row', { hasText: 'imgae' }).first().waitFor();
    await picture(page, 'problems');
    await page.keyboard.press('Control+Shift+M');
    await page.locator('.markers-panel').waitFor({ state: 'hidden' });
  },
  async 'findings stand inside user data'(page) {
    await openFile(page, 'user-data.yaml');
    await page.locator('.squiggly-warning, .squiggly-error').first().waitFor({ state: 'attached' });
    await page.keyboard.press('Control+Shift+M');
    await page.locator('.markers-panel .monaco-list-row', { hasText: 'pakages' }).first().waitFor();
    await picture(page, 'user-data');
    await page.keyboard.press('Control+Shift+M');
    await page.locator('.markers-panel').waitFor({ state: 'hidden' });
    await openFile(page, 'invalid.yaml');
  },
  async 'a quick fix by the keyboard'(page) {
    await line(page, 'imgae').click();
    await goTo(page, 12, 30);
    await page.keyboard.press('Control+.');
    const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'image' }).first();
    await fix.waitFor();
    await picture(page, 'quick-fix');
    await page.keyboard.press('Enter');
    await line(page, 'get_param: image }').waitFor();
    await page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
  },
  async 'completion accepted by the keyboard gives the right text'(page) {
    await openFile(page, 'stack.yaml');
    await goTo(page, 41, 1); // lenses move what is further down out of sight
    const target = line(page, 'type: OS::Neutron::Net');
    await target.click();
    await page.keyboard.press('End');
    for (let i = 0; i < 'utron::Net'.length; i++) await page.keyboard.press('Backspace');
    await page.keyboard.type('u', { delay: 60 });
    await page.locator('.suggest-widget .monaco-list-row', { hasText: 'OS::Neutron::Net' }).first().waitFor();
    await picture(page, 'completion');
    await page.keyboard.type('tron::Ne', { delay: 40 });
    await page.locator('.suggest-widget .monaco-list-row.focused', { hasText: 'OS::Neutron::Net' }).first().waitFor();
    await page.keyboard.press('Enter');
    assert.match(await lineText(page, 'OS::Neutron::Net'), /^ {4}type: OS::Neutron::Net$/);
  },
  async 'completion inside flow style'(page) {
    const target = line(page, 'custom_constraint: net_cidr');
    await target.waitFor();
    await line(page, 'name: { list_join').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('value_specs: { get_par', { delay: 50 });
    await page.locator('.suggest-widget .monaco-list-row', { hasText: 'get_param' }).first().waitFor();
    await page.keyboard.press('Enter');
    await sleep(300);
    await page.keyboard.type('fla', { delay: 60 });
    await page.locator('.suggest-widget .monaco-list-row', { hasText: 'flavor' }).first().waitFor();
    await page.keyboard.press('Enter');
    await sleep(300);
    assert.match(await lineText(page, 'value_specs'), /^ {6}value_specs: \{ get_param: flavor/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Shift+k'); // deletes the line
    await line(page, 'value_specs').waitFor({ state: 'detached' });
  },
  async hover(page) {
    const word = page.locator('.view-line span span', { hasText: 'list_join' }).first();
    const shown = page.locator('.monaco-hover', { hasText: 'list_join' }).first();
    for (let i = 0; i < 10 && !(await shown.isVisible()); i++) {
      await page.mouse.move(5, 400 + i); // a pointer that rests since before the word was drawn brings no hover
      await word.hover();
      await sleep(800);
    }
    await shown.waitFor();
    await picture(page, 'hover', { still: false });
    await page.mouse.move(5, 400);
  },
  async 'code lenses and inlay hints are seen'(page) {
    await goToEnd(page, 'stack.yaml', 'stage:');
    await page.locator('.codelens-decoration a', { hasText: 'reference' }).first().waitFor();
    await page.locator('.codelens-decoration a', { hasText: 'preview' }).first().waitFor();
    await picture(page, 'editor');
    await actUntil(
      () => page.locator('.codelens-decoration a', { hasText: 'reference' }).first().click(),
      page.locator('.reference-zone-widget, .zone-widget').first(),
    );
    await page.keyboard.press('Escape');
  },
  async 'the preview opens from the editor title, beside the template'(page) {
    await page.keyboard.press('Control+b'); // room for both
    await page
      .locator(
        '.title-actions a[aria-label*="Preview to the Side"], .editor-actions a[aria-label*="Preview to the Side"]',
      )
      .first()
      .click();
    await preview(page).locator('#content', { hasText: 'web-test' }).waitFor();
    await picture(page, 'preview-default');
  },
  async 'unknown values are marked with their reason, disabled resources greyed'(page) {
    const body = preview(page).locator('#content');
    await body.locator('.unknown, [data-unknown]').first().waitFor();
    const disabled = body.locator('.disabled').first();
    await disabled.waitFor();
    const opacity = (selector) => selector.evaluate((element) => getComputedStyle(element).opacity);
    assert.ok(Number(await opacity(disabled)) < 1, 'a disabled resource looks like any other');
  },
  async 'the preview follows an edit, while typing'(page) {
    await goToEnd(page, 'stack.yaml', 'template: web-$stage');
    await page.keyboard.type('-edge', { delay: 30 });
    const started = Date.now();
    await preview(page).locator('#content', { hasText: 'web-test-edge' }).waitFor();
    return { milliseconds: Date.now() - started };
  },
  async 'a broken template is previewed as far as it can be read, and the panel says so'(page) {
    await page.keyboard.type(': [', { delay: 30 });
    await preview(page).locator('#error', { hasText: 'YAML' }).waitFor();
    assert.match(await preview(page).locator('#content').innerText(), /test-net/);
    for (let i = 0; i < 3; i++) await page.keyboard.press('Backspace');
    await preview(page).locator('#content', { hasText: 'web-test-edge' }).waitFor();
  },
  async 'another environment changes preview and status bar'(page) {
    await page.locator('.statusbar-item', { hasText: 'no environment' }).first().click();
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'production' }).first().waitFor();
    await choose(page, ['production']);
    await picture(page, 'environments');
    await page.keyboard.press('Enter');
    await preview(page).locator('#content', { hasText: 'web-production-edge' }).waitFor();
    await preview(page).locator('#environment', { hasText: 'production' }).waitFor();
    await page.locator('.statusbar-item', { hasText: 'production' }).first().waitFor();
    await picture(page, 'preview');
  },
  async 'a value can be tried, in the preview only'(page) {
    await preview(page).locator('#try').click();
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'flavor' }).first().click();
    const input = page.locator('.quick-input-widget input').first();
    await input.waitFor();
    await page.keyboard.type('m1.tried', { delay: 20 });
    await page.keyboard.press('Enter');
    await preview(page).locator('#content section.parameters', { hasText: 'm1.tried' }).waitFor();
    await preview(page).locator('#try').click();
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Forget' }).first().click();
    await preview(page).locator('#content section.parameters', { hasText: 'm1.small' }).waitFor();
  },
  async 'the filter shows only what contains its text'(page) {
    const body = preview(page).locator('#content');
    await preview(page).locator('#filter').fill('cinder');
    await body.locator('details:visible', { hasText: 'OS::Cinder::Volume' }).first().waitFor();
    assert.equal(await body.locator('details:visible', { hasText: 'OS::Neutron::Subnet' }).count(), 0);
    await preview(page).locator('#filter').fill('');
    await body.locator('details:visible', { hasText: 'OS::Neutron::Subnet' }).first().waitFor();
  },
  async 'a click on a value goes to its source'(page) {
    await goToEnd(page, 'stack.yaml', 'heat_template_version');
    const value = preview(page).locator('#content [data-uri][data-range]', { hasText: 'web-production-edge' }).last();
    // On a slow machine the panel may take the focus back from the editor, which alone has a line in the status bar.
    await actUntil(() => value.click(), page.locator('.statusbar-item', { hasText: /Ln (5\d|6\d)/ }).first());
    const status = await page
      .locator('.statusbar-item', { hasText: /Ln \d+/ })
      .first()
      .innerText();
    return { status };
  },
  async 'the environment file changes, and the preview with it'(page) {
    await openFile(page, 'env/production.yaml');
    await goTo(page, 2, 20);
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+K');
    await preview(page).locator('#content', { hasText: 'web-test-edge' }).waitFor();
    await page.keyboard.press('Control+z');
    await preview(page).locator('#content', { hasText: 'web-production-edge' }).waitFor();
  },
  async 'the graph is a picture'(page) {
    await openFile(page, 'stack.yaml');
    await preview(page).locator('#tab-graph').click();
    for (const name of ['server', 'port', 'network']) {
      await preview(page).locator(`#graph svg .node[data-id="${name}"]`).waitFor();
    }
    await picture(page, 'graph');
    await preview(page).locator('#tab-preview').click();
  },
  async 'the preview comes back when the window is loaded anew'(page) {
    await openFile(page, 'stack.yaml');
    await sleep(6000); // a browser's window stores the state of its panels every five seconds
    await page.reload();
    await page.locator('.monaco-workbench').waitFor();
    const resources = preview(page).locator('#content section.resources').first();
    await resources.waitFor({ state: 'attached' });
    await preview(page).locator('#tab-preview').click(); // the browser may have kept the state of a moment before
    await resources.waitFor();
    await openFile(page, 'stack.yaml');
    await page.locator('.statusbar-item', { hasText: 'production' }).first().waitFor();
  },
  async 'a rule is explained'(page) {
    await openFile(page, 'stack.yaml');
    await goToEnd(page, 'stack.yaml', 'name: { list_join');
    await page.keyboard.press('Home');
    for (let i = 0; i < 'name: { l'.length; i++) await page.keyboard.press('ArrowRight');
    await command(page, 'HOT: Explain This Code');
    await page.locator('.tab', { hasText: 'list_join' }).first().waitFor();
    await inSomeFrame(page, 'The items of a list');
    await picture(page, 'explain', { still: false });
  },
  async 'the explanation comes back when the window is loaded anew'(page) {
    await sleep(6000); // a browser's window stores the state of its panels every five seconds
    await page.reload();
    await page.locator('.monaco-workbench').waitFor();
    await inSomeFrame(page, 'The items of a list');
  },
  async 'the walkthrough'(page) {
    await command(page, 'Welcome: Open Walkthrough');
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Heat templates' }).first().click();
    await page.locator('.gettingStartedContainer', { hasText: 'Start the server' }).first().waitFor();
    await page.locator('.gettingStartedContainer', { hasText: 'Preview the stack' }).first().waitFor();
    await sleep(1500);
    await picture(page, 'walkthrough');
  },
  async 'the workspace is linted'(page) {
    await command(page, 'HOT: Lint Workspace');
    await page.locator('.notifications-toasts', { hasText: 'linted' }).first().waitFor();
  },
};

export const hostile = {
  async 'a hostile page of a server runs nothing and leads nowhere'(page) {
    await openFile(page, 'stack.yaml');
    await command(page, 'HOT: Preview to the Side');
    const body = preview(page).locator('body');
    await preview(page).locator('#content', { hasText: 'a value' }).waitFor();
    await sleep(1000);
    assert.equal(await body.getAttribute('data-hacked'), null);
    assert.equal(await preview(page).locator('#content :is(script, style, iframe, img, link, form, meta)').count(), 0);
    const attributes = await preview(page)
      .locator('#content *')
      .evaluateAll((all) => all.flatMap((element) => element.getAttributeNames()));
    assert.deepEqual(
      attributes.filter((name) => /^on|^style$|^src/.test(name)),
      [],
    );
    assert.equal(await preview(page).locator('#content a[href]').count(), 0);
    await preview(page).locator('#content a', { hasText: 'a link' }).click();
    await preview(page).locator('#content a', { hasText: 'a command' }).click();
    assert.equal(await body.getAttribute('data-hacked'), null);
    assert.equal(await preview(page).locator('#environment').count(), 1);
  },
  async 'an old server is reported, with an action that helps'(page) {
    // On a slow machine its toast is gone by now; the list of all notifications keeps it.
    await command(page, 'Notifications: Show Notifications');
    const message = page.locator('.notifications-center .notification-list-item', { hasText: 'too old' }).first();
    await message.waitFor();
    await message.locator('a', { hasText: 'Install Server' }).first().waitFor();
  },
};

export const distrust = {
  async 'without trust the server gets no plugin folders'(page, code, { log }) {
    await openFile(page, 'stack.yaml');
    for (let i = 0; i < 100 && !existsSync(log); i++) await sleep(100);
    await sleep(300);
    const { initializationOptions } = JSON.parse(readFileSync(log, 'utf8'));
    assert.equal(initializationOptions.trusted, false);
    assert.deepEqual(initializationOptions.pluginDirs, []);
    assert.ok(!initializationOptions.path.includes('evil'));
    assert.equal(existsSync(path.join(code.folder, 'evil-ran')), false);
  },
};

export const missing = {
  async 'other YAML starts nothing and says nothing'(page) {
    await openFile(page, 'pipeline.yaml');
    await sleep(2500);
    assert.equal(await page.locator('.notifications-toasts', { hasText: 'hotlint' }).count(), 0);
  },
  async 'a server that is not there: one message that says what to do'(page) {
    await openFile(page, 'stack.yaml');
    const toast = page.locator('.notifications-toasts .notification-toast', { hasText: 'hotlint' });
    await toast.first().waitFor();
    await openFile(page, 'worker.yaml');
    await sleep(1000);
    assert.equal(await toast.count(), 1);
    await picture(page, 'not-installed');
    await toast.locator('a', { hasText: 'Install Server' }).click();
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'python3' }).first().waitFor();
    await page.keyboard.press('Escape');
  },
};

/** A server that does not start. */
export const failing = {
  async 'a server that fails to start: one message with the reason, and a button that opens the log'(
    page,
    _,
    { reason },
  ) {
    await openFile(page, 'stack.yaml');
    const toast = page.locator('.notifications-toasts .notification-toast');
    await toast.filter({ hasText: 'the server failed to start' }).first().waitFor();
    await openFile(page, 'worker.yaml');
    await sleep(3000); // time for others, of the client, or of another try
    assert.equal(await toast.count(), 1);
    assert.match(await toast.first().innerText(), reason);
    await picture(page, 'failed-start');
    await toast.locator('a', { hasText: 'Show Log' }).click();
    await page.locator('.panel .output-view, .panel .output', { hasText: reason }).first().waitFor();
    await page.keyboard.press('Control+j');
  },
  async 'the status says so, with the reason'(page, _, { reason }) {
    await page.locator('[id="status.languageStatus"]').first().click();
    const status = page.locator('.hover-language-status', { hasText: 'hotlint failed to start' }).first();
    await status.waitFor();
    assert.match(await status.innerText(), reason);
    await picture(page, 'failed-start-status', { still: false });
    await page.keyboard.press('Escape');
  },
  async 'a restart that fails says it again, once'(page) {
    await command(page, 'HOT: Restart Server');
    const toast = page.locator('.notifications-toasts .notification-toast');
    await toast.filter({ hasText: 'the server failed to start' }).first().waitFor();
    await sleep(2000);
    assert.equal(await toast.count(), 1);
  },
};

/** The act without which a server has not started. */
export const theStart = 'an error is shown, and no question is asked';

/** What each server gives that comes with the extension: a picture is left, whose name says which one it was. */
const everywhere = {
  async [theStart](page, code, { origin }) {
    const started = Date.now();
    await openFile(page, 'invalid.yaml');
    const toast = page.locator('.notifications-toasts .notification-toast');
    await page.locator('.squiggly-error').or(toast).first().waitFor({ state: 'attached', timeout: 60000 });
    assert.deepEqual(await toast.allInnerTexts(), []);
    console.log(`      first diagnostic after ${((Date.now() - started) / 1000).toFixed(1)} s`);
    if (origin) assert.match(code.logs(), new RegExp(`found by: ${origin}`));
  },
  async 'a broken template has a preview'(page, _, { shown }) {
    await command(page, 'HOT: Preview to the Side');
    await preview(page).locator('#name', { hasText: 'invalid.yaml' }).waitFor();
    await preview(page).locator('#content', { hasText: 'OS::Nova::Server' }).first().waitFor();
    await page.keyboard.press('Control+1');
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached' });
    await picture(page, shown);
  },
  async 'names are completed'(page) {
    await openFile(page, 'invalid.yaml');
    await goToEnd(page, 'invalid.yaml', 'image: { get_param: imgae }');
    for (let i = 0; i < 'imgae }'.length; i++) await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+Space');
    await page.locator('.suggest-widget .monaco-list-row', { hasText: 'image' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(' }');
    await page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
  },
  async 'a parameter is renamed'(page) {
    await openFile(page, 'stack.yaml');
    await goToEnd(page, 'stack.yaml', 'disk_size:');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('F2');
    const input = page.locator('.rename-box input');
    await input.waitFor();
    await input.fill('volume_size');
    await page.keyboard.press('Enter');
    await line(page, 'volume_size:').waitFor();
    const used = readFileSync(path.join(here, 'workspace/stack.yaml'), 'utf8').split('\n');
    await goTo(page, used.findIndex((one) => one.includes('get_param: disk_size')) + 1);
    await line(page, 'get_param: volume_size').waitFor();
    await page.keyboard.press('Control+s');
    await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
  },
  async 'the preview follows to another template'(page) {
    await openFile(page, 'stack.yaml');
    await command(page, 'HOT: Preview to the Side');
    await preview(page).locator('#name', { hasText: 'stack.yaml' }).waitFor();
    await preview(page).locator('#content', { hasText: 'web-test' }).first().waitFor();
  },
};

/** Nothing is installed, and PATH is empty: Python runs the server that comes with the extension. */
export const bundled = everywhere;

/** No Python can be run: the server runs in a worker of the window. */
export const inWorker = {
  ...everywhere,
  async 'a nested template that changes on disk is read again'(page, code) {
    await openFile(page, 'stack.yaml');
    await page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
    const nested = path.join(code.folder, 'worker.yaml');
    writeFileSync(nested, readFileSync(nested, 'utf8').replaceAll('image', 'system'));
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached' });
  },
  async 'what needs a program says so'(page) {
    await command(page, 'HOT: Select a Cloud');
    await page.locator('.notification-toast', { hasText: 'needs an installed hotlint' }).waitFor();
  },
  async 'a window that is opened again has the server sooner'(page) {
    await page.reload();
    await page.locator('.monaco-workbench').waitFor();
    const started = Date.now();
    await openFile(page, 'stack.yaml'); // which tab was in front when the window was closed is a matter of moments
    await page.locator('[id="status.problems"]', { hasText: /[1-9]/ }).waitFor();
    console.log(`      first diagnostic after ${((Date.now() - started) / 1000).toFixed(1)} s`);
  },
};

export const installing = {
  async 'the server is installed into the environment of the workspace, and starts'(page, code) {
    await openFile(page, 'invalid.yaml');
    await command(page, 'HOT: Install Server');
    const choice = page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Environment .venv' }).first();
    await choice.waitFor();
    await picture(page, 'install', { still: false });
    await choice.click();
    const program = path.join(code.folder, '.venv/bin/hotlint');
    for (let tries = 0; tries < 60 && !existsSync(program); tries++) await sleep(1000);
    assert.ok(existsSync(program));
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached', timeout: 60000 });
    assert.equal(await page.locator('.notifications-toasts .notification-toast', { hasText: 'hotlint' }).count(), 0);
  },
};

/** Values of a template that look like markup are shown as text, by the real server. */
export const template = {
  async 'a hostile template runs nothing'(page) {
    await openFile(page, 'hostile.yaml');
    await command(page, 'HOT: Preview to the Side');
    await preview(page).locator('#content', { hasText: '<script>' }).first().waitFor();
    await sleep(800);
    assert.equal(await preview(page).locator('body').getAttribute('data-hacked'), null);
    assert.equal(await preview(page).locator('#content :is(script, img, iframe)').count(), 0);
  },
  async 'a template of a thousand lines is previewed and drawn'(page) {
    await openFile(page, 'openshift.yaml');
    await command(page, 'HOT: Preview to the Side');
    await preview(page).locator('#name', { hasText: 'openshift.yaml' }).waitFor();
    await preview(page).locator('#content', { hasText: 'openshift_masters' }).first().waitFor();
    await picture(page, 'large');
    await command(page, 'HOT: Show Dependency Graph');
    await preview(page).locator('#graph svg .node').first().waitFor();
    await picture(page, 'large-graph');
  },
};

/** Suites in the Testing view. */
export const testing = {
  async 'a suite has lenses, and failures as findings'(page) {
    await openFile(page, 'web.hot-test.yaml');
    await page.locator('.codelens-decoration a', { hasText: 'Run test' }).first().waitFor();
    await page.locator('.codelens-decoration a', { hasText: 'Explain values' }).first().waitFor();
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached' });
  },
  async 'the Testing view lists the tests'(page) {
    await command(page, 'Testing: Focus on Test Explorer View');
    const tree = page.locator('.test-explorer');
    await tree.locator('.monaco-list-row', { hasText: 'web.hot-test.yaml' }).first().waitFor();
    await tree.locator('.monaco-list-row', { hasText: 'web.hot-test.yaml' }).first().click();
    await page.keyboard.press('ArrowRight');
    for (const name of ['a small server by default', 'what is shown at login', 'names [name=db]']) {
      await tree.locator('.monaco-list-row', { hasText: name }).first().waitFor();
    }
  },
  async 'all tests are run, and one fails'(page) {
    await command(page, 'Test: Run All Tests');
    const tree = page.locator('.test-explorer');
    const row = (name) => tree.locator('.monaco-list-row', { hasText: name }).first();
    await row('what is shown at login').locator('.codicon-testing-failed-icon').waitFor();
    await row('a small server by default').locator('.codicon-testing-passed-icon').waitFor();
    await row('names [name=db]').locator('.codicon-testing-passed-icon').waitFor();
    await page
      .locator('.glyph-margin-widgets .codicon-testing-failed-icon, .cgmr.codicon-testing-failed-icon')
      .first()
      .waitFor();
    await picture(page, 'testing-view');
  },
  async 'a failure shows the difference'(page) {
    await page.locator('.test-explorer .monaco-list-row', { hasText: 'what is shown at login' }).first().click();
    await page.keyboard.press('Enter');
    const peek = page.locator('.test-output-peek, .zone-widget').first();
    await actUntil(() => command(page, 'Test: Peek Output'), peek); // the run that Enter has begun may not have a failure yet
    await page.locator('.monaco-diff-editor').first().waitFor();
    await picture(page, 'testing-difference');
    await page.keyboard.press('Escape');
  },
  async 'coverage is shown in the template'(page) {
    await command(page, 'Test: Run All Tests with Coverage');
    await page
      .locator('.monaco-list-row', { hasText: /web\.yaml.*%/ })
      .first()
      .waitFor();
    await openFile(page, 'web.yaml');
    await page.locator('.coverage-deco-gutter.coverage-deco-miss').first().waitFor({ state: 'attached' });
    await page.locator('.coverage-deco-gutter.coverage-deco-hit').first().waitFor({ state: 'attached' });
    await picture(page, 'testing-coverage');
  },
  async 'the values of a test are explained'(page) {
    await openFile(page, 'web.hot-test.yaml');
    await page.locator('.codelens-decoration a', { hasText: 'Explain values' }).nth(1).click();
    await page.locator('.terminal-wrapper, .test-output-peek, .panel', { hasText: 'str_replace' }).first().waitFor();
    await picture(page, 'testing-explained');
  },
};
