import * as vscode from 'vscode';
import { isSnapshot } from './text';

const NONE = '$(circle-slash) No cloud';
const LIMIT = 200;

/**
 * Lets the user choose the snapshot of a cloud that templates of a workspace folder are checked against. Only files of the
 * workspace are offered; no cloud is contacted.
 */
export async function selectCloud(): Promise<void> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const folder = (active && vscode.workspace.getWorkspaceFolder(active)) ?? vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    void vscode.window.showInformationMessage('hotlint: open a folder to select the snapshot of a cloud for it.');
    return;
  }
  const settings = vscode.workspace.getConfiguration('hotlint', folder.uri);
  const chosen = settings.get<string>('cloud', '');
  const files = (await snapshots(folder)).map((file) => vscode.workspace.asRelativePath(file, false)).sort();
  const mark = (of: string) => (of === chosen ? { description: 'selected' } : {});
  const items = [...files.map((label) => ({ label, ...mark(label) })), { label: NONE, ...mark('') }];
  const picked = await vscode.window.showQuickPick(items, {
    title: `Cloud of ${folder.name}`,
    placeHolder: 'Snapshot to check templates against; "hotlint cloud snapshot" takes one',
  });
  if (picked !== undefined) {
    const path = picked.label === NONE ? undefined : picked.label;
    await settings.update('cloud', path, vscode.ConfigurationTarget.Workspace);
  }
}

async function snapshots(folder: vscode.WorkspaceFolder): Promise<vscode.Uri[]> {
  const files = await vscode.workspace.findFiles(
    new vscode.RelativePattern(folder, '**/*.{yaml,yml}'),
    undefined,
    LIMIT,
  );
  const heads = await Promise.all(
    files.map(async (file) => new TextDecoder().decode((await vscode.workspace.fs.readFile(file)).subarray(0, 1000))),
  );
  return files.filter((_file, index) => isSnapshot(heads[index] ?? ''));
}
