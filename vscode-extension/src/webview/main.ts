// The script of the preview panel: shows what the extension sends, tells it what is clicked.
import { contains, parseRange, type FromPage, type ToPage, type View } from '../preview/messages';
import { sanitize } from './sanitize';

interface State {
  uri?: string;
  view?: View;
}
interface Host {
  postMessage(message: FromPage): void;
  getState(): State | undefined;
  setState(state: State): void;
}
declare function acquireVsCodeApi(): Host;

const host = acquireVsCodeApi();
const parser = new DOMParser();
const content = element('content');
const graph = element('graph');
const error = element('error');
const filter = element('filter') as HTMLInputElement;
const tabs: Record<View, HTMLElement> = { preview: element('tab-preview'), graph: element('tab-graph') };
/** Folds that the reader has closed or opened, by their place, so that an update leaves them as they are. */
const folds = new Map<string, boolean>();

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`the page has no element ${id}`);
  }
  return found;
}

function show(message: ToPage): void {
  switch (message.type) {
    case 'preview':
      remember({ uri: message.uri });
      element('name').textContent = message.name;
      content.dataset['version'] = String(message.version);
      element('try').classList.toggle('in-use', message.tried);
      error.hidden = message.error === undefined;
      error.textContent = message.error ?? '';
      content.classList.toggle('stale', message.error !== undefined && message.html === '');
      if (message.html !== '') {
        showPage(parser.parseFromString(message.html, 'text/html'));
      }
      break;
    case 'graph':
      replace(graph, [parser.parseFromString(message.svg, 'text/html').body]);
      zoom(undefined);
      break;
    case 'environments':
      element('environment').textContent = message.text;
      element('environment').title = message.tooltip;
      break;
    case 'view':
      select(message.view);
      break;
    case 'cursor':
      cursor = message;
      follow(true);
      break;
    case 'notice': {
      const notice = document.createElement('p');
      notice.className = 'notice';
      notice.textContent = message.text;
      error.hidden = true;
      content.replaceChildren(notice);
      graph.replaceChildren();
      break;
    }
  }
}

/**
 * Of the server's page, which is a page of its own elsewhere, only what a panel beside the template needs: the summary and the
 * values; the editor has the title and the outline, and the graph has its own tab.
 */
function showPage(page: Document): void {
  const main = page.querySelector('main') ?? page.body;
  main.querySelector('section[id$="-graph"]')?.remove();
  const summary = page.querySelector('header p');
  if (summary !== null) {
    summary.textContent = summary.textContent.replace(/ — with .*$/s, ''); // the environments stand in the toolbar
  }
  replace(content, summary === null || main === page.body ? [main] : [summary, main]);
  follow(false);
}

function replace(place: HTMLElement, shown: Element[]): void {
  const { scrollTop, scrollLeft } = document.documentElement;
  place.replaceChildren(
    ...shown.map((one) => {
      const part = document.createElement('div');
      part.className = one.localName === 'p' ? 'summary' : 'page';
      part.append(sanitize(one, document));
      return part;
    }),
  );
  for (const [key, fold] of foldsOf(place)) {
    fold.open = folds.get(key) ?? fold.open;
    fold.addEventListener('toggle', () => folds.set(key, fold.open));
  }
  for (const value of place.querySelectorAll('[data-uri][data-range]')) {
    value.setAttribute('tabindex', '0');
    value.setAttribute('role', 'link');
  }
  applyFilter();
  document.documentElement.scrollTo({ top: scrollTop, left: scrollLeft, behavior: 'instant' });
}

function* foldsOf(place: HTMLElement): Iterable<[string, HTMLDetailsElement]> {
  for (const fold of place.querySelectorAll('details')) {
    const names: string[] = [];
    for (let at: Element | null = fold; at !== null && at !== place; at = at.parentElement) {
      if (at instanceof HTMLDetailsElement) {
        names.push(at.querySelector(':scope > summary')?.textContent.trim() ?? '');
      }
    }
    yield [names.join('/'), fold];
  }
}

