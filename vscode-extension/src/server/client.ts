import * as vscode from 'vscode';
import {
  RevealOutputChannelOn,
  State,
  type BaseLanguageClient as LanguageClient,
  type LanguageClientOptions,
} from 'vscode-languageclient';
import { LANGUAGES } from '../detection';
import { CLIENT_COMMANDS } from '../protocol';
import { LINKED_CODES } from './linked-codes';
import type { ServerCommandLine } from './discovery';
import { IN_WORKER, type Host } from './host';
import { compatibility, requirement, type Compatibility } from './version';

/**
 * The documents of some languages that the server sees, by default all that it can: HOT by language, and all YAML and JSON, of
 * which it ignores what is not Heat's.
 */
export function documents(languages = LANGUAGES): { scheme: string; language: string }[] {
  return languages.flatMap((language) => schemes().map((scheme) => ({ scheme, language })));
}

/** The documents in which YAML is written. */
export function yamlDocuments(): { scheme: string; language: string }[] {
  return documents(['hot', 'yaml']);
}

/** The schemes of files: also those of folders that are on no disk. */
export function schemes(): string[] {
  return [...new Set(['file', 'untitled', ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme)])];
}

export type Status =
  | { state: 'stopped' }
  | { state: 'starting' }
  | { state: 'running'; version: string | undefined; command: ServerCommandLine }
  | { state: 'missing'; missingSetting: string }
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
    private readonly host: Host,
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

  /** Whether the server runs in a worker of this window, where no other program of hotlint is. */
  get isInWorker(): boolean {
    return this.current.state === 'running' && this.current.command === IN_WORKER;
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
    const discovery = await this.host.find();
    if (discovery.found === undefined) {
      this.log.info('no server found; looked for', discovery.tried.join(', '));
      this.set({ state: 'missing', missingSetting: discovery.missingSetting ?? '' });
      return;
    }
    const { command, args, origin } = discovery.found;
    this.log.info(`starting ${command} ${args.join(' ')} (found by: ${origin})`);
    const client = this.host.client(discovery.found, this.clientOptions());
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

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector: documents(),
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
