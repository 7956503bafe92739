// The events of a stack at the lines of its resources, while somebody deploys it. Only reads, until the user or the window ends it.
import * as path from 'node:path';
import * as vscode from 'vscode';
import { EnvironmentsRequest } from '../protocol';
import type { Server } from '../server/client';
import { eventsArguments } from './arguments';
import { runFolder, type Clouds } from './clouds';
import { parseEvents, worstTone, type StackEvent, type StackEvents, type Tone } from './events-data';
import { askStack } from './stack-answers';
import { failure } from './program';

/** Milliseconds between the end of one question and the next one. */
const PAUSE = 5000;
/** Characters of a reason that have room at the end of a line; a hover has all of it. */
const ROOM = 90;
const COLORS: Record<Tone, string> = {
  failed: 'editorError.foreground',
  running: 'editorInfo.foreground',
  done: 'terminal.ansiGreen', // the green of tests is pale on white: 2.0 to 1, where this has 5.4
};

/** Follows the events of one stack at a time. */
export class EventFollower implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('hotlint.events', vscode.StatusBarAlignment.Left);
  private readonly types = new Map(
    Object.entries(COLORS).map(([tone, color]) => {
      const after = { margin: '0 0 0 2em', color: new vscode.ThemeColor(color) };
      return [tone, vscode.window.createTextEditorDecorationType({ after, isWholeLine: true })];
    }),
  );
  private readonly listener = vscode.window.onDidChangeVisibleTextEditors(() => {
    this.draw();
  });
  private running: AbortController | undefined;
  private shown: StackEvents | undefined;

  constructor(
    private readonly server: Server,
    private readonly clouds: Clouds,
  ) {
    this.item.name = 'Events of a stack';
    this.item.command = 'hotlint.client.stopFollowing';
  }

  dispose(): void {
    this.stop();
    vscode.Disposable.from(this.item, this.listener, ...this.types.values()).dispose();
  }

  /** Lets the user choose a stack in a cloud, and shows its events at the resources of a template until that is ended. */
  async follow(template: vscode.Uri): Promise<void> {
    if (!this.clouds.permitted('a stack in a cloud')) {
      return;
    }
    const cwd = runFolder(template);
    const cloud = await vscode.window.showQuickPick(this.clouds.names(cwd), {
      title: `Cloud with the stack of ${path.posix.basename(template.path)}`,
      placeHolder: 'The cloud is asked again and again, and nothing is changed there',
    });
    const source = cloud === undefined ? undefined : await askStack(template, cloud);
    if (source?.kind !== 'stack') {
      return;
    }
    this.stop();
    const running = new AbortController();
    this.running = running;
    this.say(`$(sync~spin) ${source.stack}`, `Asking the cloud ${source.cloud}`);
    const args = eventsArguments(source, template.fsPath, await this.environments(template));
    while (this.running === running) {
      const outcome = await this.clouds.quietly(args, cwd, running.signal);
      if (this.running !== running) {
        return;
      }
      const found = outcome === undefined ? undefined : parseEvents(outcome.stdout);
      if (found === undefined) {
        this.stop();
        const why = outcome === undefined ? 'The server does not run.' : failure(outcome);
        void vscode.window.showErrorMessage(`hotlint: the events of ${source.stack} cannot be read. ${why}`);
        return;
      }
      this.shown = found;
      this.draw();
      const icon = found.stack.status.endsWith('_IN_PROGRESS') ? '$(sync~spin)' : '$(eye)';
      this.say(`${icon} ${found.stack.name}: ${found.stack.status}`, 'Click to stop following the stack');
      await pause(running.signal);
    }
  }

  /** Asks no more, and removes what is shown. */
  stop(): void {
    this.running?.abort();
    this.running = undefined;
    this.shown = undefined;
    this.item.hide();
    this.draw();
  }

  private say(text: string, tooltip: string): void {
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.show();
  }

  private async environments(template: vscode.Uri): Promise<string[]> {
    const client = await this.server.ready();
    const found = await client?.sendRequest(EnvironmentsRequest, { textDocument: { uri: template.toString() } });
    const uris = (found?.selected ?? []).map((uri) => vscode.Uri.parse(uri));
    return uris.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath);
  }

  private draw(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const lines = this.linesOf(editor.document.uri.fsPath);
      for (const [tone, type] of this.types) {
        const own = [...lines].filter(([, events]) => worstTone(events) === tone);
        editor.setDecorations(
          type,
          own.map(([line, events]) => decoration(editor.document, line, events)),
        );
      }
    }
  }

  /** The events of the resources in a file by their line: one for each member of a group. */
  private linesOf(file: string): Map<number, StackEvent[]> {
    const lines = new Map<number, StackEvent[]>();
    for (const event of this.shown?.events ?? []) {
      if (event.place !== null && path.resolve(event.place.path) === file) {
        lines.set(event.place.line - 1, [...(lines.get(event.place.line - 1) ?? []), event]);
      }
    }
    return lines;
  }
}

function decoration(document: vscode.TextDocument, line: number, events: StackEvent[]): vscode.DecorationOptions {
  const range = document.lineAt(Math.min(line, document.lineCount - 1)).range;
  const worst = events.find((event) => worstTone([event]) === worstTone(events));
  const more = events.length > 1 ? ` (${String(events.length)} resources)` : '';
  const reason = worst?.status.endsWith('_FAILED') === true ? `: ${worst.reason}` : '';
  const text = `${worst?.status ?? ''}${more}${reason}`.replace(/\s+/g, ' ');
  const hover = new vscode.MarkdownString();
  for (const { resource, status, reason: why } of events) {
    hover.appendText(`${resource.join('/')} ${status}${why === '' ? '' : `: ${why}`}\n`);
  }
  return {
    range,
    hoverMessage: hover,
    renderOptions: { after: { contentText: text.length > ROOM ? `${text.slice(0, ROOM)}…` : text } },
  };
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, PAUSE);
    signal.addEventListener('abort', end);
  });
}
