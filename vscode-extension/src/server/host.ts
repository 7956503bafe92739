import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import type * as vscode from 'vscode';
import type { Programs } from '../clouds/program';
import type { Discovery, ServerCommandLine } from './discovery';
import type { Server } from './client';

/** What the window offers: programs and a disk on a desktop, workers only in a browser. */
export interface Host {
  /** Finds the server to start. Where there is none, the setting leads nowhere. */
  find(): Promise<Discovery>;
  /** A client that starts the server that was found, and is not started yet. `said` gets the lines that the server logs. */
  client(found: ServerCommandLine, options: LanguageClientOptions, said: (line: string) => void): BaseLanguageClient;
  /** Runs programs; undefined where a window cannot. */
  readonly programs: Programs | undefined;
  /** Installs the server with the user; undefined where nothing can be installed. */
  readonly install: ((server: Server) => Promise<void>) | undefined;
  /** Calls back when another Python is selected. */
  onInterpreterChanged(callback: () => void): Promise<vscode.Disposable>;
}

/** The server that the extension contains, in a worker. */
export const IN_WORKER: ServerCommandLine = { command: 'WebAssembly', args: [], origin: 'webassembly' };
