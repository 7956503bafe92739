// What `hotlint failure --events` prints; kept apart from VS Code so that it can be tested.
import { isRecord } from '../preview/messages';

/** The last event of a resource; lines and columns of its place are counted from 1. */
export interface StackEvent {
  resource: string[];
  status: string;
  reason: string;
  place: { path: string; line: number } | null;
}

export interface StackEvents {
  stack: { name: string; status: string };
  events: StackEvent[];
}

export type Tone = 'failed' | 'running' | 'done';

/** The worst of what has happened to some resources. */
export function worstTone(events: readonly StackEvent[]): Tone {
  const ends = (word: string) => events.some(({ status }) => status.endsWith(word));
  return ends('_FAILED') ? 'failed' : ends('_IN_PROGRESS') ? 'running' : 'done';
}

/** Reads the events; undefined for a text of another shape. */
export function parseEvents(text: string): StackEvents | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && isRecord(value['stack']) && Array.isArray(value['events'])
      ? (value as unknown as StackEvents)
      : undefined;
  } catch {
    return undefined;
  }
}
