import type { BaseLanguageClient, LanguageClientOptions, State as ClientState } from 'vscode-languageclient';
import { beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('vscode-languageclient', () => {
  const Type = vi.fn();
  return {
    CloseAction: { DoNotRestart: 1, Restart: 2 },
    ErrorAction: { Continue: 1, Shutdown: 2 },
    ErrorCodes: {
      PendingResponseRejected: -32097,
      ConnectionInactive: -32096,
      MessageWriteError: -32099,
      MessageReadError: -32098,
    },
    RevealOutputChannelOn: { Never: 4 },
    State: { Stopped: 1, Running: 2, Starting: 3, StartFailed: 4 },
    ExecuteCommandRequest: Type,
    NotificationType: Type,
    RequestType: Type,
  };
});
const { CloseAction, State } = await import('vscode-languageclient');
const vscode = await import('./vscode');
const { Server } = await import('../../src/server/client');
const { ServerMessages } = await import('../../src/server/messages');
const { endOf, reasonOf } = await import('../../src/server/reason');
const { showStatus } = await import('../../src/status');

type Listener = (change: { newState: ClientState }) => void;

/** A language client whose start ends as it is told, and that restarts as the real one does. */
class Client {
  state: ClientState = State.Stopped;
  readonly initializeResult = { serverInfo: { name: 'hotlint', version: '0.2.0' } };
  readonly logged: unknown[][] = [];
  private readonly listeners: Listener[] = [];

  constructor(
    readonly options: LanguageClientOptions,
    private readonly starts: (() => void)[],
  ) {}

  onDidChangeState(listener: Listener) {
    this.listeners.push(listener);
  }

  createDefaultErrorHandler() {
    return { error: vi.fn(), closed: () => ({ action: CloseAction.Restart }) };
  }

  error(...details: unknown[]) {
    this.logged.push(details);
  }

  start(): Promise<void> {
    return Promise.resolve().then(() => {
      try {
        this.starts.shift()?.();
      } catch (error) {
        this.become(State.StartFailed);
        this.error('no connection', error, 'force');
        throw error;
      }
      if (this.state !== State.StartFailed) this.become(State.Running);
    });
  }

  /** The server ends before it answers: a start that waits succeeds nonetheless. */
  end() {
    this.become(State.StartFailed);
  }

  dispose() {
    return Promise.resolve();
  }

  /** The server ends while it runs. */
  async crash() {
    await this.options.errorHandler?.closed();
    this.become(State.Stopped);
    await this.start().catch(() => undefined);
  }

  private become(state: ClientState) {
    this.state = state;
    for (const listener of this.listeners) listener({ newState: state });
  }
}

const FOUND = { command: 'hotlint', args: ['server'], origin: 'path' as const };
const fails = (message: string, code?: number) => () => {
  throw Object.assign(new Error(message), code === undefined ? {} : { code });
};
const runs = () => undefined;

/** A server whose starts end one after the other as told, with all that shows how it is. */
function serverOf(...starts: (() => void)[]) {
  const clients: Client[] = [];
  let says: (line: string) => void = () => undefined;
  const host = {
    find: () => Promise.resolve({ found: FOUND }),
    client: (_found: unknown, options: LanguageClientOptions, said: (line: string) => void) => {
      says = said;
      clients.push(new Client(options, starts));
      return clients.at(-1) as unknown as BaseLanguageClient;
    },
    programs: undefined,
    install: undefined,
    onInterpreterChanged: () => Promise.resolve({ dispose: runs }),
  };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const server = new Server('0.2.0', host, log as never);
  new ServerMessages(server);
  showStatus(server);
  return {
    server,
    clients,
    say: (line: string) => {
      says(line);
    },
  };
}

const shown = () => vscode.window.showErrorMessage.mock.calls;

describe('a start that fails', () => {
  beforeEach(() => {
    vscode.window.showErrorMessage.mockReset().mockResolvedValue(undefined);
    vscode.window.showWarningMessage.mockReset().mockResolvedValue(undefined);
    vscode.commands.executeCommand.mockReset();
  });

  it('is told once, with the reason and a button that opens the log', async () => {
    vscode.window.showErrorMessage.mockResolvedValue('Show Log');
    const { server, clients } = serverOf(fails('Traceback:\n  File "a.py"\nImportError: no module\n'));
    await server.restart();
    expect(shown()).toEqual([['hotlint: the server failed to start. ImportError: no module', 'Show Log', 'Restart']]);
    await vi.waitFor(() => {
      expect(vscode.commands.executeCommand).toHaveBeenCalledWith('hotlint.client.showLog');
    });
    expect(vscode.window.showWarningMessage).not.toHaveBeenCalled();
    expect(clients[0]?.logged).toEqual([['no connection', expect.any(Error), false]]); // the client shows nothing itself
  });

  it('is in the status, with the reason as its detail', async () => {
    await serverOf(fails('no such program')).server.restart();
    expect(vscode.statusItem).toMatchObject({
      text: 'hotlint failed to start',
      detail: 'no such program',
      severity: vscode.LanguageStatusSeverity.Error,
      busy: false,
    });
  });

  it.each([-32097, -32099])('has what the server wrote last as its reason, when it ends (%s)', async (code) => {
    const { server, say } = serverOf(() => {
      say('ModuleNotFoundError: pygls');
      say('');
      fails('connection got disposed', code)();
    });
    await server.restart();
    expect(server.status).toMatchObject({ state: 'failed', reason: 'It ended: ModuleNotFoundError: pygls' });
  });

  it('is tried again when the server ends without a word, though the client says that it started', async () => {
    const { server, clients } = serverOf();
    const restarted = server.restart();
    await vi.waitFor(() => {
      expect(clients).toHaveLength(1);
    });
    clients[0]?.end();
    await restarted;
    await server.ready();
    expect(clients).toHaveLength(2);
    expect(server.status).toMatchObject({ state: 'running' });
    expect(shown()).toEqual([]);
  });

  it('is told once when the server always ends without a word', async () => {
    const { server, clients } = serverOf(...Array<() => void>(9).fill(fails('connection got disposed', -32097)));
    await server.restart();
    expect(clients).toHaveLength(4);
    expect(server.status).toMatchObject({ state: 'failed', reason: 'It ended without a word.' });
    expect(shown()).toHaveLength(1);
  });

  it('is told again to who starts it anew, and not otherwise', async () => {
    const { server } = serverOf(fails('a'), fails('a'), fails('a'), fails('b'));
    await server.restart();
    await server.restart();
    expect(shown()).toHaveLength(1);
    await server.restart(true);
    expect(shown()).toHaveLength(2);
    await server.restart();
    expect(shown().map(([message]) => message.at(-1))).toEqual(['a', 'a', 'b']);
  });

  it('is not tried again by the client', async () => {
    const { server, clients } = serverOf(fails('a'));
    await server.restart();
    expect(await clients[0]?.options.errorHandler?.closed()).toEqual({ action: CloseAction.DoNotRestart });
    expect(clients[0]?.options.initializationFailedHandler?.(new Error() as never)).toBe(false);
  });
});

describe('a server that ran and ends', () => {
  beforeEach(() => {
    vscode.window.showErrorMessage.mockReset().mockResolvedValue(undefined);
  });

  it('comes back without a word', async () => {
    const { server, clients } = serverOf(runs, runs);
    const states: string[] = [];
    server.onDidChangeStatus(({ state }) => states.push(state));
    await server.restart();
    await clients[0]?.crash();
    expect(states).toEqual(['stopped', 'starting', 'running', 'starting', 'running']);
    expect(shown()).toEqual([]);
  });

  it('comes back though it is killed while it starts anew', async () => {
    const { server, clients } = serverOf(runs, fails('x', -32097));
    await server.restart();
    await clients[0]?.crash();
    await server.ready();
    expect(clients).toHaveLength(2);
    expect(server.status).toMatchObject({ state: 'running' });
    expect(shown()).toEqual([]);
  });

  it('is told of once when it does not come back', async () => {
    const { server, clients } = serverOf(runs, fails('x', -32097), fails('no memory'));
    await server.restart();
    await clients[0]?.crash();
    await server.ready();
    expect(shown()).toEqual([['hotlint: the server failed to start. no memory', 'Show Log', 'Restart']]);
    expect(vscode.statusItem).toMatchObject({ text: 'hotlint failed to start', detail: 'no memory' });
  });
});

it('a reason is one line', () => {
  expect(reasonOf('a\n b \n')).toBe('b');
  expect(reasonOf(new Error(''))).toBe('It gives no reason.');
  expect(endOf('')).toBe('It ended without a word.');
});
