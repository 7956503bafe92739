// Starts the real VS Code with the packaged extension on a fresh profile and a fresh copy of a workspace.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const here = path.dirname(fileURLToPath(import.meta.url));
export const root = path.resolve(here, '../..');
export const home = path.join(root, '.test-vscode');
const installed = path.resolve(process.env.HOTLINT_VSCODE ?? home);
const entry = path.join(installed, 'node_modules/code-server/out/node/entry.js');
export const extensions = path.join(home, 'extensions');

export const serverPath = process.env.HOTLINT_SERVER ?? path.resolve(root, '../.venv/bin/hotlint');
export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function environment(scratch, more = {}) {
  return { ...process.env, HOME: scratch, TMPDIR: scratch, VSCODE_IPC_HOOK_CLI: '', ...more };
}

/** Installs packaged extensions into the VS Code of the tests, as `Install from VSIX` does. */
export function install(files) {
  rmSync(extensions, { recursive: true, force: true });
  const scratch = mkdtempSync(path.join(tmpdir(), 'hotlint-install-'));
  writeFileSync(path.join(scratch, 'cs.yaml'), '');
  const common = ['--config', path.join(scratch, 'cs.yaml'), '--user-data-dir', path.join(scratch, 'user')];
  for (const file of files) {
    const args = [entry, ...common, '--extensions-dir', extensions, '--install-extension', file];
    const output = execFileSync(process.execPath, args, { env: environment(scratch), encoding: 'utf8' });
    if (!/successfully installed/.test(output)) {
      throw new Error(`not installed: ${file}\n${output}`);
    }
  }
  rmSync(scratch, { recursive: true, force: true });
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * One VS Code: `workspace` is copied, `settings` are the user's, `probe` names the checks of the probe extension.
 * `without` matches programs in /usr/bin and /usr/local/bin that it must not find, which needs root.
 * Gives its address, the copied folder, the probe's results and a way to stop it.
 */
export async function start({ workspace, settings = {}, probe, trust = false, env = {}, prepare, without }) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'hotlint-vscode-'));
  const folder = path.join(scratch, path.basename(workspace));
  cpSync(workspace, folder, { recursive: true });
  prepare?.(folder);
  const user = path.join(scratch, 'user');
  mkdirSync(path.join(user, 'User'), { recursive: true });
  writeFileSync(
    path.join(user, 'User/settings.json'),
    JSON.stringify({
      'files.autoSave': 'off',
      'workbench.startupEditor': 'none',
      'security.workspace.trust.enabled': trust,
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.banner': 'never',
      'telemetry.telemetryLevel': 'off',
      'workbench.secondarySideBar.defaultVisibility': 'hidden',
      'chat.commandCenter.enabled': false,
      'window.commandCenter': false,
      'workbench.tips.enabled': false,
      'editor.minimap.enabled': false,
      ...settings,
    }),
  );
  // A window in a browser is a remote one: where the server lies is a matter of the remote machine's settings.
  mkdirSync(path.join(user, 'Machine'), { recursive: true });
  const machine = { 'hotlint.path': settings['hotlint.path'] ?? serverPath };
  writeFileSync(path.join(user, 'Machine/settings.json'), JSON.stringify(machine));
  const output = path.join(scratch, 'probe.json');
  const port = await freePort();
  writeFileSync(path.join(scratch, 'cs.yaml'), '');
  const hide = `for f in /usr/bin/${without} /usr/local/bin/${without}; do [ -x "$f" ] && /usr/bin/mount --bind /dev/null "$f"; done; exec "$@"`;
  const [program, ...before] = without
    ? ['/usr/bin/unshare', '-m', '/bin/sh', '-c', hide, 'sh', process.execPath]
    : [process.execPath];
  const child = spawn(
    program,
    [
      ...before,
      entry,
      '--config',
      path.join(scratch, 'cs.yaml'),
      '--user-data-dir',
      user,
      '--extensions-dir',
      extensions,
    ].concat(['--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', '--disable-telemetry', '--disable-update-check']),
    {
      env: environment(scratch, {
        HOTLINT_PROBE: probe,
        HOTLINT_SERVER_PATH: serverPath,
        HOTLINT_PROBE_OUT: probe ? output : '',
        ...env,
      }),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => (log += data));
  }
  for (let i = 0; ; i++) {
    if (
      await fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    if (i > 900) throw new Error(`VS Code does not answer\n${log}`);
    await sleep(100);
  }
  return {
    url: `http://127.0.0.1:${port}/?folder=${folder}`,
    folder,
    async results(seconds = 420) {
      for (let i = 0; i < seconds * 10 && !existsSync(output); i++) await sleep(100);
      if (!existsSync(output)) throw new Error('the probe gave no results');
      return JSON.parse(readFileSync(output, 'utf8'));
    },
    /** What the extension's log channel and the extension host wrote, for when something fails. */
    logs() {
      try {
        return execFileSync('sh', ['-c', 'find . -name "*hotlint*.log" -size +0 -exec tail -n 40 {} +'], {
          cwd: user,
          encoding: 'utf8',
        });
      } catch {
        return '';
      }
    },
    async stop() {
      try {
        process.kill(-child.pid, 'SIGTERM');
      } catch {
        // it is gone already
      }
      await sleep(300);
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** A browser window on a VS Code. */
export async function look(url, viewport = { width: 1400, height: 860 }) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ].concat(['--disable-component-update', '--disable-sync']),
  });
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  page.harm = []; // what a name or a text of a template made the window do
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') page.harm.push(dialog.message());
    dialog.dismiss().catch(() => undefined);
  });
  page.on('request', (request) => /asked-by-a-name/.test(request.url()) && page.harm.push(request.url()));
  await page.addInitScript(() => {
    globalThis.violations = [];
    addEventListener('securitypolicyviolation', (event) =>
      globalThis.violations.push(
        `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      ),
    );
  });
  page.setDefaultTimeout(Number(process.env.HOTLINT_TIMEOUT ?? 60000));
  if (process.env.DEBUG) {
    page.on('console', (message) => console.log('   [console]', message.type(), message.text().slice(0, 300)));
  }
  await page.goto(url);
  await page.locator('.monaco-workbench').waitFor();
  return { browser, page };
}
