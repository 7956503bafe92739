// What kind of file a text is, by the table of hotlint/analysis/file_kinds.py. `mayBe` searches for the marks of kinds,
// `recognize` decides by what is at the top of the document.
import facts from './facts.json';
import { read, type YamlValue } from './shallow-yaml';

export type Kind = keyof typeof facts.kinds | 'empty' | 'other';

interface Traits {
  keys: string[];
  endings: string[];
  allKeys: boolean;
}

const KINDS: Record<keyof typeof facts.kinds, Traits> = facts.kinds;
const ENVIRONMENT_KEYS = facts.kinds.environment.keys;
const ENVIRONMENT_MARK = new RegExp(facts.environmentMark);
const DATA_ENDING = new RegExp(facts.dataEnding);
const AFTER_KEY = new RegExp(facts.afterKey, 'y');
const BEFORE_KEY = new RegExp(facts.beforeKey);
const ESCAPE = /\\[xuU\n\r]/;

/** Returns the kind of a file by its name and its text. */
export function recognize(path: string, text: string): Kind {
  const named = kindOfName(path);
  if (named !== undefined) {
    return named;
  }
  if (isJinjaName(path)) {
    return hasMarks('jinja', text) ? 'jinja' : 'other';
  }
  const root = read(text);
  if (root.entries === undefined) {
    return root.isScalar && root.scalar === undefined && !root.isQuoted ? 'empty' : 'other';
  }
  return kindOfMapping(path, root.entries);
}

/** Returns whether a file may be of a kind: no file that `recognize` accepts is excluded. */
export function mayBe(path: string, text: string, kind: keyof typeof facts.kinds): boolean {
  const named = kindOfName(path);
  if (named !== undefined) {
    return named === kind;
  }
  const { keys, allKeys } = KINDS[kind];
  const has = (key: string) => text.includes(key);
  return (allKeys ? keys.every(has) : keys.some(has)) || ESCAPE.test(text);
}

/** Returns whether a text has a key somewhere, in whatever style it is written. */
export function hasKey(key: string, text: string): boolean {
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + key.length)) {
    AFTER_KEY.lastIndex = at + key.length;
    if (AFTER_KEY.test(text) || BEFORE_KEY.test(text.slice(Math.max(at - 200, 0), at))) {
      return true;
    }
  }
  return false;
}

/** Returns whether a file has the name or the place of an environment, such as `web.env`, `web-env.yaml` or `env/web.yaml`. */
export function namedAsEnvironment(path: string): boolean {
  const [name = '', folder = ''] = path.split(/[\\/]/).reverse();
  return (
    facts.environmentEndings.some((ending) => path.endsWith(ending)) ||
    facts.environmentFolders.includes(folder) ||
    ENVIRONMENT_MARK.test(stem(name))
  );
}

function stem(name: string): string {
  const shorter = name.replace(DATA_ENDING, '');
  return shorter === name || shorter === '' ? name : stem(shorter);
}

/** The kind of a file that its name alone decides. */
function kindOfName(path: string): Kind | undefined {
  for (const [kind, { endings }] of Object.entries(KINDS)) {
    if (endings.some((ending) => path.endsWith(ending))) {
      return kind as Kind;
    }
  }
  return facts.never.includes(path.slice(path.lastIndexOf('.')).toLowerCase()) ? 'other' : undefined;
}

/** Whether a file is a Jinja source by its name: `.j2`, `.j2.yaml`, `.yaml.j2`. */
function isJinjaName(path: string): boolean {
  const [last = '', before = '', ...more] = (path.split(/[\\/]/).at(-1) ?? '').split('.').reverse();
  const { jinjaEndings } = facts;
  return (jinjaEndings.includes(last) && path.includes('.')) || (more.length > 0 && jinjaEndings.includes(before));
}

function hasMarks(kind: keyof typeof facts.kinds, text: string): boolean {
  const { keys, allKeys } = KINDS[kind];
  return allKeys ? keys.every((key) => hasKey(key, text)) : keys.some((key) => hasKey(key, text));
}

type Entries = ReadonlyMap<string, YamlValue>;

