import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  RevealOutputChannelOn,
  State,
  type ErrorHandler,
  type BaseLanguageClient as LanguageClient,
  type LanguageClientOptions,
} from 'vscode-languageclient';
import { LANGUAGES } from '../detection';
import { CLIENT_COMMANDS } from '../protocol';
import { KEPT_INDENTATION } from './formatting';
import { LINKED_CODES } from './linked-codes';
import type { ServerCommandLine } from './discovery';
import { IN_WORKER, type Host } from './host';
import { endOf, isEnd, isSilentEnd, reasonOf } from './reason';
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
  | { state: 'starting'; byUser: boolean }
  | { state: 'running'; version: string | undefined; command: ServerCommandLine }
  | { state: 'missing'; missingSetting: string }
  | { state: 'failed'; what: 'failed to start' | 'has stopped'; reason: string };

/** Milliseconds in which the last line of a server that ended arrives. */
const LAST_WORDS = 300;
/** How often a server that ends while it starts is started anew, until the user asks for it. */
const RETRIES = 3;
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Owns the language client: finds the server, starts it, starts it anew, and tells how it is. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private current: Status = { state: 'stopped' };
  private pending: Promise<void> = Promise.resolve();
  private asked = false;
  private retries = 0;
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

  /**
   * Starts the server, or starts it anew; requests to do so are carried out one after the other. Who asked for it (`byUser`) is told
   * of a failure again.
   */
  restart(byUser = false): Promise<void> {
    this.asked = true;
    this.retries = byUser ? 0 : this.retries;
    this.pending = this.pending
      .then(() => this.stop())
      .then(() => this.start(byUser))
      .catch((error: unknown) => {
        this.set({ state: 'failed', what: 'failed to start', reason: reasonOf(error) });
      });
    return this.pending;
  }

  async stop(): Promise<void> {
    await this.discard();
    this.set({ state: 'stopped' });
  }

  private async discard(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose(3000);
    } catch (error) {
      this.log.warn('stopping the server:', error); // a server that died already cannot be stopped
    }
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

  private async start(byUser: boolean): Promise<void> {
    this.set({ state: 'starting', byUser });
    const discovery = await this.host.find();
    if (discovery.found === undefined) {
      this.log.info('no server found; looked for', discovery.tried.join(', '));
      this.set({ state: 'missing', missingSetting: discovery.missingSetting ?? '' });
      return;
    }
    for (;;) {
      try {
        await this.connect(discovery.found);
        return;
      } catch (error) {
        // A server that was killed says nothing; one that gives a reason would give it again.
        if (!isSilentEnd(error) || ++this.retries > RETRIES) {
          throw error;
        }
        this.log.warn('the server ended while it started; it is started again');
        await this.discard();
      }
    }
  }

  /** Starts one client, and waits until the server answers. Throws the reason why it does not. */
  private async connect(found: ServerCommandLine): Promise<void> {
    this.log.info(`starting ${found.command} ${found.args.join(' ')} (found by: ${found.origin})`);
    let lastLine = '';
    const said = (line: string) => {
      lastLine = line.trim() === '' ? lastLine : line.trim();
    };
    const handler: { current?: ErrorHandler } = {};
    const client = this.host.client(found, this.clientOptions(handler), said);
    this.client = client;
    onlyLogs(client);
    handler.current = this.errorHandler(client);
    let hasRun = false;
    client.onDidChangeState(({ newState }) => {
      if (this.client !== client || !hasRun) {
        return; // the first start is waited for below
      }
      if (newState === State.Running) {
        this.announce(client, found); // the client brought it back by itself
      } else if (newState === State.StartFailed && ++this.retries <= RETRIES) {
        this.log.warn('the server ended while it started anew; it is started again');
        void this.restart();
      } else if (newState === State.StartFailed || (newState === State.Stopped && this.current.state === 'running')) {
        this.set({ state: 'failed', what: 'has stopped', reason: endOf(lastLine) });
      }
    });
    const failed = new Promise<never>((_, reject) => {
      client.onDidChangeState(async ({ newState }) => {
        if (newState === State.StartFailed || newState === State.Stopped) {
          await sleep(LAST_WORDS);
          reject(new Error(endOf(lastLine)));
        }
      });
    });
    try {
      await Promise.race([client.start(), failed]);
    } catch (error) {
      if (isEnd(error)) {
        await failed;
      }
      throw error;
    }
    if (client.state !== State.Running) {
      await failed; // the start of a client whose server has ended may well succeed
    }
    hasRun = true;
    this.announce(client, found);
  }

  /** A server that ran is started anew when it ends, some times; one that does not even start has a reason that stays. */
  private errorHandler(client: LanguageClient): ErrorHandler {
    const usual = client.createDefaultErrorHandler();
    return {
      error: (...details) => usual.error(...details),
      closed: async () => {
        if (client.state !== State.Running) {
          return { action: CloseAction.DoNotRestart };
        }
        const result = await usual.closed();
        if (this.client === client && result.action === CloseAction.Restart) {
          this.set({ state: 'starting', byUser: false });
        }
        return result;
      },
    };
  }

  private announce(client: LanguageClient, command: ServerCommandLine): void {
    this.set({ state: 'running', version: client.initializeResult?.serverInfo?.version, command });
    this.started.fire(client);
  }

  private clientOptions(handler: { current?: ErrorHandler }): LanguageClientOptions {
    return {
      // The client, whose usual handler this uses, is made with these options.
      errorHandler: {
        error: (...details) => handler.current?.error(...details) ?? { action: ErrorAction.Shutdown },
        closed: () => handler.current?.closed() ?? { action: CloseAction.DoNotRestart },
      },
      initializationFailedHandler: () => false,
      documentSelector: documents(),
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: initializationOptions(),
      diagnosticPullOptions: { onChange: true, onSave: true },
      markdown: { isTrusted: false, supportHtml: false },
      middleware: {
        ...LINKED_CODES,
        ...KEPT_INDENTATION,
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

/** Leaves all notifications to `ServerMessages`: the client would show several for one failure. */
function onlyLogs(client: LanguageClient): void {
  const error = client.error.bind(client);
  client.error = (message, data) => {
    error(message, data, false);
  };
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
