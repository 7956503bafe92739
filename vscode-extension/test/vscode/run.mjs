// Proves the packaged extension in a real VS Code: inside the extension host (the probe's checks), and through a browser
// (the acts). `node run.mjs [name…]` runs only those; HOTLINT_SERVER names another server.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
  chmodSync,
  existsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as ownActs from './acts.mjs';
import { clouds, cloudsEnvironment, prepareClouds, untrustedClouds } from './acts-clouds.mjs';
import { everyday, killed, killedServer, prepareEveryday } from './acts-everyday.mjs';
import { prepareTyping, typing, typingSettings } from './acts-typing.mjs';
import { prepareViews, views } from './acts-views.mjs';
import { extensions, here, home, install, look, root, serverPath, start } from './lib.mjs';

const acts = { ...ownActs, everyday, killed, views, clouds, untrustedClouds };
const only = process.argv.slice(2);
const failures = path.join(home, 'failures');
const total = { ok: 0, failed: 0 };

function tell(ok, name, milliseconds, detail) {
  total[ok ? 'ok' : 'failed']++;
  const more = detail === undefined ? '' : ` ${ok ? JSON.stringify(detail) : `\n${String(detail)}`}`;
  console.log(
    `${ok ? '  ok  ' : 'FAILED'} ${String(milliseconds).padStart(6)} ms  ${name}${more.slice(0, ok ? 300 : 2500)}`,
  );
}

/** Runs the probe's checks: a browser only has to be there, for VS Code starts an extension host for a window. */
async function inside(probe, options) {
  const code = await start({ ...options, probe });
  const { browser } = await look(code.url);
  try {
    for (const { name, ok, milliseconds, detail } of await code.results()) tell(ok, name, milliseconds, detail);
  } catch (error) {
    tell(false, probe, 0, `${error.stack}\n${code.logs()}`);
  } finally {
    await browser.close();
    await code.stop();
  }
}

async function outside(name, options, own = acts[name]) {
  const code = await start(options);
  const { browser, page } = await look(code.url, options.viewport);
  page.theme = options.theme ?? 'light';
  try {
    for (const [title, act] of Object.entries(own)) {
      const started = Date.now();
      try {
        const detail = await act(page, code, options);
        tell(true, title, Date.now() - started, detail);
      } catch (error) {
        const file = path.join(failures, `${title.replace(/\W+/g, '-')}.png`);
        await page.screenshot({ path: file }).catch(() => undefined);
        tell(false, title, Date.now() - started, `${error.stack}\n(see ${path.relative(root, file)})`);
        if (process.env.DEBUG) console.log(code.logs());
        if (title === ownActs.theStart) break; // without a server, each further act waits in vain
        for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
      }
    }
  } finally {
    await browser.close();
    await code.stop();
  }
}

const PLUGIN = `from heat.engine import resource


class Thing(resource.Resource):
    properties_schema = {}


def resource_mapping():
    return {'Acme::Thing': Thing}
`;

/** A workspace that wants to bring its own server and plugin folders. */
function evilWorkspace() {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'hotlint-evil-')), 'workspace');
  cpSync(path.join(here, 'workspace'), folder, { recursive: true });
  const script = '#!/bin/sh\ntouch "$(dirname "$0")/../../evil-ran" evil-ran\n';
  for (const name of ['evil', '.venv/bin/hotlint', '.venv/bin/python']) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), script);
    chmodSync(path.join(folder, name), 0o755);
  }
  mkdirSync(path.join(folder, 'plugins'));
  writeFileSync(path.join(folder, 'plugins/acme.py'), PLUGIN);
  writeFileSync(path.join(folder, '.hotlint.yaml'), 'plugin_dirs: [plugins]\n');
  writeFileSync(
    path.join(folder, 'acme.yaml'),
    'heat_template_version: 2018-08-31\nresources:\n  a:\n    type: Acme::Thing\n',
  );
  mkdirSync(path.join(folder, '.vscode'));
  const settings = { 'hotlint.path': './evil', 'hotlint.pluginDirs': ['plugins'] };
  writeFileSync(path.join(folder, '.vscode/settings.json'), JSON.stringify(settings));
  return folder;
}

