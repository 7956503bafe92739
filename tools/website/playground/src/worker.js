// The language server in a worker: Python in WebAssembly, as the build has started it (`memory.gz`), with the other files of its packages
// (`files.zip`). The cache keeps this memory unpacked: to unpack it takes as long as a check. A browser that cannot go on from this memory starts Python with all packages (`hotlint.zip`).
//
// Messages to the worker (the first one says that the page listens): {lsp: message}, {files: {name: text}}, {command: [argument...], id}.
// Messages from it: {lsp: message}, {ready: seconds, marks: {name: milliseconds}}, {failed: message}, {id, output}.
import { loadPyodide } from './pyodide/pyodide.mjs';
import create from './pyodide/pyodide.asm.mjs';
import { RE2JS } from 're2js';
import { startPython } from '../../../../vscode-extension/src/worker/python';
import { CACHE, MEMORY } from './cache.js';

const waiting = [];
let hears;
const heard = new Promise((done) => (hears = done));
let handle = (message) => (waiting.push(message), hears());
const marks = {};
const mark = (name) => (marks[name] = performance.timeOrigin + performance.now());
self.onmessage = ({ data }) => handle(data);

async function start() {
  const began = performance.now();
  mark('worker');
  const kept = await self.caches?.open(CACHE).then((cache) => cache.match(MEMORY)).catch(() => undefined);
  const memory = (kept === undefined ? packed() : bytes(kept)).then((found) => (mark('memory'), found));
  const files = fetched('files.zip');
  files.catch(() => {}); // asked for below
  const { python, hotlint } = await startPython({
    load: async (options) => {
      const loaded = await loadPyodide({ indexURL: new URL('./pyodide/', import.meta.url).href, ...options });
      mark('python');
      return loaded;
    },
    create,
    packages: (isRestored) => (isRestored ? files : fetched('hotlint.zip')),
    memory: { read: () => memory, write: async () => {} },
  });
  mark('files');
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
  mark('ready');
  await heard;
  self.postMessage({ ready: (performance.now() - began) / 1000, marks });
  for (const message of waiting) handle(message);
  if (kept === undefined) setTimeout(keep, 2000, memory);
}

async function packed() {
  return bytes(new Response((await found('memory.gz')).body.pipeThrough(new DecompressionStream('gzip'))));
}

async function keep(memory) {
  const cache = await self.caches?.open(CACHE);
  await cache?.put(MEMORY, new Response(await memory)).catch(() => {}); // the disk is full: the next start unpacks it again
}

async function fetched(name) {
  return bytes(await found(name));
}

async function found(name) {
  const answer = await fetch(new URL(`./${name}`, import.meta.url));
  if (!answer.ok) throw new Error(`${name} was not found (${answer.status})`);
  return answer;
}

async function bytes(answer) {
  return new Uint8Array(await answer.arrayBuffer());
}

/** What the groups of the first match capture; undefined where there is no match. RE2 refuses some patterns: then it throws. */
function captured(pattern, text) {
  const matcher = RE2JS.compile(pattern).matcher(text);
  return matcher.find() ? Array.from({ length: matcher.groupCount() }, (_, group) => matcher.group(group + 1) ?? undefined) : undefined;
}

start().catch(async (error) => {
  await heard;
  self.postMessage({ failed: String(error?.message ?? error) });
});
