import * as vscode from 'vscode';
import { mayBe, recognize } from '../file-kinds';

const LIMIT = 500;

/** The YAML files of a folder of the workspace that are of a kind, with their paths in it, sorted. */
export async function filesOf(
  folder: vscode.WorkspaceFolder,
  kind: 'cloud snapshot' | 'recorded stack',
): Promise<{ uri: vscode.Uri; label: string }[]> {
  const pattern = new vscode.RelativePattern(folder, '**/*.{yaml,yml}');
  const files = await vscode.workspace.findFiles(pattern, undefined, LIMIT);
  const fits = await Promise.all(files.map((file) => isOf(file, kind)));
  return files
    .filter((_file, index) => fits[index])
    .map((uri) => ({ uri, label: vscode.workspace.asRelativePath(uri, false) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

async function isOf(file: vscode.Uri, kind: 'cloud snapshot' | 'recorded stack'): Promise<boolean> {
  try {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    return mayBe(file.path, text, kind) && recognize(file.path, text) === kind;
  } catch {
    return false; // it is gone by now
  }
}
