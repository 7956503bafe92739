import * as vscode from 'vscode';
import { ExecuteCommandRequest, type Location, type Position } from 'vscode-languageclient';
import { LintWorkspaceRequest, ServerCommand } from './protocol';
import { selectCloud } from './clouds/select';
import { isTemplate, newerVersions, templateVersion } from './detection';
import type { Host } from './server/host';
import { isEnd } from './server/reason';
import { lintSummary } from './text';
import { whyThisValue } from './why';
import type { Clouds } from './clouds/clouds';
import type { EventFollower } from './clouds/events';
import type { Environments } from './environments';
import type { Explain } from './explain';
import type { PreviewPanel } from './preview/panel';
import type { Server } from './server/client';

export interface Parts {
  server: Server;
  install: Host['install'];
  preview: PreviewPanel;
  environments: Environments;
  explain: Explain;
  clouds: Clouds;
  events: EventFollower;
}

/** Registers the commands of menus, keys and code lenses. The language client registers the server's own commands. */
export function registerCommands({
  server,
  install,
  preview,
  environments,
  explain,
  clouds,
  events,
}: Parts): vscode.Disposable {
  const commands: Record<string, (...args: never[]) => unknown> = {
    openPreview: (uri?: unknown) => {
      withTemplate(uri, preview, (target) => {
        // A code lens names its template as text: its reader goes on reading, so the preview opens beside it.
        preview.open(target, typeof uri === 'string' ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active);
      });
    },
    openPreviewToSide: (uri?: unknown) => {
      withTemplate(uri, preview, (target) => {
        preview.open(target, vscode.ViewColumn.Beside);
      });
    },
    showGraph: (uri?: unknown) => {
      withTemplate(uri, preview, (target) => {
        preview.open(target, vscode.ViewColumn.Beside, 'graph');
      });
    },
    pickEnvironment: (uri?: unknown) => withTemplate(uri, preview, (target) => environments.pick(target)),
    upgradeVersion: (uri?: unknown) => withTemplate(uri, preview, (target) => upgradeVersion(server, target)),
    fixAll: (uri?: unknown) =>
      withTemplate(uri, preview, (target) => execute(server, ServerCommand.fixAll, [{ uri: target.toString() }])),
    explainCode: (name?: unknown) => explain.explain(typeof name === 'string' ? name : undefined),
    selectCloud: () => selectCloud(clouds),
    planUpdate: (uri?: unknown) => withTemplate(uri, preview, (target) => preview.askAbout(target, 'plan')),
    explainFailure: (uri?: unknown) => withTemplate(uri, preview, (target) => preview.askAbout(target, 'failure')),
    followStack: (uri?: unknown) => withTemplate(uri, preview, (target) => events.follow(target)),
    stopFollowing: () => {
      events.stop();
    },
    whyThisValue: () => whyThisValue(server),
    lintWorkspace: () => lintWorkspace(server),
    restartServer: () => server.restart(true),
    showLog: () => {
      server.log.show();
    },
    installServer: () => (install ?? nothingToInstall)(server),
    showReferences: (uri: string, position: Position, locations: Location[]) =>
      showReferences(server, uri, position, locations),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`hotlint.client.${name}`, (...args: never[]) => answered(() => run(...args))),
    ),
  );
}

/** Calls; when the server ends meanwhile, its user is told so, and not what the protocol says. */
async function answered(run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (!isEnd(error)) {
      throw error;
    }
    void vscode.window.showWarningMessage('hotlint: the server ended before it answered. Try again.');
    return undefined;
  }
}

function nothingToInstall(): void {
  void vscode.window.showInformationMessage('hotlint: the extension contains its server, which runs in this window.');
}

/**
 * Calls with the template that a command is about: the one named (by a menu or a code lens), the one in the active
 * editor, or the one that the preview shows.
 */
function withTemplate<T>(named: unknown, preview: PreviewPanel, run: (uri: vscode.Uri) => T): T | undefined {
  const uri = templateUri(named) ?? preview.shown;
  if (uri === undefined) {
    void vscode.window.showInformationMessage('hotlint: no Heat template is open.');
    return undefined;
  }
  return run(uri);
}

function templateUri(named: unknown): vscode.Uri | undefined {
  if (named instanceof vscode.Uri) {
    return named;
  }
  if (typeof named === 'string') {
    return vscode.Uri.parse(named);
  }
  const document = vscode.window.activeTextEditor?.document;
  return document !== undefined && isTemplate(document) ? document.uri : undefined;
}

async function execute(server: Server, command: string, args: unknown[]): Promise<void> {
  const client = await server.ready();
  await client?.sendRequest(ExecuteCommandRequest.type, { command, arguments: args });
}

async function upgradeVersion(server: Server, uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const current = templateVersion(document);
  const choices = newerVersions(current).map(({ date, release }) => ({ label: date, description: release }));
  if (choices.length === 0) {
    void vscode.window.showInformationMessage(`hotlint: ${current ?? 'this'} is the newest version of HOT.`);
    return;
  }
  const picked = await vscode.window.showQuickPick(choices, {
    title: 'Upgrade the version of the template',
    placeHolder: `From ${current ?? 'an unknown version'} to`,
  });
  if (picked !== undefined) {
    await execute(server, ServerCommand.upgradeVersion, [{ uri: uri.toString(), version: picked.label }]);
  }
}

async function lintWorkspace(server: Server): Promise<void> {
  const client = await server.ready();
  if (client === undefined) {
    return;
  }
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: 'hotlint: linting the workspace' },
    () => client.sendRequest(LintWorkspaceRequest, {}),
  );
  const SHOW = 'Show Problems';
  const found = result.errors + result.warnings + (result.infos ?? 0) > 0;
  if ((await vscode.window.showInformationMessage(lintSummary(result), ...(found ? [SHOW] : []))) === SHOW) {
    await vscode.commands.executeCommand('workbench.actions.view.problems');
  }
}

async function showReferences(server: Server, uri: string, position: Position, locations: Location[]): Promise<void> {
  const convert = server.running?.protocol2CodeConverter;
  if (convert !== undefined) {
    await vscode.commands.executeCommand(
      'editor.action.showReferences',
      convert.asUri(uri),
      convert.asPosition(position),
      locations.map((location) => convert.asLocation(location)),
    );
  }
}
