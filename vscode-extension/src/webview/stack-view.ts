// A tab about a stack: lets the user choose it, and shows what the program says of it. Everything is built from text.
import type { FromPage, Place, StackShown } from '../preview/messages';
import { create } from './dom';

/** What the tab says where there is no answer. */
export interface StackWords {
  /** What it is for. */
  purpose: string;
  /** Before and after the name of the stack: while it is read, and when that was not possible. */
  busy: string;
  failed: string;
  outdated: string;
  /** Asks again. */
  again: string;
}

export abstract class StackView<Data> {
  /** The folds that the reader has closed or opened, so that a new answer leaves them as they are. */
  private readonly folds = new Map<string, boolean>();
  /** What is shown, so that the same is not shown anew: the focus would be lost. */
  private known = '';

  constructor(
    private readonly place: HTMLElement,
    private readonly post: (message: FromPage) => void,
    private readonly words: StackWords,
  ) {}

  /** What is shown of an answer below the name and the state of the stack. */
  protected abstract answer(data: Data, places: Record<string, Place>): Iterable<HTMLElement>;

  /** The stack, with its state in words. */
  protected abstract stack(data: Data): { name: string; text: string };

  show(shown: StackShown<Data>): void {
    const now = JSON.stringify(shown);
    if (now === this.known) {
      return;
    }
    this.known = now;
    const focused = this.focused();
    this.place.classList.toggle('stale', shown.state === 'busy');
    this.place.setAttribute('aria-busy', String(shown.state === 'busy'));
    switch (shown.state) {
      case 'none':
        this.place.replaceChildren(...this.invitation());
        break;
      case 'busy':
        if (this.place.querySelector('.changes') === null) {
          this.place.replaceChildren(create('p', { class: 'notice' }, `${this.words.busy} ${shown.source}…`));
        }
        break;
      case 'failed':
        this.place.replaceChildren(
          create('p', { class: 'problem', role: 'alert' }, `${this.words.failed} ${shown.source}: ${shown.message}`),
          ...this.invitation(),
        );
        break;
      case 'done':
        this.place.replaceChildren(...this.done(shown));
    }
    focused?.();
  }

  /** Shows only the changes that contain a text; gives their number. */
  filter(text: string): number {
    const wanted = text.trim().toLowerCase();
    let hits = 0;
    for (const change of this.place.querySelectorAll('.change')) {
      const hit = change.textContent.toLowerCase().includes(wanted);
      change.classList.toggle('filtered', !hit);
      hits += Number(hit);
    }
    return hits;
  }

  /** A resource that opens and closes: its sign and name, which leads to its source, its type, and what became of it. */
  protected fold(
    look: { sign: string; kind: string },
    name: string,
    type: string,
    badge: string,
    place: Place | undefined,
  ): HTMLDetailsElement {
    const label = `${name}, go to its source`;
    const summary = create(
      'summary',
      {},
      create('span', { class: 'sign', 'aria-hidden': 'true' }, look.sign),
      create('b', { ...linkTo(place, 'Go to the resource'), ...(place && { 'aria-label': label }) }, name),
      create('span', { class: 'type' }, type),
      create('span', { class: 'badge' }, badge),
    );
    const fold = create('details', { class: `change ${look.kind}`, 'aria-label': `${name} ${badge}` }, summary);
    fold.open = this.folds.get(name) ?? true;
    fold.addEventListener('toggle', () => this.folds.set(name, fold.open));
    return fold;
  }

  private *done({ source, data, stale, places }: Extract<StackShown<Data>, { state: 'done' }>): Iterable<HTMLElement> {
    const { name, text } = this.stack(data);
    yield create('p', { class: 'summary' }, create('strong', {}, `stack ${name}`), ` ${text}`);
    if (stale) {
      yield this.outdated(source);
    }
    yield* this.answer(data, places);
  }

  /** How to focus again what has the focus now, in what will be shown; undefined where nothing of the tab has it. */
  private focused(): (() => void) | undefined {
    const { activeElement } = this.place.ownerDocument;
    const label = activeElement?.closest('details')?.getAttribute('aria-label');
    if (activeElement === null || label === null || label === undefined || !this.place.contains(activeElement)) {
      return undefined;
    }
    const part = activeElement.localName;
    return () => {
      const fold = [...this.place.querySelectorAll('details')].find((one) => one.getAttribute('aria-label') === label);
      fold?.querySelector<HTMLElement>(part)?.focus({ preventScroll: true });
    };
  }

  private invitation(): HTMLElement[] {
    const button = create('button', { type: 'button', class: 'choose' }, 'Choose a stack…');
    button.addEventListener('click', () => {
      this.post({ type: 'chooseStack' });
    });
    return [create('div', { class: 'notice' }, create('p', {}, this.words.purpose), button)];
  }

  private outdated(source: string): HTMLElement {
    const button = create('button', { type: 'button', class: 'choose' }, this.words.again);
    button.title = `${this.words.again}: ${source}`;
    button.addEventListener('click', () => {
      this.post({ type: 'askAgain' });
    });
    return create('p', { class: 'outdated' }, `${this.words.outdated} `, button);
  }
}

/** The attributes of what leads to a place; none without one. */
export function linkTo(place: Place | undefined, title: string): Record<string, string> {
  return place === undefined
    ? {}
    : { role: 'link', tabindex: '0', title, 'data-uri': place.uri, 'data-range': place.range };
}
