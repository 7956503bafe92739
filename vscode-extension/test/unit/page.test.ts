// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { page } from '../../src/preview/page';
import { PlanView } from '../../src/webview/plan';

const SOURCES = { cspSource: 'vscode-webview:', script: 'a.js', style: 'a.css', elk: 'elk.js' };
const NAMES = ['<img src=x onerror="document.body.dataset.hacked=1">', `'"><script>1</script>`, 'a\u2028b'];

it('the policy of the panel lets only the own script run, under a nonce that is new each time', () => {
  const [one, other] = [page(SOURCES), page(SOURCES)];
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(one)?.[1] ?? '';
  const nonce = /script-src 'nonce-([\w+/=]{20,})'/.exec(policy)?.[1] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(one.match(/<script[^>]*>/g)).toEqual([`<script nonce="${nonce}" src="a.js">`]);
  expect(other).not.toContain(nonce);
});

it.each(NAMES)('a plan shows %j as text', (name) => {
  const place = document.createElement('main');
  document.body.replaceChildren(place);
  const change = { path: [name], type: name, action: 'replace', why: name, id: name, properties: [] };
  const property = { name, action: 'update', why: name, old: name, new: `${name}\n${name}` };
  const plan = {
    stack: { name, id: name, status: name },
    notes: [name],
    refused: [name],
    outputs: [{ name, sure: false, old: name, new: name }],
    resources: [{ ...change, properties: [property] }],
  };
  new PlanView(place, () => undefined).show({
    state: 'done',
    source: name,
    data: plan,
    stale: true,
    places: {},
  } as never);
  expect(place.textContent).toContain(name);
  expect(place.querySelector('img, script')).toBeNull();
  expect(document.body.dataset['hacked']).toBeUndefined();
});
