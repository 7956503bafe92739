// Starts hotlint in Pyodide, a Python in WebAssembly: in the workers of the extension, and in that of the playground.

/** What is used of Pyodide. */
export interface Python {
  readonly FS: Files;
  unpackArchive(archive: Uint8Array, format: string, options: { extractDir: string }): void;
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array;
}

/** What is used of Emscripten's file system, whose types are not among its packages. */
export interface Files {
  mkdirTree(path: string): void;
  writeFile(path: string, content: Uint8Array): void;
  unlink(path: string): void;
  analyzePath(path: string): { exists: boolean };
}

export interface Memory {
  read(): Promise<Uint8Array | undefined>;
  write(memory: Uint8Array): Promise<void>;
}

/** Makes the module of Pyodide: the default export of pyodide.asm.mjs. */
export type Create = (settings: {
  instantiateWasm: (info: unknown, done: (instance: WebAssembly.Instance, module: unknown) => void) => unknown;
}) => Promise<never>;

export interface Parts {
  /** Calls Pyodide's `loadPyodide` with these options besides those of the place where it runs. */
  load: (options: object) => Promise<Python>;
  create: Create;
  /** The packages that hotlint needs, compiled: a zip archive. */
  packages: Uint8Array | Promise<Uint8Array>;
  /** Keeps the memory of a started Python: the next start with the same files is faster with it. */
  memory: Memory;
}

/** Loads all that a check and an answer of the server need. */
const PREPARE = `
import os, sys
sys.path.insert(0, "/packages")
sys.dont_write_bytecode = True
import contextlib, io
from hotlint.cli.main import main
from hotlint_server.app import HotlintServer
from hotlint_server.transport.messages import connect
HotlintServer()
os.makedirs("/work", exist_ok=True)
os.chdir("/work")
with open("first.yaml", "w") as file:
    file.write("heat_template_version: 2018-08-31\\n")
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main(["check", "first.yaml"])
os.remove("first.yaml")
`;
const PAGE = 1 << 16;

/** Starts Python with hotlint's packages. */
export async function startPython(parts: Parts): Promise<Python> {
  try {
    const memory = await parts.memory.read();
    if (memory !== undefined) {
      return await restored(parts, memory);
    }
  } catch {
    // what is kept cannot be read, or is damaged: start without it
  }
  const python = await parts.load({ createPyodideModule: parts.create, _makeSnapshot: true });
  await unpack(python, parts);
  python.runPython(PREPARE);
  parts.memory.write(python.makeMemorySnapshot()).catch(() => undefined); // the next start takes as long as this one
  return python;
}

async function restored(parts: Parts, kept: Uint8Array): Promise<Python> {
  const create: Create = (settings) => {
    const instantiate = settings.instantiateWasm;
    settings.instantiateWasm = (info, done) =>
      instantiate(info, (instance, module) => {
        const memory = instance.exports['memory'] as WebAssembly.Memory;
        memory.grow(Math.ceil(Math.max(kept.length - memory.buffer.byteLength, 0) / PAGE) + 1);
        done(instance, module);
      });
    return parts.create(settings);
  };
  const python = await parts.load({ createPyodideModule: create, _loadSnapshot: kept });
  await unpack(python, parts); // files are not in the memory
  python.FS.mkdirTree('/work');
  python.runPython('import os; os.chdir("/work")');
  return python;
}

async function unpack(python: Python, { packages }: Parts): Promise<void> {
  python.unpackArchive(await packages, 'zip', { extractDir: '/packages' });
}
