// What the program is called with. Only `snapshot`, and a plan or a failure with a cloud, open the network, and only a choice of the user
// leads there.

/** Where a stack is read: in a file that `hotlint record` wrote, or in a cloud of clouds.yaml. */
export type StackSource =
  { kind: 'recording'; file: string; label: string } | { kind: 'stack'; cloud: string; stack: string };

/** Lists the clouds of clouds.yaml; reads files only. */
export const LIST_CLOUDS = ['cloud', 'list', '--format', 'json'];

/** Takes a snapshot of a cloud; one that exists is refreshed, which keeps its order and comments. */
export function snapshotArguments(cloud: string, file: string, exists: boolean): string[] {
  return ['cloud', 'snapshot', `--cloud=${cloud}`, `--output=${file}`, ...(exists ? ['--refresh'] : [])];
}

/** Plans the update of a stack to a template with environments, or explains why a stack with these failed. */
export function stackArguments(
  command: 'plan' | 'failure',
  source: StackSource,
  template: string,
  environments: readonly string[],
): string[] {
  const given = environments.flatMap((file) => ['--environment', file]);
  return source.kind === 'recording'
    ? [command, '--format', 'json', `--from=${source.file}`, ...given, '--', template]
    : [command, '--format', 'json', `--cloud=${source.cloud}`, ...given, '--', source.stack, template];
}

/** Tells the last event of each resource of a stack. */
export function eventsArguments(
  { cloud, stack }: { cloud: string; stack: string },
  template: string,
  environments: readonly string[],
): string[] {
  const given = environments.flatMap((file) => ['--environment', file]);
  return ['failure', '--events', '--format', 'json', `--cloud=${cloud}`, ...given, '--', stack, template];
}

/** A source in words. */
export function sourceText(source: StackSource): string {
  return source.kind === 'recording' ? source.label : `${source.stack} in the cloud ${source.cloud}`;
}

/** The names that `LIST_CLOUDS` prints; none where it prints something else. */
export function cloudNames(stdout: string): string[] {
  try {
    const found: unknown = JSON.parse(stdout);
    return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** The name of the file for the snapshot of a cloud. */
export function snapshotName(cloud: string): string {
  const safe = cloud.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '');
  return `${safe || 'a'}.cloud.yaml`;
}
