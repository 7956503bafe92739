// Clouds and plans as a person uses them. A cloud of clouds.yaml is a server that counts who connects: nobody may before
// the user says so.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { command, goTo, openFile, picture, preview } from './acts.mjs';
import { sleep } from './lib.mjs';

let connections = 0;
const cloud = createServer((request, answer) => {
  // A Keystone that says its version to all, and accepts nobody's password.
  const links = [{ rel: 'self', href: `http://${request.headers.host}/v3/` }];
  const body =
    request.method === 'GET'
      ? { version: { id: 'v3.14', status: 'stable', links } }
      : { error: { code: 401, title: 'Unauthorized', message: 'no' } };
  request.resume();
  answer.writeHead(request.method === 'GET' ? 200 : 401, { 'content-type': 'application/json' });
  answer.end(JSON.stringify(body));
});
cloud.on('connection', () => connections++);
await new Promise((resolve) => cloud.listen(0, '127.0.0.1', resolve));
cloud.unref();

/** Adds a snapshot, and a clouds.yaml whose only cloud is the one that counts. */
export function prepareClouds(folder) {
  writeFileSync(path.join(folder, 'lab.yaml'), 'snapshot: 1\n');
  const auth = {
    auth_url: `http://127.0.0.1:${cloud.address().port}/v3`,
    username: 'u',
    password: 'p',
    project_name: 'p',
  };
  const counted = { auth: { ...auth, user_domain_id: 'default', project_domain_id: 'default' }, region_name: 'R' };
  writeFileSync(path.join(folder, 'clouds.yaml'), JSON.stringify({ clouds: { counted } }));
  connections = 0;
}

const widget = (page) => page.locator('.quick-input-widget');
const option = (page, text) => widget(page).locator('.monaco-list-row', { hasText: text }).first();
const plan = (page) => preview(page).locator('#plan');
const change = (page, name) => plan(page).locator(`details[aria-label^="${name} "]`);
const shot = (page, name) => picture(page, `vscode-${name}-${page.theme}`);

/** A command from the editor: in the panel, keys are the page's. */
async function run(page, title) {
  await openFile(page, 'web.yaml');
  await command(page, title);
}

async function until(what, holds) {
  for (let i = 0; i < 200 && !(await holds()); i++) await sleep(150);
  assert.ok(await holds(), what);
}

