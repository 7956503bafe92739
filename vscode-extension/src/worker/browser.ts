// The server in a web worker. It has no network: all that Pyodide loads comes with the first message.
import { loadPyodide } from 'pyodide';
import create from 'pyodide/pyodide.asm.mjs';
import { inCache } from './caches';
import { handler } from './serve';
import type { FromWorker, Start, ToWorker } from './messages';
import type { Parts, Python } from './python';

/** The digest of the packages, which the build defines. */
declare const PACKAGES: string;
const FOLDER = 'https://pyodide.invalid/';

function parts({ pyodide, packages, memory }: Start): Promise<Parts> {
  self.fetch = (asked) => {
    const url = asked instanceof Request ? asked.url : asked.toString();
    const content = typeof pyodide === 'string' ? undefined : pyodide[url.replace(FOLDER, '')];
    const type = url.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return content === undefined
      ? Promise.reject(new Error(`${url}: the server has no network`))
      : Promise.resolve(new Response(content, { headers: { 'Content-Type': type } }));
  };
  const load = (options: object) => loadPyodide({ indexURL: FOLDER, ...options }) as Promise<Python>;
  return Promise.resolve({ load, create, packages: () => packages, memory: inCache(memory, PACKAGES) });
}

const handle = handler(parts, (message: FromWorker) => {
  self.postMessage(message);
});
self.onmessage = ({ data }: MessageEvent<ToWorker>) => void handle(data);
