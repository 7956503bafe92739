// What a person sees in the preview, the graph, the picker of environments and the side bar. Each act throws when something
// is not as it should be, and leaves a picture.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { actUntil, command, goTo, openFile, picture, preview } from './acts.mjs';
import { sleep } from './lib.mjs';

/** Makes the workspace a repository with one commit, and adds what only these acts need. */
export function prepareViews(folder) {
  writeFileSync(path.join(folder, 'web.env'), 'parameters:\n  image: debian-12\n');
  writeFileSync(path.join(folder, 'nothing.yaml'), 'heat_template_version: 2018-08-31\n');
  const git = (...args) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '--quiet');
  git('add', '.');
  git(
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@example.org',
    'commit',
    '--quiet',
    '--message',
    'The stack as it is deployed',
  );
}

const row = (page, text) =>
  page
    .locator('.pane', { has: page.locator('.pane-header', { hasText: 'Heat Deployments' }) })
    .locator('.monaco-list-row', { hasText: text })
    .first();
const node = (page, name) => preview(page).locator(`#graph .node[data-id="${name}"]`);
const shot = (page, name, options) => picture(page, `vscode-${name}-${page.theme}`, options);
const status = (page, text) => preview(page).locator('#status', { hasText: text }).waitFor();

async function press(page, ...keys) {
  for (const key of keys) {
    await page.keyboard.press(key);
    await sleep(120);
  }
}

/** Whether a node is drawn inside of the panel. */
async function isInside(page, name) {
  return node(page, name).evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
  });
}

async function scaleOf(page) {
  const transform = await preview(page).locator('#graph svg > g').last().getAttribute('transform');
  return Number(/scale\(([\d.]+)\)/.exec(transform ?? '')?.[1]);
}

