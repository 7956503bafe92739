import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';

/** Leaves the blanks of the line where the user writes: without them, the cursor of an indented empty line jumps to its start. */
export const KEPT_INDENTATION: Middleware = {
  async provideDocumentFormattingEdits(document, options, token, next) {
    const edits = await next(document, options, token);
    const editors = vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
    const written = new Set(editors.flatMap(({ selections }) => selections.map(({ active }) => active.line)));
    const isKept = ({ range, newText }: vscode.TextEdit) =>
      newText === '' &&
      range.isSingleLine &&
      written.has(range.start.line) &&
      document.lineAt(range.start.line).isEmptyOrWhitespace;
    return edits?.filter((edit) => !isKept(edit));
  },
};
