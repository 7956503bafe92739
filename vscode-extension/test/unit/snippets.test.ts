import { expect, it } from 'vitest';
import { placeAt } from '../../src/snippet-place';

const TEMPLATE = `heat_template_version: 2018-08-31
parameters:
  a:
    type: string
    default: |
      parameters:
        b
resources:
  # about
  server:
    type: OS::Nova::Server
    properties:
      name: x
      networks:
        - port: y
outputs:
`;

/** The place at the end of a line that is put below the line that holds `below`. */
function place(below: string, typed: string, text = TEMPLATE): string | undefined {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.includes(below)) + 1;
  lines.splice(at, 0, typed);
  const document = {
    languageId: 'yaml',
    lineCount: lines.length,
    lineAt: (line: number) => ({ text: lines[line] ?? '' }),
  };
  return placeAt(document, at, typed, text.includes('heat_template_version'));
}

it.each([
  ['outputs:', 'hot', 'section'],
  ['outputs:', '  ho', 'outputs'],
  ['type: string', '  hot', 'parameters'],
  ['- port: y', '  hot', 'resources'],
  ['name: x', '      image: hot', 'value'],
  ['name: x', '      image: { hot', 'value'],
  ['- port: y', '        - hot', 'value'],
  ['networks:', '          hot', 'value'],
  ['name: x', '      # see hot', undefined],
  ['name: x', "      image: 'hot", undefined],
  ['name: x', '      image: a hot', undefined],
  ['        b', '        hot', undefined],
  ['default: |', '      hot', undefined],
  ['type: string', '    hot', undefined],
])('below %j, %j is a place for %j', (below, typed, expected) => {
  expect(place(below, typed)).toBe(expected);
});

it('a new document has whole templates, other YAML nothing', () => {
  expect(place('', 'hot', '')).toBe('document');
  expect(place('# license', 'hot', '# license\n\n')).toBe('document');
  expect(place('on: push', 'hot', 'on: push\njobs: {}\n')).toBeUndefined();
  expect(place('jobs:', '  hot', 'jobs:\n')).toBeUndefined();
});
