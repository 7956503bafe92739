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

/** How a deployment is known, in a sentence. */
export function reasonText(why: string): string {
  switch (why) {
    case 'configuration':
      return 'From .hotlint.yaml.';
    case 'name':
      return 'The environment has the name of the template.';
    case 'parameters':
      return 'The environment sets parameters of the template.';
    default:
      return 'No other template nests this one.';
  }
}
