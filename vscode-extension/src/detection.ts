// Which documents are Heat's, by the kind of each.
import facts from './facts.json';
import { hasKey, mayBe, recognize, type Kind } from './file-kinds';
import { read } from './shallow-yaml';

/** The part of a document that detection reads; `vscode.TextDocument` has it. */
export interface TextDocument {
  readonly languageId: string;
  readonly fileName: string;
  readonly version: number;
  getText(): string;
}

/** Languages that a template, an environment or a suite may have; a JSON text is YAML, too. */
export const LANGUAGES: readonly string[] = ['hot', 'yaml', 'json', 'jsonc'];
const HEAT: readonly Kind[] = [...(facts.checked as Kind[]), 'jinja', 'suite', 'policies', 'configuration'];
const known = new WeakMap<TextDocument, { version: number; kind: Kind }>();

/** Returns the kind of a document as it is now. */
export function kindOf(document: TextDocument): Kind {
  const { fileName, version } = document;
  let found = known.get(document);
  if (found?.version !== version) {
    found = { version, kind: recognize(fileName, document.getText()) };
    known.set(document, found);
  }
  return found.kind;
}

/** Whether a document is a HOT template, or a Jinja source of one. */
export function isTemplate(document: TextDocument): boolean {
  return document.languageId === 'hot' || (LANGUAGES.includes(document.languageId) && hasVersion(document));
}

function hasVersion(document: TextDocument): boolean {
  const kind = kindOf(document);
  return kind === 'hot' || (kind === 'jinja' && hasKey(facts.versionKey, document.getText()));
}

/** Whether a document is a template, an environment, a test suite, or a file of settings or policies of hotlint. */
export function isHeat(document: TextDocument): boolean {
  return isTemplate(document) || (LANGUAGES.includes(document.languageId) && HEAT.includes(kindOf(document)));
}

/** Whether a file is a test suite of a template. */
export function isSuite(path: string, text: string): boolean {
  return mayBe(path, text, 'suite') && recognize(path, text) === 'suite';
}

/**
 * The language of a file that VS Code takes for something else: `web.env` is an environment of Heat when it has one of
 * its sections (other programs have files of that name, with `NAME=value`), `web.template` is HOT when it has a version.
 */
export function languageOf(document: TextDocument): 'hot' | 'yaml' | undefined {
  const { languageId, fileName } = document;
  if (LANGUAGES.includes(languageId) || !facts.endings.some((ending) => fileName.endsWith(ending))) {
    return undefined;
  }
  if (hasVersion(document)) {
    return 'hot';
  }
  return ['environment', 'jinja'].includes(kindOf(document)) ? 'yaml' : undefined;
}

/** The value of `heat_template_version`, without quotes and comment; undefined when the key is not there. */
export function templateVersion(document: TextDocument): string | undefined {
  const version = read(document.getText()).entries?.get(facts.versionKey);
  return version === undefined ? undefined : (version.scalar ?? '');
}

/** HOT versions by date, oldest first, each with its OpenStack release. */
export const HOT_VERSIONS: readonly { date: string; release: string }[] = facts.versions;

/** Versions newer than `current` (a date or a release name), newest first; all when `current` is not known. */
export function newerVersions(current: string | undefined): readonly { date: string; release: string }[] {
  const at = HOT_VERSIONS.findIndex(({ date, release }) => date === current || release === current);
  return HOT_VERSIONS.slice(at + 1).reverse();
}
