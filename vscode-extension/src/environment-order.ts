// The order and the groups of environments in their picker; kept apart from VS Code so that they can be tested.

import type { Candidate } from './protocol';

export interface Group {
  title: string;
  members: Candidate[];
}

/**
 * Environments by folder: recent ones first, then the folders and the environments in them that set most parameters of the
 * template, the nearest folder first.
 */
export function groupsOf(candidates: readonly Candidate[], recent: readonly string[] = []): Group[] {
  const groups = new Map<string, Candidate[]>();
  const isRecent = ({ uri }: Candidate) => recent.includes(uri);
  const before = candidates.filter(isRecent).sort((a, b) => recent.indexOf(a.uri) - recent.indexOf(b.uri));
  for (const candidate of candidates.filter((one) => !isRecent(one) && !isSource(one.label))) {
    const end = candidate.label.lastIndexOf('/');
    const folder = end < 0 ? '' : candidate.label.slice(0, end);
    groups.set(folder, [...(groups.get(folder) ?? []), candidate]);
  }
  const folders = [...groups]
    .map(([folder, members]) => ({ folder, members: members.sort((a, b) => fits(b) - fits(a)) }))
    .sort((a, b) => most(b) - most(a) || distance(a.folder) - distance(b.folder) || a.folder.localeCompare(b.folder))
    .map(({ folder, members }) => ({ title: folder === '' ? 'next to the template' : `${folder}/`, members }));
  return before.length > 0 ? [{ title: RECENT, members: before }, ...folders] : folders;
}

const fits = (candidate: Candidate | undefined) => candidate?.fits ?? 0;
const most = ({ members }: { members: Candidate[] }) => fits(members[0]);

/** What is said of an environment beside its name. */
export function describeFit({ declared, fits: fitting, sets }: Candidate): string {
  const known = fitting === undefined || sets === undefined ? '' : ofAll(fitting, sets);
  return [...(declared ? ['from .hotlint.yaml'] : []), ...(known === '' ? [] : [known])].join(', ');
}

function ofAll(fitting: number, sets: number): string {
  if (sets === 0) {
    return 'sets no parameters';
  }
  const all = sets === 1 ? 'its parameter fits' : `all ${String(sets)} parameters fit`;
  return fitting === sets ? all : `${String(fitting)} of ${String(sets)} parameters fit`;
}

export const RECENT = 'recent';

/** The name of an environment below the title of its group: without the folder that the title names. */
export function nameIn(group: string, label: string): string {
  return group === RECENT ? label : label.slice(label.lastIndexOf('/') + 1);
}

/** Whether a file is a Jinja source, which Heat does not take as an environment. */
function isSource(label: string): boolean {
  return /\.(?:j2|jinja2?)(?:\.[^./]+)?$/.test(label);
}

/** Steps from one folder to another; those up count more than those down. */
function distance(folder: string): number {
  const steps = folder === '' ? [] : folder.split('/');
  return steps.reduce((sum, step) => sum + (step === '..' ? 1.5 : 1), 0);
}

/** What was chosen in the order that it had; what is new comes last, and so takes precedence. */
export function ordered(before: readonly string[], chosen: readonly string[]): string[] {
  return [...before.filter((uri) => chosen.includes(uri)), ...chosen.filter((uri) => !before.includes(uri))];
}

/** The order with one environment a step earlier (-1) or later (1). */
export function moved(order: readonly string[], uri: string, step: -1 | 1): string[] {
  const from = order.indexOf(uri);
  const to = from + step;
  if (from < 0 || to < 0 || to >= order.length) {
    return [...order];
  }
  const next = [...order];
  next.splice(from, 1);
  next.splice(to, 0, uri);
  return next;
}

/** ": a.yaml, then b.yaml (wins)" after the name of a template; "" for none. */
export function orderText(labels: readonly string[]): string {
  return labels.length === 0 ? '' : `: ${labels.join(', then ')}${labels.length > 1 ? ' (wins)' : ''}`;
}
