import * as path from 'node:path';
import * as vscode from 'vscode';
import { ExecuteCommandRequest, type BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { EnvironmentsRequest, ServerCommand, type EnvironmentsResult } from './protocol';
import { isTemplate } from './detection';
import { pickEnvironments } from './environment-picker';
import { environmentText } from './text';
import type { Server } from './server/client';

const MEMORY = 'hotlint.environments';

/** The environments that a template is linted with: picker, status bar, and memory across restarts. */
export class Environments implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('hotlint.environment', vscode.StatusBarAlignment.Right, 90);
  private readonly changed = new vscode.EventEmitter<string>();
  private readonly disposables: { dispose(): unknown }[] = [this.item, this.changed];

  /** Fires with the URI of the document for which other environments were chosen. */
  readonly onDidSelect = this.changed.event;

  constructor(
    private readonly server: Server,
    private readonly memory: vscode.Memento,
  ) {
    this.item.name = 'Heat environments';
    this.item.command = 'hotlint.client.pickEnvironment';
    this.disposables.push(
      vscode.window.onDidChangeActiveTextEditor(() => void this.refresh()),
      server.onDidChangeStatus(() => void this.refresh()),
      server.onDidStart((client) => void this.restore(client)),
    );
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  /** Shows the environments of the document in the active editor; hides the item when that is not a template. */
  async refresh(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    const client = this.server.running;
    if (document === undefined || client === undefined || !isTemplate(document)) {
      if (vscode.window.activeTextEditor !== undefined || client === undefined) {
        this.item.hide();
      }
      return;
    }
    const result = await this.ask(client, document.uri);
    if (result !== undefined && vscode.window.activeTextEditor?.document === document) {
      const { text, tooltip } = environmentText(result);
      this.item.text = `$(server-environment) ${text}`;
      this.item.tooltip = tooltip;
      this.item.show();
    }
  }

  /** Lets the user choose environments for a document; true when something was chosen. */
  async pick(uri: vscode.Uri): Promise<boolean> {
    const client = await this.server.ready();
    const offered = client === undefined ? undefined : await this.ask(client, uri);
    if (client === undefined || offered === undefined) {
      return false;
    }
    const chosen = await this.choose(offered, uri);
    if (chosen === undefined) {
      return false;
    }
    await this.select(client, uri.toString(), chosen);
    await this.memory.update(MEMORY, { ...this.remembered(), [folderOf(uri)]: { uri: uri.toString(), chosen } });
    return true;
  }

  private async select(client: LanguageClient, uri: string, environments: string[]): Promise<void> {
    await client.sendRequest(ExecuteCommandRequest.type, {
      command: ServerCommand.selectEnvironment,
      arguments: [{ uri, environments }],
    });
    this.changed.fire(uri);
    await this.refresh();
  }

  private async choose(offered: EnvironmentsResult, uri: vscode.Uri): Promise<string[] | undefined> {
    const candidates = [...offered.candidates];
    for (const selected of offered.selected) {
      if (!candidates.some((candidate) => candidate.uri === selected)) {
        const label = path.posix.relative(path.posix.dirname(uri.path), vscode.Uri.parse(selected).path);
        candidates.push({ uri: selected, label, declared: false });
      }
    }
    const choice = await pickEnvironments(path.posix.basename(uri.path), candidates, offered.selected, this.recent());
    if (choice?.browse !== true) {
      return choice?.environments;
    }
    const files = await vscode.window.showOpenDialog({
      title: 'Environment files',
      canSelectMany: true,
      defaultUri: vscode.Uri.joinPath(uri, '..'),
      filters: { 'Heat environments': ['yaml', 'yml', 'env', 'environment'] },
    });
    return [...choice.environments, ...(files ?? []).map((file) => file.toString())];
  }

  /** The environments that were chosen for any template, the last ones first. */
  private recent(): string[] {
    return Object.values(this.remembered())
      .reverse()
      .flatMap(({ chosen }) => chosen);
  }

  private async ask(client: LanguageClient, uri: vscode.Uri): Promise<EnvironmentsResult | undefined> {
    try {
      return await client.sendRequest(EnvironmentsRequest, { textDocument: { uri: uri.toString() } });
    } catch (error) {
      this.server.log.debug('environments:', error);
      return undefined;
    }
  }

  /** Tells a server that has just started what was chosen before. */
  private async restore(client: LanguageClient): Promise<void> {
    for (const { uri, chosen } of Object.values(this.remembered())) {
      try {
        await this.select(client, uri, chosen);
      } catch (error) {
        this.server.log.debug('restoring environments:', error); // the file may be gone by now
      }
    }
    await this.refresh();
  }

  private remembered(): Record<string, { uri: string; chosen: string[] }> {
    return this.memory.get(MEMORY, {});
  }
}

function folderOf(uri: vscode.Uri): string {
  return vscode.Uri.joinPath(uri, '..').toString();
}