/** Sizes of the graph that the buttons go through; undefined is what suits: fitted, unless that is too small to read. */
const SMALLEST = 0.55;
let scale: number | undefined;

function zoom(factor: number | undefined): void {
  const drawing = graph.querySelector('svg');
  const natural = Number(drawing?.getAttribute('width'));
  if (drawing === null || !(natural > 0)) {
    return;
  }
  const fitted = Math.min(1, graph.clientWidth / natural);
  const now = scale ?? (fitted < SMALLEST ? SMALLEST : fitted);
  scale = factor === undefined ? scale : factor === 0 ? fitted : Math.min(4, Math.max(0.1, now * factor));
  drawing.style.width = `${String(Math.round(natural * (scale ?? now)))}px`;
}

function select(view: View): void {
  remember({ view });
  content.hidden = view !== 'preview';
  graph.hidden = view !== 'graph';
  filter.hidden = view !== 'preview';
  element('zoom').hidden = view !== 'graph';
  for (const [name, tab] of Object.entries(tabs)) {
    tab.setAttribute('aria-selected', String(name === view));
  }
}

function remember(part: State): void {
  host.setState({ ...host.getState(), ...part });
}

let cursor: { uri: string; line: number; character: number } | undefined;

/** Marks the innermost value whose source the cursor of the editor is in. */
function follow(scroll: boolean): void {
  if (cursor === undefined) {
    return;
  }
  const { uri, line, character } = cursor;
  let innermost: Element | undefined;
  for (const value of content.querySelectorAll('[data-uri][data-range]')) {
    const range = parseRange(value.getAttribute('data-range'));
    if (value.getAttribute('data-uri') === uri && range && contains(range, line, character)) {
      innermost = value;
    }
  }
  for (const marked of content.querySelectorAll('.at-cursor')) {
    marked.classList.remove('at-cursor');
  }
  innermost?.classList.add('at-cursor');
  if (scroll) {
    innermost?.scrollIntoView({ block: 'nearest' });
  }
}

function applyFilter(): void {
  const wanted = filter.value.trim().toLowerCase();
  const holds = (element: Element | null | undefined) => (element?.textContent ?? '').toLowerCase().includes(wanted);
  for (const entry of content.querySelectorAll('tr.entry, details')) {
    // What belongs to a resource of that name is shown too.
    const holder = entry.parentElement?.closest('details');
    const hit = holds(entry);
    entry.classList.toggle('filtered', !hit && !(holder && holds(holder.querySelector('summary'))));
    if (wanted !== '' && hit && entry instanceof HTMLDetailsElement) {
      entry.open = true;
    }
  }
}

function reveal(event: Event): void {
  const value = event.target instanceof Element ? event.target.closest('[data-uri][data-range]') : null;
  const uri = value?.getAttribute('data-uri');
  const range = parseRange(value?.getAttribute('data-range'));
  if (uri !== null && uri !== undefined && range !== undefined) {
    event.preventDefault();
    host.postMessage({ type: 'reveal', uri, range });
  }
}

for (const place of [content, graph]) {
  place.addEventListener('click', reveal);
  place.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
      reveal(event);
    }
  });
}
for (const view of ['preview', 'graph'] as const) {
  tabs[view].addEventListener('click', () => {
    select(view);
    host.postMessage({ type: 'view', view });
  });
}
element('environment').addEventListener('click', () => {
  host.postMessage({ type: 'pickEnvironment' });
});
for (const [name, factor] of [
  ['smaller', 1 / 1.25],
  ['larger', 1.25],
  ['fit', 0],
] as const) {
  element(name).addEventListener('click', () => {
    zoom(factor);
  });
}
element('try').addEventListener('click', () => {
  host.postMessage({ type: 'tryValue' });
});
filter.addEventListener('input', applyFilter);
window.addEventListener('message', (event: MessageEvent<ToPage>) => {
  show(event.data);
});

const before = host.getState();
if (before?.view !== undefined) {
  select(before.view);
}
host.postMessage({ type: 'ready', view: before?.view });
