/** A version as numbers; text after the numbers (rc1, .dev0+g123) is left aside. */
function numbers(version: string): [number, number, number] | undefined {
  const match = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version.trim());
  return match ? [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)] : undefined;
}

export type Compatibility = 'fits' | 'server-too-old' | 'server-too-new' | 'unknown';

/**
 * Whether a server fits this extension. Both are released together: below 1.0 the second number promises
 * compatibility, from 1.0 on the first; a server with a smaller last number than the extension's is still fine.
 */
export function compatibility(extension: string, server: string | undefined): Compatibility {
  const mine = numbers(extension);
  const theirs = server === undefined ? undefined : numbers(server);
  if (!mine || !theirs) {
    return 'unknown';
  }
  const length = mine[0] === 0 ? 2 : 1;
  for (let i = 0; i < length; i++) {
    const difference = (theirs[i] ?? 0) - (mine[i] ?? 0);
    if (difference !== 0) {
      return difference < 0 ? 'server-too-old' : 'server-too-new';
    }
  }
  return 'fits';
}

/** What pip is asked for, so that it brings a server that fits: `hotlint>=0.2,<0.3`. */
export function requirement(extension: string): string {
  const [major, minor] = numbers(extension) ?? [0, 0, 0];
  return major === 0
    ? `hotlint>=0.${String(minor)},<0.${String(minor + 1)}`
    : `hotlint>=${String(major)},<${String(major + 1)}`;
}
