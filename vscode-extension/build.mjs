// Bundles the extension and the preview's script; `--production` minifies, `--watch` rebuilds on change.
import { copyFileSync, existsSync } from 'node:fs';
import { context } from 'esbuild';

const production = process.argv.includes('--production');
const common = { bundle: true, minify: production, sourcemap: production ? false : 'linked', logLevel: 'info' };

// The schema of .hotlint.yaml is made by hotlint itself; outside its repository the copy that is here stays.
const schema = new URL('../docs/hotlint.schema.json', import.meta.url);
if (existsSync(schema)) {
  copyFileSync(schema, new URL('./schemas/hotlint.schema.json', import.meta.url));
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
  await Promise.all(builds.map((build) => build.rebuild()));
  await Promise.all(builds.map((build) => build.dispose()));
}
