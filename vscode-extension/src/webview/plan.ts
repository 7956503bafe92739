// The plan of an update: what happens to each resource, why, and what follows. Everything is built from text.
import type { FromPage, Place, PlanShown } from '../preview/messages';
import {
  WORDS,
  effective,
  planSummary,
  stackText,
  type PropertyChange,
  type ResourceChange,
} from '../preview/plan-data';
import { create } from './dom';
import { lineDifference } from './lines';

const SIGNS = { add: '+', delete: '−', replace: '−/+', update: '~', unknown: '?', refuse: '!' } as const;

export class PlanView {
  /** The changes that the reader has closed or opened, so that a new plan leaves them as they are. */
  private readonly folds = new Map<string, boolean>();
  /** What is shown, so that the same is not shown anew: the focus would be lost. */
  private known = '';

  constructor(
    private readonly place: HTMLElement,
    private readonly post: (message: FromPage) => void,
  ) {}

  show(shown: PlanShown): void {
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
          this.place.replaceChildren(create('p', { class: 'notice' }, `Planning the update of ${shown.source}…`));
        }
        break;
      case 'failed':
        this.place.replaceChildren(
          create('p', { class: 'problem', role: 'alert' }, `There is no plan for ${shown.source}: ${shown.message}`),
          ...this.invitation(),
        );
        break;
      case 'done':
        this.place.replaceChildren(...this.plan(shown));
    }
    focused?.();
  }

  /** How to focus again what has the focus now, in what will be shown; undefined where nothing of the plan has it. */
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

  private invitation(): HTMLElement[] {
    const button = create('button', { type: 'button', class: 'choose' }, 'Choose a stack…');
    button.addEventListener('click', () => {
      this.post({ type: 'choosePlan' });
    });
    const text =
      'What an update would do to a stack that runs, or to a recorded one. A cloud is asked only when you choose a stack in it.';
    return [create('div', { class: 'notice' }, create('p', {}, text), button)];
  }

  private *plan({ source, plan, stale, places }: Extract<PlanShown, { state: 'done' }>): Iterable<HTMLElement> {
    const { stack, notes, refused, outputs } = plan;
    yield create('p', { class: 'summary' }, create('strong', {}, `stack ${stack.name}`), ` ${stackText(plan)}`);
    if (stale) {
      yield this.outdated(source);
    }
    for (const reason of refused) {
      yield create('p', { class: 'problem', role: 'alert' }, `Heat refuses this update: ${reason}`);
    }
    for (const note of notes) {
      yield create('p', { class: 'note' }, note);
    }
    yield create('p', { class: 'total', role: 'status' }, planSummary(plan));
    yield create(
      'div',
      { class: 'changes' },
      ...effective(plan).map((change) => this.change(change, places[change.path.join('/')])),
    );
    if (outputs.length > 0) {
      const rows = outputs.map((output) => {
        return row(output.name, output.sure ? '' : 'may change', output);
      });
      yield create('section', { class: 'outputs change' }, create('h2', {}, 'Outputs'), table('Outputs', rows));
    }
  }

  private outdated(source: string): HTMLElement {
    const button = create('button', { type: 'button', class: 'choose' }, 'Plan again');
    button.title = `Plan the update of ${source} again`;
    button.addEventListener('click', () => {
      this.post({ type: 'planAgain' });
    });
    return create('p', { class: 'outdated' }, 'The template has changed since this plan was made. ', button);
  }

  private change(change: ResourceChange, place: Place | undefined): HTMLElement {
    const { path, type, action, why, id, properties } = change;
    const name = path.join('.');
    const link = {
      role: 'link',
      tabindex: '0',
      title: 'Go to the resource',
      'aria-label': `${name}, go to its source`,
    };
    const title = create(
      'b',
      place === undefined ? {} : { ...link, 'data-uri': place.uri, 'data-range': place.range },
      name,
    );
    const summary = create(
      'summary',
      {},
      create('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[action]),
      title,
      create('span', { class: 'type' }, type),
      create('span', { class: 'badge' }, WORDS[action]),
    );
    const fold = create('details', { class: `change ${action}`, 'aria-label': `${name} ${WORDS[action]}` }, summary);
    fold.open = this.folds.get(name) ?? true;
    fold.addEventListener('toggle', () => this.folds.set(name, fold.open));
    if (why !== '') {
      fold.append(create('p', { class: 'because' }, why));
    }
    if (id !== undefined && (action === 'replace' || action === 'delete')) {
      fold.append(create('p', { class: 'note' }, 'what is lost: ', create('code', {}, id)));
    }
    if (properties.length > 0) {
      fold.append(table(`Properties of ${name}`, properties.map(property)));
    }
    return fold;
  }
}

function property(change: PropertyChange): HTMLElement {
  const why = change.why !== '' || change.action === 'update' ? change.why : WORDS[change.action];
  return row(change.name, why, change);
}

function row(name: string, why: string, sides: { old?: unknown; new?: unknown }): HTMLElement {
  const values = create('td', {}, ...difference(sides));
  if (why !== '') {
    values.append(create('div', { class: 'reason' }, why));
  }
  return create('tr', {}, create('td', { class: 'key' }, name), values);
}

/** Both sides of a value: line by line where they have several lines, else one below the other. */
function difference(sides: { old?: unknown; new?: unknown }): HTMLElement[] {
  const lines =
    'old' in sides && 'new' in sides ? lineDifference(valueText(sides.old), valueText(sides.new)) : undefined;
  if (lines !== undefined) {
    return [create('div', { class: 'lines' }, ...lines.map(({ sign, text }) => side(SIDES[sign], text)))];
  }
  return (['old', 'new'] as const).filter((name) => name in sides).map((name) => side(name, valueText(sides[name])));
}

const SIDES = { '-': 'old', '+': 'new', ' ': 'both', '…': 'left-out' } as const;

function side(name: (typeof SIDES)[keyof typeof SIDES], text: string): HTMLElement {
  const said = { old: 'before: ', new: 'after: ', both: '', 'left-out': 'lines that stay' }[name];
  return create('pre', { class: name }, create('span', { class: 'for-readers' }, said), text);
}

function table(label: string, rows: HTMLElement[]): HTMLElement {
  return create('table', { 'aria-label': label }, create('tbody', {}, ...rows));
}

/** A value as text: texts as they are, the rest as JSON; short lists and mappings in one line. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') {
    return value === '' ? "''" : value;
  }
  const line = JSON.stringify(value);
  return line.length <= 72 ? line : JSON.stringify(value, null, 2);
}
