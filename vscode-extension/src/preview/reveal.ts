import * as vscode from 'vscode';
import type { PlainRange } from './messages';

/**
 * Shows a place of a file in the editor, beside the panel. Only what could be a source is opened, never a command or a
 * web page: a file, or a document of the scheme that is previewed.
 */
export async function reveal(
  uri: vscode.Uri,
  { start, end }: PlainRange,
  scheme: string | undefined,
  panel: vscode.ViewColumn | undefined,
): Promise<void> {
  if (uri.scheme !== 'file' && uri.scheme !== scheme) {
    return;
  }
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  const open = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const other = panel === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One;
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: open?.viewColumn ?? other,
    preview: true,
  });
  editor.selection = new vscode.Selection(range.start, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
