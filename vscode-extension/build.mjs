// Bundles the extension and the preview's script; `--production` minifies, `--watch` rebuilds on change.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { context } from 'esbuild';

const production = process.argv.includes('--production');
const common = {
  bundle: true,
  metafile: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: 'info',
};

// The layout of graphs runs in a worker, which a panel loads when a graph is looked at: it is not bundled but copied.
const ELK = 'node_modules/elkjs/lib/elk-worker.min.js';
mkdirSync('dist', { recursive: true });
copyFileSync(ELK, 'dist/elk-worker.js');

// The server, as one file that the user's Python runs. HOTLINT_PYTHON has hotlint and its dependencies installed.
if (production) {
  const python = process.env.HOTLINT_PYTHON ?? '../.venv/bin/python';
  const built = spawnSync(python, ['../tools/one_file.py', '--out', 'dist/hotlint.pyz'], { stdio: 'inherit' });
  if (built.status !== 0) {
    throw new Error(`${python} cannot build hotlint.pyz: set HOTLINT_PYTHON to a Python that has hotlint installed`);
  }
}

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
