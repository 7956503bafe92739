// The plan of an update: what happens to each resource, why, and what follows. Everything is built from text.
import type { FromPage, Place } from '../preview/messages';
import {
  WORDS,
  effective,
  planSummary,
  stackText,
  type PlanData,
  type PropertyChange,
  type ResourceChange,
} from '../preview/plan-data';
import { create } from './dom';
import { lineDifference } from './lines';
import { StackView } from './stack-view';

const SIGNS = { add: '+', delete: '−', replace: '−/+', update: '~', unknown: '?', refuse: '!' } as const;

export class PlanView extends StackView<PlanData> {
  constructor(place: HTMLElement, post: (message: FromPage) => void) {
    super(place, post, {
      purpose:
        'What an update would do to a stack that runs, or to a recorded one. A cloud is asked only when you choose a stack in it.',
      busy: 'Planning the update of',
      failed: 'There is no plan for',
      outdated: 'The template has changed since this plan was made.',
      again: 'Plan again',
    });
  }

  protected override stack(plan: PlanData): { name: string; text: string } {
    return { name: plan.stack.name, text: stackText(plan) };
  }

  protected override *answer(plan: PlanData, places: Record<string, Place>): Iterable<HTMLElement> {
    const { notes, refused, outputs } = plan;
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

  private change(change: ResourceChange, place: Place | undefined): HTMLElement {
    const { path, type, action, why, id, properties } = change;
    const name = path.join('.');
    const fold = this.fold({ sign: SIGNS[action], kind: action }, name, type, WORDS[action], place);
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
