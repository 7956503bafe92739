import { expect, it } from 'vitest';
import { groupsOf, moved, ordered, orderText } from '../../src/environment-order';

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
