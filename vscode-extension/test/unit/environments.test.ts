import { expect, it } from 'vitest';
import { describeFit, groupsOf, moved, nameIn, ordered, orderText, RECENT } from '../../src/environment-order';

const candidate = (label: string) => ({ uri: `file:///w/${label}`, label, declared: false });

it('environments are grouped by folder, the nearest first', () => {
  const labels = ['../all.yaml', 'env/b.yaml', 'a.yaml', 'env/a.yaml', '../env/x.yaml'];
  expect(
    groupsOf(labels.map(candidate)).map(({ title, members }) => [title, members.map(({ label }) => label)]),
  ).toEqual([
    ['next to the template', ['a.yaml']],
    ['env/', ['env/b.yaml', 'env/a.yaml']],
    ['../', ['../all.yaml']],
    ['../env/', ['../env/x.yaml']],
  ]);
  expect(groupsOf([])).toEqual([]);
});

it('environments that set more parameters of the template come first', () => {
  const found = [
    { ...candidate('a.yaml'), fits: 0, sets: 3 },
    { ...candidate('env/b.yaml'), fits: 1, sets: 2 },
    { ...candidate('env/c.yaml'), fits: 4, sets: 4 },
  ];
  expect(groupsOf(found).flatMap(({ members }) => members.map(({ label }) => label))).toEqual([
    'env/c.yaml',
    'env/b.yaml',
    'a.yaml',
  ]);
  expect(found.map(describeFit)).toEqual(['0 of 3 parameters fit', '1 of 2 parameters fit', 'all 4 parameters fit']);
});

it('what is chosen keeps its order, and what is new comes last', () => {
  expect(ordered(['b', 'a'], ['a', 'b', 'c'])).toEqual(['b', 'a', 'c']);
  expect(ordered(['b', 'a'], ['a'])).toEqual(['a']);
  expect(ordered([], [])).toEqual([]);
});

it('an environment moves by one step, and not past the ends', () => {
  expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b'], 'b', 1)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 'x', 1)).toEqual(['a', 'b']);
});

it('the order is shown', () => {
  expect(orderText([])).toBe('');
  expect(orderText(['a'])).toBe(': a');
  expect(orderText(['a', 'b', 'c'])).toBe(': a, then b, then c (wins)');
});

it('recent environments come first and are not repeated, and Jinja sources are left out', () => {
  const labels = ['a.yaml', 'env/b.yaml', 'env/c.j2.yaml', 'env/d.yaml.j2', 'env/e.yaml'];
  const found = groupsOf(labels.map(candidate), ['file:///w/env/e.yaml', 'file:///w/a.yaml']);
  expect(found.map(({ title, members }) => [title, members.map(({ label }) => label)])).toEqual([
    [RECENT, ['env/e.yaml', 'a.yaml']],
    ['env/', ['env/b.yaml']],
  ]);
});

it('a name does not repeat the folder that the title of its group names', () => {
  expect([nameIn('../env/', '../env/b.yaml'), nameIn(RECENT, 'env/b.yaml')]).toEqual(['b.yaml', 'env/b.yaml']);
});
