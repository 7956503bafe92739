import * as path from 'node:path';
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import {
  DeploymentFindingsRequest,
  DeploymentsRequest,
  type Counts,
  type Deployment,
  type DeploymentFindings,
  type PreviewParams,
} from '../protocol';
import { isHeat } from '../detection';
import type { Server } from '../server/client';
import { badgeText, findingsText, foldersOf, reasonText, summed, worst, type Folder } from './text';

/** Pause after an edit before the findings are requested again, in milliseconds. */
const PAUSE = 1500;
/** Deployments up to which the view is a flat list. */
const FEW = 12;

export interface DeploymentItem {
  kind: 'deployment';
  deployment: Deployment;
}
interface FileItem {
  kind: 'file';
  uri: string;
  role: string;
}
interface FindingItem {
  kind: 'finding';
  uri: string;
  finding: DeploymentFindings['items'][number];
}
interface NoteItem {
  kind: 'note';
  text: string;
}
interface FolderItem {
  kind: 'folder';
  path: string;
  folder: Folder<Deployment>;
}
type Item = FolderItem | DeploymentItem | FileItem | FindingItem | NoteItem;

/** The view of the side bar: what the workspace deploys, with its files and findings. */
export class Deployments implements vscode.TreeDataProvider<Item>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Item | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private known: Promise<Deployment[]> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly view: vscode.TreeView<Item>;
  private readonly disposables: { dispose(): unknown }[];

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView('hotlint.deployments', { treeDataProvider: this, showCollapseAll: true });
    this.disposables = [
      this.view,
      this.changed,
      vscode.window.registerFileDecorationProvider({ provideFileDecoration: badgeOf }),
      server.onDidStart(() => {
        this.refresh();
      }),
      this.view.onDidChangeVisibility(() => {
        this.refresh();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (isHeat(document)) {
          this.soon();
        }
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (isHeat(document)) {
          this.soon();
        }
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.disposables).dispose();
  }

  /** Asks for the deployments anew. */
  refresh(): void {
    this.known = undefined;
    this.changed.fire(undefined);
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.view.visible) {
        this.refresh();
      }
    }, PAUSE);
  }

  // -- the tree ------------------------------------------------------------------------------------------------------

  async getChildren(parent?: Item): Promise<Item[]> {
    const client = this.server.running;
    if (client === undefined) {
      return [];
    }
    if (parent === undefined) {
      const deployments = await (this.known ??= this.ask(client));
      return deployments.length > FEW
        ? inFolder(
            foldersOf(deployments, ({ template }) => relative(template)),
            '',
          )
        : deployments.map((deployment) => ({ kind: 'deployment', deployment }));
    }
    if (parent.kind === 'folder') {
      return inFolder(parent.folder, parent.path);
    }
    return parent.kind === 'deployment' ? this.contents(client, parent.deployment) : [];
  }

  private async ask(client: LanguageClient): Promise<Deployment[]> {
    try {
      const deployments = await client.sendRequest(DeploymentsRequest, {});
      this.view.message = deployments.length === 0 ? 'No templates were found in this workspace.' : '';
      return deployments;
    } catch (error) {
      this.server.log.warn('deployments:', error);
      this.view.message = 'The hotlint server is too old to list deployments.';
      return [];
    }
  }

  private async contents(client: LanguageClient, deployment: Deployment): Promise<Item[]> {
    const { template, environments } = deployment;
    const files: Item[] = [
      { kind: 'file', uri: template, role: 'template' },
      ...environments.map((uri, index): Item => {
        const role = environments.length === 1 ? 'environment' : `environment ${String(index + 1)}`;
        return { kind: 'file', uri, role };
      }),
    ];
    try {
      const found = await client.sendRequest(DeploymentFindingsRequest, paramsOf(deployment));
      const findings = found.items.map((finding): Item => ({ kind: 'finding', uri: template, finding }));
      return [...files, ...(findings.length > 0 ? findings : [{ kind: 'note', text: 'No problems' } as const])];
    } catch (error) {
      this.server.log.warn('findings of a deployment:', error);
      return files;
    }
  }

  getTreeItem(item: Item): vscode.TreeItem {
    switch (item.kind) {
      case 'folder':
        return ofFolder(item);
      case 'deployment':
        return ofDeployment(item.deployment);
      case 'file':
        return ofFile(item);
      case 'finding':
        return ofFinding(item);
      case 'note': {
        const note = new vscode.TreeItem(item.text);
        note.iconPath = new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'));
        return note;
      }
    }
  }
}

