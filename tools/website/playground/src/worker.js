// The language server in a worker: Python in WebAssembly, as the build has started it (`memory.gz`), with the other files of its packages
// (`files.zip`). A browser that cannot go on from this memory starts Python with all packages (`hotlint.zip`).
//
// Messages to the worker: {lsp: message}, {files: {name: text}}, {command: [argument...], id}.
// Messages from it: {lsp: message}, {ready: seconds}, {failed: message}, {id, output}.
import { loadPyodide } from './pyodide/pyodide.mjs';
import create from './pyodide/pyodide.asm.mjs';
import { RE2JS } from 're2js';
import { startPython } from '../../../../vscode-extension/src/worker/python';

const waiting = [];
let handle = (message) => waiting.push(message);
self.onmessage = ({ data }) => handle(data);

async function start() {
  const began = performance.now();
  const memory = fetched('memory.gz', (body) => body.pipeThrough(new DecompressionStream('gzip')));
  const files = fetched('files.zip');
  files.catch(() => {}); // asked for below
  const { python, hotlint } = await startPython({
    load: (options) => loadPyodide({ indexURL: new URL('./pyodide/', import.meta.url).href, ...options }),
    create,
    packages: (isRestored) => (isRestored ? files : fetched('hotlint.zip')),
    memory: { read: () => memory, write: async () => {} },
  });
  python.registerJsModule('re2js', { captured });
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

async function fetched(name, decoded = (body) => body) {
  const answer = await fetch(new URL(`./${name}`, import.meta.url));
  if (!answer.ok) throw new Error(`${name} was not found (${answer.status})`);
  return new Uint8Array(await new Response(decoded(answer.body)).arrayBuffer());
}

/** What the groups of the first match capture; undefined where there is no match. RE2 refuses some patterns: then it throws. */
function captured(pattern, text) {
  const matcher = RE2JS.compile(pattern).matcher(text);
  return matcher.find() ? Array.from({ length: matcher.groupCount() }, (_, group) => matcher.group(group + 1) ?? undefined) : undefined;
}

start().catch((error) => self.postMessage({ failed: String(error?.message ?? error) }));
