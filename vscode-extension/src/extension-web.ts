// The extension in a browser: VS Code for the Web.
import * as vscode from 'vscode';
import { assemble } from './activate';
import { web } from './server/web';
import type { Server } from './server/client';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('hotlint', { log: true });
  server = assemble(context, web(context, log), log);
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
