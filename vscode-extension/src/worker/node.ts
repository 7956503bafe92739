// The server in a worker thread, on a desktop without Python.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { handler } from './serve';
import type { Start, ToWorker } from './messages';
import type { Memory, Parts } from './python';

/** The digest of the packages, which the build defines. */
declare const PACKAGES: string;

async function parts({ pyodide, packages, memory }: Start): Promise<Parts> {
  const folder = pyodide as string;
  const imported = async (name: string) => (await import(pathToFileURL(`${folder}/${name}`).href)) as unknown;
  const { loadPyodide } = (await imported('pyodide.mjs')) as { loadPyodide: Parts['load'] };
  const { default: create } = (await imported('pyodide.asm.mjs')) as { default: Parts['create'] };
  const load = (options: object) => loadPyodide({ indexURL: folder, ...options });
  return { load, create, packages: () => packages, memory: inFolder(memory) };
}

/** Keeps the memory of a Python in a folder, one at a time. */
function inFolder(folder: string): Memory {
  const file = `${folder}/${PACKAGES}.memory`;
  return {
    async read() {
      return new Uint8Array(await readFile(file));
    },
    async write(memory) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      const part = `${file}.${String(process.pid)}`;
      await writeFile(part, memory);
      await rename(part, file); // a window that starts now finds all of it, or nothing
    },
  };
}

const handle = handler(parts, (message) => parentPort?.postMessage(message));
parentPort?.on('message', (message: ToWorker) => void handle(message));
