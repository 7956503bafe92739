import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createOnigScanner, createOnigString, loadWASM } from 'vscode-oniguruma';
import { INITIAL, Registry, parseRawGrammar } from 'vscode-textmate';

// VS Code's own YAML grammar, as its installation for the tests in the editor has it; without one there is nothing to
// inject into, and `npm run test:vscode` covers this file. HOTLINT_VSCODE is the folder where it is.
const root = new URL('../../', import.meta.url);
const vscode = pathToFileURL(`${process.env['HOTLINT_VSCODE'] ?? fileURLToPath(new URL('.test-vscode', root))}/`);
const yaml = new URL('node_modules/code-server/lib/vscode/extensions/yaml/syntaxes/', vscode);
const own = ['document', 'keys', 'strings'];

async function highlight(text: string, scope = 'source.yaml'): Promise<string[]> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm'));
  await loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: (name) => {
      const injected = /^source\.hot\.(\w+)\.injection$/.exec(name)?.[1];
      const file = injected
        ? new URL(`syntaxes/hot-${injected}.injection.tmLanguage.json`, root)
        : name === 'source.hot'
          ? new URL('syntaxes/hot.tmLanguage.json', root)
          : new URL(`${name.replace(/^source\.yaml\.?/, 'yaml-').replace(/-$/, '')}.tmLanguage.json`, yaml);
      return Promise.resolve(existsSync(file) ? parseRawGrammar(readFileSync(file, 'utf8'), file.pathname) : null);
    },
    getInjections: () => own.map((name) => `source.hot.${name}.injection`),
  });
  const grammar = await registry.loadGrammar(scope);
  const found: string[] = [];
  let state = INITIAL;
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = grammar?.tokenizeLine(line, state) ?? { tokens: [], ruleStack: INITIAL };
    state = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const inner = scopes.at(-1) ?? '';
      if (inner.includes('illegal') || (inner.endsWith('.hot') && !/^(?:source|meta)\./.test(inner))) {
        found.push(`${line.slice(startIndex, endIndex)} ${inner.replace(/\.hot$/, '')}`);
      }
    }
  }
  return found;
}

const HEAD = 'heat_template_version: 2018-08-31\n';

describe.skipIf(!existsSync(yaml))('highlighting', () => {
  it.each(['source.yaml', 'source.hot'])('functions and references in block and flow style (%s)', async (scope) => {
    const text = `${HEAD}resources:
  a:
    type: OS::Nova::Server
    properties:
      name: { get_param: [x, 'b', {"get_attr": [a, b]}] }
      networks:
      - get_resource: a
      - if: [c, {equals: [1, 2]}]`;
    expect(await highlight(text, scope)).toEqual([
      'heat_template_version keyword.control.section',
      'resources keyword.control.section',
      'OS::Nova::Server entity.name.type',
      'get_param support.function.reference',
      'get_attr support.function.reference',
      'get_resource support.function.reference',
      'if support.function',
      'equals support.function',
    ]);
  });
  it('placeholders, but no functions, in text', async () => {
    const text = `# first a comment
---
${HEAD}outputs:
  a:
    value:
      str_replace:
        template: |
          $one \${two} %three% <four> {{five}} get_param: x
        params:
          $one: { get_param: OS::stack_name }`;
    expect((await highlight(text)).slice(2)).toEqual([
      'str_replace support.function',
      '$one variable.other.placeholder',
      '${two} variable.other.placeholder',
      '%three% variable.other.placeholder',
      '<four> variable.other.placeholder',
      '{{five}} variable.other.placeholder',
      '$one variable.other.placeholder',
      'get_param support.function.reference',
      'OS::stack_name constant.language.pseudo-parameter',
    ]);
  });
  it('nothing in other YAML', async () => {
    expect(
      await highlight('on: push\nparameters: {}\njobs:\n  a:\n    if: $x\n    get_param: OS::Nova::Server\n'),
    ).toEqual([]);
    expect(await highlight(`${HEAD}...\n---\nif: $x\n`)).toHaveLength(1);
  });
});