/** A deployment as the requests of the server take it. */
export function paramsOf({ template, environments, values }: Deployment): PreviewParams {
  return { textDocument: { uri: template }, environments, parameters: values };
}

const ICONS = {
  error: new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground')),
  warning: new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground')),
  info: new vscode.ThemeIcon('info'),
  none: new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed')),
  unknown: new vscode.ThemeIcon('circle-large-outline'),
};

const FINDINGS = 'hotlint-findings';

/** What `badgeOf` reads: a badge stands at the right end of a row, and is not cut where the texts are. */
function badgeUri(counts: Counts | null): vscode.Uri {
  return vscode.Uri.from({ scheme: FINDINGS, path: `/${worst(counts)}`, query: JSON.stringify(counts) });
}

function badgeOf({ scheme, query }: vscode.Uri): vscode.FileDecoration | undefined {
  const counts = scheme === FINDINGS ? (JSON.parse(query) as Counts | null) : null;
  const badge = badgeText(counts);
  const color = (counts?.error ?? 0) > 0 ? 'list.errorForeground' : 'list.warningForeground';
  return badge === ''
    ? undefined
    : new vscode.FileDecoration(badge, findingsText(counts), new vscode.ThemeColor(color));
}

function inFolder({ folders, members }: Folder<Deployment>, path: string): Item[] {
  const inner = folders.map((folder): Item => ({ kind: 'folder', path: `${path}/${folder.name}`, folder }));
  return [...inner, ...members.map((deployment): Item => ({ kind: 'deployment', deployment }))];
}

function ofFolder({ path: id, folder }: FolderItem): vscode.TreeItem {
  const item = new vscode.TreeItem(folder.name, vscode.TreeItemCollapsibleState.Collapsed);
  const counts = summed(allIn(folder).map(({ findings }) => findings));
  item.id = `folder ${id}`;
  item.description = findingsText(counts);
  item.resourceUri = badgeUri(counts);
  item.iconPath = vscode.ThemeIcon.Folder;
  item.contextValue = 'folder';
  return item;
}

function allIn({ folders, members }: Folder<Deployment>): Deployment[] {
  return [...folders.flatMap(allIn), ...members];
}

function ofDeployment(deployment: Deployment): vscode.TreeItem {
  const item = new vscode.TreeItem(deployment.name, vscode.TreeItemCollapsibleState.Collapsed);
  const { findings, environments } = deployment;
  item.id = [deployment.name, deployment.template, ...environments].join('\n');
  item.description = findingsText(findings);
  item.resourceUri = badgeUri(findings);
  item.iconPath = ICONS[worst(findings)];
  item.contextValue = 'deployment';
  const names = environments.map((uri) => relative(uri)).join(', ');
  item.tooltip = `${relative(deployment.template)}${names === '' ? '' : ` with ${names}`}\n${reasonText(deployment.why)}`;
  item.accessibilityInformation = { label: `${deployment.name}, ${findingsText(findings) || 'no problems'}` };
  return item;
}

function ofFile({ uri, role }: FileItem): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.Uri.parse(uri));
  item.description = role;
  item.iconPath = vscode.ThemeIcon.File;
  item.command = { command: 'vscode.open', title: 'Open', arguments: [vscode.Uri.parse(uri)] };
  return item;
}

function ofFinding({ uri, finding }: FindingItem): vscode.TreeItem {
  const { message, code, range, severity } = finding;
  const item = new vscode.TreeItem(message);
  item.description = `${String(code)} · line ${String(range.start.line + 1)}`;
  item.tooltip = message;
  item.iconPath = severity === 1 ? ICONS.error : severity === 2 ? ICONS.warning : ICONS.info;
  const { start, end } = range;
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  item.command = { command: 'vscode.open', title: 'Open', arguments: [vscode.Uri.parse(uri), { selection }] };
  return item;
}

function relative(uri: string): string {
  return vscode.workspace.asRelativePath(vscode.Uri.parse(uri)) || path.posix.basename(uri);
}
