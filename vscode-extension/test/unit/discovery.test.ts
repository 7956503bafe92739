import { describe, expect, it } from 'vitest';
import { findServer, type Search } from '../../src/server/discovery';

function search(files: string[], more: Partial<Search> = {}): Search {
  return {
    setting: '',
    workspaceFolder: '/w',
    workspaceFolders: ['/w'],
    interpreter: undefined,
    trusted: true,
    environment: { PATH: '/usr/bin:bin:/opt/bin', HOME: '/home/me', TOOLS: '/tools' },
    platform: 'linux',
    bundle: '/ext/hotlint.pyz',
    runsBundle: (interpreter) => Promise.resolve(!interpreter.endsWith('python3')),
    isExecutable: (file) => Promise.resolve(files.includes(file)),
    ...more,
  };
}
const EVERYWHERE = ['/set/hotlint', '/py/bin/hotlint', '/w/.venv/bin/hotlint', '/opt/bin/hotlint'];

async function found(files: string[], more: Partial<Search> = {}): Promise<string | undefined> {
  return (await findServer(search(files, more))).found?.command;
}

describe('the server is found', () => {
  it('by the setting first', async () => {
    expect(await found(EVERYWHERE, { setting: '/set/hotlint', interpreter: '/py/bin/python' })).toBe('/set/hotlint');
  });
  it('then beside the selected interpreter', async () => {
    expect(await found(EVERYWHERE, { interpreter: '/py/bin/python' })).toBe('/py/bin/hotlint');
  });
  it("then in the workspace's own environment", async () => {
    expect(await found(EVERYWHERE)).toBe('/w/.venv/bin/hotlint');
  });
  it('then on PATH, of which relative entries do not count', async () => {
    expect(await found(['/opt/bin/hotlint', 'bin/hotlint'])).toBe('/opt/bin/hotlint');
    expect(await found(['bin/hotlint', '/w/bin/hotlint'])).toBeUndefined();
  });
  it('on Windows too', async () => {
    const files = ['C:\\Python312/Scripts/hotlint.exe'];
    const result = await findServer(
      search(files, { platform: 'win32', workspaceFolders: [], interpreter: 'C:\\Python312/python.exe' }),
    );
    expect(result.found?.command).toBe(files[0]);
  });
});

describe('the bundled server', () => {
  const bundle = '/ext/hotlint.pyz';
  const PYTHONS = ['/opt/bin/python3', '/opt/bin/python3.12', '/usr/bin/python3.11'];
  it('is started by the first Python that is new enough', async () => {
    const result = await findServer(search(PYTHONS, { bundle }));
    expect(result.found).toEqual({ command: '/opt/bin/python3.12', args: ['-P', bundle, 'server'], origin: 'bundle' });
  });
  it('is started by the Python of the workspace before others', async () => {
    const runsBundle = () => Promise.resolve(true);
    expect(await found([...PYTHONS, '/w/.venv/bin/python'], { bundle, runsBundle })).toBe('/w/.venv/bin/python');
    const untrusted = { bundle, runsBundle, trusted: false, interpreter: '/w/.venv/bin/python' };
    expect(await found([...PYTHONS, '/w/.venv/bin/python'], untrusted)).toBe('/opt/bin/python3');
  });
  it('is the last choice', async () => {
    expect(await found([...EVERYWHERE, ...PYTHONS], { bundle })).toBe('/w/.venv/bin/hotlint');
    expect(await found(PYTHONS, { bundle, setting: '/gone/hotlint' })).toBeUndefined();
  });
  it('finds Python without PATH, but on macOS not in /usr/bin', async () => {
    const nowhere = { bundle, environment: {} };
    expect(await found(PYTHONS, nowhere)).toBe('/usr/bin/python3.11');
    expect(await found(PYTHONS, { ...nowhere, platform: 'darwin' })).toBeUndefined();
  });
  it('finds Python on Windows, where the launcher is the last choice', async () => {
    const own = 'C:\\Me/Programs/Python/Python313/python.exe';
    const windows = {
      bundle,
      environment: { LOCALAPPDATA: 'C:\\Me', SystemRoot: 'C:\\Windows' },
      platform: 'win32' as const,
    };
    expect(await found([own, 'C:\\Windows/py.exe'], windows)).toBe(own);
    expect(await found(['C:\\Windows/py.exe'], windows)).toBe('C:\\Windows/py.exe');
  });
});

describe('the setting', () => {
  it.each([
    ['~/bin/hotlint', '/home/me/bin/hotlint'],
    ['${workspaceFolder}/tools/hotlint', '/w/tools/hotlint'],
    ['tools/hotlint', '/w/tools/hotlint'],
    ['${env:TOOLS}/hotlint', '/tools/hotlint'],
    ['hotlint', '/opt/bin/hotlint'],
  ])('%s', async (setting, file) => {
    expect(await found([file], { setting })).toBe(file);
  });
  it('may name an interpreter', async () => {
    const result = await findServer(search(['/py/bin/python3.11'], { setting: '/py/bin/python3.11' }));
    expect(result.found?.args).toEqual(['-P', '-m', 'hotlint', 'server']);
  });
  it('that does not exist is reported, and nothing else is tried', async () => {
    const result = await findServer(search(EVERYWHERE, { setting: '/gone/hotlint' }));
    expect(result).toEqual({ found: undefined, missingSetting: '/gone/hotlint', tried: ['/gone/hotlint'] });
  });
});

describe('without trust', () => {
  const untrusted = { trusted: false };
  it('nothing in the workspace is run', async () => {
    expect(await found(['/w/.venv/bin/hotlint'], untrusted)).toBeUndefined();
    expect(await found(['/w/env/bin/hotlint'], { ...untrusted, interpreter: '/w/env/bin/python' })).toBeUndefined();
    expect(await found(['/w/bin/hotlint'], { ...untrusted, environment: { PATH: '/w/bin' } })).toBeUndefined();
  });
  it('what lies elsewhere is', async () => {
    expect(await found(EVERYWHERE, untrusted)).toBe('/opt/bin/hotlint');
    expect(await found(EVERYWHERE, { ...untrusted, interpreter: '/py/bin/python' })).toBe('/py/bin/hotlint');
  });
});

it('the searched places are reported', async () => {
  const { tried } = (await findServer(search([]))) as { tried: string[] };
  const programs = tried.filter((file) => file.endsWith('hotlint'));
  expect(programs).toEqual(['/w/.venv/bin/hotlint', '/w/venv/bin/hotlint', '/usr/bin/hotlint', '/opt/bin/hotlint']);
  expect(tried).toContain('/usr/local/bin/python3.13');
});
