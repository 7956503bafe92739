// Bundles the extension and the preview's script; `--production` minifies, `--watch` rebuilds on change.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { context } from 'esbuild';
import { compiled } from '../tools/wasm/packages.mjs';

const production = process.argv.includes('--production');
// The layout of graphs runs in a worker, which a panel loads when a graph is looked at: it is not bundled but copied.
const ELK = 'node_modules/elkjs/lib/elk-worker.min.js';
mkdirSync('dist', { recursive: true });
copyFileSync(ELK, 'dist/elk-worker.js');

// Python in WebAssembly, for windows without a Python.
const PYODIDE = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];
mkdirSync('dist/pyodide', { recursive: true });
for (const name of PYODIDE) copyFileSync(`node_modules/pyodide/${name}`, `dist/pyodide/${name}`);

// The server, as one file that the user's Python runs, and compiled for WebAssembly. HOTLINT_PYTHON has hotlint installed.
const packages = 'dist/pyodide/hotlint.zip';
if (production || !existsSync(packages)) {
  const python = process.env.HOTLINT_PYTHON ?? '../.venv/bin/python';
  const built = spawnSync(python, ['../tools/one_file.py', '--out', 'dist/hotlint.pyz'], { stdio: 'inherit' });
  if (built.status !== 0) {
    throw new Error(`${python} cannot build hotlint.pyz: set HOTLINT_PYTHON to a Python that has hotlint installed`);
  }
  writeFileSync(packages, await compiled(resolve('dist/pyodide'), readFileSync('dist/hotlint.pyz')));
}
const digest = createHash('sha256').update(readFileSync(packages)).digest('hex').slice(0, 16);

const common = {
  bundle: true,
  metafile: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: 'info',
  define: { PACKAGES: JSON.stringify(digest) },
};

const builds = await Promise.all([
  context({
    ...common,
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/extension.js',
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
  }),
  context({
    ...common,
    entryPoints: ['src/extension-web.ts'],
    outfile: 'dist/extension-web.js',
    platform: 'browser',
    target: 'es2022',
    format: 'cjs',
    external: ['vscode'],
    alias: { 'node:path': 'path-browserify' },
  }),
  context({
    ...common,
    entryPoints: ['src/worker/node.ts'],
    outfile: 'dist/worker-node.js',
    platform: 'node',
    target: 'node20',
    format: 'cjs',
  }),
  context({
    ...common,
    entryPoints: ['src/worker/browser.ts'],
    outfile: 'dist/worker-browser.js',
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    external: ['node:*', 'ws'],
    define: { ...common.define, 'import.meta.url': '"https://pyodide.invalid/pyodide.asm.mjs"' },
    // Pyodide refuses workers that are no modules, for one reason: it could not import its other script. That is bundled.
    banner: { js: 'self.importScripts = () => { throw new Error("this worker loads no scripts"); };' },
  }),
  context({
    ...common,
    entryPoints: ['src/webview/main.ts'],
    outfile: 'dist/preview.js',
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
  }),
]);

if (process.argv.includes('--watch')) {
  await Promise.all(builds.map((build) => build.watch()));
} else {
  const results = await Promise.all(builds.map((build) => build.rebuild()));
  writeFileSync('dist/NOTICES.txt', notices(results.flatMap(({ metafile }) => Object.keys(metafile.inputs))));
  await Promise.all(builds.map((build) => build.dispose()));
}

/** The licenses of the packages that are bundled, each once. */
function notices(inputs) {
  const folders = new Set(
    inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]).filter(Boolean),
  );
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? '' : readFileSync(`${folder}/${file}`, 'utf8').trim();
      return `${name} ${version} (${license})\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
