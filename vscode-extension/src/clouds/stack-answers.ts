import * as path from 'node:path';
import * as vscode from 'vscode';
import { parseFailure, type FailureData } from '../preview/failure-data';
import { parsePlan, type PlanData } from '../preview/plan-data';
import type { StackShown } from '../preview/messages';
import { sourceText, stackArguments, type StackSource } from './arguments';
import { folderOf, runFolder, type Clouds } from './clouds';
import { filesOf } from './files';
import { failure } from './program';

const MEMORY = 'hotlint.planSources';

interface Item extends vscode.QuickPickItem {
  source?: StackSource;
  cloud?: string;
}

/** What a command says of a stack and a template: how it is asked, and how its answer is read. */
export interface StackQuestion<Data> {
  command: 'plan' | 'failure';
  /** What needs a trusted workspace, and what is done, each before the name of a stack or as a subject. */
  what: string;
  doing: string;
  /** The title of the choice of a stack, from the name of a template. */
  choosing: (template: string) => string;
  parse: (text: string) => Data | undefined;
}

export const PLAN: StackQuestion<PlanData> = {
  command: 'plan',
  what: 'a plan',
  doing: 'planning the update of',
  choosing: (template) => `Stack that ${template} updates`,
  parse: parsePlan,
};
export const FAILURE: StackQuestion<FailureData> = {
  command: 'failure',
  what: 'a stack in a cloud',
  doing: 'reading why it failed:',
  choosing: (template) => `Failed stack of ${template}`,
  parse: parseFailure,
};

/** What the answer depends on besides the template: environments as files, and values that win over them. */
export interface Given {
  environments: string[];
  parameters: Record<string, unknown>;
}

/** Answers to a question by template: the stacks that the user chose, and what the program says of them. */
export class StackAnswers<Data> {
  private readonly sources = new Map<string, StackSource>();
  private readonly shown = new Map<string, StackShown<Data>>();
  private readonly runs = new Map<string, number>();

  constructor(
    private readonly clouds: Clouds,
    private readonly memory: vscode.Memento,
    readonly question: StackQuestion<Data>,
  ) {}

  /** What is to be shown for a template. */
  of(template: vscode.Uri): StackShown<Data> {
    return this.shown.get(template.toString()) ?? { state: 'none' };
  }

  /** Whether a stack was chosen for a template. */
  hasSource(template: vscode.Uri): boolean {
    return this.sources.has(template.toString());
  }

  /** Whether the question about a template can be asked again without asking a cloud. */
  isOffline(template: vscode.Uri): boolean {
    return this.sources.get(template.toString())?.kind === 'recording';
  }

  /** Says that the template is not what was asked about any more; true when that is news. */
  outdate(template: vscode.Uri): boolean {
    const shown = this.of(template);
    if (shown.state !== 'done' || shown.stale) {
      return false;
    }
    this.shown.set(template.toString(), { ...shown, stale: true });
    return true;
  }

  /** Lets the user choose the stack; true when one was chosen. Names of clouds are read from files, no cloud is asked. */
  async choose(template: vscode.Uri): Promise<boolean> {
    if (!this.clouds.permitted(this.question.what)) {
      return false;
    }
    const picked = await vscode.window.showQuickPick(this.offers(template), {
      title: this.question.choosing(path.posix.basename(template.path)),
      placeHolder: 'A recorded stack, or one that runs in a cloud, which is then asked',
      matchOnDescription: true,
    });
    const source = picked?.source ?? (picked?.cloud === undefined ? undefined : await askStack(template, picked.cloud));
    if (source === undefined) {
      return false;
    }
    this.sources.set(template.toString(), source);
    await this.memory.update(MEMORY, { ...this.remembered(), [template.toString()]: source });
    return true;
  }

  /** Asks; `changed` is called whenever there is something else to show. */
  async ask(template: vscode.Uri, given: Given, changed: () => void): Promise<void> {
    const key = template.toString();
    const source = this.sources.get(key);
    if (source === undefined || !this.clouds.permitted(this.question.what)) {
      return;
    }
    const number = (this.runs.get(key) ?? 0) + 1;
    this.runs.set(key, number);
    const before = this.of(template);
    this.set(template, { state: 'busy', source: sourceText(source) }, changed);
    const found = await this.result(template, source, given);
    if (this.runs.get(key) === number) {
      this.set(template, found ?? before, changed);
    }
  }

  private set(template: vscode.Uri, shown: StackShown<Data>, changed: () => void): void {
    this.shown.set(template.toString(), shown);
    changed();
  }

  private async result(template: vscode.Uri, source: StackSource, given: Given): Promise<StackShown<Data> | undefined> {
    const named = sourceText(source);
    const { command, doing, parse } = this.question;
    const ask = async (values?: string): Promise<StackShown<Data> | undefined> => {
      const environments = [...given.environments, ...(values === undefined ? [] : [values])];
      const args = stackArguments(command, source, template.fsPath, environments);
      const outcome = await this.clouds.show(`${doing} ${named}`, args, runFolder(template));
      const data = outcome === undefined ? undefined : parse(outcome.stdout);
      if (outcome === undefined) {
        return undefined;
      }
      return data === undefined
        ? { state: 'failed', source: named, message: failure(outcome) }
        : { state: 'done', source: named, data, stale: false, places: {} };
    };
    const { parameters } = given;
    // Values that are tried out go into an environment.
    return Object.keys(parameters).length === 0
      ? ask()
      : this.clouds.withFile('values.yaml', JSON.stringify({ parameters }), ask);
  }

  private async offers(template: vscode.Uri): Promise<Item[]> {
    const folder = folderOf(template);
    const [files, names] = await Promise.all([
      folder === undefined ? [] : filesOf(folder, 'recorded stack'),
      this.clouds.names(runFolder(template)),
    ]);
    const last = this.remembered()[template.toString()];
    const separator = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator });
    const recordings = files.map(({ uri, label }): Item => {
      return { label, source: { kind: 'recording', file: uri.fsPath, label }, iconPath: new vscode.ThemeIcon('file') };
    });
    return [
      ...(last?.kind === 'stack' ? [separator('chosen before; contacts the cloud'), again(last)] : []),
      separator(recordings.length > 0 ? 'recorded stacks' : 'recorded stacks: none; "hotlint record" makes one'),
      ...recordings,
      separator('contacts the cloud'),
      ...names.map((cloud) => ({ label: `A stack in ${cloud}…`, cloud, iconPath: new vscode.ThemeIcon('cloud') })),
    ];
  }

  private remembered(): Record<string, StackSource | undefined> {
    return this.memory.get(MEMORY, {});
  }
}

function again(source: StackSource): Item {
  return { label: sourceText(source), source, iconPath: new vscode.ThemeIcon('history') };
}

/** Asks for the name of the stack of a template in a cloud; undefined when none is given. */
export async function askStack(template: vscode.Uri, cloud: string): Promise<StackSource | undefined> {
  const stack = await vscode.window.showInputBox({
    title: `Stack in the cloud ${cloud}`,
    prompt: `Name or id of the stack; Enter asks the cloud ${cloud}, and changes nothing there`,
    value: path.posix.basename(template.path).replace(/\..*$/, ''),
    validateInput: (text) => (text.trim() === '' ? 'Give the name or the id of a stack.' : undefined),
  });
  return stack === undefined ? undefined : { kind: 'stack', cloud, stack: stack.trim() };
}
