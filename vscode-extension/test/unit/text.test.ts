import { describe, expect, it } from 'vitest';
import {
  coverageDetails,
  failureText,
  valueText,
  environmentText,
  lintSummary,
  nameAt,
  parameterText,
  parameterValue,
} from '../../src/text';

describe('the status bar', () => {
  const candidates = [{ uri: 'file:///w/env/prod.yaml', label: 'env/prod.yaml', declared: true }];
  it('says that there is no environment', () => {
    expect(environmentText({ candidates, selected: [] }).text).toBe('no environment');
  });
  it('names one', () => {
    expect(environmentText({ candidates, selected: ['file:///w/env/prod.yaml'] }).text).toBe('prod.yaml');
  });
  it('names the first of several, and all in the tooltip', () => {
    const shown = environmentText({ candidates, selected: ['file:///w/env/prod.yaml', 'file:///w/b%20c.yaml'] });
    expect(shown.text).toBe('prod.yaml +1');
    expect(shown.tooltip).toContain('prod.yaml, b c.yaml');
  });
});

it('a linted workspace is summed up in one sentence', () => {
  expect(lintSummary({ files: 1, errors: 0, warnings: 0 })).toBe('hotlint: 1 file linted, no problems found.');
  expect(lintSummary({ files: 12, errors: 1, warnings: 3 })).toBe('hotlint: 12 files linted: 1 error, 3 warnings.');
  expect(lintSummary({ files: 2, errors: 0, warnings: 0, infos: 2 })).toBe('hotlint: 2 files linted: 2 info.');
});

it.each([
  ['    type: OS::Nova::Server', 14, 'OS::Nova::Server'],
  ['  a: { get_attr: [b, c] }', 8, 'get_attr'],
  ['  - key-with-dash: 1', 6, 'key-with-dash'],
  ['  # hotlint: disable=HOT301', 23, 'HOT301'],
  ['   ', 1, undefined],
  ['', 0, undefined],
])('in %j at %i is %s', (line, column, name) => {
  expect(nameAt(line, column)).toBe(name);
});

it('a result is summarized', () => {
  expect(parameterText({ value: 'a' })).toBe('a');
  expect(parameterText({ value: [1, { b: true }] })).toBe('[1,{"b":true}]');
  expect(parameterText({ unknown: 'it has no value', value: '<image>' })).toBe('it has no value');
  expect(parameterText({ error: 'too small' })).toBe('too small');
  expect(parameterText(undefined)).toBe('');
});

it('a typed value is a list or mapping only when it is one', () => {
  expect(parameterValue('["a", 1]')).toEqual(['a', 1]);
  expect(parameterValue(' {"a": 1}')).toEqual({ a: 1 });
  for (const text of ['', 'true', '10', '{broken', 'a, b']) {
    expect(parameterValue(text)).toBe(text);
  }
});

describe('results of tests', () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

  it('show texts as they are, and other values as JSON', () => {
    expect(valueText('a\nb')).toBe('a\nb');
    expect(valueText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(valueText(undefined)).toBe('');
  });
  it('show a failure with its difference and its provenance', () => {
    expect(failureText({ message: 'm', range })).toBe('m\n');
    expect(failureText({ message: 'm', range, difference: ['- a', '+ b'], provenance: 'p' })).toBe(
      'm\n  - a\n  + b\n\np\n',
    );
  });
  it('make the outcomes of a condition branches of one statement', () => {
    const point = (kind: 'condition' | 'resource', outcome: string, hits: number) => ({
      kind,
      name: 'large',
      outcome,
      what: '',
      range,
      hits,
    });
    const [condition, resource] = coverageDetails([
      point('condition', 'true', 0),
      point('condition', 'false', 2),
      point('resource', '', 1),
    ]);
    expect(condition?.hits).toBe(2);
    expect(condition?.branches.map(({ label, hits }) => [label, hits])).toEqual([
      ['large is true', 0],
      ['large is false', 2],
    ]);
    expect(resource).toEqual({ hits: 1, range, branches: [] });
  });
});
