import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  LIST_CLOUDS,
  cloudNames,
  eventsArguments,
  stackArguments,
  snapshotArguments,
  snapshotName,
  sourceText,
} from '../../src/clouds/arguments';
import { parseEvents, worstTone } from '../../src/clouds/events-data';
import { PROGRAMS } from '../../src/clouds/processes';
import { failure, programOf } from '../../src/clouds/program';

describe('what the program is called with', () => {
  it('lists clouds without naming any', () => {
    expect(LIST_CLOUDS.slice(0, 2)).toEqual(['cloud', 'list']);
  });
  it('names no cloud where the stack is recorded', () => {
    const args = stackArguments('plan', { kind: 'recording', file: '/w/rec.yaml', label: 'rec.yaml' }, '/w/t.yaml', [
      '/w/e.yaml',
    ]);
    expect(args).toEqual([
      'plan',
      '--format',
      'json',
      '--from=/w/rec.yaml',
      '--environment',
      '/w/e.yaml',
      '--',
      '/w/t.yaml',
    ]);
  });
  it('names the cloud, and takes no name for an option', () => {
    const source = { kind: 'stack', cloud: '--x', stack: '--output=/etc/passwd' } as const;
    const args = stackArguments('failure', source, '/w/t.yaml', []);
    expect(args).toEqual(['failure', '--format', 'json', '--cloud=--x', '--', '--output=/etc/passwd', '/w/t.yaml']);
    expect(sourceText({ kind: 'stack', cloud: 'prod', stack: 'web' })).toBe('web in the cloud prod');
  });
  it('reads the events of a stack, and changes nothing', () => {
    const args = eventsArguments({ cloud: 'prod', stack: '--x' }, '/w/t.yaml', ['/w/e.yaml']);
    expect(args.slice(0, 2)).toEqual(['failure', '--events']);
    expect(args.slice(-3)).toEqual(['--', '--x', '/w/t.yaml']);
  });
  it('refreshes a snapshot that exists', () => {
    expect(snapshotArguments('a', 'a.cloud.yaml', true)).toContain('--refresh');
    expect(snapshotArguments('a', 'a.cloud.yaml', false)).not.toContain('--refresh');
    expect(snapshotName('prod')).toBe('prod.cloud.yaml');
    expect(snapshotName('../../etc/x y')).toBe('etc-x-y.cloud.yaml');
    expect(snapshotName('..')).toBe('a.cloud.yaml');
  });
});

it('events are read, and the worst of a line counts', () => {
  const event = (status: string) => ({ resource: ['a'], status, reason: '', place: null });
  const found = parseEvents(JSON.stringify({ stack: { name: 'a', status: 'x' }, events: [event('CREATE_COMPLETE')] }));
  expect(found?.events.map(({ status }) => status)).toEqual(['CREATE_COMPLETE']);
  expect([parseEvents('[]'), parseEvents('x')]).toEqual([undefined, undefined]);
  expect(worstTone([event('CREATE_COMPLETE'), event('CREATE_FAILED'), event('UPDATE_IN_PROGRESS')])).toBe('failed');
  expect(worstTone([event('CREATE_COMPLETE'), event('UPDATE_IN_PROGRESS')])).toBe('running');
  expect(worstTone([event('DELETE_COMPLETE')])).toBe('done');
});

it('names of clouds are read, or there are none', () => {
  expect(cloudNames('["a", "b", 3]')).toEqual(['a', 'b']);
  expect([cloudNames(''), cloudNames('{}')]).toEqual([[], []]);
});

describe('a run of the program', () => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'hotlint-run-'));
  const node = (script: string) => ({ command: process.execPath, args: ['-e', script] });
  it('has an exit code and texts', async () => {
    const script =
      'console.log(process.env.PYTHONSAFEPATH, process.argv[1]); console.error("hotlint: no"); process.exit(2)';
    const outcome = await PROGRAMS.run(node(script), ['arg'], { cwd });
    expect(outcome).toEqual({ code: 2, stdout: '1 arg\n', stderr: 'hotlint: no\n' });
    expect(failure(outcome)).toBe('no');
  });
  it('is stopped when it is cancelled', async () => {
    const abort = new AbortController();
    const outcome = PROGRAMS.run(node('setInterval(() => {}, 1000)'), [], { cwd, signal: abort.signal });
    abort.abort();
    expect((await outcome).code).toBeNull();
  });
  it('may fail for a program that is not there', async () => {
    const outcome = await PROGRAMS.run({ command: '/nowhere/hotlint', args: [] }, [], { cwd });
    expect(outcome.code).toBeNull();
    expect(failure(outcome)).toContain('ENOENT');
  });
  it('uses what starts the server', () => {
    expect(programOf({ command: 'python', args: ['-P', '-m', 'hotlint', 'server'] }).args).toEqual([
      '-P',
      '-m',
      'hotlint',
    ]);
    expect(programOf({ command: 'hotlint', args: ['server'] }).args).toEqual([]);
  });
});
