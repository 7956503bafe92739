import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Manifest {
  contributes: {
    commands: { command: string }[];
    configuration: { properties: Record<string, { description?: string; markdownDescription?: string }> };
    menus: Record<string, { command?: string; submenu?: string }[]>;
    grammars: { path: string; scopeName: string }[];
    yamlValidation: { url: string }[];
    walkthroughs: { steps: { media: { markdown?: string; image?: string } }[] }[];
  };
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
}
const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const { contributes, capabilities } = JSON.parse(read('package.json')) as Manifest;
const source = read('src/commands.ts') + read('src/deployments/commands.ts');

describe('the manifest', () => {
  const commands = contributes.commands.map(({ command }) => command);
  it.each(commands)('%s is carried out', (command) => {
    expect(source).toMatch(new RegExp(`^    ${command.replace('hotlint.client.', '')}:`, 'm'));
  });
  it('has only menus of commands that it declares', () => {
    const named = Object.values(contributes.menus).flatMap((items) => items.flatMap(({ command }) => command ?? []));
    expect(named.filter((command) => !commands.includes(command))).toEqual([]);
  });
  it('describes every setting', () => {
    for (const [name, { description, markdownDescription }] of Object.entries(contributes.configuration.properties)) {
      expect(description ?? markdownDescription, name).toMatch(/\.$|^What/);
    }
  });
  it('names files that are there', () => {
    const files = [
      ...contributes.grammars.map(({ path }) => path),
      ...contributes.yamlValidation.map(({ url }) => url),
      ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.markdown ?? media.image ?? '')),
    ];
    expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  });
  it('restricts the settings that name programs, plugins or snapshots', () => {
    expect(capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual([
      'hotlint.path',
      'hotlint.pluginDirs',
      'hotlint.cloudSnapshot',
    ]);
  });
});

describe('the snippets', () => {
  const snippets = JSON.parse(read('snippets/hot.json')) as Record<string, { prefix: string; body: string[] }>;
  it.each(Object.entries(snippets))('%s is YAML once its places are filled', (_name, { prefix, body }) => {
    expect(prefix).toMatch(/^hot(-[a-z-]+)?$/);
    const text = body
      .join('\n')
      .replace(/\$\{\d+\|([^,|]*)[^}]*\|\}/g, '$1')
      .replace(/\$\{\d+:([^}]*)\}/g, '$1')
      .replace(/\$\d+/g, '')
      .replaceAll('\\$', '$');
    const value: unknown = parse(text);
    expect(value).toBeTypeOf('object');
  });
});
