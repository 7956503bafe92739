/** The part of a document that is read here; `vscode.TextDocument` has it. */
export interface TextLines {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

/** Where a snippet fits: see `place` in snippets/hot.json. */
export type SnippetPlace = 'document' | 'section' | 'value' | 'parameters' | 'conditions' | 'resources' | 'outputs';

export const ENTRIES = ['parameters', 'conditions', 'resources', 'outputs'] as const;
const KEY = /^(["']?)(\w+)\1\s*:/;

/** The word that ends where `before` ends, as prefixes of snippets are written. */
export function wordAt(before: string): string {
  return /[\w-]*$/.exec(before)?.[0] ?? '';
}

/**
 * Where the cursor is at the end of `before` in a line; undefined where nothing fits, as in a comment, a string or a text
 * of several lines.
 */
export function placeAt(
  document: TextLines,
  line: number,
  before: string,
  isTemplate: boolean,
): SnippetPlace | undefined {
  const lead = before.slice(0, before.length - wordAt(before).length);
  const indent = lead.length;
  if (!isTemplate) {
    return lead === '' && isEmpty(document, line) ? 'document' : undefined;
  }
  if (lead === '') {
    return isEmpty(document, line) ? 'document' : 'section';
  }
  if (inText(document, line, lead)) {
    return undefined;
  }
  if (lead.trim() !== '') {
    return /(?:^|\s)["']?[^\s"'#][^#"']*["']?:\s+$|^\s*(?:-\s+)+$|[[{,]\s*$/.test(lead) && !lead.includes('#')
      ? 'value'
      : undefined;
  }
  const section = sectionAt(document, line);
  if (section === undefined) {
    return undefined;
  }
  const first = entryIndent(document, line);
  return indent <= (first ?? indent) ? section : section === 'parameters' ? undefined : 'value';
}

/** Whether nothing but comments and blank lines is in a document, apart from one line. */
function isEmpty(document: TextLines, except: number): boolean {
  for (let line = 0; line < document.lineCount; line++) {
    if (line !== except && !/^\s*(?:#.*|---)?$/.test(document.lineAt(line).text)) {
      return false;
    }
  }
  return true;
}

/** Whether a line is in a block scalar, which begins above with `|` or `>`, less indented. */
export function inText(document: TextLines, line: number, lead: string): boolean {
  let indent = /^\s*/.exec(lead)?.[0].length ?? 0;
  for (let above = line - 1; above >= 0 && indent > 0; above--) {
    const { text } = document.lineAt(above);
    const own = text.search(/\S/);
    if (own < 0 || own >= indent) {
      continue;
    }
    if (/(?:^|[:\s-])[|>][+\-\d]*\s*(?:#.*)?$/.test(text)) {
      return true;
    }
    indent = own;
  }
  return false;
}

export function sectionAt(document: TextLines, line: number): (typeof ENTRIES)[number] | undefined {
  for (let above = line - 1; above >= 0; above--) {
    const key = KEY.exec(document.lineAt(above).text)?.[2];
    if (key !== undefined) {
      return ENTRIES.find((name) => name === key);
    }
  }
  return undefined;
}

/** The indentation of the section's first entry; undefined when the section is still empty. */
export function entryIndent(document: TextLines, line: number): number | undefined {
  let found: number | undefined;
  for (let above = line - 1; above >= 0; above--) {
    const { text } = document.lineAt(above);
    const own = text.search(/[^\s]/);
    if (own === 0 && !text.startsWith('#')) {
      return found;
    }
    found = own > 0 && !text.trimStart().startsWith('#') ? own : found;
  }
  return found;
}
