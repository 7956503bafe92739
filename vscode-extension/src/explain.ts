import * as vscode from 'vscode';
import { ExplainRequest } from './protocol';
import { nameAt } from './text';
import type { Server } from './server/client';

/** Shows the page of a rule, a function or a resource type. */
export class Explain {
  /** `folder` is the extension's own: pages are files there, so that the editor can reopen them after a reload. */
  constructor(
    private readonly server: Server,
    private readonly folder: vscode.Uri,
  ) {}

  /** Explains `name`, or the name under the cursor, or else one that the user types. */
  async explain(name?: string): Promise<void> {
    const wanted = name ?? (await this.ask());
    const client = await this.server.ready();
    if (wanted === undefined || client === undefined) {
      return;
    }
    const { markdown } = await client.sendRequest(ExplainRequest, { name: wanted });
    if (markdown === '') {
      void vscode.window.showInformationMessage(`hotlint: ${wanted} is not a rule, function or resource type.`);
      return;
    }
    const file = vscode.Uri.joinPath(this.folder, 'explain', `${wanted.replace(/[^\w-]+/g, '-')}.md`);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(markdown));
    await vscode.commands.executeCommand('markdown.showPreviewToSide', file);
  }

  private async ask(): Promise<string | undefined> {
    const editor = vscode.window.activeTextEditor;
    if (editor !== undefined) {
      const position = editor.selection.active;
      const codes = codesAt(editor.document.uri, position);
      if (codes.length > 1) {
        return vscode.window.showQuickPick(codes, { title: 'hotlint: explain' });
      }
      const found = codes[0] ?? nameAt(editor.document.lineAt(position.line).text, position.character);
      if (found !== undefined) {
        return found;
      }
    }
    return vscode.window.showInputBox({
      title: 'hotlint: explain',
      prompt: 'Code of a rule, function or resource type',
      placeHolder: 'HOT301, get_attr, OS::Nova::Server',
    });
  }
}

/** Codes of hotlint's diagnostics at a position, each once. */
function codesAt(uri: vscode.Uri, position: vscode.Position): string[] {
  const codes = vscode.languages
    .getDiagnostics(uri)
    .filter((diagnostic) => diagnostic.source === 'hotlint' && diagnostic.range.contains(position))
    .map(({ code }) => String(typeof code === 'object' ? code.value : (code ?? '')));
  return [...new Set(codes)].filter((code) => code !== '');
}
