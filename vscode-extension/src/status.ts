import * as vscode from 'vscode';
import { isTemplate } from './detection';
import { yamlDocuments, type Server, type Status } from './server/client';

/** Shows the server's state in the language status, and sets the context keys of menus and key bindings. */
export function showStatus(server: Server): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem('hotlint.server', yamlDocuments());
  item.name = 'hotlint';
  const show = (status: Status) => {
    const { text, severity, busy } = describe(status);
    item.text = text;
    item.severity = severity;
    item.busy = busy;
    item.detail = detail(status);
    item.command =
      status.state === 'missing'
        ? { command: 'hotlint.client.installServer', title: 'Install' }
        : { command: 'hotlint.client.restartServer', title: 'Restart' };
    void vscode.commands.executeCommand('setContext', 'hotlint.serverRunning', status.state === 'running');
  };
  show(server.status);
  return vscode.Disposable.from(item, server.onDidChangeStatus(show), trackTemplate());
}

function describe(status: Status): { text: string; severity: vscode.LanguageStatusSeverity; busy: boolean } {
  const { Information, Warning, Error } = vscode.LanguageStatusSeverity;
  switch (status.state) {
    case 'running':
      return { text: `hotlint ${status.version ?? ''}`.trim(), severity: Information, busy: false };
    case 'missing':
      return { text: 'hotlint was not found', severity: Warning, busy: false };
    case 'failed':
      return { text: `hotlint ${status.what}`, severity: Error, busy: false };
    case 'starting':
      return { text: 'hotlint is starting', severity: Information, busy: true };
    case 'stopped':
      return { text: 'hotlint', severity: Information, busy: false };
  }
}

function detail(status: Status): string {
  switch (status.state) {
    case 'running':
      return status.command.command;
    case 'missing':
      return `hotlint.path: ${status.missingSetting}`;
    case 'failed':
      return status.reason;
    default:
      return 'Heat templates';
  }
}

/** Sets the context key `hotlint.isTemplate` to whether the active editor shows a template. */
function trackTemplate(): vscode.Disposable {
  let known: boolean | undefined;
  const update = () => {
    const document = vscode.window.activeTextEditor?.document;
    const now = document !== undefined && isTemplate(document);
    if (now !== known) {
      known = now;
      void vscode.commands.executeCommand('setContext', 'hotlint.isTemplate', now);
    }
  };
  update();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.workspace.onDidOpenTextDocument(update),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document === vscode.window.activeTextEditor?.document) {
        update();
      }
    }),
  );
}
