import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Server } from '../server/client';
import { LIST_CLOUDS, cloudNames } from './arguments';
import { failure, programOf, type Outcome, type Programs } from './program';

/** Runs the program beside the server for what concerns clouds. Only a workspace that is trusted may, for clouds.yaml names addresses. */
export class Clouds {
  constructor(
    private readonly server: Server,
    private readonly programs: Programs | undefined,
  ) {}

  /** Whether programs may be run for the workspace; says so to the user where they may not. */
  permitted(what: string): boolean {
    if (!vscode.workspace.isTrusted) {
      void vscode.window.showWarningMessage(`hotlint: ${what} needs a trusted workspace.`);
      return false;
    }
    if (this.programs === undefined || this.server.isInWorker) {
      const how =
        this.programs === undefined ? 'Open the folder in VS Code on a computer' : 'Run "HOT: Install Server"';
      void vscode.window.showWarningMessage(`hotlint: ${what} needs an installed hotlint. ${how}.`);
      return false;
    }
    return true;
  }

  /** The clouds of clouds.yaml as seen from a folder: reads files, and opens no connection. */
  async names(cwd: string): Promise<string[]> {
    if (!vscode.workspace.isTrusted) {
      return [];
    }
    const outcome = await this.run(LIST_CLOUDS, cwd);
    return outcome?.code === 0 ? cloudNames(outcome.stdout) : [];
  }

  /** Runs the program with a notification that can cancel it. Undefined: cancelled, or there is no program. */
  async show(title: string, args: readonly string[], cwd: string): Promise<Outcome | undefined> {
    return vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: `hotlint: ${title}`, cancellable: true },
      async (_progress, token) => {
        const abort = new AbortController();
        token.onCancellationRequested(() => {
          abort.abort();
        });
        const outcome = await this.run(args, cwd, abort.signal);
        return abort.signal.aborted ? undefined : outcome;
      },
    );
  }

  /** Runs the program without a word to the user, until it ends or is cancelled. Undefined: there is no program. */
  quietly(args: readonly string[], cwd: string, signal: AbortSignal): Promise<Outcome | undefined> {
    return this.run(args, cwd, signal);
  }

  /** Calls with a file that nobody else can read, and that is gone afterwards; without one where no program can be run. */
  withFile<T>(name: string, text: string, use: (path?: string) => Promise<T>): Promise<T> {
    return this.programs === undefined ? use() : this.programs.withFile(name, text, use);
  }

  private async run(args: readonly string[], cwd: string, signal?: AbortSignal): Promise<Outcome | undefined> {
    await this.server.ready();
    const { status } = this.server;
    const inWorker = this.server.isInWorker;
    if (status.state !== 'running' || inWorker || !vscode.workspace.isTrusted || this.programs === undefined) {
      return undefined;
    }
    const outcome = await this.programs.run(programOf(status.command), args, {
      cwd,
      ...(signal === undefined ? {} : { signal }),
    });
    const reason = outcome.code === 0 ? '' : `: ${failure(outcome)}`;
    this.server.log.info(`hotlint ${args.slice(0, 2).join(' ')} ended with ${String(outcome.code)}${reason}`);
    return outcome;
  }
}

/** The folder of the workspace that a document belongs to, or the first; undefined where no folder is open. */
export function folderOf(uri: vscode.Uri | undefined): vscode.WorkspaceFolder | undefined {
  return (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
}

/** Where the program is run for a template: the folder of the workspace, or the template's own. */
export function runFolder(template: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(template)?.uri.fsPath ?? path.dirname(template.fsPath);
}
