// The indentation of a pasted block; kept apart from VS Code so that it can be tested.
import { entryIndent, inText, sectionAt, type TextLines } from './snippet-place';

const STEP = 2;
/** Keys of which an entry of a section has one, directly below its name. */
const MARKS = {
  parameters: /^(?:type|label|description|default|hidden|constraints|immutable|tags)$/,
  resources: /^type$/,
  outputs: /^(?:value|description|condition)$/,
} as const;

/** What is written in the place of a pasted block: its text, and the column from which the blanks of the line are replaced. */
export interface Pasted {
  text: string;
  column: number;
}

/**
 * Gives a block of several lines the indentation of the place where it is pasted: that of the section's entries when it is
 * an entry, else that of the cursor. Undefined where it has that already, and where a text is pasted that is no block.
 */
export function reindented(pasted: string, document: TextLines, line: number, column: number): Pasted | undefined {
  const before = document.lineAt(line).text.slice(0, column);
  const lines = pasted.split(/\r?\n/);
  if (before.trim() !== '' || pasted.includes('\t') || lines.filter((one) => one.trim() !== '').length < 2) {
    return undefined;
  }
  const [first = '', ...rest] = lines;
  const block = [' '.repeat(firstIndent(first, rest)) + first.trimStart(), ...rest];
  const own = Math.min(...block.filter((one) => one.trim() !== '').map(indentOf));
  const target = targetOf(block, own, document, line, before);
  if (target === undefined) {
    return undefined;
  }
  const moved = block.map((one) =>
    one.trim() === '' ? '' : ' '.repeat(indentOf(one) - own + target) + one.trimStart(),
  );
  const start = Math.min(target, column);
  const text = moved.join('\n').slice(start);
  return start === column && text === pasted.replaceAll('\r\n', '\n') ? undefined : { text, column: start };
}

/** The indentation that the first line of a block had where it was copied: a selection may begin after its blanks. */
function firstIndent(first: string, rest: string[]): number {
  const written = indentOf(first);
  const others = rest.filter((one) => one.trim() !== '').map(indentOf);
  const [next = 0] = others;
  const least = Math.min(...others);
  if (written > 0 || least === 0 || first.trim() === '') {
    return written;
  }
  return least < next || !/:\s*(?:#.*)?$/.test(first) ? least : Math.max(0, next - STEP);
}

/** The column of a block in its new place; undefined where it is to stay as it is. */
function targetOf(block: string[], own: number, document: TextLines, line: number, before: string): number | undefined {
  if (block.some((one) => indentOf(one) === own && SECTION.test(one.trimStart())) || inText(document, line, before)) {
    return undefined;
  }
  const section = sectionAt(document, line);
  if (section === undefined) {
    return undefined;
  }
  if (section === 'conditions' || isEntry(block, own, MARKS[section])) {
    return entryIndent(document, line) ?? STEP;
  }
  return before.length > 0 ? before.length : placeBelow(document, line);
}

const SECTION =
  /^(["']?)(?:heat_template_version|description|parameters|parameter_groups|parameter_defaults|conditions|resources|outputs|resource_registry)\1:(?:\s*(?:#.*)?$|\s+['"\d])/;

/** Whether all that is at the top of a block are names, with a key that marks the entries of a section directly below. */
function isEntry(block: string[], own: number, mark: RegExp): boolean {
  let names = 0;
  let marked = 0;
  let inner: number | undefined;
  for (const one of block.filter((each) => each.trim() !== '' && !each.trimStart().startsWith('#'))) {
    const indent = indentOf(one);
    const [, key = '', value = ''] = /^\s*["']?([\w.-]+)["']?:\s*(.*)$/.exec(one) ?? [];
    if (indent === own) {
      names += 1;
      inner = undefined;
      const flow = /^\{\s*([\w]+):/.exec(value)?.[1];
      marked += Number(flow !== undefined && mark.test(flow));
    } else if (indent === (inner ??= indent) && mark.test(key)) {
      marked += 1;
    }
  }
  return names > 0 && marked >= names;
}

/** The column of what comes next to, or into, the last line above. */
function placeBelow(document: TextLines, line: number): number {
  for (let above = line - 1; above >= 0; above--) {
    const { text } = document.lineAt(above);
    if (text.trim() !== '' && !text.trimStart().startsWith('#')) {
      return indentOf(text) + (/:\s*(?:#.*)?$/.test(text) ? STEP : 0);
    }
  }
  return 0;
}

function indentOf(text: string): number {
  const found = text.search(/\S/);
  return found < 0 ? 0 : found;
}
