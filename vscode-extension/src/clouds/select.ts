import * as path from 'node:path';
import * as vscode from 'vscode';
import { snapshotArguments, snapshotName } from './arguments';
import { folderOf, type Clouds } from './clouds';
import { filesOf } from './files';
import { failure } from './program';

interface Item extends vscode.QuickPickItem {
  /** The snapshot to select: '' for none. */
  file?: string;
  /** The cloud to take a snapshot of. */
  cloud?: string;
}

/**
 * Lets the user choose the snapshot of a cloud that templates of a workspace folder are checked against. Snapshots of the
 * workspace are offered, and to take one: then, and only then, a cloud is contacted.
 */
export async function selectCloud(clouds: Clouds): Promise<void> {
  const folder = folderOf(vscode.window.activeTextEditor?.document.uri);
  if (folder === undefined) {
    void vscode.window.showInformationMessage('hotlint: open a folder to select the snapshot of a cloud for it.');
    return;
  }
  if (!clouds.permitted('a cloud for templates')) {
    return;
  }
  const chosen = vscode.workspace.getConfiguration('hotlint', folder.uri).get<string>('cloudSnapshot', '');
  const picked = await vscode.window.showQuickPick(offers(clouds, folder, chosen), {
    title: `Cloud of ${folder.name}`,
    placeHolder: 'Snapshot to check templates against; a cloud is contacted only to take a snapshot',
    matchOnDescription: true,
  });
  if (picked?.file !== undefined) {
    await select(folder, picked.file);
  } else if (picked?.cloud !== undefined) {
    await take(clouds, folder, picked.cloud);
  }
}

async function offers(clouds: Clouds, folder: vscode.WorkspaceFolder, chosen: string): Promise<Item[]> {
  const [files, names] = await Promise.all([filesOf(folder, 'cloud snapshot'), clouds.names(folder.uri.fsPath)]);
  const mark = (of: string) => (of === chosen ? { description: 'selected' } : {});
  const separator = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const existing = new Set(files.map(({ label }) => label));
  return [
    separator('snapshots'),
    ...files.map(({ label }) => ({ label, file: label, iconPath: new vscode.ThemeIcon('cloud'), ...mark(label) })),
    { label: 'No cloud', file: '', iconPath: new vscode.ThemeIcon('circle-slash'), ...mark('') },
    separator('contacts the cloud'),
    ...names.map((cloud) => {
      const verb = existing.has(snapshotName(cloud)) ? 'Refresh the snapshot of' : 'Take a snapshot of';
      const description = `to ${snapshotName(cloud)}`;
      return { label: `${verb} ${cloud}`, cloud, description, iconPath: new vscode.ThemeIcon('cloud-download') };
    }),
  ];
}

async function select(folder: vscode.WorkspaceFolder, file: string): Promise<void> {
  const settings = vscode.workspace.getConfiguration('hotlint', folder.uri);
  const several = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
  const target = several ? vscode.ConfigurationTarget.WorkspaceFolder : vscode.ConfigurationTarget.Workspace;
  await settings.update('cloudSnapshot', file === '' ? undefined : file, target);
}

/** Takes a snapshot of a cloud into the folder, and selects it. */
async function take(clouds: Clouds, folder: vscode.WorkspaceFolder, cloud: string): Promise<void> {
  const name = snapshotName(cloud);
  const cwd = folder.uri.fsPath;
  const args = snapshotArguments(cloud, name, await exists(vscode.Uri.joinPath(folder.uri, name)));
  const outcome = await clouds.show(`taking a snapshot of the cloud ${cloud}`, args, cwd);
  if (outcome === undefined) {
    return;
  }
  if (outcome.code !== 0) {
    void vscode.window.showErrorMessage(`hotlint: ${failure(outcome)}`);
    return;
  }
  await select(folder, name);
  const OPEN = 'Open';
  const said = await vscode.window.showInformationMessage(`hotlint: ${name} is the snapshot of ${cloud} now.`, OPEN);
  if (said === OPEN) {
    await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, name));
  }
}

async function exists(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}

/** Shows the snapshot that is selected for the active template in the language status. */
export function showCloud(selector: vscode.DocumentSelector): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem('hotlint.cloudSnapshot', selector);
  item.name = 'Cloud of Heat templates';
  item.command = { command: 'hotlint.client.selectCloud', title: 'Select' };
  const show = () => {
    const folder = folderOf(vscode.window.activeTextEditor?.document.uri);
    const file = vscode.workspace.getConfiguration('hotlint', folder?.uri).get<string>('cloudSnapshot', '');
    item.text = file === '' ? '$(cloud) no cloud selected' : `$(cloud) ${path.posix.basename(file)}`;
    item.detail = file === '' ? 'the one of .hotlint.yaml counts' : 'templates are checked against this snapshot';
  };
  show();
  return vscode.Disposable.from(
    item,
    vscode.window.onDidChangeActiveTextEditor(show),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('hotlint.cloudSnapshot')) {
        show();
      }
    }),
  );
}
