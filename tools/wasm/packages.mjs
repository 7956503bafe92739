// Packs hotlint.pyz for Pyodide: a Python in WebAssembly takes seconds to compile hotlint, and to import it, each time it starts.
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const TOOLS = '/tools';
const FOLDER = '/packages';
const ARCHIVE = '/packages.zip';

/** The packages of `pyz`, the content of hotlint.pyz, compiled by the Pyodide in a folder: a zip archive. `added` has more files, by path. */
export async function compiled(pyodide, pyz, added = {}) {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
  const python = await loadPyodide({ indexURL: pyodide, env: { PYTHONDONTWRITEBYTECODE: '1' } });
  python.unpackArchive(new Uint8Array(pyz), 'zip', { extractDir: FOLDER });
  for (const [path, text] of Object.entries(added)) python.FS.writeFile(`${FOLDER}/${path}`, text);
  return packed(python, 'pack');
}

/**
 * Starts the Pyodide in a folder with these packages, the result of `compiled`. `startPython` is that of the extension's worker.
 * Returns its memory, and the packages without the modules that are in this memory: a start with both imports nothing.
 */
export async function started(pyodide, packages, startPython) {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
  const { default: create } = await import(pathToFileURL(`${pyodide}/pyodide.asm.mjs`).href);
  let memory;
  const { python } = await startPython({
    load: (options) => loadPyodide({ indexURL: pyodide, ...options }),
    create,
    packages: () => packages,
    memory: { read: async () => undefined, write: async (made) => (memory = made) },
  });
  return { memory, files: packed(python, 'pack_others') };
}

/** The archive that a function of compiled_packages.py writes of the packages. */
function packed(python, name) {
  python.FS.mkdirTree(TOOLS);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: dirname(fileURLToPath(import.meta.url)) }, TOOLS);
  python.pyimport('sys').path.append(TOOLS);
  python.pyimport('importlib').invalidate_caches();
  python.pyimport('compiled_packages')[name](FOLDER, ARCHIVE);
  return python.FS.readFile(ARCHIVE);
}
