// Clouds and plans as a person uses them. A cloud of clouds.yaml is a server that counts who connects: nobody may before
// the user says so.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { command, goTo, openFile, picture, preview } from './acts.mjs';
import { home, sleep } from './lib.mjs';

let connections = 0;
let stack; // what runs in the cloud; without one, nobody's password is accepted
const cloud = createServer((request, answer) => {
  const { headers, method, url } = request;
  const isLogin = method === 'POST' && url === '/v3/auth/tokens';
  const [status, body] = isLogin
    ? login(headers.host)
    : url.startsWith('/heat/v1/p')
      ? [200, answerOf(url)]
      : [200, { version: version('v3.14', `http://${headers.host}/v3`) }];
  request.resume();
  answer.writeHead(status, { 'content-type': 'application/json', ...(isLogin ? { 'x-subject-token': 't' } : {}) });
  answer.end(JSON.stringify(body));
});
const version = (id, href) => ({ id, status: 'stable', links: [{ rel: 'self', href }] });

/** What Keystone answers to a password. */
function login(host) {
  if (stack === undefined) return [401, { error: { code: 401, title: 'Unauthorized', message: 'no' } }];
  const endpoint = { id: 'h', interface: 'public', region: 'R', region_id: 'R', url: `http://${host}/heat/v1/p` };
  const catalog = [{ type: 'orchestration', name: 'heat', id: 'heat', endpoints: [endpoint] }];
  const domain = { id: 'default', name: 'Default' };
  const times = { expires_at: '2999-01-01T00:00:00.000000Z', issued_at: '2020-01-01T00:00:00.000000Z' };
  const who = { user: { id: 'u', name: 'u', domain }, project: { id: 'p', name: 'p', domain }, roles: [] };
  return [201, { token: { methods: ['password'], ...times, ...who, catalog } }];
}

/** What Heat answers about the stack that runs. */
function answerOf(url) {
  if (url.includes('/events')) return { events: (stack.events ?? []).map(eventOf) };
  return url.includes('/resources') ? { resources: stack.resources.map(resourceOf) } : { stack: stack.shown };
}

/** A resource as Heat lists it. */
function resourceOf([resource_name, resource_type, resource_status, resource_status_reason = '']) {
  const links = [{ rel: 'stack', href: '/stacks/web/s1' }];
  return { resource_name, resource_type, resource_status, resource_status_reason, links, physical_resource_id: '' };
}

/** An event as Heat tells it. */
function eventOf([resource_name, resource_status, resource_status_reason = ''], index) {
  const event_time = `2026-01-01T00:00:0${index}Z`;
  const links = [{ rel: 'stack', href: '/stacks/web/s1' }];
  return {
    resource_name,
    resource_status,
    resource_status_reason,
    event_time,
    links,
    physical_resource_id: `${index}`,
  };
}

cloud.on('connection', () => connections++);
await new Promise((resolve) => cloud.listen(0, '127.0.0.1', resolve));
cloud.unref();

/** The user's clouds.yaml, whose only cloud is the one that counts. */
const own = path.join(home, 'clouds.yaml');
export const cloudsEnvironment = { OS_CLIENT_CONFIG_FILE: own };

/** Adds a snapshot, the user's clouds.yaml, and one that came with the folder and so names no cloud of the user. */
export function prepareClouds(folder) {
  writeFileSync(path.join(folder, 'lab.yaml'), 'snapshot: 1\ncloud: lab\n');
  const auth = {
    auth_url: `http://127.0.0.1:${cloud.address().port}/v3`,
    username: 'u',
    password: 'p',
    project_name: 'p',
  };
  const counted = { auth: { ...auth, user_domain_id: 'default', project_domain_id: 'default' }, region_name: 'R' };
  writeFileSync(own, JSON.stringify({ clouds: { counted } }));
  writeFileSync(path.join(folder, 'clouds.yaml'), JSON.stringify({ clouds: { stranger: counted } }));
  connections = 0;
}

const widget = (page) => page.locator('.quick-input-widget');
const option = (page, text) => widget(page).locator('.monaco-list-row', { hasText: text }).first();
const plan = (page) => preview(page).locator('#plan');
const failed = (page) => preview(page).locator('#failure');
const change = (page, name) => plan(page).locator(`details[aria-label^="${name} "]`);
const shot = (page, name) => picture(page, `vscode-${name}-${page.theme}`);

/** A command from the editor: in the panel, keys are the page's. */
async function run(page, title) {
  await openFile(page, 'web.yaml');
  await command(page, title);
}