function kindOfMapping(path: string, root: Entries): Kind {
  const version = root.get(facts.versionKey);
  if (version !== undefined) {
    const isDescribed = version.entries !== undefined || holdsVariables(root);
    return !isDescribed || hasTyped('resources', root) ? 'hot' : 'other';
  }
  if (facts.kinds.cfn.keys.some((key) => root.has(key))) {
    return 'cfn';
  }
  if (facts.certainKeys.some((key) => root.has(key))) {
    return 'environment';
  }
  if (root.size > 0 && [...root.keys()].every((key) => ENVIRONMENT_KEYS.includes(key))) {
    return root.size > 1 || isEnvironment(path, root) ? 'environment' : 'other';
  }
  const own = kindOfOwn(root);
  const isNamed = facts.environmentEndings.some((ending) => path.endsWith(ending));
  // Another section of an environment may be misspelled.
  return own === 'other' && isNamed && root.get('parameters')?.entries !== undefined ? 'environment' : own;
}

/** Whether a section has entries with types, as that of a template has them. */
function hasTyped(section: string, root: Entries): boolean {
  const entries = root.get(section)?.entries?.values() ?? [];
  return [...entries].some((entry) => entry.entries?.has('type') === true);
}

/** Whether a document has values where a template has sections, as files of variables for other programs have. */
function holdsVariables(root: Entries): boolean {
  const parameters = root.get('parameters')?.entries;
  const hasSection = [...root.keys()].some((key) => facts.ownSections.includes(key.toLowerCase()));
  if (parameters?.size === 0 || hasTyped('parameters', root) || hasSection) {
    return false;
  }
  const given = [...root].filter(
    ([key, { items, isScalar, isQuoted, scalar }]) =>
      !facts.sharedKeys.includes(key.toLowerCase()) &&
      !facts.kinds.cfn.keys.includes(key) &&
      (items !== undefined || (isScalar && (scalar !== undefined || isQuoted))),
  );
  return given.length > 1 || (given.length === 1 && parameters !== undefined);
}

/** Whether a document with one section of environments is one. Other programs have files with `parameters`, too. */
function isEnvironment(path: string, root: Entries): boolean {
  const values = root.get('parameters');
  if (values === undefined || namedAsEnvironment(path)) {
    return true;
  }
  if (values.entries === undefined) {
    return values.isScalar && values.scalar === undefined;
  }
  const entries = [...values.entries.values()];
  return entries.length === 0 || !entries.every((entry) => entry.entries?.has('type') === true);
}

/** The kind of a document that only hotlint reads. */
function kindOfOwn(root: Entries): Kind {
  const tests = root.get('tests')?.items;
  // Suites of helm-unittest have `template` and `tests`, too: each of their tests has `it`.
  const isOfHelm = tests?.length !== 0 && tests?.every(({ entries }) => entries?.has('it') === true) === true;
  if (root.get('template')?.isScalar === true && tests !== undefined && !isOfHelm) {
    return 'suite';
  }
  if (holdsPolicies(root)) {
    return 'policies';
  }
  const snapshot = root.get('snapshot');
  if (
    snapshot?.isQuoted === false &&
    /^[-+]?\d+$/.test(snapshot.scalar ?? '') &&
    root.get('cloud')?.isScalar === true
  ) {
    return 'cloud snapshot';
  }
  if (root.get('recorded_stack')?.isScalar === true && root.get('stack')?.entries !== undefined) {
    return 'recorded stack';
  }
  const template = root.get('template');
  const isTemplate = template?.entries !== undefined || template?.isScalar === true;
  return isTemplate && root.get('files')?.entries !== undefined ? 'bundle' : 'other';
}

function holdsPolicies(root: Entries): boolean {
  if (![...root.keys()].every((key) => facts.policyKeys.includes(key))) {
    return false;
  }
  const extended = root.get('extends');
  return (
    (root.get('policies')?.items ?? []).some(
      ({ entries }) => entries?.has('assert') === true || entries?.has('code') === true,
    ) || (extended?.items ?? [extended]).some((item) => item?.scalar?.startsWith('hotlint:') === true)
  );
}
