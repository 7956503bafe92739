import { beforeEach, describe, expect, it } from 'vitest';
import { TestResults } from '../../src/test-results';

describe('results of tests', () => {
  let results: TestResults;
  beforeEach(() => {
    results = new TestResults();
    expect(results.end(results.begin('suite'), ['web.yaml', 'web.env'])).toBe(true);
  });
  it('are outdated by a change of the suite or of a file that they depend on, once', () => {
    expect(results.changed('other.yaml')).toEqual([]);
    expect(results.changed('web.env')).toEqual(['suite']);
    expect(results.changed('web.yaml')).toEqual([]);
    expect(results.end(results.begin('suite'), [])).toBe(true);
    expect(results.changed('suite')).toEqual(['suite']);
  });
  it('of single tests depend on the files of all runs', () => {
    results.end(results.begin('suite'), ['db.yaml']);
    expect(results.changed('web.yaml')).toEqual(['suite']);
  });
  it('do not hold where a file changes during the run', () => {
    const run = results.begin('suite');
    expect(results.changed('web.yaml')).toEqual(['suite']);
    expect(results.end(run, ['web.yaml'])).toBe(false);
    const other = results.begin('suite');
    results.changed('other.yaml');
    expect(results.end(other, ['web.yaml'])).toBe(true);
  });
  it('are outdated by a change of settings', () => {
    results.end(results.begin('second'), []);
    expect(results.clear()).toEqual(['suite', 'second']);
    expect(results.clear()).toEqual([]);
  });
});
