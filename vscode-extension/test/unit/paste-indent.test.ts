import { expect, it } from 'vitest';
import { reindented } from '../../src/paste-indent';

const TEMPLATE = `heat_template_version: 2018-08-31
parameters:

resources:
  net:
    type: OS::Neutron::Net
    properties:
      name: a
      
  
outputs:
    id:
        value: 1

`.split('\n');
const document = { lineCount: TEMPLATE.length, lineAt: (line: number) => ({ text: TEMPLATE[line] ?? '' }) };
const paste = (text: string, line: number, column: number) => reindented(text, document, line, column);
const SERVER = 'server:\n  type: OS::Nova::Server\n  properties:\n    flavor: m1\n';

it.each([
  ['a resource from the first column', SERVER, 9, 2, SERVER.replace(/^(?=.)/gm, '  ').slice(2), 2],
  ['a resource below a property', SERVER, 8, 6, SERVER.replace(/^(?=.)/gm, '  ').slice(2), 2],
  [
    'a resource of which the blanks were not selected',
    'server:\n      type: X\n      properties: {}',
    9,
    0,
    '  server:\n    type: X\n    properties: {}',
    0,
  ],
  ['a deeper parameter', '      a:\n        type: string', 2, 0, '  a:\n    type: string', 0],
  ['an output, as the others are', 'b: {value: 1}\nc: {value: 2}', 14, 0, '    b: {value: 1}\n    c: {value: 2}', 0],
  ['properties, at the cursor', '  tags:\n    - a', 8, 6, 'tags:\n        - a', 6],
  ['properties, below others', 'tags:\n- a', 8, 0, '      tags:\n      - a', 0],
])('%s', (_name, text, line, column, wanted, start) => {
  expect(paste(text, line, column)).toEqual({ text: wanted, column: start });
});

it.each([
  ['one line', 'flavor: m1\n', 8, 6],
  ['what is indented already', SERVER.replace(/^(?=.)/gm, '  '), 9, 0],
  ['whole sections', 'parameters:\n  a:\n    type: string\n', 9, 2],
  ['a block in a line', SERVER, 7, 10],
  ['tabs', '\ta:\n\t\tb: 1', 8, 6],
])('%s is left alone', (_name, text, line, column) => {
  expect(paste(text, line, column)).toBeUndefined();
});
