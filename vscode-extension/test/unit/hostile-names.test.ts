// @vitest-environment jsdom
// Names of files and resources of a stranger in all that the panel shows: they run nothing, load nothing and lead nowhere.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FailureData } from '../../src/preview/failure-data';
import { placesOf, type GraphData, type GraphNode, type ToPage, type Why } from '../../src/preview/messages';
import { page } from '../../src/preview/page';
import type { PlanData } from '../../src/preview/plan-data';
import { Drawing, Ruler } from '../../src/webview/graph/draw';
import { Model } from '../../src/webview/graph/model';

const TAKE = 'document.documentElement.dataset.taken=1';
const NAMES = [
  `"><img src=x onerror=${TAKE}>.yaml`,
  `</main></script><script>${TAKE}</script><svg onload=${TAKE}>`,
  `' onmouseover=${TAKE} href=javascript:${TAKE} x='`,
  `<a href="command:workbench.action.quit">x</a>[x](command:workbench.action.quit)`,
  `<iframe srcdoc="<script>parent.${TAKE}</script>"></iframe><style>*{background:url(https://example.org/)}</style>`,
  '\u202egnp.\u2066exe\u2069\n\r$(alert) $(rm -rf ~) `x` ${1:x}\u2028',
];
const RANGE = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

/** What an element shows beside text and forms of the panel's own. */
function unsafe(shown: ParentNode): string[] {
  const found: string[] = [];
  for (const element of shown.querySelectorAll('*')) {
    if (
      /^(?:script|img|iframe|style|link|object|embed|base|meta|foreignobject|use|image|template)$/i.test(
        element.localName,
      )
    ) {
      found.push(element.localName);
    }
    for (const { name, value } of element.attributes) {
      if (/^(?:on|style$|src|action$|formaction$|xlink:)/i.test(name) || (name === 'href' && !value.startsWith('#'))) {
        found.push(name);
      }
    }
  }
  return found;
}

/** The server's page of values, in which it escapes names. */
function serverPage(name: string, escape: (text: string) => string): string {
  const text = escape(name);
  const row = `<tr class="entry"><td class="key">${text}</td><td><span data-uri="${text}" data-range="0:0-0:1" title="${text}">${text}</span></td></tr>`;
  const asked = `<tr class="entry"><td class="key">${text}</td><td><i data-required="${text}">${text}</i></td></tr>`;
  return `<header><p>${text} — with ${text}</p></header><main><section class="${text}" id="x"><details><summary>${text}</summary><table><tbody>${row}${asked}</tbody></table></details></section></main>`;
}

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

function node(name: string, children: GraphNode[] = []): GraphNode {
  const place = { uri: `file:///${encodeURIComponent(name)}`, range: '0:0-0:1', extent: '0:0-9:1' };
  return {
    id: `${name}/${String(children.length)}`,
    name,
    type: name,
    enabled: null,
    why: name,
    note: name,
    ...place,
    children,
  };
}

function graphOf(name: string): GraphData {
  const nodes = [node(name, [node(name)]), { ...node(name), id: 'other' }];
  const edges = [{ source: 'other', target: `${name}/1`, kinds: [name] }];
  return {
    nodes,
    edges,
    sources: [{ id: name, kind: name, name, uri: name, extent: '0:0-1:1', users: ['other'] }],
    cut: false,
  };
}

function planOf(name: string): PlanData {
  const property = { name, action: 'update', why: name, old: `${name}\n1`, new: `${name}\n2` } as const;
  const change = { type: name, action: 'replace', why: name, idle: false, id: name, properties: [property] } as const;
  return {
    stack: { name, id: name, status: name, recorded: name },
    notes: [name],
    refused: [name],
    resources: [{ path: [name, name], ...change, properties: [property] }],
    outputs: [{ name, sure: false, old: name, new: [name, { [name]: name }] }],
  };
}

function failureOf(name: string): FailureData {
  const place = { path: name, line: 1, column: 1 };
  const one = { resource: [name], type: name, status: name, service: name, reason: name, place, property: name };
  const more = { property_place: place, sent: { value: name }, change: name, rule: name };
  const findings = [{ code: name, message: name, path: name, line: 1 }];
  return { stack: { name, status: name, reason: name }, failures: [{ ...one, ...more, findings }] };
}