export const views = {
  async 'a file *.env with sections of an environment is one'(page) {
    await openFile(page, 'web.env');
    await page.locator('.statusbar-item', { hasText: 'YAML' }).first().waitFor();
  },
  async 'a parameter without a value says so, and takes one'(page) {
    await openFile(page, 'stack.yaml');
    await command(page, 'HOT: Preview to the Side');
    const body = preview(page).locator('#content');
    await body.locator('.required', { hasText: 'required, no value' }).waitFor();
    assert.match(await body.locator('.summary').innerText(), /7 resources, 2 disabled, .*1 parameter without a value/);
    await shot(page, 'values');
    const box = body.locator('input[data-box="image"]');
    assert.match(await box.getAttribute('aria-label'), /Value of image/);
    await box.fill('debian-13');
    await box.press('Enter');
    await body.locator('section.parameters tr', { hasText: 'debian-13' }).first().waitFor();
    await body.locator('.required').waitFor({ state: 'detached' });
  },
  async 'a reason is said once, names break at underscores, paths are relative'(page) {
    const body = preview(page).locator('#content');
    const reasons = await body.locator('div.reason').allInnerTexts();
    assert.equal(new Set(reasons).size, reasons.length, reasons.join('\n'));
    assert.ok((await body.locator('.unknown[title]').count()) > reasons.length);
    assert.ok((await body.locator('td.key wbr').count()) > 0);
    const text = await body.textContent();
    assert.match(text, /worker\.yaml/);
    assert.doesNotMatch(text, /\/worker\.yaml|\/workspace\//);
  },
  async 'why a value is what it is, step by step, each a link'(page) {
    const body = preview(page).locator('#content');
    const flavor = body
      .locator('details', { hasText: 'OS::Nova::Server' })
      .first()
      .locator('tr.entry', { hasText: 'flavor' });
    await flavor.first().locator('.why').click();
    const steps = body.locator('.steps li');
    await steps.first().waitFor();
    assert.ok((await steps.count()) > 1);
    await shot(page, 'why');
    await body.locator('.steps [data-uri]').last().click();
    await page
      .locator('.statusbar-item', { hasText: /Ln \d+/ })
      .first()
      .waitFor();
    await flavor.first().locator('.why').click();
    await steps.first().waitFor({ state: 'detached' });
  },
  async 'why, from the template, by the keyboard'(page) {
    await openFile(page, 'stack.yaml');
    await goTo(page, 65, 20);
    await command(page, 'HOT: Why This Value?');
    const widget = page.locator('.quick-input-widget');
    await widget.locator('.monaco-list-row', { hasText: 'stack.yaml:' }).first().waitFor();
    assert.ok((await widget.locator('.monaco-list-row').count()) > 1);
    await press(page, 'ArrowDown', 'Enter');
    await widget.waitFor({ state: 'hidden' });
  },
  async 'the panel by keys alone, and its labels'(page) {
    const body = preview(page);
    await body.locator('#tab-preview').focus();
    await press(page, 'ArrowRight');
    await body.locator('#tab-graph[aria-selected="true"]').waitFor();
    await press(page, 'ArrowLeft');
    await body.locator('#tab-preview[aria-selected="true"]').waitFor();
    await press(page, '/');
    assert.equal(await body.locator('#filter:focus').count(), 1);
    await page.keyboard.type('nothing of the sort');
    await status(page, '0 matches');
    await press(page, 'Escape');
    const unnamed = await body
      .locator('button, input, [role=link]')
      .evaluateAll((all) =>
        all
          .filter((one) => !(one.getAttribute('aria-label') ?? one.textContent ?? '').trim())
          .map((one) => one.outerHTML),
      );
    assert.deepEqual(unnamed, []);
    await body.locator('#content [role=link]').first().focus();
    await press(page, 'Enter');
    await page.locator('.monaco-editor.focused').first().waitFor();
  },
  async 'the graph is fitted at opening, and legible'(page) {
    await goTo(page, 1); // where nothing depends on what is at the cursor
    await preview(page).locator('#tab-graph').click();
    await node(page, 'network').waitFor();
    for (const name of ['network', 'server', 'workers', 'attachment']) {
      for (let i = 0; i < 20 && !(await isInside(page, name)); i++) await sleep(200); // the panel gets its size late
      assert.ok(await isInside(page, name), name);
    }
    assert.ok((await scaleOf(page)) > 0.6);
    await shot(page, 'graph');
  },
  async 'the graph highlights what depends on the cursor'(page) {
    await openFile(page, 'stack.yaml');
    await goTo(page, 49, 4);
    await node(page, 'port').and(preview(page).locator('.current')).waitFor();
    await node(page, 'server').and(preview(page).locator('.dependent')).waitFor();
    assert.equal(await node(page, 'network').and(preview(page).locator('.dependent')).count(), 0);
    await status(page, '2 resources depend on port');
    await goTo(page, 9, 4);
    await status(page, 'depend on stage');
    await goTo(page, 49, 4);
    await shot(page, 'graph-dependents');
  },
  async 'nested stacks open in place'(page) {
    await node(page, 'workers').locator('[data-toggle="workers"]').click();
    await node(page, 'workers/0').waitFor();
    await node(page, 'workers/0').locator('[data-toggle="workers/0"]').click();
    await node(page, 'workers/0/server').waitFor();
    await shot(page, 'graph-nested');
    await node(page, 'workers/0/server').click();
    await page.locator('.tab.active[data-resource-name="worker.yaml"]').first().waitFor();
    await openFile(page, 'stack.yaml');
    await node(page, 'workers').waitFor();
  },
  async 'the graph is moved, zoomed and fitted again'(page) {
    const before = await scaleOf(page);
    await preview(page).locator('#larger').click();
    assert.ok((await scaleOf(page)) > before);
    const box = await preview(page).locator('#graph svg').boundingBox();
    const transform = () => preview(page).locator('#graph svg > g').last().getAttribute('transform');
    const start = await transform();
    await page.mouse.move(box.x + 30, box.y + box.height - 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + box.height - 110, { steps: 4 });
    await page.mouse.up();
    assert.notEqual(await transform(), start);
    await page.mouse.wheel(0, -300);
    await preview(page).locator('#fit').click();
    assert.ok(await isInside(page, 'network'));
  },
  async 'a search goes through the nodes, and finds nothing in words'(page) {
    const filter = preview(page).locator('#filter');
    await filter.fill('port');
    await status(page, '1 of 1');
    await filter.fill('server');
    await filter.press('Enter');
    await status(page, /2 of \d/);
    await shot(page, 'graph-search');
    await filter.fill('nothing of the sort');
    await status(page, 'No resource matches');
    await filter.fill('');
  },
  async 'arrow keys walk through the graph, and Enter goes to the source'(page) {
    await preview(page).locator('#fit').click();
    await node(page, 'network').click();
    await page.locator('.statusbar-item', { hasText: 'Ln 38' }).first().waitFor();
    await node(page, 'network').focus();
    await press(page, 'ArrowUp');
    const focused = await preview(page).locator('#graph .node:focus').getAttribute('data-id');
    assert.ok(focused !== null && focused !== 'network', focused);
    assert.match(await node(page, 'port').getAttribute('aria-label'), /needs network, subnet; needed by/);
    await press(page, 'Enter');
    await page.locator('.monaco-editor.focused').first().waitFor();
  },
  async 'empty states'(page) {
    await openFile(page, 'nothing.yaml');
    await preview(page).locator('#graph', { hasText: 'has no resources' }).waitFor();
    await preview(page).locator('#tab-preview').click();
    await preview(page).locator('#content .empty', { hasText: 'no parameters, resources or outputs' }).waitFor();
    await openFile(page, 'stack.yaml');
    await preview(page).locator('#content section.resources').first().waitFor();
  },
  async 'environments are grouped, those that fit best first, and show their order'(page) {
    await command(page, 'HOT: Select Environments');
    const widget = page.locator('.quick-input-widget');
    const option = (text) => widget.locator('.monaco-list-row', { hasText: text }).first();
    await option('production.yaml').waitFor();
    const rows = await widget
      .locator('.monaco-list-row:visible')
      .evaluateAll((all) => all.sort((a, b) => a.dataset.index - b.dataset.index).map((one) => one.innerText));
    const places = ['production.yaml', 'staging.yaml', 'web.env', 'Browse'].map((name) =>
      rows.findIndex((row) => row.includes(name)),
    );
    assert.deepEqual(places, [0, 1, 2, 3], rows.join('\n'));
    assert.match(rows[0], /all 4 parameters fit[^]*env\//);
    assert.match(rows[2], /its parameter fits[^]*next to the template/);
    for (const name of ['staging.yaml', 'production.yaml']) {
      await option(name).locator('.quick-input-list-checkbox, input[type=checkbox], .monaco-checkbox').first().click();
    }
    const title = (text) => widget.locator('.quick-input-title', { hasText: text }).waitFor();
    await title('env/staging.yaml, then env/production.yaml (wins)');
    await shot(page, 'environments');
    await option('staging.yaml').hover();
    await option('staging.yaml').locator('.codicon-arrow-down').click();
    await title('env/production.yaml, then env/staging.yaml (wins)');
    await page.keyboard.press('Enter');
    await preview(page).locator('#environment', { hasText: '+1' }).waitFor();
  },
  async 'hints are at the key of a block, and no value is shown twice'(page) {
    await openFile(page, 'stack.yaml');
    await goTo(page, 60, 1);
    const text = async (needle) =>
      (await page.locator('.editor-instance .view-line', { hasText: needle }).first().innerText()).replace(
        /\u00a0/g,
        ' ',
      );
    await page
      .locator('.editor-instance .view-line', { hasText: /str_replace:.*=.'web-/ })
      .first()
      .waitFor();
    assert.equal((await text('flavor: { if')).split('= ').length, 2);
    await page.locator('.codelens-decoration a:visible', { hasText: 'reference' }).first().waitFor();
    assert.equal(await page.locator('.codelens-decoration', { hasText: /\b0 references/ }).count(), 0);
    await shot(page, 'hints');
  },
  async 'the side bar lists the deployments with their findings'(page) {
    // Room for the view: the list of files is closed.
    await page
      .locator('.pane-header', { hasText: /^workspace$/i })
      .first()
      .click();
    await command(page, 'Explorer: Focus on Heat Deployments View');
    await row(page, 'stack.yaml').waitFor();
    await row(page, 'invalid.yaml').waitFor();
    await row(page, 'invalid.yaml').click();
    await press(page, 'ArrowRight');
    await row(page, 'imgae').waitFor();
    await shot(page, 'deployments');
    await row(page, 'imgae').click();
    await page.locator('.tab.active[data-resource-name="invalid.yaml"]').first().waitFor();
  },
  async 'a deployment is previewed with its own environments'(page) {
    const deployment = row(page, /stack\.yaml \+ production\.yaml/);
    await deployment.hover();
    await deployment.locator('.codicon-open-preview').click();
    await preview(page).locator('#environment', { hasText: 'production.yaml' }).waitFor();
    await preview(page).locator('#content', { hasText: 'production-net' }).waitFor();
  },
  async 'what changed since HEAD, of an unsaved text'(page) {
    await openFile(page, 'stack.yaml');
    await goTo(page, 65, 1);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('key_name: operators', { delay: 10 });
    const deployment = row(page, /stack\.yaml \+ production\.yaml/);
    await actUntil(
      async () => {
        await deployment.hover();
        await deployment.locator('.codicon-git-compare').click();
      },
      page.locator('.tab', { hasText: 'since HEAD' }).first(),
    );
    let shown = '';
    for (let i = 0; i < 60 && !shown.includes('key_name'); i++) {
      await sleep(250);
      const texts = await Promise.all(
        page.frames().map((frame) => frame.evaluate(() => document.body?.textContent ?? '').catch(() => '')),
      );
      shown = texts.find((one) => one.includes('From HEAD')) ?? '';
    }
    assert.match(shown, /server/);
    assert.match(shown, /key_name/);
    await shot(page, 'diff');
    await page.keyboard.press('Control+F4');
  },
  async 'a new environment has the required parameters'(page) {
    await openFile(page, 'stack.yaml');
    await command(page, 'HOT: New Environment from the Required Parameters');
    await page.locator('.tab.active', { hasText: 'stack.env.yaml' }).first().waitFor();
    await page.locator('.editor-instance .view-line', { hasText: 'image:' }).first().waitFor();
  },
  async 'snippets are offered where they fit'(page) {
    await openFile(page, 'nothing.yaml');
    await goTo(page, 2, 1);
    await page.keyboard.type('resources:\n  hot-ser', { delay: 40 });
    await page.keyboard.press('Control+Space'); // YAML's plain values are strings, in which nothing is offered by itself
    await page.locator('.suggest-widget .monaco-list-row', { hasText: 'hot-server' }).first().waitFor();
    assert.equal(await page.locator('.suggest-widget .monaco-list-row', { hasText: 'hot-parameter' }).count(), 0);
    await page.keyboard.press('Escape');
    await openFile(page, 'pipeline.yaml');
    await goTo(page, 7, 1);
    await page.keyboard.press('End');
    await page.keyboard.type('\n  hot-ser', { delay: 40 });
    await page.keyboard.press('Control+Space');
    await sleep(1000);
    assert.equal(await page.locator('.suggest-widget .monaco-list-row', { hasText: 'hot-' }).count(), 0);
  },
  async 'the toolbar has one row, or two in a narrow panel'(page) {
    const bar = preview(page).locator('.toolbar');
    for (const width of [1400, 900, 640]) {
      await page.setViewportSize({ width, height: 860 });
      await sleep(300);
      const { height, room, rows } = await bar.evaluate((element) => {
        const shown = [...element.children].filter((one) => one.offsetParent !== null);
        const tops = shown.map((one) => Math.round(one.getBoundingClientRect().top / 24));
        const { fontSize } = getComputedStyle(document.documentElement);
        return {
          height: element.getBoundingClientRect().height,
          room: innerWidth / parseFloat(fontSize),
          rows: new Set(tops).size,
        };
      });
      assert.ok(height < (room > 24 ? 50 : 80), `${width}: ${height} in ${room}`);
      assert.ok(rows <= (room > 24 ? 1 : 2), `${width}: ${rows} rows`);
    }
    await page.setViewportSize({ width: 1400, height: 860 });
  },
};
