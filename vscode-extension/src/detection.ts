// Which documents are Heat's. The facts are generated from hotlint's own tables.
import facts from './facts.json';

/** The part of a document that detection reads; `vscode.TextDocument` has it. */
export interface TextLines {
  readonly languageId: string;
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

const VERSION_KEY = /^(["']?)heat_template_version\1\s*:/;
const FIRST_LINES = 200;

/**
 * Whether a document is a HOT template: it has the language `hot`, or it is YAML with `heat_template_version` as a
 * top-level key. Authors put long comments and descriptions above that key, hence the generous number of lines.
 */
export function isTemplate(document: TextLines): boolean {
  if (document.languageId === 'hot') {
    return true;
  }
  return document.languageId === 'yaml' && templateVersion(document) !== undefined;
}

/** Keys that only an environment has: a template has some of its sections, too. */
const ENVIRONMENT_KEY = keyOf(facts.environmentSections.filter((name) => !facts.templateSections.includes(name)));
const ENVIRONMENT_SECTION = keyOf(facts.environmentSections);
const CONFIGURATION = /(?:^|[\\/])\.hotlint\.ya?ml$/;
const SUITE = /\.hot-test\.ya?ml$/;

function keyOf(names: readonly string[]): RegExp {
  return new RegExp(`^(["']?)(?:${names.join('|')})\\1\\s*:(?:\\s|$)`);
}

/** Whether a file is a test suite of a template, by its name. */
export function isSuiteName(fileName: string): boolean {
  return SUITE.test(fileName);
}

/** Whether a document is a template, an environment, a test suite or a configuration file of hotlint. */
export function isHeat(document: TextLines & { readonly fileName: string }): boolean {
  if (isTemplate(document) || CONFIGURATION.test(document.fileName) || isSuiteName(document.fileName)) {
    return true;
  }
  return document.languageId === 'yaml' && someLine(document, (text) => ENVIRONMENT_KEY.test(text)) !== undefined;
}

/**
 * The language of a file that VS Code takes for something else: `web.env` is an environment of Heat when it has one of
 * its sections (other programs have files of that name, with `NAME=value`), `web.template` is HOT when it has a version.
 */
export function languageOf(document: TextLines & { readonly fileName: string }): 'hot' | 'yaml' | undefined {
  const mine = ['hot', 'yaml'].includes(document.languageId);
  if (mine || !facts.endings.some((ending) => document.fileName.endsWith(ending))) {
    return undefined;
  }
  if (someLine(document, (text) => VERSION_KEY.test(text)) !== undefined) {
    return 'hot';
  }
  const assigns = someLine(document, (text) => /^(?:export\s+)?\w+=/.test(text)) !== undefined;
  return !assigns && someLine(document, (text) => ENVIRONMENT_SECTION.test(text)) !== undefined ? 'yaml' : undefined;
}

/** The value of `heat_template_version`, without quotes and comment; undefined when the key is not there. */
export function templateVersion(document: TextLines): string | undefined {
  return someLine(document, (text) => VERSION_KEY.test(text))
    ?.replace(/^[^:]*:/, '')
    .replace(/\s#.*$/, '')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2');
}

/** The first of the first lines that a test holds for. */
function someLine(document: TextLines, test: (text: string) => boolean): string | undefined {
  const last = Math.min(document.lineCount, FIRST_LINES);
  for (let line = 0; line < last; line++) {
    const { text } = document.lineAt(line);
    if (test(text)) {
      return text;
    }
  }
  return undefined;
}

/** HOT versions by date, oldest first, each with its OpenStack release. */
export const HOT_VERSIONS: readonly { date: string; release: string }[] = facts.versions;

/** Versions newer than `current` (a date or a release name), newest first; all when `current` is not known. */
export function newerVersions(current: string | undefined): readonly { date: string; release: string }[] {
  const at = HOT_VERSIONS.findIndex(({ date, release }) => date === current || release === current);
  return HOT_VERSIONS.slice(at + 1).reverse();
}
