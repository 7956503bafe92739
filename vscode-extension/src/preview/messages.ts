// What the preview panel and its page say to each other.

export type View = 'preview' | 'graph';

/** Zero-based lines and UTF-16 columns, as in LSP. */
export interface PlainRange {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

export type ToPage =
  | {
      type: 'preview';
      uri: string;
      name: string;
      version: number;
      html: string;
      tried: boolean;
      error?: string | undefined;
    }
  | { type: 'graph'; uri: string; svg: string }
  | { type: 'environments'; text: string; tooltip: string }
  | { type: 'view'; view: View }
  | { type: 'cursor'; uri: string; line: number; character: number }
  | { type: 'notice'; text: string };

export type FromPage =
  | { type: 'ready'; view: View | undefined }
  | { type: 'reveal'; uri: string; range: PlainRange }
  | { type: 'view'; view: View }
  | { type: 'pickEnvironment' }
  | { type: 'tryValue' };

/** Reads `data-range`, written "line:column-line:column"; undefined when it is anything else. */
export function parseRange(text: string | null | undefined): PlainRange | undefined {
  const match = /^(\d+):(\d+)-(\d+):(\d+)$/.exec(text ?? '');
  if (!match) {
    return undefined;
  }
  const [line, character, endLine, endCharacter] = match.slice(1).map(Number) as [number, number, number, number];
  return { start: { line, character }, end: { line: endLine, character: endCharacter } };
}

/** Whether a position lies in a range, both ends included. */
export function contains(range: PlainRange, line: number, character: number): boolean {
  const { start, end } = range;
  const afterStart = line > start.line || (line === start.line && character >= start.character);
  const beforeEnd = line < end.line || (line === end.line && character <= end.character);
  return afterStart && beforeEnd;
}

/** Whether a value is a message of the page; a message of another shape is dropped, not believed. */
export function isFromPage(value: unknown): value is FromPage {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const message = value as Record<string, unknown>;
  switch (message['type']) {
    case 'pickEnvironment':
    case 'tryValue':
      return true;
    case 'ready':
      return message['view'] === undefined || isView(message['view']);
    case 'view':
      return isView(message['view']);
    case 'reveal':
      return typeof message['uri'] === 'string' && isRange(message['range']);
    default:
      return false;
  }
}

function isView(value: unknown): value is View {
  return value === 'preview' || value === 'graph';
}

function isRange(value: unknown): value is PlainRange {
  return isRecord(value) && isPosition(value['start']) && isPosition(value['end']);
}

function isPosition(value: unknown): boolean {
  return isRecord(value) && Number.isInteger(value['line']) && Number.isInteger(value['character']);
}

/** Whether a value is an object, so that its members can be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
