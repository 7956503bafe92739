import { JSDOM } from 'jsdom';
import { beforeEach, describe, expect, it } from 'vitest';
import { effective, parsePlan, planSummary, type PlanData } from '../../src/preview/plan-data';
import { isFromPage, placesOf, type FromPage } from '../../src/preview/messages';
import { lineDifference } from '../../src/webview/lines';
import { PlanView, valueText } from '../../src/webview/plan';

function one(within: ParentNode, selector: string): HTMLElement {
  const found = within.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`nothing is ${selector}`);
  return found;
}

const PLAN: PlanData = {
  stack: { name: 'web', id: '1', status: 'UPDATE_COMPLETE', recorded: "2026-11-22 from cloud 'real'" },
  notes: ['events are purged'],
  refused: [],
  resources: [
    {
      path: ['port'],
      type: 'OS::Neutron::Port',
      action: 'update',
      why: 'it holds the id',
      idle: false,
      properties: [],
    },
    {
      path: ['group', '0', 'net'],
      type: 'OS::Neutron::Subnet',
      action: 'replace',
      why: 'cidr cannot be updated',
      idle: false,
      id: '24cbc57b',
      properties: [
        { name: 'cidr', action: 'replace', why: '', old: '10.7.0.0/24', new: '<img src=x onerror=alert(1)>' },
      ],
    },
    { path: ['policy'], type: 'OS::Heat::ScalingPolicy', action: 'update', why: '', idle: true, properties: [] },
  ],
  outputs: [{ name: 'address', sure: false, new: ['a'] }],
};

describe('the plan of an update', () => {
  it('is read, and nothing else is', () => {
    expect(parsePlan(JSON.stringify(PLAN))).toEqual(PLAN);
    for (const wrong of ['', '[]', '{}', JSON.stringify({ ...PLAN, resources: [{ path: [], action: 'explode' }] })]) {
      expect(parsePlan(wrong)).toBeUndefined();
    }
  });
  it('has the worst first, and nothing that only seems to change', () => {
    expect(effective(PLAN).map(({ path }) => path.join('.'))).toEqual(['group.0.net', 'port']);
  });
  it('is summed up in a sentence', () => {
    expect(planSummary(PLAN)).toBe(
      '2 resources: 1 is replaced, 1 is updated in place. Heat also updates 1 resource in which nothing changes.',
    );
    expect(planSummary({ ...PLAN, resources: [] })).toBe('No resource changes, but outputs do.');
    expect(planSummary({ ...PLAN, refused: ['why'] })).toBe('Heat refuses this update as a whole.');
  });
});

describe('the tab with the plan', () => {
  let place: HTMLElement;
  let posted: FromPage[];
  let view: PlanView;
  beforeEach(() => {
    const { window } = new JSDOM('<main></main>');
    Object.assign(globalThis, { document: window.document });
    place = one(window.document, 'main');
    posted = [];
    view = new PlanView(place, (message) => posted.push(message));
  });
  const done = (stale = false) => {
    const places = { 'group/0/net': { uri: 'file:///nested.yaml', range: '3:2-3:5' } };
    view.show({ state: 'done', source: 'web in the cloud real', data: PLAN, stale, places });
  };

  it('asks for a stack, and for nothing else', () => {
    view.show({ state: 'none' });
    expect(posted).toEqual([]);
    place.querySelector('button')?.click();
    expect(posted).toEqual([{ type: 'chooseStack' }]);
    expect(posted.every(isFromPage)).toBe(true);
  });
  it('shows action, reason and what is lost of each resource, and leads to its place', () => {
    done();
    const [first, second] = place.querySelectorAll('details');
    expect(first?.getAttribute('aria-label')).toBe('group.0.net is replaced');
    expect(first?.textContent).toContain('cidr cannot be updated');
    expect(first?.textContent).toContain('24cbc57b');
    expect(first?.querySelector('b')?.getAttribute('data-uri')).toBe('file:///nested.yaml');
    expect(first?.querySelector('b')?.getAttribute('tabindex')).toBe('0');
    expect(second?.textContent).toContain('it holds the id');
    expect(place.textContent).toContain('events are purged');
  });
  it('takes nothing of a stack for markup', () => {
    done();
    expect(place.querySelector('img')).toBeNull();
    expect(place.textContent).toContain('<img src=x onerror=alert(1)>');
  });
  it('says that a template has changed since', () => {
    done(true);
    one(place, '.outdated button').click();
    expect(posted).toEqual([{ type: 'askAgain' }]);
  });
  it('keeps a plan on the screen while the next is made, and says why there is none', () => {
    done();
    view.show({ state: 'busy', source: 'web' });
    expect(place.querySelectorAll('details')).toHaveLength(2);
    expect(place.getAttribute('aria-busy')).toBe('true');
    view.show({ state: 'failed', source: 'web', message: 'no stack of that name' });
    expect(place.querySelector('[role=alert]')?.textContent).toContain('no stack of that name');
  });
  it('keeps the focus when the same plan is shown again, or its places come', () => {
    done();
    const fold = one(place, 'details');
    done();
    expect(one(place, 'details')).toBe(fold);
    one(place, 'details b').focus();
    done(true);
    expect(one(place, 'details')).not.toBe(fold);
    expect(place.ownerDocument.activeElement).toBe(one(place, 'details b'));
  });
  it('is filtered, and keeps what is folded', () => {
    done();
    expect(view.filter('subnet')).toBe(1);
    (one(place, 'details') as HTMLDetailsElement).open = false;
    (one(place, 'details') as HTMLDetailsElement).dispatchEvent(
      new (place.ownerDocument.defaultView as unknown as { Event: typeof Event }).Event('toggle'),
    );
    done(true);
    expect(place.querySelector('details')?.open).toBe(false);
  });
});

it('values are short where they can be', () => {
  expect([valueText(''), valueText('a'), valueText(3), valueText(null)]).toEqual(["''", 'a', '3', 'null']);
  expect(valueText(Array.from({ length: 40 }, (_, n) => n))).toContain('\n');
});

it('resources have their places, nested ones too', () => {
  const node = { name: '', type: '', enabled: true, why: null, note: '', children: [] };
  const inner = { ...node, id: 'a/0', uri: 'file:///n.yaml', range: '1:0-1:1' };
  expect(placesOf([{ ...node, id: 'a', children: [inner] }])).toEqual({
    'a/0': { uri: 'file:///n.yaml', range: '1:0-1:1' },
  });
});

it('texts are compared line by line', () => {
  const signs = (old: string, now: string) => lineDifference(old, now)?.map(({ sign, text }) => `${sign}${text}`);
  expect(signs('a', 'b')).toBeUndefined();
  expect(signs('a\nb\nc', 'a\nx\nc\nd')).toEqual([' a', '-b', '+x', ' c', '+d']);
  const long = Array.from({ length: 20 }, (_, n) => `line ${String(n)}`);
  const changed = long.map((line, n) => (n === 10 ? 'other' : line));
  expect(signs(long.join('\n'), changed.join('\n'))).toEqual([
    '…',
    ' line 8',
    ' line 9',
    '-line 10',
    '+other',
    ' line 11',
    ' line 12',
    '…',
  ]);
  expect(signs('x\n'.repeat(700), '')).toBeUndefined();
});
