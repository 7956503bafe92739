import * as vscode from 'vscode';
import type { Server, Status } from './client';

/** Shows each problem of the server once, with actions that help. */
export class ServerMessages implements vscode.Disposable {
  private readonly listener: vscode.Disposable;
  private readonly shown = new Set<string>();

  constructor(private readonly server: Server) {
    this.listener = server.onDidChangeStatus((status) => {
      void this.show(status);
    });
  }

  dispose(): void {
    this.listener.dispose();
  }

  private async show(status: Status): Promise<void> {
    if (status.state === 'starting' && status.byUser) {
      this.shown.clear(); // who starts it anew wants to know
    }
    const message = this.message(status);
    if (message === undefined || this.shown.has(message)) {
      return;
    }
    this.shown.add(message);
    const choice =
      status.state === 'failed'
        ? vscode.window.showErrorMessage(message, SHOW_LOG, RESTART)
        : vscode.window.showWarningMessage(message, INSTALL, OPEN_SETTINGS, SHOW_LOG);
    switch (await choice) {
      case INSTALL:
        return vscode.commands.executeCommand('hotlint.client.installServer');
      case OPEN_SETTINGS:
        return vscode.commands.executeCommand('workbench.action.openSettings', 'hotlint.path');
      case SHOW_LOG:
        return vscode.commands.executeCommand('hotlint.client.showLog');
      case RESTART:
        return vscode.commands.executeCommand('hotlint.client.restartServer');
      case undefined:
    }
  }

  private message(status: Status): string | undefined {
    const wanted = this.server.requirement;
    switch (status.state) {
      case 'missing':
        return `hotlint: the setting hotlint.path names ${status.missingSetting}, which is not an executable file. Correct the setting, or install the server.`;
      case 'failed':
        return `hotlint: the server ${status.what}. ${status.reason}`;
      case 'running':
        switch (this.server.fit()) {
          case 'server-too-old':
            return `hotlint: the server ${status.version ?? ''} is too old for this extension, which requires ${wanted}.`;
          case 'server-too-new':
            return `hotlint: the server ${status.version ?? ''} is too new for this extension, which requires ${wanted}. Update the extension, or install a matching server.`;
          default:
            return undefined;
        }
      default:
        return undefined;
    }
  }
}

const INSTALL = 'Install Server';
const OPEN_SETTINGS = 'Open Settings';
const SHOW_LOG = 'Show Log';
const RESTART = 'Restart';
