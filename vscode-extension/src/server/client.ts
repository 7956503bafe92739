import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient, RevealOutputChannelOn, State, type LanguageClientOptions } from 'vscode-languageclient/node';
import { LANGUAGES } from '../detection';
import { CLIENT_COMMANDS } from '../protocol';
import { LINKED_CODES } from './linked-codes';
import { findServer, type Discovery, type ServerCommandLine } from './discovery';
import { selectedInterpreter } from './python';
import { compatibility, requirement, type Compatibility } from './version';

/** Which documents the server sees: HOT by language, and all YAML and JSON, of which it ignores what is not Heat's. */
export const DOCUMENTS = selector(LANGUAGES);
/** The documents in which YAML is written. */
export const YAML_DOCUMENTS = selector(['hot', 'yaml']);

function selector(languages: readonly string[]): { scheme: string; language: string }[] {
  return languages.flatMap((language) => ['file', 'untitled'].map((scheme) => ({ scheme, language })));
}

export type Status =
  | { state: 'stopped' }
  | { state: 'starting' }
  | { state: 'running'; version: string | undefined; command: ServerCommandLine }
  | { state: 'missing'; missingSetting: string | undefined }
  | { state: 'failed'; reason: string };

/** Owns the language client: finds the server, starts it, starts it anew, and tells how it is. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private current: Status = { state: 'stopped' };
  private pending: Promise<void> = Promise.resolve();
  private asked = false;
  private readonly statusChanged = new vscode.EventEmitter<Status>();
  private readonly started = new vscode.EventEmitter<LanguageClient>();

  readonly onDidChangeStatus = this.statusChanged.event;
  /** Fires for every new client, once it answers. */
  readonly onDidStart = this.started.event;

  constructor(
    private readonly extensionVersion: string,
    private readonly extensionFolder: string,
    readonly log: vscode.LogOutputChannel,
  ) {}

  /** Whether a start was ever asked for; before that nothing is run and nothing is missed. */
  get wasAsked(): boolean {
    return this.asked;
  }

  get status(): Status {
    return this.current;
  }

  /** The client when the server answers, else undefined. */
  get running(): LanguageClient | undefined {
    return this.client?.state === State.Running ? this.client : undefined;
  }

  /** Starts the server unless that was tried already, waits for it, and gives the client if there is one. */
  async ready(): Promise<LanguageClient | undefined> {
    await (this.asked ? this.pending : this.restart());
    return this.running;
  }

  /** Starts the server, or starts it anew; requests to do so are carried out one after the other. */
  restart(): Promise<void> {
    this.asked = true;
    this.pending = this.pending
      .then(() => this.stop())
      .then(() => this.start())
      .catch((error: unknown) => {
        this.set({ state: 'failed', reason: error instanceof Error ? error.message : String(error) });
      });
    return this.pending;
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose(3000);
    } catch (error) {
      this.log.warn('stopping the server:', error); // a server that died already cannot be stopped
    }
    this.set({ state: 'stopped' });
  }

  dispose(): void {
    void this.stop();
    this.statusChanged.dispose();
    this.started.dispose();
  }

  /** How the versions of this extension and of the running server go together. */
  fit(): Compatibility {
    return this.current.state === 'running' ? compatibility(this.extensionVersion, this.current.version) : 'unknown';
  }

  /** What to install for this extension, as pip writes it. */
  get requirement(): string {
    return requirement(this.extensionVersion);
  }

  private async start(): Promise<void> {
    this.set({ state: 'starting' });
    const discovery = await this.find();
    if (discovery.found === undefined) {
      this.log.info('no server found; looked for', discovery.tried.join(', '));
      this.set({ state: 'missing', missingSetting: discovery.missingSetting });
      return;
    }
    const { command, args, origin } = discovery.found;
    this.log.info(`starting ${command} ${args.join(' ')} (found by: ${origin})`);
    // Safe path: what lies in the workspace must not be imported by the server's Python.
    const options = { env: { ...process.env, PYTHONSAFEPATH: '1', PYTHONUTF8: '1' } };
    const client = new LanguageClient('hotlint', 'hotlint', { command, args, options }, this.clientOptions());
    this.client = client;
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Stopped && this.client === client && this.current.state === 'running') {
        this.set({ state: 'failed', reason: 'The server has stopped.' });
      } else if (newState === State.Running && this.client === client && this.current.state === 'failed') {
        this.announce(client, discovery.found); // the client brought it back by itself
      }
    });
    await client.start();
    this.announce(client, discovery.found);
  }

  private announce(client: LanguageClient, command: ServerCommandLine): void {
    this.set({ state: 'running', version: client.initializeResult?.serverInfo?.version, command });
    this.started.fire(client);
  }

  private async find(): Promise<Discovery> {
    const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri);
    const bundle = path.join(this.extensionFolder, 'dist', 'hotlint.pyz');
    return findServer({
      setting: vscode.workspace.getConfiguration('hotlint', folders[0]).get<string>('path', ''),
      workspaceFolder: folders[0]?.fsPath,
      workspaceFolders: folders.map((uri) => uri.fsPath),
      interpreter: await selectedInterpreter(folders[0]),
      trusted: vscode.workspace.isTrusted,
      environment: process.env,
      platform: process.platform,
      bundle: (await isFile(bundle)) ? bundle : undefined,
      runsBundle,
      isExecutable,
    });
  }

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector: DOCUMENTS,
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: initializationOptions(),
      diagnosticPullOptions: { onChange: true, onSave: true },
      markdown: { isTrusted: false, supportHtml: false },
      middleware: {
        ...LINKED_CODES,
        workspace: {
          // Folders of plugins are a matter of trust, whatever scope their setting comes from.
          configuration: async (params, token, next) => {
            const values = await next(params, token);
            return Array.isArray(values) && !vscode.workspace.isTrusted ? values.map(withoutPlugins) : values;
          },
        },
      },
    };
  }

  private set(status: Status): void {
    this.current = status;
    this.statusChanged.fire(status);
  }
}

function initializationOptions(): Record<string, unknown> {
  const settings = { ...vscode.workspace.getConfiguration().get<Record<string, unknown>>('hotlint', {}) };
  const trusted = vscode.workspace.isTrusted;
  return { ...(trusted ? settings : (withoutPlugins(settings) as object)), trusted, clientCommands: CLIENT_COMMANDS };
}

function withoutPlugins(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
    return settings;
  }
  return { ...settings, ...('pluginDirs' in settings ? { pluginDirs: [] } : {}) };
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, process.platform === 'win32' ? constants.F_OK : constants.X_OK);
    return await isFile(file);
  } catch {
    return false;
  }
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** Whether an interpreter is Python 3.11 or newer: it is asked, without anything of the user's environment. */
function runsBundle(interpreter: string): Promise<boolean> {
  const question = 'import sys; sys.exit(sys.version_info < (3, 11))';
  return new Promise((resolve) => {
    execFile(interpreter, ['-I', '-S', '-c', question], { timeout: 5000 }, (error) => {
      resolve(error === null);
    });
  });
}
