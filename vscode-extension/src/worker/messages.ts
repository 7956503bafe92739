// What the extension and the worker of the server say to each other.

/** A file of the worker's file system: its path and content; null removes it. */
export type FileWritten = [path: string, content: Uint8Array | null];

/** The first message to a worker. */
export interface Start {
  /** Pyodide's folder on disk or, for a browser, its files by their names. */
  pyodide: string | Record<string, Uint8Array<ArrayBuffer>>;
  packages: Uint8Array;
  /** Where the worker keeps the memory of a started Python: a folder on disk or, for a browser, the name of a cache. */
  memory: string;
}

/** `lsp` is a message of the language server protocol, as JSON. */
export type ToWorker = { start: Start } | { write: FileWritten[] } | { lsp: string };

/** `ready` is the time to start in seconds, and `log` a line that the server wrote to its output. */
export type FromWorker = { ready: number } | { failed: string } | { log: string } | { lsp: string };