/** What is shown after the ends of lines, each with the number of its line. */
const ends = (page) =>
  page.locator('.editor-instance .view-line').evaluateAll((lines) => {
    const numbers = [...document.querySelectorAll('.editor-instance .line-numbers')];
    const numberOf = (top) => numbers.find((one) => one.parentElement.style.top === top)?.textContent;
    return lines
      .flatMap((line) =>
        [...line.querySelectorAll('span')].map((span) => {
          const { content } = getComputedStyle(span, '::after');
          const text = /"(\w+_(?:COMPLETE|FAILED|IN_PROGRESS).*)"/.exec(content)?.[1];
          return text === undefined ? '' : `${numberOf(line.style.top)} ${text.replaceAll('\u00a0', ' ')}`;
        }),
      )
      .filter((text) => text !== '')
      .sort();
  });

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
    assert.equal(await option(page, 'stranger').count(), 0);
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
    const text = await said.first().innerText();
    await command(page, 'Notifications: Clear All Notifications');
    return text;
  },
  async 'the events of a stack stand at its resources until the user stops following it'(page) {
    const why = 'BadRequest: resources.subnet: Invalid input for cidr.';
    stack = { shown: { stack_name: 'web', id: 's1', stack_status: 'CREATE_IN_PROGRESS' } };
    stack.events = [
      ['network', 'CREATE_COMPLETE', 'state changed'],
      ['subnet', 'CREATE_FAILED', why],
      ['access', 'CREATE_IN_PROGRESS', 'state changed'],
    ];
    await run(page, 'HOT: Follow the Events of a Stack');
    await option(page, 'counted').click();
    await widget(page).locator('.quick-input-message', { hasText: 'asks the cloud counted' }).waitFor();
    await page.keyboard.press('Enter');
    const bar = (text) => page.locator('.statusbar-item', { hasText: text }).first();
    await bar('web: CREATE_IN_PROGRESS').waitFor();
    await goTo(page, 18, 1);
    await until('the events are at their lines', async () => (await ends(page)).length === 3);
    const said = await ends(page);
    assert.match(said[0], /18 CREATE_COMPLETE$/);
    assert.match(said[1], /23 CREATE_FAILED: .*Invalid input for cidr/);
    assert.match(said[2], /29 CREATE_IN_PROGRESS$/);
    await shot(page, 'events');
    stack.shown.stack_status = 'CREATE_COMPLETE';
    stack.events.push(['subnet', 'CREATE_COMPLETE', 'state changed'], ['access', 'CREATE_COMPLETE', 'state changed']);
    await bar('web: CREATE_COMPLETE').waitFor();
    await until('the lines follow', async () => (await ends(page)).every((text) => text.endsWith('CREATE_COMPLETE')));
    await command(page, 'HOT: Stop Following the Stack');
    await bar('web: CREATE_COMPLETE').waitFor({ state: 'detached' });
    assert.deepEqual(await ends(page), []);
    const after = connections;
    await sleep(7000); // longer than between two questions
    assert.equal(connections, after);
    stack = undefined;
    return said;
  },
  async 'why a stack failed is read when the user says so: the words of the service, the value, and what leads to them'(
    page,
  ) {
    stack = { shown: { stack_name: 'web', id: 's1', stack_status: 'CREATE_FAILED', stack_status_reason: 'failed' } };
    stack.resources = [
      ['network', 'OS::Neutron::Net', 'CREATE_COMPLETE'],
      ['subnet', 'OS::Neutron::Subnet', 'CREATE_FAILED', 'BadRequest: resources.subnet: Invalid input for cidr.'],
    ];
    const before = connections;
    await run(page, 'HOT: Explain Why a Stack Failed');
    await option(page, 'A stack in counted').click();
    await widget(page).locator('.quick-input-message', { hasText: 'asks the cloud counted' }).waitFor();
    assert.equal(connections, before);
    await page.keyboard.press('Enter');
    const fold = failed(page).locator('details[aria-label="subnet CREATE_FAILED"]');
    await fold.waitFor();
    assert.ok(connections > before);
    const text = await fold.innerText();
    assert.match(text, /Neutron says: .*Invalid input for cidr/);
    assert.match(await failed(page).locator('.total').innerText(), /^1 resource failed/);
    await fold.locator('summary b[role=link]').focus();
    await page.keyboard.press('Enter');
    await page.locator('.statusbar-item', { hasText: 'Ln 23' }).first().waitFor();
    await shot(page, 'failure');
    await preview(page).locator('#tab-plan').click();
    await plan(page).waitFor();
    stack = undefined;
    return text;
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
