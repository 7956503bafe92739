import { expect, it } from 'vitest';
import { findingsText, foldersOf, reasonText, summed, worst } from '../../src/deployments/text';

it('findings are counted in words, the worst first', () => {
  expect(findingsText({ error: 1, warning: 2, info: 3 })).toBe('1 error, 2 warnings, 3 info');
  expect(findingsText({ error: 0, warning: 1, info: 0 })).toBe('1 warning');
  expect(findingsText({ error: 0, warning: 0, info: 0 })).toBe('');
  expect(findingsText(null)).toBe('');
});

it('a deployment is as bad as its worst finding', () => {
  expect(worst({ error: 1, warning: 2, info: 3 })).toBe('error');
  expect(worst({ error: 0, warning: 0, info: 3 })).toBe('info');
  expect(worst({ error: 0, warning: 0, info: 0 })).toBe('none');
  expect(worst(null)).toBe('unknown');
});

it('how a deployment is known is said in a sentence', () => {
  for (const why of ['configuration', 'name', 'parameters', 'root']) {
    expect(reasonText(why)).toMatch(/^[A-Z].*\.$/);
  }
});

it('deployments lie in folders, and a folder with only one folder in it is joined with that', () => {
  const paths = ['a/b/c/x.yaml', 'a/b/c/y.yaml', 'd/x.yaml', 'd/e/y.yaml', 'z.yaml'];
  const folder = (name: string, members: string[], folders: unknown[] = []) => ({ name, folders, members });
  expect(foldersOf(paths, (path) => path)).toEqual(
    folder(
      '',
      ['z.yaml'],
      [folder('a/b/c', ['a/b/c/x.yaml', 'a/b/c/y.yaml']), folder('d', ['d/x.yaml'], [folder('e', ['d/e/y.yaml'])])],
    ),
  );
});

it('a folder has the findings of all that is in it', () => {
  const one = { error: 1, warning: 2, info: 0 };
  expect(summed([one, null, one])).toEqual({ error: 2, warning: 4, info: 0 });
  expect(summed([null])).toBeNull();
});
