import { describe, expect, it } from 'vitest';
import { mayBe, recognize, type Kind } from '../../src/file-kinds';
import { read } from '../../src/shallow-yaml';
import samples from './file-kinds.json';

const { texts, around, named } = samples;
const CHANGES: [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['byte order mark', (text) => `\uFEFF${text}`],
  ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
  ['CR', (text) => text.replaceAll('\n', '\r')],
];

// The samples are those of tests/analysis/test_file_kinds.py, written by tools/generate/vscode_facts.py.
describe.each(CHANGES)('%s: the kind', (_name, change) => {
  it.each(texts as [string, string, string][])('of %s in the style "%s" is recognized: %s', (kind, style, text) => {
    for (const [name, frame] of Object.entries(around)) {
      if (!name.startsWith('flow') || style.includes('flow')) {
        const whole = change(frame.replace('%s', () => text));
        expect(recognize('some/file.yaml', whole), whole).toBe(kind);
        expect(kind === 'other' || mayBe('some/file.yaml', whole, kind as Exclude<Kind, 'other' | 'empty'>)).toBe(true);
      }
    }
  });
});

it.each(named as [string, string, string][])('%s with %j is %s', (path, text, kind) => {
  // Statements break the YAML of a text whose name is not of a Jinja source: the server sees that, and the kind counts here.
  const expected = kind === 'jinja' && !path.includes('.j2') ? 'hot' : kind;
  expect(recognize(path, text)).toBe(expected);
});

describe('values', () => {
  it('are read in both styles, with tags, anchors and comments', () => {
    const text =
      'a: !!str "x: y" # c\nb:\n- {c: d, "e": [1, {f: g}]}\n- h: i\n  j: k # l\nm: &n\n  o: |\n    p: q\n  r:\n';
    const root = read(text).entries;
    expect(root?.get('a')?.scalar).toBe('x: y');
    const [first, second] = root?.get('b')?.items ?? [];
    expect([...(first?.entries?.keys() ?? [])]).toEqual(['c', 'e']);
    expect(first?.entries?.get('e')?.items?.[1]?.entries?.get('f')?.scalar).toBe('g');
    expect(second?.entries?.get('j')?.scalar).toBe('k');
    expect([...(root?.get('m')?.entries?.keys() ?? [])]).toEqual(['o', 'r']);
  });
  it('of broken texts are read as far as they go', () => {
    for (const text of [
      '{a: [b, {c',
      '"a',
      'a: "b\nc: d',
      '- a\nb: c',
      '{,,}',
      '[{a}: b',
      '? ',
      ': a',
      '&a',
      '{"a" "b"}',
    ]) {
      expect(() => read(text).entries?.forEach((value) => value.entries ?? value.items)).not.toThrow();
    }
    expect([...(read('a:\n  - [\nb: c\n').entries?.keys() ?? [])]).toEqual(['a', 'b']);
  });
  it('of a long text take no time until they are asked for', () => {
    const text = `heat_template_version: rocky\nresources:\n${'  a:\n    type: OS::Nova::Server\n'.repeat(20_000)}`;
    const began = performance.now();
    expect(recognize('web.yaml', text)).toBe('hot');
    expect(recognize('web.json', JSON.stringify({ a: '# '.repeat(100_000), b: 'é'.repeat(100_000) }))).toBe('other');
    expect(recognize('web.yaml', `template ${'# '.repeat(1000)}\nx`)).toBe('other');
    expect(performance.now() - began).toBeLessThan(500);
  });
});
