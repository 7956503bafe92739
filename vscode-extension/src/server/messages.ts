import * as vscode from 'vscode';
import type { Server, Status } from './client';

/** Tells once what is wrong with the server and offers what helps; keeps quiet when all is well. */
export class ServerMessages implements vscode.Disposable {
  private readonly listener: vscode.Disposable;
  private readonly told = new Set<string>();

  constructor(private readonly server: Server) {
    this.listener = server.onDidChangeStatus((status) => {
      void this.tell(status);
    });
  }

  dispose(): void {
    this.listener.dispose();
  }

  private async tell(status: Status): Promise<void> {
    const message = this.message(status);
    if (message === undefined || this.told.has(message)) {
      return;
    }
    this.told.add(message);
    const buttons = status.state === 'failed' ? [RESTART, SHOW_LOG] : [INSTALL, OPEN_SETTINGS, SHOW_LOG];
    switch (await vscode.window.showWarningMessage(message, ...buttons)) {
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
        if (status.missingSetting !== undefined) {
          return `hotlint: the setting hotlint.path names ${status.missingSetting}, which cannot be run. Correct the setting, or install the server.`;
        }
        return 'hotlint: its server is not installed. Install it into a Python interpreter (3.11 or newer), or name it in the setting hotlint.path.';
      case 'failed':
        return `hotlint: the server does not run. ${status.reason}`;
      case 'running':
        switch (this.server.fit()) {
          case 'server-too-old':
            return `hotlint: the server ${status.version ?? ''} is too old for this extension, which wants ${wanted}.`;
          case 'server-too-new':
            return `hotlint: the server ${status.version ?? ''} is newer than this extension knows (${wanted}). Update the extension, or install that server.`;
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
