import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';

/** Links the code of each diagnostic to its page: the address that the server gives, else the page that the extension shows. */
export const LINKED_CODES: Middleware = {
  handleDiagnostics(uri, diagnostics, next) {
    next(uri, diagnostics.map(linked));
  },
  async provideDiagnostics(document, previous, token, next) {
    const report = await next(document, previous, token);
    return report && 'items' in report ? { ...report, items: report.items.map(linked) } : report;
  },
};

function linked(diagnostic: vscode.Diagnostic): vscode.Diagnostic {
  const { code } = diagnostic;
  if (typeof code === 'string' && /^HOT\d+$/.test(code)) {
    const page = `command:hotlint.client.explainCode?${encodeURIComponent(JSON.stringify([code]))}`;
    diagnostic.code = { value: code, target: vscode.Uri.parse(page) };
  }
  return diagnostic;
}
