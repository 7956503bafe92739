import * as vscode from 'vscode';

/** The part of the API of VS Code's own Git extension that is used here. */
interface Repository {
  readonly rootUri: vscode.Uri;
  show(ref: string, path: string): Promise<string>;
}
interface Git {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): Repository | null };
}

/**
 * The texts of files in the last commit, by URI; a file that is not in it is left out. Undefined where the first file is
 * in no repository that VS Code has open.
 */
export async function textsAtHead(files: readonly vscode.Uri[]): Promise<Record<string, string> | undefined> {
  const extension = vscode.extensions.getExtension<Git>('vscode.git');
  const git = (await extension?.activate())?.getAPI(1);
  const [first] = files;
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
