import { describe, expect, it } from 'vitest';
import { isHeat, isTemplate, languageOf, newerVersions, templateVersion } from '../../src/detection';

function document(text: string, languageId = 'yaml', fileName = '/w/a.yaml') {
  const lines = text.split('\n');
  return { languageId, fileName, lineCount: lines.length, lineAt: (line: number) => ({ text: lines[line] ?? '' }) };
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
  it('leaves other YAML alone', () => {
    expect(isHeat(document('parameters: {}\n'))).toBe(false);
    expect(isHeat(document('target: 2025.1\n', 'yaml', '/w/x.hotlint.yaml'))).toBe(false);
  });
});

describe('the version of a template', () => {
  it.each([
    ['heat_template_version: 2018-08-31', '2018-08-31'],
    ['heat_template_version: "rocky"  # the newest', 'rocky'],
    ["heat_template_version : 'queens'", 'queens'],
    ['heat_template_version:', ''],
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
    expect(language('parameters: {}\n', '/w/web.yaml', 'yaml')).toBeUndefined();
  });
});
