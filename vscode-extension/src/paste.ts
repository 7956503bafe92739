import * as vscode from 'vscode';
import { isHeat } from './detection';
import { reindented } from './paste-indent';
import { yamlDocuments } from './server/client';

const KIND = vscode.DocumentDropOrPasteEditKind.Text.append('hotlint', 'reindent');

/** Gives pasted blocks the indentation of their place. `editor.pasteAs.enabled` turns that off. */
export function indentPasted(): vscode.Disposable {
  const provider: vscode.DocumentPasteEditProvider = {
    async provideDocumentPasteEdits(document, [range, ...others], data, _context, token) {
      const text = await data.get('text/plain')?.asString();
      if (text === undefined || range === undefined || others.length > 0 || !isHeat(document)) {
        return undefined;
      }
      const { line, character } = range.start;
      const found = token.isCancellationRequested ? undefined : reindented(text, document, line, character);
      if (found === undefined) {
        return undefined;
      }
      const edit = new vscode.DocumentPasteEdit(found.text, 'Paste with the indentation of the section', KIND);
      if (found.column < character) {
        edit.additionalEdit = new vscode.WorkspaceEdit();
        edit.additionalEdit.delete(document.uri, new vscode.Range(line, found.column, line, character));
      }
      return [edit];
    },
  };
  return vscode.languages.registerDocumentPasteEditProvider(yamlDocuments(), provider, {
    providedPasteEditKinds: [KIND],
    pasteMimeTypes: ['text/plain'],
  });
}
