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

const FUNCTIONS = `
import contextlib, io, os
from hotlint.cli.main import main
from hotlint_server.app import HotlintServer
from hotlint_server.transport.messages import connect

def write(files):
    """Make the folder hold these files and no others."""
    for folder, _, names in os.walk("."):
        for name in names:
            path = os.path.normpath(os.path.join(folder, name))
            if path not in files:
                os.remove(path)
    for path, text in files.items():
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)

def run(arguments):
    """Return what a command prints."""
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            main(list(arguments))
        except SystemExit:
            pass
    return out.getvalue() or errors.getvalue()

lambda send: (connect(HotlintServer(), send), write, run)
`;

async function start() {
  const began = performance.now();
  const python = await startPython({
    load: (options) => loadPyodide({ indexURL: new URL('./pyodide/', import.meta.url).href, ...options }),
    create,
    packages: fetch(new URL('./hotlint.zip', import.meta.url)).then(async (answer) => new Uint8Array(await answer.arrayBuffer())),
    memory: inCache('hotlint', BUILD),
  });
  const [receive, write, run] = python.runPython(FUNCTIONS)((message) => self.postMessage({ lsp: message }));
  handle = (data) => {
    if (data.lsp !== undefined) {
      receive(data.lsp);
    } else if (data.files !== undefined) {
      write(python.toPy(data.files));
    } else {
      self.postMessage({ id: data.id, output: run(python.toPy(data.command)) });
    }
  };
  self.postMessage({ ready: (performance.now() - began) / 1000 });
  for (const message of waiting) handle(message);
}

start().catch((error) => self.postMessage({ failed: String(error?.message ?? error) }));
