import * as vscode from 'vscode';
import { DiffRequest, NewEnvironmentRequest, type Deployment } from '../protocol';
import type { PreviewPanel } from '../preview/panel';
import type { Server } from '../server/client';
import { textsAtHead } from './git';
import { paramsOf, type DeploymentItem, type Deployments } from './view';

const SCHEME = 'hotlint-diff';

/** The commands of the view of deployments, and the documents that show what an update would do. */
export function registerDeployments(server: Server, preview: PreviewPanel, view: Deployments): vscode.Disposable {
  const reports = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const commands: Record<string, (item?: DeploymentItem) => unknown> = {
    refreshDeployments: () => {
      view.refresh();
    },
    previewDeployment: (item) => {
      if (item !== undefined) {
        const { deployment } = item;
        preview.open(vscode.Uri.parse(deployment.template), vscode.ViewColumn.Active, 'preview', deployment);
      }
    },
    diffDeployment: async (item) => {
      const text = item === undefined ? undefined : await difference(server, item.deployment);
      if (item !== undefined && text !== undefined) {
        const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${item.deployment.name} since HEAD.md` });
        reports.set(uri.toString(), text);
        changed.fire(uri);
        await vscode.commands.executeCommand('markdown.showPreview', uri);
      }
    },
    newEnvironment: (item) => newEnvironment(server, item?.deployment.template),
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) =>
        reports.get(uri.toString()) ?? 'Compare the deployment again to see its changes.',
    }),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(`hotlint.client.${name}`, run)),
  );
}

/** What an update from HEAD to the texts of the editor would do, as Markdown; undefined when it cannot be said. */
async function difference(server: Server, deployment: Deployment): Promise<string | undefined> {
  const client = await server.ready();
  const uris = [deployment.template, ...deployment.environments, ...deployment.nested];
  const oldTexts = await textsAtHead(uris.map((uri) => vscode.Uri.parse(uri)));
  if (client === undefined) {
    return undefined;
  }
  if (oldTexts?.[deployment.template] === undefined) {
    const why = oldTexts === undefined ? 'is in no Git repository that VS Code has open' : 'is not in HEAD';
    void vscode.window.showInformationMessage(
      `hotlint: ${deployment.name} ${why}, so there is nothing to compare it with.`,
    );
    return undefined;
  }
  try {
    const params = { ...paramsOf(deployment), oldTexts, format: 'markdown' as const };
    const { text } = await client.sendRequest(DiffRequest, params);
    return `# ${deployment.name}\n\nFrom HEAD to the text in the editor, saved or not.\n\n${text}`;
  } catch (error) {
    void vscode.window.showErrorMessage(`hotlint: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** Opens a new environment with the required parameters of a template, unsaved, next to the template. */
async function newEnvironment(server: Server, named: string | undefined): Promise<void> {
  const client = await server.ready();
  const template = named ?? vscode.window.activeTextEditor?.document.uri.toString();
  if (client === undefined || template === undefined) {
    return;
  }
  const { uri, text, parameters } = await client.sendRequest(NewEnvironmentRequest, {
    textDocument: { uri: template },
  });
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri).with({ scheme: 'untitled' }));
  const editor = await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Active });
  await editor.edit((edit) => {
    edit.replace(new vscode.Range(0, 0, document.lineCount, 0), text);
  });
  if (parameters.length === 0) {
    void vscode.window.showInformationMessage('hotlint: the template requires no parameter; every one has a default.');
  }
}
