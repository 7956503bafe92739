// Texts of the view of deployments; kept apart from VS Code so that they can be tested by themselves.
import type { Counts } from '../protocol';

/** "2 errors, 1 warning"; "" without findings, and where they are not known yet. */
export function findingsText(counts: Counts | null): string {
  return (['error', 'warning', 'info'] as const)
    .map((name) => [counts?.[name] ?? 0, name] as const)
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${String(count)} ${name}${count === 1 || name === 'info' ? '' : 's'}`)
    .join(', ');
}

/** The worst severity of a deployment; "none" without findings. */
export function worst(counts: Counts | null): 'error' | 'warning' | 'info' | 'none' | 'unknown' {
  if (counts === null) {
    return 'unknown';
  }
  return (['error', 'warning', 'info'] as const).find((name) => counts[name] > 0) ?? 'none';
}

/** The number of the worst findings in at most two characters, which have room beside every name; "" without errors and warnings. */
export function badgeText(counts: Counts | null): string {
  const errors = counts?.error ?? 0;
  const count = errors > 0 ? errors : (counts?.warning ?? 0);
  return count === 0 ? '' : count > 99 ? '99' : String(count);
}

/** How a deployment is known, in a sentence. */
export function reasonText(why: string): string {
  switch (why) {
    case 'configuration':
      return 'From .hotlint.yaml.';
    case 'name':
      return 'The environment has the name of the template.';
    case 'told':
      return 'A script or document deploys the template with the environment.';
    case 'parameters':
      return 'The environment sets parameters of the template.';
    default:
      return 'No other template nests this one.';
  }
}

/** A folder of the view: its path below the folder around it, and what lies in it. */
export interface Folder<T> {
  name: string;
  folders: Folder<T>[];
  members: T[];
}

/** Things by the folder of their path, of which those with one folder and nothing else in them are joined: `a/b`. */
export function foldersOf<T>(things: readonly T[], pathOf: (thing: T) => string): Folder<T> {
  const root: Folder<T> = { name: '', folders: [], members: [] };
  for (const thing of things) {
    let folder = root;
    for (const step of pathOf(thing).split('/').slice(0, -1)) {
      let inner = folder.folders.find(({ name }) => name === step);
      if (inner === undefined) {
        inner = { name: step, folders: [], members: [] };
        folder.folders.push(inner);
      }
      folder = inner;
    }
    folder.members.push(thing);
  }
  root.folders = root.folders.map(joined);
  return root;
}

function joined<T>(folder: Folder<T>): Folder<T> {
  const [only, ...others] = folder.folders;
  if (only !== undefined && others.length === 0 && folder.members.length === 0) {
    return joined({ ...only, name: `${folder.name}/${only.name}` });
  }
  return { ...folder, folders: folder.folders.map(joined) };
}

/** What the findings of some deployments add up to; null where none is known. */
export function summed(counts: readonly (Counts | null)[]): Counts | null {
  const known = counts.filter((one) => one !== null);
  const sum = (name: keyof Counts) => known.reduce((total, one) => total + one[name], 0);
  return known.length === 0 ? null : { error: sum('error'), warning: sum('warning'), info: sum('info') };
}
