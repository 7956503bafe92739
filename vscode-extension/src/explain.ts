import * as vscode from 'vscode';
import { ExplainRequest } from './protocol';
import { nameAt } from './text';
import type { Server } from './server/client';

const SCHEME = 'hotlint-explain';

/** Shows what the server knows of a rule, a function or a resource type, as a rendered page. */
export class Explain implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  readonly onDidChange = this.changed.event;

  constructor(private readonly server: Server) {}

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }

  /** The page of a name, which is the URI's query: asked for anew whenever the editor wants it, after a reload too. */
  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    return this.page(uri.query);
  }

  /** Explains `name`, or what is under the cursor, or what the user types when there is nothing. */
  async explain(name?: string): Promise<void> {
    const wanted = name ?? (await this.ask());
    if (wanted === undefined || (await this.server.ready()) === undefined) {
      return;
    }
    if ((await this.page(wanted)) === '') {
      void vscode.window.showInformationMessage(`hotlint: nothing is known of ${wanted}.`);
      return;
    }
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${wanted.replaceAll(':', '-')}.md`, query: wanted });
    this.changed.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
  }

  private async page(name: string): Promise<string> {
    const client = await this.server.ready();
    try {
      return (await client?.sendRequest(ExplainRequest, { name }))?.markdown ?? '';
    } catch (error) {
      this.server.log.debug('explain:', error);
      return '';
    }
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
