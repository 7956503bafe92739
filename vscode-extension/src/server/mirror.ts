import * as vscode from 'vscode';
import type { FileWritten } from '../worker/messages';

/** Endings of the files that are read first: those that hotlint checks, by their last part. */
const FIRST = /\.(ya?ml|json|env|environment|template|hot|j2|jinja2?)$/;
/** Folders that hold no templates. */
const LEFT_OUT = /^(\.(?!hotlint).*|node_modules|venv|__pycache__)$/;
/** The largest file that is read, and how much is read of a folder in all, in bytes. A file beyond is there, and empty. */
const LARGEST = 1 << 20;
const IN_ALL = 64 << 20;
const MOST_FILES = 20_000;
/** Files that are read at once. */
const AT_ONCE = 16;

/** Copies the files of the workspace into the file system of a worker, which has no other. Paths are those of the URIs. */
export class Mirror {
  private readonly roots: vscode.Uri[] = [];
  private left = IN_ALL;

  constructor(
    private readonly write: (files: FileWritten[]) => void,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Whether a file lies in a folder that was copied. */
  has(uri: vscode.Uri): boolean {
    return this.roots.some((root) => isInside(uri, root));
  }

  /** Copies a folder and those below it. Ends when the files that hotlint checks are copied; the others follow. */
  async add(folder: vscode.Uri): Promise<void> {
    this.roots.push(folder);
    const files = await filesBelow(folder);
    if (files.length === MOST_FILES) {
      this.log.warn(`${folder.path} has more than ${String(MOST_FILES)} files: the server sees the first ones only.`);
    }
    await this.copy(files.filter((file) => FIRST.test(file.path)));
    const others = files.filter((file) => !FIRST.test(file.path));
    this.write(others.map((file) => [file.path, new Uint8Array()]));
    void this.copy(others);
  }

  /** Copies files again that were changed, made or deleted. */
  async refresh(uris: vscode.Uri[]): Promise<void> {
    await this.copy(uris.filter((uri) => this.has(uri)));
  }

  private async copy(files: vscode.Uri[]): Promise<void> {
    for (let at = 0; at < files.length; at += AT_ONCE) {
      const part = files.slice(at, at + AT_ONCE);
      this.write(await Promise.all(part.map(async (file): Promise<FileWritten> => [file.path, await this.read(file)])));
    }
  }

  private async read(file: vscode.Uri): Promise<Uint8Array | null> {
    try {
      const { type, size } = await vscode.workspace.fs.stat(file);
      if ((type & vscode.FileType.File) === 0) {
        return null;
      }
      if (size > Math.min(LARGEST, this.left)) {
        this.log.info(`${file.path} is too large for the server in this window: its content is not read.`);
        return new Uint8Array();
      }
      this.left -= size;
      return await vscode.workspace.fs.readFile(file);
    } catch {
      return null; // it is gone, or may not be read
    }
  }
}

/** The files of a folder and of those below it, in the order of their depth. A link to a folder is not followed. */
async function filesBelow(folder: vscode.Uri): Promise<vscode.Uri[]> {
  const found: vscode.Uri[] = [];
  let level = [folder];
  while (level.length > 0 && found.length < MOST_FILES) {
    const deeper: vscode.Uri[] = [];
    for (let at = 0; at < level.length; at += AT_ONCE) {
      const part = level.slice(at, at + AT_ONCE);
      for (const [inner, entries] of await Promise.all(part.map(async (uri) => [uri, await entriesOf(uri)] as const))) {
        for (const [name, type] of entries) {
          const uri = vscode.Uri.joinPath(inner, name);
          if ((type & vscode.FileType.File) !== 0) {
            found.push(uri);
          } else if (type === vscode.FileType.Directory && !LEFT_OUT.test(name)) {
            deeper.push(uri);
          }
        }
      }
    }
    level = deeper;
  }
  return found.slice(0, MOST_FILES);
}

async function entriesOf(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}

function isInside(uri: vscode.Uri, root: vscode.Uri): boolean {
  const folder = root.path.endsWith('/') ? root.path : `${root.path}/`;
  return uri.scheme === root.scheme && uri.authority === root.authority && uri.path.startsWith(folder);
}
