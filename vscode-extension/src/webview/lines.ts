// The difference of two texts, line by line.

export interface Line {
  /** "+" and "-" for a line of one side only, " " for one of both, "…" in place of lines that are left out. */
  sign: '+' | '-' | ' ' | '…';
  text: string;
}

/** Texts with more lines are not compared. */
const LIMIT = 600;
/** Lines of both sides that are shown around a change. */
const CONTEXT = 2;

/** Compares two texts; undefined when they are too long, or when neither has several lines. */
export function lineDifference(old: string, now: string): Line[] | undefined {
  const [before, after] = [old.split('\n'), now.split('\n')];
  const longest = Math.max(before.length, after.length);
  if (longest > LIMIT || longest === 1) {
    return undefined;
  }
  return shortened(aligned(before, after));
}

/** Both texts as one list of lines: the lines of their longest common subsequence once, all others with a sign. */
function aligned(before: readonly string[], after: readonly string[]): Line[] {
  const lengths = common(before, after);
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const lines: Line[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const [old, now] = [before[i], after[j]];
    if (old !== undefined && old === now) {
      lines.push({ sign: ' ', text: old });
      i++;
      j++;
    } else if (old !== undefined && (now === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ sign: '-', text: old });
      i++;
    } else {
      lines.push({ sign: '+', text: now ?? '' });
      j++;
    }
  }
  return lines;
}

/** For each pair of places, how many lines what follows them has in common. */
function common(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = before.map(() => new Array<number>(after.length + 1).fill(0));
  lengths.push(new Array<number>(after.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    const row = lengths[i] ?? [];
    for (let j = after.length - 1; j >= 0; j--) {
      row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return lengths;
}

function shortened(lines: readonly Line[]): Line[] {
  const near = lines.map((_line, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ sign }) => sign !== ' '),
  );
  const shown: Line[] = [];
  lines.forEach((line, index) => {
    if (near[index]) {
      shown.push(line);
    } else if (shown.at(-1)?.sign !== '…') {
      shown.push({ sign: '…', text: '' });
    }
  });
  return shown;
}