const workspace = path.join(here, 'workspace');
// What is completed comes from the server, and not from the words of the text.
const words = { 'editor.wordBasedSuggestions': 'off' };
const withoutPath = { workspace, settings: { ...words, 'hotlint.path': '' }, env: { PATH: '/nowhere' } };
const withoutPython = { ...withoutPath, without: 'python3*' };
const inBrowser = { workspace, settings: { ...words, 'remote.extensionKind': { 'hotlint.hotlint': ['web'] } } };

/** Runs something while a file of an installed extension is damaged. */
async function damaged(extension, name, run) {
  const file = path.join(
    extensions,
    readdirSync(extensions).find((entry) => extension.test(entry)),
    name,
  );
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, whole.length / 2));
  try {
    await run();
  } finally {
    writeFileSync(file, whole);
  }
}

const parts = {
  editor: () => inside('editor', { workspace }),
  corpus: () => inside('corpus', { workspace: path.join(here, 'corpus') }),
  untrusted: async () => {
    const evil = evilWorkspace();
    await inside('untrusted', { workspace: evil, trust: true });
    await inside('trusted', { workspace: evil });
    rmSync(path.dirname(evil), { recursive: true, force: true });
  },
  person: () => outside('person', { workspace }),
  everyday: async () => {
    const settings = { ...words, 'workbench.colorTheme': 'Default Dark Modern' };
    await outside('everyday', { workspace, settings, theme: 'dark', prepare: prepareEveryday });
  },
  killed: () => outside('killed', { workspace, settings: { 'hotlint.path': killedServer(serverPath) } }),
  views: async () => {
    // Pictures are taken in both themes; otherwise the dark one is enough, as the other acts are light.
    for (const theme of process.env.HOTLINT_PICTURES === '1' ? ['light', 'dark'] : ['dark']) {
      const colors = theme === 'dark' ? 'Default Dark Modern' : 'Default Light Modern';
      const settings = { 'workbench.colorTheme': colors, 'editor.autoIndent': 'none' };
      await outside('views', { workspace, theme, settings, prepare: prepareViews });
    }
  },
  clouds: async () => {
    const options = { workspace: path.join(here, 'clouds'), prepare: prepareClouds, env: cloudsEnvironment };
    for (const theme of process.env.HOTLINT_PICTURES === '1' ? ['dark', 'light'] : ['light']) {
      const colors = theme === 'dark' ? 'Default Dark Modern' : 'Default Light Modern';
      await outside('clouds', { ...options, theme, settings: { 'workbench.colorTheme': colors } });
    }
    await outside('untrustedClouds', { ...options, trust: true });
  },
  typing: () => {
    const viewport = { width: 900, height: 600 };
    const options = { workspace, settings: typingSettings, prepare: prepareTyping, viewport };
    return Promise.all(typing.map((own) => outside('typing', options, own)));
  },
  testing: () => outside('testing', { workspace: path.join(here, 'suites') }),
  template: () => {
    const both = path.join(mkdtempSync(path.join(tmpdir(), 'hotlint-both-')), 'templates');
    cpSync(path.join(here, 'corpus'), both, { recursive: true });
    cpSync(path.join(here, 'workspace/hostile.yaml'), path.join(both, 'hostile.yaml'));
    return outside('template', { workspace: both }).finally(() => {
      rmSync(path.dirname(both), { recursive: true, force: true });
    });
  },
  distrust: async () => {
    const evil = evilWorkspace();
    const log = path.join(path.dirname(evil), 'initialize.json');
    const settings = { 'hotlint.path': fake(), 'hotlint.pluginDirs': ['of-the-user'] };
    await outside('distrust', { workspace: evil, trust: true, settings, env: { HOTLINT_FAKE_LOG: log }, log });
    rmSync(path.dirname(evil), { recursive: true, force: true });
  },
  hostile: () => outside('hostile', { workspace, settings: { 'hotlint.path': fake() } }),
  bundled: () => outside('bundled', { ...withoutPath, origin: 'bundle', shown: 'python' }),
  worker: () => outside('inWorker', { ...withoutPython, origin: 'webassembly', shown: 'worker' }),
  // An extension host in the browser: files of the machine are on no disk of it.
  web: () => outside('inWorker', { ...inBrowser, shown: 'web' }),
  installing: () =>
    outside('installing', {
      workspace,
      prepare: withoutServer,
      settings: { 'hotlint.path': '' },
      env: {
        PIP_NO_INDEX: '1',
        PIP_NO_DEPS: '1',
        PIP_IGNORE_INSTALLED: '1',
        PIP_FIND_LINKS: wheels(),
        PATH: '/usr/bin:/bin',
      },
    }),
  failing: async () => {
    const program = path.join(home, 'failing-server');
    writeFileSync(program, '#!/bin/sh\necho "cannot import hotlint" >&2\nexit 1\n', { mode: 0o755 });
    await outside('failing', { workspace, settings: { 'hotlint.path': program }, reason: /cannot\simport\shotlint/ });
  },
  // The packages of the worker, damaged on their way: the message is that of what unpacks them.
  damaged: async () => {
    for (const options of [withoutPython, inBrowser]) {
      await damaged(/^hotlint\.hotlint-/, 'dist/pyodide/hotlint.zip', () =>
        outside('failing', { ...options, reason: /invalid\szip\sdata/ }),
      );
    }
  },
  missing: () => outside('missing', { workspace, settings: { 'hotlint.path': '/nowhere/hotlint' } }),
};

