// Compiles hotlint.pyz for Pyodide: a Python in WebAssembly takes seconds to compile hotlint each time it starts.
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const TOOLS = '/tools';
const FOLDER = '/packages';
const ARCHIVE = '/packages.zip';

/** The packages of `pyz`, the content of hotlint.pyz, compiled by the Pyodide in a folder: a zip archive. */
export async function compiled(pyodide, pyz) {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
  const python = await loadPyodide({ indexURL: pyodide, env: { PYTHONPATH: TOOLS, PYTHONDONTWRITEBYTECODE: '1' } });
  python.FS.mkdirTree(TOOLS);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: dirname(fileURLToPath(import.meta.url)) }, TOOLS);
  python.pyimport('importlib').invalidate_caches();
  python.unpackArchive(new Uint8Array(pyz), 'zip', { extractDir: FOLDER });
  python.pyimport('compiled_packages').pack(FOLDER, ARCHIVE);
  return python.FS.readFile(ARCHIVE);
}
