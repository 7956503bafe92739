import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { isSuite, kindOf } from './detection';
import facts from './facts.json';
import { recognize } from './file-kinds';
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
import { TestResults } from './test-results';

const YAML = `**/*{${facts.yamlEndings.join(',')}}`;
const PAUSE = 300;
/** Files that are read at once while suites are looked for. */
const AT_ONCE = 32;

/** How tests are run: plainly, with the provenance of wrong values, or with what they reach in the templates. */
type Mode = 'run' | 'debug' | 'coverage';

/** Suites in VS Code's Testing view: found in the workspace by their content, run by the server. */
export class Testing implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController('hotlint', 'Heat templates');
  private readonly details = new WeakMap<vscode.FileCoverage, vscode.FileCoverageDetail[]>();
  private readonly pending = new Map<string, NodeJS.Timeout>();
  private readonly results = new TestResults();
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
    // Every file: a template may take any of them, by get_file.
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    const changed = (uri: vscode.Uri) => {
      this.changed(uri);
    };
    const edited = (document: vscode.TextDocument) => {
      if (document.uri.scheme === 'file') {
        this.changed(document.uri);
      }
    };
    this.subscriptions.push(
      controller,
      watcher,
      watcher.onDidCreate(changed),
      watcher.onDidChange(changed),
      watcher.onDidDelete(changed),
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (document.uri.scheme === 'file' && kindOf(document) === 'suite') {
          this.soon(document.uri);
        }
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) {
          edited(document);
        }
      }),
      // Changes that are not saved are lost.
      vscode.workspace.onDidCloseTextDocument(edited),
      vscode.commands.registerCommand('hotlint.client.runTest', (uri: string, name: string | null) =>
        this.runNamed(uri, name, 'run'),
      ),
      vscode.commands.registerCommand('hotlint.client.debugTest', (uri: string, name: string | null) =>
        this.runNamed(uri, name, 'debug'),
      ),
    );
    vscode.workspace.textDocuments.forEach((document) => {
      if (document.uri.scheme === 'file' && kindOf(document) === 'suite') {
        this.soon(document.uri);
      }
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
    const found = await vscode.workspace.findFiles(YAML);
    const known = [...this.controller.items].map(([, { uri }]) => uri).filter((uri) => uri !== undefined);
    const uris = [...new Map([...known, ...found].map((uri) => [uri.toString(), uri])).values()];
    for (let at = 0; at < uris.length; at += AT_ONCE) {
      await Promise.all(uris.slice(at, at + AT_ONCE).map((uri) => this.look(uri)));
    }
  }

  /** Adds a file to the view with its tests when it is a suite, else removes it. */
  private async look(uri: vscode.Uri): Promise<void> {
    const text = await textOf(uri);
    if (text !== undefined && isSuite(uri.path, text)) {
      await this.load(this.file(uri));
    } else {
      this.controller.items.delete(uri.toString());
    }
  }

  /** Marks the results that a change of a file outdates, and reads the file again. */
  private changed(uri: vscode.Uri): void {
    const settings = recognize(uri.path, '') === 'configuration';
    const outdated = settings ? this.results.clear() : this.results.changed(uri.toString());
    this.outdate(outdated);
    if (facts.yamlEndings.some((ending) => uri.path.endsWith(ending))) {
      this.soon(uri);
    }
  }

  private outdate(suites: string[]): void {
    const items = suites.map((id) => this.controller.items.get(id)).filter((item) => item !== undefined);
    if (items.length > 0) {
      this.controller.invalidateTestResults(items);
    }
  }

  /** Reads a file again once typing pauses. */
  private soon(uri: vscode.Uri): void {
    const key = uri.toString();
    clearTimeout(this.pending.get(key));
    const timer = setTimeout(() => {
      this.pending.delete(key);
      void this.look(uri);
    }, PAUSE);
    this.pending.set(key, timer);
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
    const outdated: string[] = [];
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
          outdated.push(...(await this.runFile(client, run, file, items, mode)));
        }
      }
    } finally {
      run.end();
      this.outdate(outdated);
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

  /** Runs tests of a suite. Returns the suite where its results do not hold any more: a file changed meanwhile. */
  private async runFile(
    client: LanguageClient,
    run: vscode.TestRun,
    file: vscode.TestItem,
    items: vscode.TestItem[],
    mode: Mode,
  ): Promise<string[]> {
    items.forEach((item) => {
      run.started(item);
    });
    const of = this.results.begin(file.id);
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
      return this.results.end(of, []) ? [] : [of.suite];
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
    const files = (result.files ?? []).map((uri) => client.protocol2CodeConverter.asUri(uri).toString());
    return this.results.end(of, files) ? [] : [of.suite];
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

/** The text of a file as the editor has it, else as the disk has it; undefined where there is none. */
async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  const key = uri.toString();
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
  if (open !== undefined) {
    return open.getText();
  }
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}
