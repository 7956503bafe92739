// Starts hotlint in Pyodide, a Python in WebAssembly: in the workers of the extension, and in that of the playground.
import { unzipSync } from 'fflate';

/** What is used of Pyodide. */
export interface Python {
  readonly FS: Files;
  /** The module of this name: its functions can be called. */
  pyimport(name: string): unknown;
  makeMemorySnapshot(): Uint8Array;
}

/** What is used of Emscripten's file system, whose types are not among its packages. */
export interface Files {
  mkdirTree(path: string): void;
  lookupPath(path: string): { node: Folder };
  writeFile(path: string, content: Uint8Array): void;
  unlink(path: string): void;
  analyzePath(path: string): { exists: boolean };
}

interface Folder {
  node_ops: { mknod(parent: Folder, name: string, mode: number, device: number): object };
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
  /** The packages that hotlint needs, compiled: a zip archive. Modules that are in the memory may be left out of it. */
  packages: (isRestored: boolean) => Uint8Array | Promise<Uint8Array>;
  /** Keeps the memory of a started Python: the next start with the same files is faster with it. */
  memory: Memory;
}

/** What is used of `hotlint/cli/in_worker.py`: all Python that a worker runs. */
export interface Hotlint {
  enter(folder: string): void;
  warm_up(): void;
  serve(send: (message: string) => void): (message: string) => void;
  /** `files` and `words` are Python's, made by `toPy`. */
  write_files(files: unknown): void;
  run(words: unknown): string;
}

export interface Started {
  python: Python;
  hotlint: Hotlint;
}

const FILE = 0o100644;
const PACKAGES = '/packages';
const WORK = '/work';
const PAGE = 1 << 16;

/** Starts Python with hotlint's packages, in an empty folder. */
export async function startPython(parts: Parts): Promise<Started> {
  try {
    const memory = await parts.memory.read();
    if (memory !== undefined) {
      return await restored(parts, memory);
    }
  } catch {
    // what is kept cannot be read, or is damaged: start without it
  }
  const started = await load(parts, false, { createPyodideModule: parts.create, _makeSnapshot: true });
  started.hotlint.warm_up();
  const memory = started.python.makeMemorySnapshot();
  parts.memory.write(memory).catch(() => undefined); // the next start takes as long as this one
  return started;
}

function restored(parts: Parts, kept: Uint8Array): Promise<Started> {
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
  return load(parts, true, { createPyodideModule: create, _loadSnapshot: kept });
}

async function load(parts: Parts, isRestored: boolean, options: object): Promise<Started> {
  const env = { PYTHONPATH: PACKAGES, PYTHONDONTWRITEBYTECODE: '1' };
  const python = await parts.load({ ...options, env });
  unpack(await parts.packages(isRestored), python.FS); // files are not in the memory that is kept
  (python.pyimport('importlib') as { invalidate_caches(): void }).invalidate_caches();
  const hotlint = python.pyimport('hotlint.cli.in_worker') as Hotlint;
  hotlint.enter(WORK);
  return { python, hotlint };
}

/** Unpacks packages. A start reads few of their 2,300 files: the content of each is unpacked when it is read. */
function unpack(archive: Uint8Array, FS: Files): void {
  const folders = new Map<string, Folder>();
  const folderOf = (path: string): Folder => {
    const made = folders.get(path);
    if (made !== undefined) return made;
    FS.mkdirTree(path);
    const { node } = FS.lookupPath(path);
    folders.set(path, node);
    return node;
  };
  unzipSync(archive, {
    filter: ({ name, originalSize }) => {
      const path = `${PACKAGES}/${name}`;
      const end = path.lastIndexOf('/');
      const folder = folderOf(path.slice(0, end));
      const file = folder.node_ops.mknod(folder, path.slice(end + 1), FILE, 0);
      const hold = (value: unknown) => Object.defineProperty(file, 'contents', { value, writable: true });
      const get = () => {
        const content = unzipSync(archive, { filter: (entry) => entry.name === name })[name];
        hold(content);
        return content;
      };
      Object.defineProperties(file, {
        usedBytes: { value: originalSize, writable: true },
        contents: { get, set: hold, configurable: true },
      });
      return false;
    },
  });
}
