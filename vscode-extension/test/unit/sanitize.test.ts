import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { sanitize } from '../../src/webview/sanitize';

function clean(html: string): string {
  const { window } = new JSDOM('<!DOCTYPE html><body></body>');
  const parsed = new window.DOMParser().parseFromString(html, 'text/html');
  window.document.body.append(sanitize(parsed.body, window.document));
  return window.document.body.innerHTML;
}

describe('what shows something stays', () => {
  it.each([
    '<h2>Resources</h2><p class="value">a <b>b</b></p>',
    '<details open=""><summary>server</summary><table><tbody><tr><td colspan="2">1</td></tr></tbody></table></details>',
    '<span data-uri="file:///a.yaml" data-range="1:2-3:4" title="why">10.0.0.1</span>',
    '<svg viewBox="0 0 9 9"><g transform="scale(2)"><path d="M0 0L9 9" stroke="red"></path><text>a</text></g></svg>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])('%s', (html) => {
    expect(clean(html)).toBe(html);
  });
  it('with what unknown elements hold', () => {
    expect(clean('<x-value>10</x-value>')).toBe('10');
  });
  it('with names that cannot be taken for those of the panel', () => {
    expect(clean('<a href="#server" id="filter">x</a>')).toBe(
      '<a href="#of-template-server" id="of-template-filter">x</a>',
    );
    expect(clean('<svg><path marker-end="url(#arrow)"></path></svg>')).toBe(
      '<svg><path marker-end="url(#of-template-arrow)"></path></svg>',
    );
  });
});

describe('what runs, loads or leads away is dropped', () => {
  it.each([
    ['<script>alert(1)</script>', ''],
    ['<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<iframe srcdoc="<script>1</script>"></iframe>', ''],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="command:workbench.action.quit">a</a>', '<a>a</a>'],
    ['<a href="https://example.org/">a</a>', '<a>a</a>'],
    ['<style>p { background: url(https://example.org/) }</style><p style="color:red">a</p>', '<p>a</p>'],
    ['<form action="https://example.org/"><input name="a"><button>b</button></form>', ''],
    ['<meta http-equiv="refresh" content="0;url=https://example.org/">', ''],
    ['<base href="https://example.org/"><link rel="stylesheet" href="a.css">', ''],
    ['<object data="a"></object><embed src="a">', ''],
    [
      '<svg onload="alert(1)"><script>1</script><a href="javascript:1"><text>t</text></a></svg>',
      '<svg><text>t</text></svg>',
    ],
    ['<svg><use href="https://example.org/a.svg#b"></use><image href="x"></image></svg>', '<svg></svg>'],
    ['<svg><foreignObject><p onclick="1">a</p></foreignObject></svg>', '<svg></svg>'],
    ['<svg><animate attributeName="href" to="javascript:1"></animate></svg>', '<svg></svg>'],
    ['<svg><rect fill="url(https://example.org/)"></rect></svg>', '<svg><rect></rect></svg>'],
    ['<template><p>a</p></template>', ''],
    ['<math><mtext><script>1</script></mtext></math>', ''],
    ['<p>a<!-- comment --></p>', '<p>a</p>'],
  ])('%s', (html, left) => {
    expect(clean(html)).toBe(left);
  });
});

it('a page nested without end is cut, not followed', () => {
  expect(clean('<div>'.repeat(600) + 'deep')).not.toContain('deep');
});
