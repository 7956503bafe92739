import * as vscode from 'vscode';

/** The part of the API of VS Code's own Git extension that is used here. */
interface Repository {
  readonly rootUri: vscode.Uri;
  show(ref: string, path: string): Promise<string>;
}
interface Api {
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<Api['state']>;
  getRepository(uri: vscode.Uri): Repository | null;
}
interface Git {
  getAPI(version: 1): Api;
}

/** The longest wait for the repositories of a window that has just been opened, in milliseconds. */
const LONGEST_WAIT = 30_000;

/**
 * The texts of files in the last commit, by URI; a file that is not in it is left out. Undefined where the first file is
 * in no repository that VS Code has open.
 */
export async function textsAtHead(files: readonly vscode.Uri[]): Promise<Record<string, string> | undefined> {
  const extension = vscode.extensions.getExtension<Git>('vscode.git');
  const git = (await extension?.activate())?.getAPI(1);
  const [first] = files;
  if (git !== undefined) {
    await initialized(git);
  }
  if (git === undefined || first === undefined || git.getRepository(first) === null) {
    return undefined;
  }
  const texts: Record<string, string> = {};
  for (const file of files) {
    const text = await git
      .getRepository(file)
      ?.show('HEAD', file.fsPath)
      .catch(() => undefined);
    if (text !== undefined) {
      texts[file.toString()] = text;
    }
  }
  return texts;
}

/** Waits until VS Code has looked for the repositories of the window. */
async function initialized(git: Api): Promise<void> {
  if (git.state === 'initialized') {
    return;
  }
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    };
    const timer = setTimeout(done, LONGEST_WAIT);
    const listener = git.onDidChangeState((state) => {
      if (state === 'initialized') {
        done();
      }
    });
  });
}
