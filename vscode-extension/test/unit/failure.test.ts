import { JSDOM } from 'jsdom';
import { beforeEach, describe, expect, it } from 'vitest';
import { failureSummary, parseFailure, placesIn, type FailureData } from '../../src/preview/failure-data';
import { FailureView } from '../../src/webview/failure';

const FAILURE: FailureData = {
  stack: { name: 'web', status: 'CREATE_FAILED', reason: '' },
  failures: [
    {
      resource: ['group', '0', 'port'],
      type: 'OS::Neutron::Port',
      status: 'CREATE_FAILED',
      service: 'Neutron',
      reason: 'IP address <b>10.9.9.9</b> is not valid.',
      place: { path: 'web.yaml', line: 7, column: 3 },
      property: 'fixed_ips.0.ip_address',
      property_place: { path: 'web.yaml', line: 11, column: 9 },
      sent: { value: '10.9.9.9' },
      change: 'the value at web.yaml:3',
      rule: 'HOT552',
      findings: [{ code: 'HOT552', message: 'it is outside of the subnet', path: 'web.yaml', line: 11 }],
    },
    {
      resource: ['gone'],
      type: '',
      status: 'DELETE_FAILED',
      service: 'Nova',
      reason: '',
      place: null,
      property: null,
      property_place: null,
      sent: null,
      change: null,
      rule: null,
      findings: [],
    },
  ],
};

describe('why a stack failed', () => {
  let place: HTMLElement;
  let view: FailureView;
  beforeEach(() => {
    const { window } = new JSDOM('<main></main>');
    Object.assign(globalThis, { document: window.document });
    place = window.document.querySelector('main') as unknown as HTMLElement;
    view = new FailureView(place, () => undefined);
  });

  it('is read, and nothing else is', () => {
    expect(parseFailure(JSON.stringify(FAILURE))).toEqual(FAILURE);
    for (const wrong of ['', '[]', '{"stack": {}, "failures": [{}]}']) {
      expect(parseFailure(wrong)).toBeUndefined();
    }
    expect(failureSummary(FAILURE)).toBe('2 resources failed.');
    const none = { stack: { ...FAILURE.stack, reason: 'Timed out' }, failures: [] };
    expect(failureSummary(none)).toBe('No resource of it has failed. Heat says: Timed out');
  });
  it('shows words, value, findings and advice as text, and leads to their places', () => {
    const keys = [...placesIn(FAILURE).keys()];
    expect(keys).toEqual(['web.yaml:7:3', 'web.yaml:11:9', 'web.yaml:11:1']);
    const places = Object.fromEntries(keys.map((key) => [key, { uri: 'file:///web.yaml', range: key }]));
    view.show({ state: 'done', source: 'web in the cloud real', data: FAILURE, stale: false, places });
    const [first, second] = place.querySelectorAll('details');
    expect(first?.getAttribute('aria-label')).toBe('group.0.port CREATE_FAILED');
    expect(first?.textContent).toContain('Neutron says: IP address <b>10.9.9.9</b> is not valid.');
    expect(first?.querySelector('pre')?.textContent).toBe('10.9.9.9');
    expect(first?.textContent).toContain('Change: the value at web.yaml:3');
    const ranges = [...(first?.querySelectorAll('[role=link]') ?? [])].map((one) => one.getAttribute('data-range'));
    expect(ranges).toEqual(keys);
    expect(second?.textContent).toContain('It is not in the template.');
    expect(second?.textContent).toContain('Heat gives no reason.');
    expect(second?.querySelector('[role=link]')).toBeNull();
    expect(view.filter('10.9.9.9')).toBe(1);
  });
});
