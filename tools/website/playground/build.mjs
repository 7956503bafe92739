// Builds the playground into a folder, from a hotlint.pyz with the packages of policies: node build.mjs OUT PYZ. `build.py --examples` has
// written examples.json there before.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { compiled, started } from '../../wasm/packages.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2]);
const pyodide = join(here, 'node_modules/pyodide');
mkdirSync(join(out, 'pyodide'), { recursive: true });
for (const name of ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json']) {
  copyFileSync(join(pyodide, name), join(out, 'pyodide', name));
}
for (const name of ['style.css', 'editor.css']) copyFileSync(join(here, 'src', name), join(out, name));
const { policy } = JSON.parse(readFileSync(join(out, 'examples.json'))); // a page in a frame has the policy of the page around it, too
writeFileSync(join(out, 'index.html'), readFileSync(join(here, 'src/index.html'), 'utf8').replace(/SCRIPTS|STYLES/g, (kind) => policy[kind.slice(0, -1).toLowerCase()].join(' ')));

// All packages, and what a browser loads instead: the memory of a Python that has imported hotlint, and the packages without these modules.
const re2 = readFileSync(join(here, '../../wasm/re2.py'));
const packages = await compiled(join(out, 'pyodide'), readFileSync(process.argv[3]), { 're2/__init__.py': re2 });
const modules = { bundle: true, format: 'esm', logLevel: 'warning', nodePaths: [join(here, 'node_modules')] }; // for modules of the extension, too
const starter = join(out, 'python.mjs');
const source = join(here, '../../../vscode-extension/src/worker/python.ts');
await build({ ...modules, entryPoints: [source], outfile: starter, platform: 'node' });
const { memory, files } = await started(join(out, 'pyodide'), packages, (await import(pathToFileURL(starter).href)).startPython);
rmSync(starter);
writeFileSync(join(out, 'hotlint.zip'), packages);
writeFileSync(join(out, 'files.zip'), files);
writeFileSync(join(out, 'memory.gz'), gzipSync(memory, { level: 9 }));

const digest = createHash('sha256');
for (const name of ['hotlint.zip', 'files.zip', 'memory.gz', 'examples.json']) digest.update(readFileSync(join(out, name)));
for (const name of readdirSync(join(here, 'src')).sort()) digest.update(readFileSync(join(here, 'src', name)));
const common = {
  ...modules, minify: true, target: 'es2022', legalComments: 'linked',
  define: { BUILD: JSON.stringify(digest.digest('hex').slice(0, 16)) },
};
for (const name of ['start.js', 'main.js']) await build({ ...common, entryPoints: [join(here, 'src', name)], outfile: join(out, name) });
await build({ ...common, entryPoints: [join(here, 'src/worker.js')], outfile: join(out, 'worker.js'), external: ['./pyodide/*'] });
await build({ ...common, entryPoints: [join(here, 'src/offline.js')], outfile: join(out, 'offline.js') });

const sizes = ['', 'pyodide'].flatMap((folder) => readdirSync(join(out, folder)).map((name) => join(out, folder, name)));
const total = sizes.filter((path) => statSync(path).isFile()).reduce((sum, path) => sum + statSync(path).size, 0);
console.log(`the playground is in ${out}: ${(total / 2 ** 20).toFixed(1)} MiB`);
