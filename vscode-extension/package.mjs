// Packages the extension: node package.mjs [ARGUMENT OF vsce...], by default as hotlint.vsix.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
// vsce takes the top of the repository for the folder of the README. The tag of this version has the files as they are now; that of
// a candidate is another one, which a release names.
const tag = process.env.HOTLINT_TAG ?? `v${version}`;
const base = (kind) => `${repository.url}/${kind}/${tag}/${repository.directory}`;
const links =
  repository === undefined // `tools/release.py address` sets it
    ? ['--allow-missing-repository', '--no-rewrite-relative-links']
    : ['--baseContentUrl', base('blob'), '--baseImagesUrl', base('raw')];
const words = ['package', '--no-dependencies', ...links, '--out', 'hotlint.vsix', ...process.argv.slice(2)];
const done = spawnSync(process.execPath, ['node_modules/@vscode/vsce/vsce', ...words], { stdio: 'inherit' });
process.exitCode = done.status ?? 1;
