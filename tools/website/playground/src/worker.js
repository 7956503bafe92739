// The language server in a worker: Python in WebAssembly, with the packages of `hotlint.zip`.
//
// Messages to the worker: {lsp: message}, {files: {name: text}}, {command: [argument...], id}.
// Messages from it: {lsp: message}, {ready: seconds}, {failed: message}, {id, output}.
import { loadPyodide } from './pyodide/pyodide.mjs';
import create from './pyodide/pyodide.asm.mjs';
import { inCache } from '../../../../vscode-extension/src/worker/caches';
import { startPython } from '../../../../vscode-extension/src/worker/python';

const waiting = [];
let handle = (message) => waiting.push(message);
self.onmessage = ({ data }) => handle(data);

async function start() {
  const began = performance.now();
  const { python, hotlint } = await startPython({
    load: (options) => loadPyodide({ indexURL: new URL('./pyodide/', import.meta.url).href, ...options }),
    create,
    packages: fetched(new URL('./hotlint.zip', import.meta.url)),
    memory: inCache('hotlint', BUILD),
  });
  const receive = hotlint.serve((message) => self.postMessage({ lsp: message }));
  handle = (data) => {
    if (data.lsp !== undefined) {
      receive(data.lsp);
    } else if (data.files !== undefined) {
      hotlint.write_files(python.toPy(data.files));
    } else {
      self.postMessage({ id: data.id, output: hotlint.run(python.toPy(data.command)) });
    }
  };
  self.postMessage({ ready: (performance.now() - began) / 1000 });
  for (const message of waiting) handle(message);
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} was not found (${answer.status})`);
  return new Uint8Array(await answer.arrayBuffer());
}

start().catch((error) => self.postMessage({ failed: String(error?.message ?? error) }));
