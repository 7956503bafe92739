import * as path from 'node:path';
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { EnvironmentsRequest, GraphRequest, PreviewRequest, WhyRequest, type Deployment } from '../protocol';
import { isTemplate } from '../detection';
import { environmentText } from '../text';
import type { StackAnswers } from '../clouds/stack-answers';
import type { Environments } from '../environments';
import type { Server } from '../server/client';
import type { FailureData } from './failure-data';
import type { PlanData } from './plan-data';
import { isFromPage, parseGraph, type FromPage, type ToPage, type View } from './messages';
import { page } from './page';
import { StackTab, failurePlaces, planPlaces, type Asked } from './stack-tab';
import { reveal } from './reveal';
import { TriedValues } from './values';

const VIEW_TYPE = 'hotlint.preview';
/** Pause in typing after which the preview is asked for, in milliseconds. */
const PAUSE = 120;

/** The one preview panel of the window; it follows the template in the active editor. */
export class PreviewPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private document: vscode.Uri | undefined;
  private view: View = 'preview';
  /** The deployment that is shown; undefined for the template with the environments selected for it. */
  private deployment: Deployment | undefined;
  private isReady = false;
  private json: unknown;
  private readonly tried = new TriedValues();
  private timer: NodeJS.Timeout | undefined;
  private request: vscode.CancellationTokenSource | undefined;
  private readonly disposables: vscode.Disposable[] = [];
  private readonly stackTabs: { plan: StackTab<PlanData>; failure: StackTab<FailureData> };

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly server: Server,
    private readonly environments: Environments,
    plans: StackAnswers<PlanData>,
    failures: StackAnswers<FailureData>,
  ) {
    this.stackTabs = {
      plan: new StackTab(
        server,
        plans,
        (uri, shown) => {
          this.post({ type: 'plan', uri, shown });
        },
        planPlaces,
      ),
      failure: new StackTab(
        server,
        failures,
        (uri, shown) => {
          this.post({ type: 'failure', uri, shown });
        },
        failurePlaces,
      ),
    };
    this.disposables.push(
      vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
        deserializeWebviewPanel: (panel, state) => this.revive(panel, state),
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.document?.toString()) {
          this.schedule(PAUSE);
          for (const tab of Object.values(this.stackTabs)) {
            tab.changed(document.uri);
          }
        }
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (this.isOf(uri)) {
          for (const tab of Object.values(this.stackTabs)) {
            this.attempt(this.withAsked((asked) => tab.saved(asked)));
          }
        }
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        const shown = editor?.document;
        if (shown !== undefined && this.panel !== undefined && isTemplate(shown) && !this.isOf(shown.uri)) {
          this.follow(shown.uri);
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
        this.deployment = undefined;
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
  open(document: vscode.Uri, column: vscode.ViewColumn, view: View = 'preview', deployment?: Deployment): void {
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
    this.follow(document, deployment);
  }

  /** Opens the panel with the plan of an update, or with why a stack failed, and lets the user choose the stack. */
  async askAbout(document: vscode.Uri, view: 'plan' | 'failure'): Promise<void> {
    this.open(document, vscode.ViewColumn.Beside, view);
    await this.withAsked((asked) => this.stackTabs[view].choose(asked));
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
      elk: webview.asWebviewUri(vscode.Uri.joinPath(this.extensionUri, 'dist', 'elk-worker.js')).toString(),
    });
  }

  private roots(): vscode.Uri[] {
    return ['dist', 'media'].map((folder) => vscode.Uri.joinPath(this.extensionUri, folder));
  }

  private follow(document: vscode.Uri, deployment?: Deployment): void {
    this.document = document;
    this.deployment = deployment;
    if (this.panel !== undefined) {
      this.panel.title = `Preview ${deployment?.name ?? path.posix.basename(document.path)}`;
    }
    this.schedule(0);
  }

  private isOf(uri: vscode.Uri): boolean {
    return uri.toString() === this.document?.toString();
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
      case 'setValue':
        if (this.document !== undefined) {
          this.tried.set(this.document.toString(), message.name, message.value);
          this.schedule(0);
        }
        break;
      case 'chooseStack':
        this.attempt(this.withAsked((asked) => this.stackTab.choose(asked)));
        break;
      case 'askAgain':
        this.attempt(this.withAsked((asked) => this.stackTab.again(asked)));
        break;
      case 'why':
        await this.why(message);
        break;
      case 'reveal':
        await reveal(vscode.Uri.parse(message.uri), message.range, this.document?.scheme, this.panel?.viewColumn).catch(
          (error: unknown) => {
            this.server.log.warn('cannot open the source of a value:', error);
          },
        );
    }
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
    try {
      await this.ask(client, document, request);
    } catch (error) {
      if (!request.token.isCancellationRequested) {
        this.server.log.warn('preview:', error);
        const text = error instanceof Error ? error.message : String(error);
        const name = path.posix.basename(document.path);
        const uri = document.toString();
        this.unlessStale(request, { type: 'preview', uri, name, version: -1, html: '', tried: [], error: text });
      }
    }
  }

  /** Asks for what the panel shows of a template: its environments, its values and, where it is looked at, its graph. */
  private async ask(client: LanguageClient, document: vscode.Uri, request: vscode.CancellationTokenSource) {
    const textDocument = { uri: document.toString() };
    const { token } = request;
    const known = await client.sendRequest(EnvironmentsRequest, { textDocument }, token);
    const selected = this.deployment?.environments ?? known.selected;
    this.post({ type: 'environments', ...environmentText({ ...known, selected }) });
    const dryRun = { textDocument, ...this.given(textDocument.uri) };
    for (const tab of Object.values(this.stackTabs)) {
      tab.show(document);
    }
    if (this.view === 'graph') {
      const { text } = await client.sendRequest(GraphRequest, { ...dryRun, format: 'json' }, token);
      const graph = parseGraph(text);
      if (graph === undefined) {
        this.post({ type: 'notice', text: 'The hotlint server is too old to draw the graph here.' });
        return;
      }
      this.unlessStale(request, { type: 'graph', uri: textDocument.uri, graph });
    }
    const { version, html, json, error } = await client.sendRequest(PreviewRequest, dryRun, token);
    this.json = json;
    const name = path.posix.basename(document.path);
    const tried = Object.keys(this.tried.of(textDocument.uri));
    this.unlessStale(request, { type: 'preview', uri: textDocument.uri, name, version, html, tried, error });
  }

  /** The environments and values that take the place of those selected for a template. */
  private given(uri: string): { environments?: string[]; parameters?: Record<string, unknown> } {
    const parameters = { ...this.deployment?.values, ...this.tried.of(uri) };
    return {
      ...(this.deployment === undefined ? {} : { environments: this.deployment.environments }),
      ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    };
  }

  /** The tab about a stack that is looked at. */
  private get stackTab(): StackTab<PlanData> | StackTab<FailureData> {
    return this.stackTabs[this.view === 'failure' ? 'failure' : 'plan'];
  }

  private async withAsked(run: (asked: Asked) => Promise<void>): Promise<void> {
    const template = this.document;
    if (template !== undefined) {
      const parameters = { ...this.deployment?.values, ...this.tried.of(template.toString()) };
      await run({ template, deployment: this.deployment, parameters });
    }
  }

  /** Lets something be done that may fail, and says so. */
  private attempt(done: Promise<void>): void {
    done.catch((error: unknown) => {
      this.server.log.warn('stack:', error);
      void vscode.window.showErrorMessage(`hotlint: ${error instanceof Error ? error.message : String(error)}`);
    });
  }

  private async why({ row, uri, line, character }: Extract<FromPage, { type: 'why' }>): Promise<void> {
    const client = await this.server.ready();
    if (client === undefined || this.document === undefined) {
      return;
    }
    // What a nested template is given comes from its parents: the server knows them.
    const given = uri === this.document.toString() ? this.given(uri) : {};
    try {
      const params = { textDocument: { uri }, position: { line, character }, ...given };
      this.post({ type: 'why', row, why: await client.sendRequest(WhyRequest, params) });
    } catch (error) {
      this.server.log.warn('why:', error);
      this.post({ type: 'why', row, why: null });
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
