// Texts made from answers of the server; kept apart from VS Code so that they can be tested by themselves.
import { findingsText } from './deployments/text';
import type { CoverPoint, EnvironmentsResult, LintWorkspaceResult, TestFailure } from './protocol';

/** What the status bar shows for the environments of a document. */
export function environmentText(result: Pick<EnvironmentsResult, 'candidates' | 'selected'>): {
  text: string;
  tooltip: string;
} {
  const names = result.selected.map((uri) => label(uri, result));
  const [first] = names;
  if (first === undefined) {
    return { text: 'no environment', tooltip: 'Heat environments: none. Click to choose.' };
  }
  const more = names.length > 1 ? ` +${String(names.length - 1)}` : '';
  return { text: `${first}${more}`, tooltip: `Heat environments: ${names.join(', ')}. Click to choose.` };
}

function label(uri: string, result: Pick<EnvironmentsResult, 'candidates'>): string {
  const known = result.candidates.find((candidate) => candidate.uri === uri)?.label;
  const name = known ?? decodeURIComponent(uri);
  return name.slice(name.lastIndexOf('/') + 1);
}

/** One sentence on a linted workspace. */
export function lintSummary({ files, errors, warnings, infos }: LintWorkspaceResult): string {
  const templates = count(files, 'file');
  const found = findingsText({ error: errors, warning: warnings, info: infos ?? 0 });
  return `hotlint: ${templates} linted${found === '' ? ', no problems found' : `: ${found}`}.`;
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** An outcome of the preview's json in a few words: the value, or why there is none. */
export function parameterText(outcome: unknown): string {
  if (typeof outcome !== 'object' || outcome === null) {
    return '';
  }
  const { value, unknown, error } = outcome as { value?: unknown; unknown?: unknown; error?: unknown };
  if (typeof error === 'string') {
    return error;
  }
  if (typeof unknown === 'string') {
    return unknown;
  }
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

/** What was typed as a parameter's value: a list or mapping when it is one in JSON, else text, as on Heat's command line. */
export function parameterValue(typed: string): unknown {
  if (/^\s*[[{]/.test(typed)) {
    try {
      return JSON.parse(typed);
    } catch {
      return typed;
    }
  }
  return typed;
}

/** The text at `column` of a line that `hotlint explain` may know: a rule's code, a function or a resource type. */
export function nameAt(line: string, column: number): string | undefined {
  for (const match of line.matchAll(/[A-Za-z_][\w-]*(?:::[\w-]+)*/g)) {
    if (match.index <= column && column <= match.index + match[0].length) {
      return match[0];
    }
  }
  return undefined;
}

/** A value of a test as the difference of two values shows it: texts as they are, the rest as JSON. */
export function valueText(value: unknown): string {
  if (value === undefined) {
    return '';
  }
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** A failure as the output of a run shows it, ending with a line break. */
export function failureText({ message, difference, provenance }: TestFailure): string {
  const lines = [message, ...(difference ?? []).map((line) => `  ${line}`)];
  return [...lines, ...(provenance === undefined ? [] : ['', provenance]), ''].join('\n');
}

export interface CoveredStatement {
  hits: number;
  range: CoverPoint['range'];
  branches: { hits: number; range: CoverPoint['range']; label: string }[];
}

/** Points of coverage as statements: the two outcomes of a condition are branches of one statement. */
export function coverageDetails(points: CoverPoint[]): CoveredStatement[] {
  const found: CoveredStatement[] = [];
  const conditions = new Map<string, CoveredStatement>();
  for (const { kind, name, outcome, range, hits } of points) {
    if (kind !== 'condition') {
      found.push({ hits, range, branches: [] });
      continue;
    }
    let statement = conditions.get(name);
    if (statement === undefined) {
      statement = { hits: 0, range, branches: [] };
      conditions.set(name, statement);
      found.push(statement);
    }
    statement.hits += hits;
    statement.branches.push({ hits, range, label: `${name} is ${outcome}` });
  }
  return found;
}