export const clouds = {
  async 'the tab of a plan says what it is for, and contacts nothing'(page) {
    await openFile(page, 'web.yaml');
    await command(page, 'HOT: Preview to the Side');
    await preview(page).locator('#content section.resources').first().waitFor();
    await preview(page).locator('#tab-plan').click();
    await plan(page).locator('.choose', { hasText: 'Choose a stack' }).waitFor();
    assert.equal(connections, 0);
  },
  async 'stacks to plan for are recordings, and clouds by name; none is contacted'(page) {
    await plan(page).locator('.choose').click();
    await option(page, 'web.recorded.yaml').waitFor();
    await option(page, 'A stack in counted').waitFor();
    await sleep(500);
    await shot(page, 'plan-stacks');
    assert.equal(connections, 0);
    await page.keyboard.press('Escape');
  },
  async 'a plan with a recorded stack: actions, reasons, consequences'(page) {
    await run(page, 'HOT: Plan the Update of a Stack');
    await option(page, 'web.recorded.yaml').click();
    await change(page, 'subnet').waitFor();
    assert.match(await change(page, 'subnet').innerText(), /is replaced[^]*cidr cannot be updated[^]*what is lost/);
    assert.match(
      await change(page, 'ports.0').innerText(),
      /is updated in place[^]*it holds the id of what is replaced/,
    );
    assert.match(await change(page, 'login').innerText(), /is deleted/);
    const names = await plan(page)
      .locator('details')
      .evaluateAll((all) => all.map((one) => one.ariaLabel));
    assert.deepEqual(names.slice(0, 2), ['subnet is replaced', 'login is deleted']);
    assert.match(await plan(page).locator('.total').innerText(), /^8 resources: 1 is replaced, 1 is deleted, /);
    assert.ok(!(await plan(page).innerText()).includes('passphrase:'));
    await shot(page, 'plan');
    assert.equal(connections, 0);
    return names;
  },
  async 'the plan by keys alone, and its labels'(page) {
    const summary = change(page, 'subnet').locator('summary');
    await summary.focus();
    await page.keyboard.press('Space');
    await until('it is closed', () => change(page, 'subnet').evaluate((one) => !one.open));
    await page.keyboard.press('Space');
    await until('it is open', () => change(page, 'subnet').evaluate((one) => one.open));
    await change(page, 'subnet').locator('b[role=link]').waitFor();
    await change(page, 'subnet').locator('b').focus();
    await page.keyboard.press('Enter');
    await page.locator('.statusbar-item', { hasText: 'Ln 23' }).first().waitFor();
    await preview(page).locator('#tab-plan').focus();
    await page.keyboard.press('ArrowLeft');
    await preview(page).locator('#tab-graph[aria-selected="true"]').waitFor();
    await page.keyboard.press('ArrowRight');
    await preview(page).locator('#tab-plan[aria-selected="true"]').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('gateway');
    await preview(page).locator('#status', { hasText: '1 match' }).waitFor();
    await page.keyboard.press('Escape');
    const unnamed = await preview(page)
      .locator('button, input, [role=link], summary')
      .evaluateAll((all) => all.filter((one) => !(one.ariaLabel ?? one.textContent ?? '').trim()).length);
    assert.equal(unnamed, 0);
  },
  async 'an edit says that the plan is old, and saving makes it anew'(page) {
    await openFile(page, 'web.yaml');
    await goTo(page, 11, 1);
    await page.keyboard.press('End');
    for (let i = 0; i < '10.8.0.0/24'.length; i++) await page.keyboard.press('Backspace');
    await page.keyboard.type('10.7.0.0/24');
    await plan(page).locator('.outdated').waitFor();
    await page.keyboard.press('Control+s');
    await change(page, 'subnet').waitFor({ state: 'detached' });
    assert.equal(await plan(page).locator('.outdated').count(), 0);
    assert.equal(await change(page, 'gateway').count(), 1);
    assert.equal(connections, 0);
  },
  async 'clouds to select are snapshots; none is contacted'(page, code) {
    await run(page, 'HOT: Select a Cloud');
    await option(page, 'Take a snapshot of counted').waitFor();
    await sleep(500);
    await shot(page, 'clouds');
    await option(page, 'lab.yaml').click();
    const file = path.join(code.folder, '.vscode/settings.json');
    const text = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
    await until('it is selected', () => text().includes('hotlint.cloudSnapshot'));
    assert.match(text(), /"hotlint.cloudSnapshot": "lab.yaml"/);
    assert.equal(connections, 0);
  },
  async 'a stack of a cloud is read when the user says so, and only then'(page) {
    await run(page, 'HOT: Plan the Update of a Stack');
    await option(page, 'A stack in counted').click();
    await widget(page).locator('.quick-input-message', { hasText: 'asks the cloud counted' }).waitFor();
    assert.equal(await widget(page).locator('input').inputValue(), 'web');
    assert.equal(connections, 0);
    await page.keyboard.press('Enter');
    await plan(page).locator('[role=alert]', { hasText: 'no plan for web in the cloud counted' }).waitFor();
    assert.ok(connections > 0);
    return { connections, message: await plan(page).locator('[role=alert]').innerText() };
  },
  async 'the events of a stack are asked for when the user says so; an error is one message, and ends it'(page) {
    const before = connections;
    await run(page, 'HOT: Follow the Events of a Stack');
    await option(page, 'counted').click();
    await widget(page).locator('.quick-input-message', { hasText: 'asks the cloud counted' }).waitFor();
    assert.equal(connections, before);
    await page.keyboard.press('Enter');
    const said = page.locator('.notification-toast', { hasText: 'the events of web cannot be read' });
    await said.first().waitFor();
    assert.ok(connections > before);
    const after = connections;
    await sleep(7000); // longer than between two questions
    assert.equal(connections, after);
    assert.equal(await said.count(), 1);
    return said.first().innerText();
  },
  async 'a snapshot is taken when the user says so, and what is wrong is said'(page, code) {
    const before = connections;
    await run(page, 'HOT: Select a Cloud');
    await option(page, 'Take a snapshot of counted').click();
    const said = page
      .locator('.notification-toast', { hasText: 'hotlint: ' })
      .filter({ hasText: /credential|accept/i });
    await said.first().waitFor();
    assert.ok(connections > before);
    assert.equal(existsSync(path.join(code.folder, 'counted.cloud.yaml')), false);
    return said.first().innerText();
  },
};

export const untrustedClouds = {
  async 'an untrusted workspace neither plans nor contacts a cloud'(page, code) {
    rmSync(path.join(code.folder, '.vscode'), { recursive: true, force: true });
    await openFile(page, 'web.yaml');
    await command(page, 'HOT: Preview to the Side');
    await preview(page).locator('#tab-plan').click();
    await plan(page).locator('.choose').click();
    await page.locator('.notification-toast', { hasText: 'a plan needs a trusted workspace' }).first().waitFor();
    assert.equal(await widget(page).locator('.monaco-list-row:visible').count(), 0);
    for (const title of ['HOT: Plan the Update of a Stack', 'HOT: Select a Cloud']) {
      await openFile(page, 'web.yaml');
      await page.keyboard.press('F1');
      await widget(page).locator('input').waitFor();
      await widget(page).locator('input').fill(`>${title}`);
      await sleep(1500);
      assert.equal(await option(page, title).count(), 0, title);
      await page.keyboard.press('Escape');
    }
    assert.equal(connections, 0);
  },
};
