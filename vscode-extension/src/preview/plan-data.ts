// The plan of an update as `hotlint plan --format json` writes it, and how it is put in words.
import { isRecord } from './messages';

export const ACTIONS = ['replace', 'delete', 'refuse', 'unknown', 'update', 'add'] as const;
export type Action = (typeof ACTIONS)[number];

export interface PropertyChange {
  name: string;
  action: Action;
  why: string;
  /** Left out where the property is not given on that side. */
  old?: unknown;
  new?: unknown;
}

export interface ResourceChange {
  /** Begins with the enclosing resources. */
  path: string[];
  type: string;
  action: Action;
  why: string;
  /** Heat updates it in every update of the stack, and nothing in it changes now. */
  idle: boolean;
  /** The id of the real thing, where it exists. */
  id?: string;
  properties: PropertyChange[];
}

export interface PlanData {
  stack: { name: string; id: string; status: string; recorded: string };
  notes: string[];
  refused: string[];
  resources: ResourceChange[];
  outputs: { name: string; sure: boolean; old?: unknown; new?: unknown }[];
}

export const WORDS: Record<Action, string> = {
  add: 'is created',
  delete: 'is deleted',
  replace: 'is replaced',
  update: 'is updated in place',
  unknown: 'may change',
  refuse: 'cannot be updated',
};

/** Reads a plan; undefined when it is of another shape, as that of another version. */
export function parsePlan(text: string): PlanData | undefined {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return undefined;
  }
  const lists = ['notes', 'refused', 'resources', 'outputs'];
  if (
    !isRecord(found) ||
    !isRecord(found['stack']) ||
    !lists.every((name) => Array.isArray(isRecord(found) && found[name]))
  ) {
    return undefined;
  }
  const plan = found as unknown as PlanData;
  return plan.resources.every(isChange) ? plan : undefined;
}

function isChange(value: unknown): boolean {
  return (
    isRecord(value) &&
    Array.isArray(value['path']) &&
    Array.isArray(value['properties']) &&
    ACTIONS.includes(value['action'] as Action)
  );
}

/** The resources in which something changes, the worst first; within one action in the order of the template. */
export function effective({ resources }: PlanData): ResourceChange[] {
  const shown = resources.filter(({ idle }) => !idle);
  return ACTIONS.flatMap((action) => shown.filter((change) => change.action === action));
}

/** How many resources have which action, in a sentence. */
export function planSummary(plan: PlanData): string {
  if (plan.refused.length > 0) {
    return 'Heat refuses this update as a whole.';
  }
  const changes = effective(plan);
  const idle = plan.resources.length - changes.length;
  const more = idle === 0 ? '' : ` Heat also updates ${resources(idle)} in which nothing changes.`;
  if (changes.length === 0) {
    return `No resource changes${plan.outputs.length > 0 ? ', but outputs do' : ''}.${more}`;
  }
  const counts = ACTIONS.map(
    (action) => [WORDS[action], changes.filter((one) => one.action === action).length] as const,
  );
  const parts = counts
    .filter(([, count]) => count > 0)
    .map(([words, count]) => `${String(count)} ${plural(words, count)}`);
  return `${resources(changes.length)}: ${parts.join(', ')}.${more}`;
}

function resources(count: number): string {
  return `${String(count)} resource${count === 1 ? '' : 's'}`;
}

function plural(words: string, count: number): string {
  return count === 1 ? words : words.replace(/^is /, 'are ');
}

/** The stack in words: its name, state and, for a recording, when it was made. */
export function stackText({ stack }: PlanData): string {
  const recorded = stack.recorded === '' ? '' : `, recorded ${stack.recorded}`;
  return `${stack.status}${recorded}`;
}
