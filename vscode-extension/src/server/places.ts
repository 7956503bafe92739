/** A folder of the workspace; `vscode.WorkspaceFolder` has it. */
export interface Folder {
  readonly uri: { toString(): string; with(change: { path: string }): { toString(): string } };
}

const SERVER = 'file:///';
/** Keys whose texts are those of documents. */
const TEXTS = new Set(['text', 'newText']);

/**
 * The addresses of files in a workspace that is on no disk, and those that the server knows them by: the server has the same
 * paths, and the scheme `file`. So `vscode-vfs://github/owner/web.yaml` is `file:///owner/web.yaml` there.
 */
export class Places {
  /** The address up to the path of each root, and the root's address for the server; the longest ones first. */
  private readonly roots: { prefix: string; inServer: string }[];

  constructor(folders: readonly Folder[]) {
    this.roots = folders
      .map(({ uri }) => {
        const prefix = uri.with({ path: '/' }).toString();
        return { prefix, inServer: SERVER + uri.toString().slice(prefix.length) };
      })
      .filter(({ prefix }) => prefix !== SERVER)
      .sort((one, other) => other.inServer.length - one.inServer.length);
  }

  /** A message to the server, with the server's addresses. */
  toServer<T>(message: T): T {
    return this.mapped(message, (text) => {
      const root = this.roots.find(({ prefix }) => text.startsWith(prefix));
      return root === undefined ? text : SERVER + text.slice(root.prefix.length);
    });
  }

  /** A message from the server, with the addresses of the workspace. */
  fromServer<T>(message: T): T {
    return this.mapped(message, (text) => {
      if (!text.startsWith(SERVER)) {
        return text;
      }
      const root = this.roots.find(({ inServer }) => text.startsWith(inServer)) ?? this.roots[0];
      return (root?.prefix ?? SERVER) + text.slice(SERVER.length);
    });
  }

  private mapped<T>(message: T, replace: (text: string) => string): T {
    return this.roots.length === 0 ? message : (mapped(message, replace) as T);
  }
}

/** A copy of JSON data with each of its texts and keys replaced, but for texts of documents. */
function mapped(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return replace(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => mapped(item, replace));
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, item]) => [replace(key), TEXTS.has(key) ? item : mapped(item, replace)]),
    );
  }
  return value;
}
