import * as path from 'node:path';
import * as vscode from 'vscode';
import { EnvironmentsRequest, GraphRequest, PreviewRequest } from '../protocol';
import { isTemplate } from '../detection';
import { environmentText } from '../text';
import type { Environments } from '../environments';
import type { Server } from '../server/client';
import { isFromPage, type FromPage, type PlainRange, type ToPage, type View } from './messages';
import { page } from './page';
import { TriedValues } from './values';

const VIEW_TYPE = 'hotlint.preview';
/** Pause in typing after which the preview is asked for, in milliseconds. */
const PAUSE = 120;

/** The one preview panel of the window; it follows the template in the active editor. */
export class PreviewPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private document: vscode.Uri | undefined;
  private view: View = 'preview';
  private isReady = false;
  private json: unknown;
  private readonly tried = new TriedValues();
  private timer: NodeJS.Timeout | undefined;
  private request: vscode.CancellationTokenSource | undefined;
  private readonly disposables: vscode.Disposable[] = [];

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly server: Server,
    private readonly environments: Environments,
  ) {
    this.disposables.push(
      vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
        deserializeWebviewPanel: (panel, state) => this.revive(panel, state),
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.document?.toString()) {
          this.schedule(PAUSE);
        }
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor !== undefined && this.panel !== undefined && isTemplate(editor.document)) {
          this.follow(editor.document.uri);
        }
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
        const position = selections[0]?.active;
        if (position !== undefined && this.panel?.visible === true) {
          const { line, character } = position;
          this.post({ type: 'cursor', uri: textEditor.document.uri.toString(), line, character });
        }
      }),
      environments.onDidSelect(() => {
        this.schedule(0);
      }),
      server.onDidStart(() => {
        this.schedule(0);
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.request?.dispose();
    this.panel?.dispose();
    vscode.Disposable.from(...this.disposables).dispose();
  }

  /** Opens the panel for a template, or brings it to the front. */
  open(document: vscode.Uri, column: vscode.ViewColumn, view: View = 'preview'): void {
    this.view = view;
    if (this.panel === undefined) {
      const panel = vscode.window.createWebviewPanel(
        VIEW_TYPE,
        'HOT Preview',
        { viewColumn: column, preserveFocus: column === vscode.ViewColumn.Beside },
        { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: this.roots() },
      );
      this.attach(panel);
    } else {
      this.panel.reveal(undefined, true);
      this.post({ type: 'view', view });
    }
    this.follow(document);
  }

  /** The server says that something this document's preview depends on has changed. */
  changed(uri: string): void {
    if (uri === this.document?.toString()) {
      this.schedule(0);
    }
  }

  /** The template that is shown; undefined while the panel is closed. */
  get shown(): vscode.Uri | undefined {
    return this.panel === undefined ? undefined : this.document;
  }

  private revive(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const uri = (state as { uri?: unknown } | undefined)?.uri;
    panel.webview.options = { enableScripts: true, localResourceRoots: this.roots() };
    this.attach(panel);
    if (typeof uri === 'string') {
      this.follow(vscode.Uri.parse(uri));
    }
    return Promise.resolve();
  }

  private attach(panel: vscode.WebviewPanel): void {
    this.panel = panel;
    this.isReady = false;
    const { webview } = panel;
    panel.iconPath = vscode.Uri.joinPath(this.extensionUri, 'images', 'icon.png');
    panel.onDidDispose(() => {
      clearTimeout(this.timer);
      this.request?.cancel();
      this.panel = undefined;
      this.document = undefined;
      this.tried.clear();
    });
    panel.onDidChangeViewState(() => {
      if (panel.visible) {
        this.schedule(0);
      }
    });
    webview.onDidReceiveMessage((message: unknown) => {
      if (isFromPage(message)) {
        void this.receive(message);
      }
    });
    webview.html = page({
      cspSource: webview.cspSource,
      script: webview.asWebviewUri(vscode.Uri.joinPath(this.extensionUri, 'dist', 'preview.js')).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(this.extensionUri, 'media', 'preview.css')).toString(),
    });
  }

  private roots(): vscode.Uri[] {
    return ['dist', 'media'].map((folder) => vscode.Uri.joinPath(this.extensionUri, folder));
  }

  private follow(document: vscode.Uri): void {
    this.document = document;
    if (this.panel !== undefined) {
      this.panel.title = `Preview ${path.posix.basename(document.path)}`;
    }
    this.schedule(0);
  }

  private async receive(message: FromPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.isReady = true;
        this.view = message.view ?? this.view;
        this.post({ type: 'view', view: this.view });
        this.schedule(0);
        break;
      case 'view':
        this.view = message.view;
        this.schedule(0);
        break;
      case 'pickEnvironment':
        if (this.document !== undefined) {
          await this.environments.pick(this.document);
        }
        break;
      case 'tryValue':
        if (this.document !== undefined && (await this.tried.ask(this.document.toString(), this.json))) {
          this.schedule(0);
        }
        break;
      case 'reveal':
        await this.reveal(message.uri, message.range);
    }
  }

  /** Shows the source of a value in the editor; only what could be a source is opened, never a command or a web page. */
  private async reveal(text: string, range: PlainRange): Promise<void> {
    const uri = vscode.Uri.parse(text);
    if (uri.scheme !== 'file' && uri.scheme !== this.document?.scheme) {
      return;
    }
    const { start, end } = range;
    const selection = new vscode.Range(start.line, start.character, end.line, end.character);
    const open = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString());
    const column = open?.viewColumn ?? this.otherColumn();
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      const editor = await vscode.window.showTextDocument(document, { viewColumn: column, preview: true });
      editor.selection = new vscode.Selection(selection.start, selection.start);
      editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    } catch (error) {
      this.server.log.warn('cannot open the source of a value:', error);
    }
  }

  private otherColumn(): vscode.ViewColumn {
    return this.panel?.viewColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One;
  }

  private schedule(pause: number): void {
    clearTimeout(this.timer);
    if (this.panel !== undefined && this.document !== undefined && this.isReady) {
      this.timer = setTimeout(() => void this.update(), pause);
    }
  }

  private async update(): Promise<void> {
    const document = this.document;
    const panel = this.panel;
    const client = await this.server.ready();
    if (document === undefined || panel?.visible !== true) {
      return;
    }
    if (client === undefined) {
      this.post({ type: 'notice', text: 'The hotlint server is not running.' });
      return;
    }
    this.request?.cancel();
    const request = (this.request = new vscode.CancellationTokenSource());
    const textDocument = { uri: document.toString() };
    try {
      const environments = await client.sendRequest(EnvironmentsRequest, { textDocument }, request.token);
      this.post({ type: 'environments', ...environmentText(environments) });
      if (this.view === 'graph') {
        const graph = await client.sendRequest(GraphRequest, { textDocument, format: 'svg' }, request.token);
        this.unlessStale(request, { type: 'graph', uri: textDocument.uri, svg: graph.text });
      }
      const parameters = this.tried.of(textDocument.uri);
      const tried = Object.keys(parameters).length > 0;
      const params = tried ? { textDocument, parameters } : { textDocument };
      const { version, html, json, error } = await client.sendRequest(PreviewRequest, params, request.token);
      this.json = json;
      const name = path.posix.basename(document.path);
      this.unlessStale(request, { type: 'preview', uri: textDocument.uri, name, version, html, tried, error });
    } catch (error) {
      if (!request.token.isCancellationRequested) {
        this.server.log.warn('preview:', error);
        this.unlessStale(request, {
          type: 'preview',
          uri: textDocument.uri,
          name: path.posix.basename(document.path),
          version: -1,
          html: '',
          tried: false,
          error: error instanceof Error ? error.message : String(error),
        });
      }
    }
  }

  private unlessStale(request: vscode.CancellationTokenSource, message: ToPage): void {
    if (!request.token.isCancellationRequested) {
      this.post(message);
    }
  }

  private post(message: ToPage): void {
    if (this.isReady) {
      void this.panel?.webview.postMessage(message);
    }
  }
}
