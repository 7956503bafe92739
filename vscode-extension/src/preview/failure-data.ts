// Why a stack failed as `hotlint failure --format json` writes it.
import { isRecord } from './messages';

/** A place in a template; lines and columns are counted from 1. */
export interface FilePlace {
  path: string;
  line: number;
  column: number;
}

export interface FailedResource {
  /** Begins with the enclosing resources. */
  resource: string[];
  type: string;
  status: string;
  service: string;
  /** What the service says. */
  reason: string;
  place: FilePlace | null;
  /** The property whose value the service most likely means, its place, and what was sent, as far as that is known. */
  property: string | null;
  property_place: FilePlace | null;
  sent: { value?: unknown; unknown?: string; error?: string } | null;
  change: string | null;
  rule: string | null;
  findings: { code: string; message: string; path: string; line: number }[];
}

export interface FailureData {
  stack: { name: string; status: string; reason: string };
  failures: FailedResource[];
}

/** Reads why a stack failed; undefined for a text of another shape, as that of another version. */
export function parseFailure(text: string): FailureData | undefined {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(found) || !isRecord(found['stack']) || !Array.isArray(found['failures'])) {
    return undefined;
  }
  const lists = (one: unknown) =>
    isRecord(one) && Array.isArray(one['resource']) && Array.isArray(one['findings']) && 'reason' in one;
  return found['failures'].every(lists) ? (found as unknown as FailureData) : undefined;
}

/** All places that are told, by the key that `placeKey` gives them. */
export function placesIn({ failures }: FailureData): Map<string, FilePlace> {
  const told = failures.flatMap(({ place, property_place, findings }) => [
    place,
    property_place,
    ...findings.map(({ path, line }) => ({ path, line, column: 1 })),
  ]);
  return new Map(told.filter((place) => place !== null).map((place) => [placeKey(place), place]));
}

export function placeKey({ path, line, column = 1 }: { path: string; line: number; column?: number }): string {
  return `${path}:${String(line)}:${String(column)}`;
}

/** How many resources failed, in a sentence. */
export function failureSummary({ stack, failures }: FailureData): string {
  if (failures.length > 0) {
    return `${String(failures.length)} resource${failures.length === 1 ? '' : 's'} failed.`;
  }
  return stack.reason === ''
    ? 'No resource of it has failed.'
    : `No resource of it has failed. Heat says: ${stack.reason}`;
}
