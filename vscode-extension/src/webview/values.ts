// The values of the preview: the server's page without what could run, with boxes to type missing values into, and with
// the way of each value to be asked for.
import { contains, parseRange, type FromPage, type Why, type WhyStep } from '../preview/messages';
import { create } from './dom';
import { sanitize } from './sanitize';

const PLACED = '[data-uri][data-range]';

export class Values {
  /** Folds that the reader has closed or opened, by their place, so that an update leaves them as they are. */
  private readonly folds = new Map<string, boolean>();
  /** What is typed into the boxes of parameters without a value. */
  private readonly typed = new Map<string, string>();
  /** The rows whose ways are shown. */
  private readonly asked = new Set<string>();
  private cursor: { uri: string; line: number; character: number } | undefined;

  constructor(
    private readonly content: HTMLElement,
    private readonly post: (message: FromPage) => void,
  ) {
    content.addEventListener('submit', (event) => {
      event.preventDefault();
      this.give(event.target);
    });
  }

  /**
   * Shows a page of the server: only the summary and the values, for the editor has the title and the outline, and the
   * graph has its own tab.
   */
  show(page: Document, name: string): void {
    const main = page.querySelector('main') ?? page.body;
    main.querySelector('section[id$="-graph"]')?.remove();
    const focused = this.focusedBox();
    const scroll = document.documentElement.scrollTop;
    const shown = create('div', { class: 'page' });
    shown.append(sanitize(main, document));
    const summary = page.querySelector('header p')?.textContent.replace(/ — with .*$/s, '');
    this.content.replaceChildren(...(summary === undefined ? [] : [heading(name, summary)]), shown);
    this.restoreFolds();
    this.prepare();
    document.documentElement.scrollTo({ top: scroll, behavior: 'instant' });
    if (focused !== undefined) {
      this.box(focused)?.focus();
    }
    this.mark(false);
  }

  follow(cursor: { uri: string; line: number; character: number }): void {
    this.cursor = cursor;
    this.mark(true);
  }

  // -- what is added to the server's page ----------------------------------------------------------------------------

  private prepare(): void {
    for (const place of this.content.querySelectorAll('[data-required]')) {
      place.closest('td')?.append(this.form(place.getAttribute('data-required') ?? ''));
    }
    for (const [id, row] of this.rows()) {
      const value = row.querySelector(`td:last-child ${PLACED}, td:last-child${PLACED}`);
      if (value === null || row.querySelector('[data-required]') !== null) {
        continue;
      }
      const name = row.querySelector('td.key')?.textContent ?? '';
      const label = { 'aria-label': `Why this value of ${name}?`, title: 'Why this value?', 'aria-expanded': 'false' };
      const button = create('button', { class: 'why', type: 'button', ...label }, '?');
      button.addEventListener('click', () => {
        this.toggleWhy(id, row, value);
      });
      row.lastElementChild?.prepend(button);
      if (this.asked.has(id)) {
        this.ask(id, value);
      }
    }
    for (const value of this.content.querySelectorAll(PLACED)) {
      if (value.localName !== 'summary') {
        value.setAttribute('tabindex', '0');
        value.setAttribute('role', 'link');
        value.setAttribute('aria-label', `${value.textContent.trim()}, go to its source`);
      }
    }
  }

  /** The rows of all tables, each with a name that it keeps when the page is shown anew. */
  private *rows(): Iterable<[string, HTMLTableRowElement]> {
    for (const row of this.content.querySelectorAll<HTMLTableRowElement>('tr.entry')) {
      const section = row.closest('section')?.className ?? '';
      const name = row.querySelector('td.key')?.textContent ?? '';
      yield [[...pathOf(row, this.content), section, name].join('/'), row];
    }
  }

  private form(name: string): HTMLFormElement {
    const box = create('input', {
      type: 'text',
      'data-box': name,
      placeholder: 'try a value',
      spellcheck: 'false',
      'aria-label': `Value of ${name}, for this preview only`,
    });
    box.value = this.typed.get(name) ?? '';
    box.addEventListener('input', () => this.typed.set(name, box.value));
    return create('form', { class: 'give' }, box, create('button', { type: 'submit' }, 'Try'));
  }

  private give(form: EventTarget | null): void {
    const box = form instanceof HTMLFormElement ? form.querySelector<HTMLInputElement>('input[data-box]') : null;
    if (box !== null && box.value !== '') {
      this.typed.delete(box.dataset['box'] ?? '');
      this.post({ type: 'setValue', name: box.dataset['box'] ?? '', value: box.value });
    }
  }

  private focusedBox(): string | undefined {
    const { activeElement } = document;
    return activeElement instanceof HTMLElement ? activeElement.dataset['box'] : undefined;
  }

  private box(name: string): HTMLInputElement | undefined {
    return [...this.content.querySelectorAll<HTMLInputElement>('input[data-box]')].find(
      (box) => box.dataset['box'] === name,
    );
  }

  // -- why -----------------------------------------------------------------------------------------------------------

  private toggleWhy(id: string, row: Element, value: Element): void {
    if (this.asked.delete(id)) {
      removeWay(row);
      row.querySelector('.why')?.setAttribute('aria-expanded', 'false');
    } else {
      this.asked.add(id);
      this.ask(id, value);
    }
  }

