// Runs `tests` or `findings` of runs.py in Pyodide, a Python in WebAssembly: node run.mjs SITE_PACKAGES FUNCTION [argument...]
// The repository, the packages of the virtual environment, and folders among the arguments are mounted under their own paths. Compiled
// packages are for another Python, so only what is written in Python is used: PyYAML without libyaml, for example.
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [packages, run, ...words] = process.argv.slice(2);
const top = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const require = createRequire(join(process.cwd(), "package.json"));
const { loadPyodide } = require("pyodide");

const started = performance.now();
const folders = [top, `${top}/rules`, `${top}/server`, `${top}/tests`, `${top}/tools`, resolve(packages)];
const python = await loadPyodide({
  env: { HOME: "/home/pyodide", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1", PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: folders.join(":") },
});
const given = words.filter((word) => isAbsolute(word) && statSync(word, { throwIfNoEntry: false })?.isDirectory());
for (const folder of [top, resolve(packages), ...given]) {
  if (!python.FS.analyzePath(folder).exists) {
    python.FS.mkdirTree(folder);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, folder);
  }
}
console.log(`Pyodide loaded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
python.FS.chdir(top);
python.pyimport("importlib").invalidate_caches();
process.exit(python.pyimport("wasm.runs")[run](python.toPy(words)));
