// The language server in a worker: Python in WebAssembly, with the packages of `hotlint.zip`.
//
// Messages to the worker: {lsp: message}, {files: {name: text}}, {command: [argument...], id}.
// Messages from it: {lsp: message}, {ready: seconds}, {failed: message}, {id, output}.
import { loadPyodide } from './pyodide/pyodide.mjs';

const WORK = '/work';
const waiting = [];
let handle = (message) => waiting.push(message);
self.onmessage = ({ data }) => handle(data);

const START = `
import os, sys
sys.path.insert(0, "/packages")
sys.dont_write_bytecode = True
os.makedirs("${WORK}", exist_ok=True)
os.chdir("${WORK}")
from hotlint_server.app import HotlintServer
from hotlint_server.transport.messages import connect
receive = connect(HotlintServer(), send)

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
    import contextlib, io
    from hotlint.cli.main import main
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            main(list(arguments))
        except SystemExit:
            pass
    return out.getvalue() or errors.getvalue()
`;

async function start() {
  const began = performance.now();
  const [python, packages] = await Promise.all([
    loadPyodide({ indexURL: new URL('./pyodide/', import.meta.url).href }),
    fetch(new URL('./hotlint.zip', import.meta.url)).then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(packages, 'zip', { extractDir: '/packages' });
  python.globals.set('send', (message) => self.postMessage({ lsp: message }));
  python.runPython(START);
  const [receive, write, run] = ['receive', 'write', 'run'].map((name) => python.globals.get(name));
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