  private ask(row: string, value: Element): void {
    const uri = value.getAttribute('data-uri');
    const range = parseRange(value.getAttribute('data-range'));
    if (uri !== null && range !== undefined) {
      this.post({ type: 'why', row, uri, ...range.start });
    }
  }

  /** Shows how the value of a row is computed, below it. */
  showWhy(id: string, why: Why | null): void {
    const row = [...this.rows()].find(([name]) => name === id)?.[1];
    if (row === undefined || !this.asked.has(id)) {
      return;
    }
    removeWay(row);
    row.querySelector('.why')?.setAttribute('aria-expanded', 'true');
    const columns = [...row.cells].filter((one) => one.offsetParent !== null).length;
    const cell = create('td', { colspan: String(columns) });
    if (why === null) {
      cell.append(create('p', { class: 'note' }, 'This value is written as it is: nothing is computed.'));
    } else {
      cell.append(create('ol', { class: 'steps', 'aria-label': 'How this value is computed' }, ...steps(why)));
    }
    row.after(create('tr', { class: 'way' }, cell));
  }

  // -- folds, cursor, filter -----------------------------------------------------------------------------------------

  private restoreFolds(): void {
    for (const fold of this.content.querySelectorAll('details')) {
      const key = [...pathOf(fold, this.content)].join('/');
      fold.open = this.folds.get(key) ?? fold.open;
      fold.addEventListener('toggle', () => this.folds.set(key, fold.open));
    }
  }

  /** Marks the innermost value whose source the cursor of the editor is in. */
  private mark(scroll: boolean): void {
    if (this.cursor === undefined) {
      return;
    }
    const { uri, line, character } = this.cursor;
    let innermost: Element | undefined;
    for (const value of this.content.querySelectorAll(PLACED)) {
      const range = parseRange(value.getAttribute('data-range'));
      if (value.getAttribute('data-uri') === uri && range && contains(range, line, character)) {
        innermost = value;
      }
    }
    for (const marked of this.content.querySelectorAll('.at-cursor')) {
      marked.classList.remove('at-cursor');
    }
    innermost?.classList.add('at-cursor');
    if (scroll) {
      innermost?.scrollIntoView({ block: 'nearest' });
    }
  }

  /** Shows only what contains a text; gives the number of values that do. */
  filter(text: string): number {
    const wanted = text.trim().toLowerCase();
    const holds = (element: Element | null | undefined) => (element?.textContent ?? '').toLowerCase().includes(wanted);
    let hits = 0;
    for (const entry of this.content.querySelectorAll('tr.entry, details')) {
      // What belongs to a resource of that name is shown too.
      const holder = entry.parentElement?.closest('details');
      const hit = holds(entry);
      const shown = hit || (holder !== null && holder !== undefined && holds(holder.querySelector('summary')));
      entry.classList.toggle('filtered', !shown);
      hits += hit && entry.localName === 'tr' ? 1 : 0;
      if (wanted !== '' && hit && entry instanceof HTMLDetailsElement) {
        entry.open = true;
      }
    }
    for (const section of this.content.querySelectorAll('.page > section, .page main > section')) {
      const parts = [...section.querySelectorAll('tr.entry, details')];
      section.classList.toggle('filtered', wanted !== '' && parts.every((one) => one.classList.contains('filtered')));
    }
    return hits;
  }
}

function removeWay(row: Element): void {
  if (row.nextElementSibling?.matches('.way')) {
    row.nextElementSibling.remove();
  }
}

function heading(name: string, summary: string): HTMLElement {
  return create('p', { class: 'summary' }, create('strong', { id: 'name' }, name), create('span', {}, summary));
}

/** The names of the folds around an element, the outermost first. */
function pathOf(element: Element, place: Element): string[] {
  const names: string[] = [];
  for (let at: Element | null = element; at !== null && at !== place; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) {
      names.unshift(at.querySelector(':scope > summary')?.textContent.trim() ?? '');
    }
  }
  return names;
}

/** The steps, indented from where the first one is. */
function steps({ steps: all }: Why): HTMLLIElement[] {
  const least = Math.min(...all.map(({ depth }) => depth));
  return all.map((step) => stepItem({ ...step, depth: step.depth - least }));
}

function stepItem(step: WhyStep): HTMLLIElement {
  const { depth, text, shown, reason, uri, range } = step;
  const item = create('li', { class: `depth-${String(Math.min(depth, 8))}` });
  const what = create('span', { class: 'what' }, text);
  if (uri && range) {
    const { start, end } = range;
    const place = `${String(start.line)}:${String(start.character)}-${String(end.line)}:${String(end.character)}`;
    const attributes = { 'data-uri': uri, 'data-range': place, tabindex: '0', role: 'link' };
    const file = decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
    item.append(create('span', { class: 'step', ...attributes }, what, ...valueOf(shown, reason)));
    item.append(create('span', { class: 'place' }, `${file}:${String(start.line + 1)}`));
  } else {
    item.append(create('span', { class: 'step' }, what, ...valueOf(shown, reason)));
  }
  return item;
}

function valueOf(shown: string | null, reason: string | null): HTMLElement[] {
  const value = shown === null ? [] : [create('code', {}, shown)];
  return reason === null ? value : [...value, create('span', { class: 'reason' }, reason)];
}
