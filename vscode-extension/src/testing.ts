import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { isSuiteName } from './detection';
import {
  RunTestsRequest,
  TestsRequest,
  type CoverPoint,
  type RunTestsParams,
  type RunTestsResult,
  type TestFailure,
} from './protocol';
import { coverageDetails, failureText, valueText } from './text';
import type { Server } from './server/client';

const SUITES = '**/*.hot-test.{yaml,yml}';
const PAUSE = 300;

/** How tests are run: plainly, with the provenance of wrong values, or with what they reach in the templates. */
type Mode = 'run' | 'debug' | 'coverage';

/** Suites in VS Code's Testing view: found in the workspace, run by the server. */
export class Testing implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController('hotlint', 'Heat templates');
  private readonly details = new WeakMap<vscode.FileCoverage, vscode.FileCoverageDetail[]>();
  private readonly pending = new Map<string, NodeJS.Timeout>();
  private readonly subscriptions: { dispose(): unknown }[] = [];

  constructor(private readonly server: Server) {
    const { controller } = this;
    controller.resolveHandler = async (item) => {
      await (item === undefined ? this.findAll() : this.load(item));
    };
    controller.refreshHandler = () => this.findAll();
    this.profile('Run', vscode.TestRunProfileKind.Run, 'run');
    this.profile('Explain values', vscode.TestRunProfileKind.Debug, 'debug');
    const coverage = this.profile('Run with coverage', vscode.TestRunProfileKind.Coverage, 'coverage');
    coverage.loadDetailedCoverage = (_run, file) => Promise.resolve(this.details.get(file) ?? []);
    const watcher = vscode.workspace.createFileSystemWatcher(SUITES);
    this.subscriptions.push(
      controller,
      watcher,
      watcher.onDidCreate((uri) => this.load(this.file(uri))),
      watcher.onDidChange((uri) => {
        this.soon(uri);
      }),
      watcher.onDidDelete((uri) => {
        controller.items.delete(uri.toString());
      }),
      vscode.workspace.onDidOpenTextDocument((document) => {
        this.look(document);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        this.look(document);
      }),
      vscode.commands.registerCommand('hotlint.client.runTest', (uri: string, name: string | null) =>
        this.runNamed(uri, name, 'run'),
      ),
      vscode.commands.registerCommand('hotlint.client.debugTest', (uri: string, name: string | null) =>
        this.runNamed(uri, name, 'debug'),
      ),
    );
    vscode.workspace.textDocuments.forEach((document) => {
      this.look(document);
    });
  }

  dispose(): void {
    this.pending.forEach((timer) => {
      clearTimeout(timer);
    });
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private profile(label: string, kind: vscode.TestRunProfileKind, mode: Mode): vscode.TestRunProfile {
    return this.controller.createRunProfile(
      label,
      kind,
      (request, token) => this.run(request, token, mode),
      kind === vscode.TestRunProfileKind.Run,
    );
  }

  // -- discovery -----------------------------------------------------------------------------------------------------

  private async findAll(): Promise<void> {
    const found = await vscode.workspace.findFiles(SUITES);
    await Promise.all(found.map((uri) => this.load(this.file(uri))));
  }

  private look(document: vscode.TextDocument): void {
    if (document.uri.scheme === 'file' && isSuiteName(document.fileName)) {
      this.soon(document.uri);
    }
  }

  /** Reads the tests of a suite again once typing pauses. */
  private soon(uri: vscode.Uri): void {
    const key = uri.toString();
    clearTimeout(this.pending.get(key));
    this.pending.set(
      key,
      setTimeout(() => void this.load(this.file(uri)), PAUSE),
    );
  }

  private file(uri: vscode.Uri): vscode.TestItem {
    const known = this.controller.items.get(uri.toString());
    if (known !== undefined) {
      return known;
    }
    const item = this.controller.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
    item.canResolveChildren = true;
    this.controller.items.add(item);
    return item;
  }

  private async load(item: vscode.TestItem): Promise<void> {
    const client = await this.server.ready();
    if (client === undefined || item.uri === undefined) {
      return;
    }
    const uri = client.code2ProtocolConverter.asUri(item.uri);
    try {
      const { tests, problems } = await client.sendRequest(TestsRequest, { textDocument: { uri } });
      item.error = problems > 0 ? `The suite has ${String(problems)} mistakes; see the Problems view.` : undefined;
      item.children.replace(
        tests.map(({ id, range }) => {
          const child = this.controller.createTestItem(id, id, item.uri);
          child.range = client.protocol2CodeConverter.asRange(range);
          return child;
        }),
      );
    } catch (error) {
      item.error = error instanceof Error ? error.message : String(error);
    }
  }

  // -- runs ----------------------------------------------------------------------------------------------------------

  /** Runs the test that a lens names, or all tests of the suite. */
  private async runNamed(uri: string, name: string | null, mode: Mode): Promise<void> {
    const file = this.file(vscode.Uri.parse(uri));
    await this.load(file);
    const children = [...file.children].map(([, child]) => child);
    const wanted = children.filter(({ id }) => name === null || id === name || id.startsWith(`${name} [`));
    const request = new vscode.TestRunRequest(wanted);
    await this.run(request, new vscode.CancellationTokenSource().token, mode);
    await vscode.commands.executeCommand('testing.showMostRecentOutput');
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken, mode: Mode): Promise<void> {
    const run = this.controller.createTestRun(request);
    try {
      const client = await this.server.ready();
      if (client === undefined) {
        return;
      }
      for (const [file, items] of await this.wanted(request)) {
        if (token.isCancellationRequested) {
          items.forEach((item) => {
            run.skipped(item);
          });
        } else {
          await this.runFile(client, run, file, items, mode);
        }
      }
    } finally {
      run.end();
    }
  }

  /** The tests of a request, by their suite. */
  private async wanted(request: vscode.TestRunRequest): Promise<Map<vscode.TestItem, vscode.TestItem[]>> {
    if (request.include === undefined) {
      await this.findAll();
    }
    const included = request.include ?? [...this.controller.items].map(([, item]) => item);
    const excluded = new Set(request.exclude);
    const found = new Map<vscode.TestItem, vscode.TestItem[]>();
    for (const item of included) {
      const file = item.parent ?? item;
      if (item === file) {
        await this.load(file);
      }
      const items = item === file ? [...file.children].map(([, child]) => child) : [item];
      const kept = items.filter((one) => !excluded.has(one) && !excluded.has(file));
      found.set(file, [...new Set([...(found.get(file) ?? []), ...kept])]);
    }
    return found;
  }

  private async runFile(
    client: LanguageClient,
    run: vscode.TestRun,
    file: vscode.TestItem,
    items: vscode.TestItem[],
    mode: Mode,
  ): Promise<void> {
    items.forEach((item) => {
      run.started(item);
    });
    const params: RunTestsParams = {
      textDocument: { uri: client.code2ProtocolConverter.asUri(file.uri ?? vscode.Uri.parse(file.id)) },
      ids: items.map(({ id }) => id),
      explain: mode === 'debug',
      coverage: mode === 'coverage',
    };
    let result: RunTestsResult;
    try {
      result = await client.sendRequest(RunTestsRequest, params);
    } catch (error) {
      const message = new vscode.TestMessage(error instanceof Error ? error.message : String(error));
      items.forEach((item) => {
        run.errored(item, message);
      });
      return;
    }
    const byId = new Map(result.tests.map((test) => [test.id, test]));
    for (const item of items) {
      const test = byId.get(item.id);
      if (test === undefined || test.state === 'skipped') {
        run.skipped(item);
      } else if (test.state === 'passed') {
        run.passed(item, test.seconds * 1000);
      } else {
        const messages = test.failures.map((failure) => this.message(client, item, failure));
        run.failed(item, messages, test.seconds * 1000);
        test.failures.forEach((failure) => {
          run.appendOutput(failureText(failure).replaceAll('\n', '\r\n'), undefined, item);
        });
      }
    }
    result.coverage?.forEach(({ uri, points }) => {
      run.addCoverage(this.coverage(client, uri, points));
    });
  }

  private message(client: LanguageClient, item: vscode.TestItem, failure: TestFailure): vscode.TestMessage {
    const provenance = failure.provenance === undefined ? '' : `\n\n${failure.provenance}`;
    const text = `${failure.message}${provenance}`;
    const message =
      'expected' in failure || 'actual' in failure
        ? vscode.TestMessage.diff(text, valueText(failure.expected), valueText(failure.actual))
        : new vscode.TestMessage(text);
    if (item.uri !== undefined) {
      message.location = new vscode.Location(item.uri, client.protocol2CodeConverter.asRange(failure.range));
    }
    return message;
  }

  private coverage(client: LanguageClient, uri: string, points: CoverPoint[]): vscode.FileCoverage {
    const convert = client.protocol2CodeConverter;
    const details = coverageDetails(points).map(
      ({ hits, range, branches }) =>
        new vscode.StatementCoverage(
          hits,
          convert.asRange(range),
          branches.map((one) => new vscode.BranchCoverage(one.hits, convert.asRange(one.range), one.label)),
        ),
    );
    const file = vscode.FileCoverage.fromDetails(convert.asUri(uri), details);
    this.details.set(file, details);
    return file;
  }
}
