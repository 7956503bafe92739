// The host in a browser: the server runs in a worker, and no program can be run.
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import type { FromWorker } from '../worker/messages';
import { IN_WORKER, type Host } from './host';
import { PACKAGES_FILE, startInWorker, type ServerWorker } from './in-worker';

/** What a browser's worker is, of which the API of extensions has no types. */
interface WebWorker {
  postMessage(message: unknown): void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  terminate(): void;
}
declare const Worker: new (address: string) => WebWorker;

const PYODIDE = ['pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];

/** The host for the extension. */
export function web(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Host {
  const read = async (name: string) =>
    new Uint8Array(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, 'dist', name)));
  const start = async () => {
    const [script, packages, ...files] = await Promise.all([
      read('worker-browser.js'),
      read(PACKAGES_FILE),
      ...PYODIDE.map((name) => read(`pyodide/${name}`)),
    ]);
    // The extension may be of another origin than the window, whose workers must be of its own.
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
    const pyodide = Object.fromEntries(PYODIDE.map((name, index) => [name, files[index] ?? new Uint8Array()]));
    return startInWorker(ofBrowser(worker), { packages, pyodide, memory: 'hotlint' }, log);
  };
  return {
    find: () => Promise.resolve({ found: IN_WORKER }),
    client: (_found, options) => new LanguageClient('hotlint', 'hotlint', start, options),
    programs: undefined,
    install: undefined,
    onInterpreterChanged: () => Promise.resolve(new vscode.Disposable(() => undefined)),
  };
}

function ofBrowser(worker: WebWorker): ServerWorker {
  return {
    post: (message) => {
      worker.postMessage(message);
    },
    listen: (onMessage, onEnd) => {
      worker.onmessage = ({ data }) => {
        onMessage(data);
      };
      worker.onerror = ({ message }) => {
        onEnd(message ?? 'The worker of the server has ended.');
      };
    },
    terminate: () => {
      worker.terminate();
    },
  };
}
