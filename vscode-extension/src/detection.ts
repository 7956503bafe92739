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

const ENVIRONMENT_KEY = /^(["']?)(?:resource_registry|parameter_defaults|parameter_merge_strategies)\1\s*:/;
const CONFIGURATION = /(?:^|[\\/])\.hotlint\.ya?ml$/;

const SUITE = /\.hot-test\.ya?ml$/;

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

/** HOT versions by date, oldest first, each with its OpenStack release (HOT specification). */
export const HOT_VERSIONS: readonly { date: string; release: string }[] = [
  { date: '2013-05-23', release: 'icehouse' },
  { date: '2014-10-16', release: 'juno' },
  { date: '2015-04-30', release: 'kilo' },
  { date: '2015-10-15', release: 'liberty' },
  { date: '2016-04-08', release: 'mitaka' },
  { date: '2016-10-14', release: 'newton' },
  { date: '2017-02-24', release: 'ocata' },
  { date: '2017-09-01', release: 'pike' },
  { date: '2018-03-02', release: 'queens' },
  { date: '2018-08-31', release: 'rocky' },
  { date: '2021-04-16', release: 'wallaby' },
];

/** Versions newer than `current` (a date or a release name), newest first; all when `current` is not known. */
export function newerVersions(current: string | undefined): readonly { date: string; release: string }[] {
  const at = HOT_VERSIONS.findIndex(({ date, release }) => date === current || release === current);
  return HOT_VERSIONS.slice(at + 1).reverse();
}