/** The panel's own page with its script, as the editor opens it. */
async function opened(): Promise<(message: ToPage) => void> {
  const text = page({ cspSource: 'vscode-webview:', script: 'a.js', style: 'a.css', elk: 'elk.js' });
  document.body.innerHTML = /<body[^>]*>([\s\S]*)<script nonce/.exec(text)?.[1] ?? '';
  vi.stubGlobal('acquireVsCodeApi', () => ({
    postMessage: () => undefined,
    getState: () => undefined,
    setState: () => undefined,
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
    },
  );
  document.documentElement.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
  HTMLCanvasElement.prototype.getContext = () => null;
  vi.resetModules();
  await import('../../src/webview/main');
  return (message) => window.dispatchEvent(new MessageEvent('message', { data: message }));
}

describe.each(NAMES)('%j', (name) => {
  let show: (message: ToPage) => void;
  let before: string[];
  beforeEach(async () => {
    show = await opened();
    before = unsafe(document.body);
  });
  afterEach(() => {
    expect(document.documentElement.dataset['taken']).toBeUndefined();
    expect(unsafe(document.body)).toEqual(before);
    vi.unstubAllGlobals();
  });
  const uri = `file:///${encodeURIComponent(name)}`;

  it.each([
    ['escaped', escaped],
    ['not escaped', (text: string) => text],
  ])('among values, %s by the server', (_, escape) => {
    const html = serverPage(name, escape);
    show({ type: 'preview', uri, name, version: 1, html, tried: [name], error: name });
    expect(document.getElementById('error')?.textContent).toBe(name);
    expect(document.getElementById('name')?.textContent).toBe(name);
    show({ type: 'cursor', uri: name, line: 0, character: 0 });
    document.querySelector<HTMLElement>('button.why')?.click();
    const step = { depth: 0, text: name, shown: name, reason: name, uri, range: RANGE };
    const why: Why = { ...step, steps: [step, { ...step, uri: null }] };
    for (const row of document.querySelectorAll('tr.entry')) {
      const folds = row.closest('details')?.querySelector('summary')?.textContent.trim() ?? '';
      const section = row.closest('section')?.className ?? '';
      show({ type: 'why', row: [folds, section, row.querySelector('td.key')?.textContent].join('/'), why });
    }
    if (escape === escaped) {
      expect(document.querySelector('.steps')?.textContent).toContain(name);
    }
  });
  it('in a plan, a failure, a notice and the toolbar', () => {
    show({ type: 'plan', uri, shown: { state: 'busy', source: name } });
    show({ type: 'plan', uri, shown: { state: 'failed', source: name, message: name } });
    show({
      type: 'plan',
      uri,
      shown: { state: 'done', source: name, data: planOf(name), stale: true, places: placesOf(graphOf(name).nodes) },
    });
    show({
      type: 'failure',
      uri,
      shown: { state: 'done', source: name, data: failureOf(name), stale: true, places: {} },
    });
    show({ type: 'environments', text: `${name} +1`, tooltip: name });
    show({ type: 'notice', text: name });
    show({ type: 'view', view: 'failure' });
    for (const id of ['plan', 'failure', 'content', 'stack-name']) {
      expect(document.getElementById(id)?.textContent).toContain(name);
    }
  });
  it('in the graph', () => {
    const model = new Model(graphOf(name));
    const shown = model.shown(new Set([`${name}/1`]));
    const box = { x: 0, y: 0, width: 300, height: 60 };
    const edges = [{ id: name, sources: ['other'], targets: [`${name}/1`], sections: [] }];
    const children = [
      { id: `${name}/1`, ...box, children: [{ id: `${name}/0`, ...box }] },
      { id: 'other', ...box },
    ];
    const drawn = new Drawing(model, shown, { id: 'root', children, edges }, new Ruler());
    expect(unsafe(drawn.root)).toEqual([]);
    expect(drawn.nodes.size).toBe(3);
    expect(drawn.root.querySelector('title')?.textContent).toContain(name);
  });
});

it('what would be unsafe is seen', () => {
  for (const name of NAMES.filter((one) => one.includes('<'))) {
    const place = document.createElement('main');
    place.innerHTML = serverPage(name, (text) => text);
    expect(unsafe(place)).not.toEqual([]);
  }
});

it('no text of the extension is HTML, trusted or a link to a command', () => {
  const folder = path.join(import.meta.dirname, '../../src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const said = files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
  expect(files.length).toBeGreaterThan(40);
  expect(said).toContain('markdown: { isTrusted: false, supportHtml: false }');
  expect(said).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|isTrusted\s*[=:]\s*true|supportHtml\s*[=:]\s*true/,
  );
});
