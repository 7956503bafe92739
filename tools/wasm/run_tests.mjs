// Runs tests in Pyodide, a Python in WebAssembly: node run_tests.mjs SITE_PACKAGES [argument of pytest...]
// The repository and the packages of the virtual environment are mounted under their own paths. Their compiled parts are for another
// Python, so only what is written in Python is used: PyYAML without libyaml, for example.
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [packages, ...words] = process.argv.slice(2);
const top = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const require = createRequire(join(process.cwd(), "package.json"));
const { loadPyodide } = require("pyodide");

const started = performance.now();
const python = await loadPyodide({ env: { HOME: "/home/pyodide", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1", PYTHONDONTWRITEBYTECODE: "1" } });
for (const folder of [top, resolve(packages)]) {
  if (!python.FS.analyzePath(folder).exists) {
    python.FS.mkdirTree(folder);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, folder);
  }
}
console.log(`Pyodide loaded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
python.globals.set("top", top);
python.globals.set("packages", resolve(packages));
python.globals.set("words", python.toPy(words));
const code = python.runPython(`
import os, sys
sys.path[:0] = [top, f"{top}/rules", f"{top}/server", f"{top}/tests", f"{top}/tools", packages]
sys.dont_write_bytecode = True
os.chdir(top)
import pytest
options = ["-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "wasm.skips", "--capture=sys", *words]
int(pytest.main(options))
`);
process.exit(code);
