// The extension on a desktop, and on the machine of a remote window.
import * as vscode from 'vscode';
import { assemble } from './activate';
import { desktop } from './server/desktop';
import type { Server } from './server/client';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('hotlint', { log: true });
  server = assemble(context, desktop(context, log), log);
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
