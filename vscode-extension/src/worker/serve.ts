import type { FromWorker, Start, ToWorker } from './messages';
import { startPython, type Files, type Parts } from './python';

/** Handles the messages to the worker: the first one starts Python, and the others wait until it runs. */
export function handler(
  partsOf: (start: Start) => Promise<Parts>,
  send: (message: FromWorker) => void,
): (message: ToWorker) => Promise<void> {
  let running: Promise<(message: ToWorker) => void> | undefined;
  return async (message) => {
    if (!('start' in message)) {
      (await running)?.(message);
      return;
    }
    const began = performance.now();
    running = partsOf(message.start).then((parts) => connect(parts, send));
    await running.then(
      () => {
        send({ ready: (performance.now() - began) / 1000 });
      },
      (error: unknown) => {
        send({ failed: error instanceof Error ? error.message : String(error) });
      },
    );
  };
}

/** Starts the server. Returns what takes each further message. */
async function connect(parts: Parts, send: (message: FromWorker) => void): Promise<(message: ToWorker) => void> {
  const log = (line: string) => {
    send({ log: line });
  };
  // A worker has no streams of its own.
  const { python, hotlint } = await startPython({
    ...parts,
    load: (options) => parts.load({ ...options, stdout: log, stderr: log }),
  });
  const receive = hotlint.serve((lsp) => {
    send({ lsp });
  });
  return (message) => {
    if ('lsp' in message) {
      receive(message.lsp);
    } else if ('write' in message) {
      for (const [path, content] of message.write) write(python.FS, path, content);
    }
  };
}

function write(files: Files, path: string, content: Uint8Array | null): void {
  if (content !== null) {
    files.mkdirTree(path.slice(0, path.lastIndexOf('/')) || '/');
    files.writeFile(path, content);
  } else if (files.analyzePath(path).exists) {
    files.unlink(path);
  }
}
