// Compiles hotlint.pyz for Pyodide: a Python in WebAssembly takes seconds to compile hotlint each time it starts.
import { pathToFileURL } from 'node:url';

const COMPILE = `
import compileall, os, py_compile, zipfile
compileall.compile_dir("/packages", quiet=2, legacy=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
with zipfile.ZipFile("/packages.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for folder, _, names in sorted(os.walk("/packages")):
        for path in (os.path.join(folder, name) for name in sorted(names)):
            if not os.path.exists(path + "c"):
                entry = zipfile.ZipInfo(os.path.relpath(path, "/packages"))
                with open(path, "rb") as file:
                    archive.writestr(entry, file.read(), zipfile.ZIP_DEFLATED)
`;

/** The packages of `pyz`, the content of hotlint.pyz, compiled by the Pyodide in a folder: a zip archive. */
export async function compiled(pyodide, pyz) {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
  const python = await loadPyodide({ indexURL: pyodide });
  python.unpackArchive(new Uint8Array(pyz), 'zip', { extractDir: '/packages' });
  python.runPython(COMPILE);
  return python.FS.readFile('/packages.zip');
}
