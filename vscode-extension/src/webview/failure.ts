// Why a stack failed: what the service said of each resource, where it is written, and what to change.
import type { FromPage, Place } from '../preview/messages';
import { failureSummary, placeKey, type FailedResource, type FailureData } from '../preview/failure-data';
import { create } from './dom';
import { valueText } from './plan';
import { StackView, linkTo } from './stack-view';

type Places = Record<string, Place>;

export class FailureView extends StackView<FailureData> {
  constructor(place: HTMLElement, post: (message: FromPage) => void) {
    super(place, post, {
      purpose:
        'Why a stack failed: the resource, the words of the service, and what to change. A cloud is asked only when you choose a stack in it.',
      busy: 'Reading',
      failed: 'There is no explanation of',
      outdated: 'The template has changed since the stack was read.',
      again: 'Read again',
    });
  }

  protected override stack({ stack }: FailureData): { name: string; text: string } {
    return { name: stack.name, text: stack.status };
  }

  protected override *answer(data: FailureData, places: Places): Iterable<HTMLElement> {
    yield create('p', { class: 'total', role: 'status' }, failureSummary(data));
    yield create('div', { class: 'changes' }, ...data.failures.map((one) => this.failed(one, places)));
  }

  private failed(one: FailedResource, places: Places): HTMLElement {
    const { resource, type, status, service, reason, place, findings, rule, change } = one;
    const fold = this.fold({ sign: '!', kind: 'refuse' }, resource.join('.'), type, status, placed(place, places));
    if (place === null) {
      fold.append(create('p', { class: 'note' }, 'It is not in the template.'));
    }
    fold.append(
      create('p', { class: 'because' }, reason === '' ? 'Heat gives no reason.' : `${service} says: ${reason}`),
    );
    if (one.property !== null) {
      const name = create('b', linkTo(placed(one.property_place, places), 'Go to the value'), one.property);
      fold.append(create('p', { class: 'advice' }, 'Sent as ', name, ':'), create('pre', {}, sentText(one.sent)));
    }
    for (const { code, message, ...at } of findings) {
      const link = create('span', linkTo(places[placeKey(at)], 'Go to the finding'), code);
      fold.append(create('p', { class: 'note' }, 'A check reports it: ', link, ` ${message}`));
    }
    if (findings.length === 0) {
      const told =
        rule === null
          ? 'No check can report this before the creation.'
          : `A check reports such a failure with ${rule}.`;
      fold.append(create('p', { class: 'note' }, told));
    }
    if (change !== null) {
      fold.append(create('p', { class: 'advice' }, create('strong', {}, 'Change: '), change));
    }
    return fold;
  }
}

function placed(place: FailedResource['place'], places: Places): Place | undefined {
  return place === null ? undefined : places[placeKey(place)];
}

function sentText(sent: FailedResource['sent']): string {
  return sent?.unknown ?? sent?.error ?? valueText(sent?.value ?? null);
}
