// The server in a worker: Python in WebAssembly, for windows where no Python can be run.
import * as vscode from 'vscode';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Message,
  type MessageTransports,
} from 'vscode-languageclient';
import type { FromWorker, Start, ToWorker } from '../worker/messages';
import { Mirror } from './mirror';
import { Places } from './places';

/** The packages that the worker gets, in the folder `dist` of the extension. */
export const PACKAGES_FILE = 'pyodide/hotlint.zip';

/** A worker as a browser and as Node.js have it. */
export interface ServerWorker {
  post(message: ToWorker): void;
  listen(onMessage: (message: FromWorker) => void, onEnd: (reason: string) => void): void;
  terminate(): void;
}

/**
 * Starts the server in a worker, and copies the folders of the workspace into it. Rejects when Python does not start.
 */
export async function startInWorker(
  worker: ServerWorker,
  start: Start,
  log: vscode.LogOutputChannel,
): Promise<MessageTransports> {
  const reader = new Reader();
  const mirror = new Mirror((write) => {
    worker.post({ write });
  }, log);
  const places = new Places(vscode.workspace.workspaceFolders ?? []);
  const ready = new Promise<number>((resolve, reject) => {
    worker.listen(
      (message) => {
        if ('lsp' in message) {
          reader.receive(places.fromServer(JSON.parse(message.lsp) as Message));
        } else if ('log' in message) {
          log.info(message.log);
        } else if ('ready' in message) {
          resolve(message.ready);
        } else {
          reject(new Error(message.failed));
        }
      },
      (reason) => {
        reject(new Error(reason));
        reader.end();
      },
    );
  });
  worker.post({ start });
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => mirror.add(uri));
  try {
    log.info(`Python in WebAssembly started in ${(await ready).toFixed(1)} s`);
  } catch (error) {
    worker.terminate();
    throw error;
  }
  await Promise.all(folders);
  return { reader, writer: new Writer(worker, mirror, places) };
}

class Reader extends AbstractMessageReader {
  private callback: DataCallback | undefined;

  listen(callback: DataCallback): vscode.Disposable {
    this.callback = callback;
    return new vscode.Disposable(() => (this.callback = undefined));
  }

  receive(message: Message): void {
    this.callback?.(message);
  }

  end(): void {
    this.fireClose();
  }
}

/** Messages that tell of files whose content may be another one on disk, with those files. */
const TOLD: Record<string, ((params: never) => string[]) | undefined> = {
  'workspace/didChangeWatchedFiles': ({ changes }: { changes: { uri: string }[] }) => changes.map(({ uri }) => uri),
  'textDocument/didSave': ({ textDocument }: { textDocument: { uri: string } }) => [textDocument.uri],
  'textDocument/didClose': ({ textDocument }: { textDocument: { uri: string } }) => [textDocument.uri],
};

/** Sends messages in their order; the files that a message tells of are copied before. */
class Writer extends AbstractMessageWriter {
  private pending: Promise<void> = Promise.resolve();

  constructor(
    private readonly worker: ServerWorker,
    private readonly mirror: Mirror,
    private readonly places: Places,
  ) {
    super();
  }

  write(message: Message): Promise<void> {
    this.pending = this.pending
      .then(() => this.prepare(message as { method?: string; params?: never }))
      .catch(() => undefined)
      .then(() => {
        this.worker.post({ lsp: JSON.stringify(this.places.toServer(message)) });
      });
    return this.pending;
  }

  end(): void {
    this.worker.terminate();
  }

  private async prepare({ method, params }: { method?: string; params?: never }): Promise<void> {
    if (method === 'textDocument/didOpen') {
      const { textDocument } = params as unknown as { textDocument: { uri: string } };
      const uri = vscode.Uri.parse(textDocument.uri);
      if (uri.scheme !== 'untitled' && !this.mirror.has(uri)) {
        await this.mirror.add(vscode.Uri.joinPath(uri, '..'));
      }
    }
    const files = method === undefined ? undefined : TOLD[method]?.(params as never);
    if (files !== undefined) {
      await this.mirror.refresh(files.map((uri) => vscode.Uri.parse(uri)));
    }
  }
}
