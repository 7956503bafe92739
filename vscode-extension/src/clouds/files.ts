import * as vscode from 'vscode';

const LIMIT = 500;

/** The YAML files of a folder of the workspace whose first lines fit, with their paths in it, sorted. */
export async function filesWith(
  folder: vscode.WorkspaceFolder,
  fits: (head: string) => boolean,
): Promise<{ uri: vscode.Uri; label: string }[]> {
  const pattern = new vscode.RelativePattern(folder, '**/*.{yaml,yml}');
  const files = await vscode.workspace.findFiles(pattern, undefined, LIMIT);
  const heads = await Promise.all(files.map(head));
  return files
    .filter((_file, index) => fits(heads[index] ?? ''))
    .map((uri) => ({ uri, label: vscode.workspace.asRelativePath(uri, false) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

async function head(file: vscode.Uri): Promise<string> {
  try {
    return new TextDecoder().decode((await vscode.workspace.fs.readFile(file)).subarray(0, 1000));
  } catch {
    return ''; // it is gone by now
  }
}
