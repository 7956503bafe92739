import { describe, expect, it } from 'vitest';
import { isHeat, isTemplate, languageOf, newerVersions, templateVersion } from '../../src/detection';

function document(text: string, languageId = 'yaml', fileName = '/w/a.yaml') {
  return { languageId, fileName, version: 1, getText: () => text };
}

describe('a template', () => {
  it('is YAML with the version key at top level', () => {
    expect(isTemplate(document('# about\n\nheat_template_version: 2018-08-31\n'))).toBe(true);
    expect(isTemplate(document('---\n"heat_template_version" : rocky\n'))).toBe(true);
    expect(isTemplate(document('description: long\nheat_template_version: rocky\n'))).toBe(true);
  });
  it('is anything of language hot', () => {
    expect(isTemplate(document('', 'hot'))).toBe(true);
  });
  it('is a template in whatever style it is written', () => {
    expect(isTemplate(document('{"heat_template_version": "rocky"}', 'json', '/w/a.json'))).toBe(true);
    expect(isTemplate(document('  description: d\n  heat_template_version: rocky\n'))).toBe(true);
    expect(isTemplate(document('{description: d, heat_template_version: rocky}\n'))).toBe(true);
    expect(isTemplate(document(`${'# long\n'.repeat(300)}heat_template_version: rocky\n`))).toBe(true);
  });
  it('is a Jinja source of one', () => {
    const text = 'heat_template_version: rocky\nresources:\n{% for name in names %}\n  {{name}}:\n{% endfor %}\n';
    expect(isTemplate(document(text, 'yaml', '/w/web.j2.yaml'))).toBe(true);
    expect(isTemplate(document(text))).toBe(true);
    expect(isTemplate(document('resource_registry:\n', 'yaml', '/w/web.j2.yaml'))).toBe(false);
  });
  it('is not other YAML, nor another language', () => {
    expect(isTemplate(document('a:\n  heat_template_version: rocky\n'))).toBe(false);
    expect(isTemplate(document('# heat_template_version: rocky\n'))).toBe(false);
    expect(isTemplate(document('heat_template_version: rocky\n', 'python'))).toBe(false);
    expect(isTemplate(document('on: push\njobs: {}\n'))).toBe(false);
  });
});

describe('what concerns hotlint', () => {
  it('includes environments and the configuration', () => {
    expect(isHeat(document('resource_registry:\n  A: b.yaml\n'))).toBe(true);
    expect(isHeat(document('parameter_defaults: {}\n'))).toBe(true);
    expect(isHeat(document('target: 2025.1\n', 'yaml', '/w/.hotlint.yaml'))).toBe(true);
    expect(isHeat(document('target: 2025.1\n', 'yaml', 'C:\\w\\.hotlint.yaml'))).toBe(true);
  });
  it('includes environments with parameters only, suites, policies and a base of configurations', () => {
    expect(isHeat(document('parameters: {size: 1}\n'))).toBe(true);
    expect(isHeat(document('parameters:\n  size: 1\nevent_sinks: []\n'))).toBe(true);
    expect(isHeat(document('{template: web.yaml, tests: [{name: a}]}\n'))).toBe(true);
    expect(isHeat(document('extends: hotlint:example\n'))).toBe(true);
    expect(isHeat(document('target: 2025.1\n', 'yaml', '/w/x.hotlint.yaml'))).toBe(true);
  });
  it('leaves other files alone', () => {
    expect(isHeat(document('parameters:\n  size: {type: string}\n'))).toBe(false);
    expect(isHeat(document('parameters:\n- a\n'))).toBe(false);
    expect(isHeat(document('parameters:\n- a\n', 'yaml', '/w/env/web.yaml'))).toBe(true);
    expect(isHeat(document('extends: airbnb\n'))).toBe(false);
    expect(isHeat(document('{"extends": "./base.json", "tests": []}', 'jsonc', '/w/tsconfig.json'))).toBe(false);
  });
});

describe('the version of a template', () => {
  it.each([
    ['heat_template_version: 2018-08-31', '2018-08-31'],
    ['heat_template_version: "rocky"  # the newest', 'rocky'],
    ["heat_template_version : 'queens'", 'queens'],
    ['heat_template_version:', ''],
    ['{"heat_template_version": "rocky"}', 'rocky'],
  ])('of %s', (text, version) => {
    expect(templateVersion(document(text))).toBe(version);
  });
  it('has newer ones, newest first', () => {
    expect(newerVersions('2018-03-02').map(({ date }) => date)).toEqual(['2021-04-16', '2018-08-31']);
    expect(newerVersions('rocky').map(({ date }) => date)).toEqual(['2021-04-16']);
    expect(newerVersions('wallaby')).toEqual([]);
    expect(newerVersions('nonsense')).toHaveLength(11);
  });
});

describe('a file that VS Code takes for something else', () => {
  const language = (text: string, fileName: string, id = 'plaintext') => languageOf(document(text, id, fileName));
  it('is an environment by its sections', () => {
    expect(language('# of web\nparameters:\n  a: b\n', '/w/web.env')).toBe('yaml');
    expect(language('resource_registry: {}\n', '/w/web.environment', 'ini')).toBe('yaml');
  });
  it('is a template by its version', () => {
    expect(language('heat_template_version: rocky\n', '/w/web.template')).toBe('hot');
  });
  it('stays what it is without either', () => {
    expect(language('PORT=80\nexport NAME=x\n', '/w/.env')).toBeUndefined();
    expect(language('NAME=x\nparameters: y\n', '/w/.env')).toBeUndefined();
    expect(language('parameters: {}\n', '/w/notes.txt')).toBeUndefined();
    expect(language('server { listen {{ port }}; }\n', '/w/nginx.conf.j2')).toBeUndefined();
    expect(language('parameters: {}\n', '/w/web.yaml', 'yaml')).toBeUndefined();
  });
});