/**
 * A Python environment in the workspace that lacks only hotlint itself: what hotlint depends on comes from the
 * environment of the tested server, so that pip needs no network.
 */
function withoutServer(folder) {
  const python = path.join(path.dirname(serverPath), 'python');
  execFileSync(python, ['-m', 'venv', path.join(folder, '.venv')]);
  const site = (program) =>
    execFileSync(program, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'], {
      encoding: 'utf8',
    }).trim();
  const own = site(path.join(folder, '.venv/bin/python'));
  writeFileSync(path.join(own, 'borrowed.pth'), `${site(python)}\n`);
}

function wheels() {
  const folder = path.join(home, 'wheels');
  const python = path.join(path.dirname(serverPath), 'python');
  rmSync(folder, { recursive: true, force: true });
  const args = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--no-build-isolation', '--wheel-dir', folder];
  // A wheel as it is released, and not as it is developed: pip takes no development version for the extension's.
  const source = path.join(home, 'source');
  rmSync(source, { recursive: true, force: true });
  mkdirSync(source);
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: path.resolve(root, '..'), maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', source], { input: archive });
  const version = path.join(source, 'hotlint/common/version.py');
  writeFileSync(version, readFileSync(version, 'utf8').replace(/\.dev\d+/, ''));
  execFileSync(python, [...args, source], { stdio: 'inherit' });
  return folder;
}

/** The fake server as a program of an old version: VS Code starts it as it would start the real one. */
function fake() {
  const file = path.join(home, 'fake-server');
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${path.join(here, 'fake-server.mjs')}' --old "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

const unknown = only.filter((name) => !(name in parts));
if (unknown.length > 0) throw new Error(`no part is called ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}`);
mkdirSync(path.join(home, 'pictures'), { recursive: true });
rmSync(failures, { recursive: true, force: true });
mkdirSync(failures, { recursive: true });
const packages = ['hotlint.vsix', 'hotlint-probe.vsix'].map((name) => path.join(home, name));
for (const file of packages) if (!existsSync(file)) throw new Error(`${file} is not packaged: use test/run.sh`);
install(packages);
for (const [name, run] of Object.entries(parts)) {
  if (only.length === 0 || only.includes(name)) {
    console.log(`\n${name}`);
    const started = Date.now();
    await run().catch((error) => tell(false, name, 0, error.stack));
    console.log(`       ${String(Date.now() - started).padStart(6)} ms in all`);
  }
}
console.log(`\n${total.ok} ok, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
