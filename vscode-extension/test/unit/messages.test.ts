import { expect, it } from 'vitest';
import { contains, isFromPage, parseRange } from '../../src/preview/messages';
import { page } from '../../src/preview/page';

it('a range is read, or not at all', () => {
  expect(parseRange('3:4-5:6')).toEqual({ start: { line: 3, character: 4 }, end: { line: 5, character: 6 } });
  for (const text of ['', null, undefined, '3:4', '3:4-5', '-1:0-2:0', '3:4-5:6 ', 'a:b-c:d']) {
    expect(parseRange(text)).toBeUndefined();
  }
});

it('a range contains both its ends', () => {
  const range = parseRange('1:5-2:3');
  const inside = (line: number, character: number) => range !== undefined && contains(range, line, character);
  expect([inside(1, 5), inside(1, 99), inside(2, 0), inside(2, 3)]).toEqual([true, true, true, true]);
  expect([inside(1, 4), inside(0, 9), inside(2, 4), inside(3, 0)]).toEqual([false, false, false, false]);
});

it('a message of the page is checked before it is believed', () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  expect(isFromPage({ type: 'ready' })).toBe(true);
  expect(isFromPage({ type: 'view', view: 'graph' })).toBe(true);
  expect(isFromPage({ type: 'pickEnvironment' })).toBe(true);
  expect(isFromPage({ type: 'reveal', uri: 'file:///a', range })).toBe(true);
  expect(isFromPage({ type: 'setValue', name: 'image', value: '' })).toBe(true);
  expect(isFromPage({ type: 'why', row: 'a', uri: 'file:///a', line: 1, character: 2 })).toBe(true);
  expect(isFromPage({ type: 'why', row: 'a', uri: 'file:///a' })).toBe(false);
  for (const wrong of [null, 3, 'ready', {}, { type: 'view', view: 'x' }, { type: 'reveal', uri: 1, range }]) {
    expect(isFromPage(wrong)).toBe(false);
  }
  expect(isFromPage({ type: 'reveal', uri: 'file:///a', range: { start: { line: 0.5, character: 0 } } })).toBe(false);
});

it('the page lets nothing run but its own script', () => {
  const html = page(
    { cspSource: 'https://own', script: 'https://own/s.js', style: 'https://own/s.css', elk: 'elk.js' },
    'N',
  );
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'nonce-N'",
    'worker-src blob:',
    'connect-src https://own',
    'style-src https://own',
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toMatch(/unsafe|\son\w+=|style="/);
});

it('every page has another nonce', () => {
  const sources = { cspSource: 'c', script: 's', style: 't', elk: 'elk.js' };
  expect(page(sources)).not.toBe(page(sources));
});
