import * as path from 'node:path';
import * as vscode from 'vscode';
import { EnvironmentsRequest, GraphRequest, type Deployment } from '../protocol';
import { runFolder } from '../clouds/clouds';
import type { StackAnswers } from '../clouds/stack-answers';
import type { Server } from '../server/client';
import { placesIn, type FailureData } from './failure-data';
import { parseGraph, placesOf, type Place, type StackShown } from './messages';

/** What is asked about: a template, and what takes the place of the environments selected for it. */
export interface Asked {
  template: vscode.Uri;
  deployment: Deployment | undefined;
  /** Values that win over every environment. */
  parameters: Record<string, unknown>;
}

/** A tab of the panel about a stack. It asks for nothing by itself but what a recorded stack says when a template is saved. */
export class StackTab<Data> {
  constructor(
    private readonly server: Server,
    private readonly answers: StackAnswers<Data>,
    private readonly post: (uri: string, shown: StackShown<Data>) => void,
    private readonly places: (server: Server, template: vscode.Uri, data: Data) => Promise<Record<string, Place>>,
  ) {}

  /** Shows what is known of a template's stack. */
  show(template: vscode.Uri): void {
    this.post(template.toString(), this.answers.of(template));
  }

  /** The template has another text than the one that was asked about. */
  changed(template: vscode.Uri): void {
    if (this.answers.outdate(template)) {
      this.show(template);
    }
  }

  /** The template was saved: a recorded stack is asked again, for that contacts nothing. */
  async saved(asked: Asked): Promise<void> {
    if (this.answers.of(asked.template).state === 'done' && this.answers.isOffline(asked.template)) {
      await this.again(asked);
    }
  }

  /** Lets the user choose a stack, and asks. */
  async choose(asked: Asked): Promise<void> {
    if (await this.answers.choose(asked.template)) {
      await this.again(asked);
    }
  }

  /** Asks about the stack that was chosen; lets the user choose one where none was. */
  async again(asked: Asked): Promise<void> {
    const { template } = asked;
    if (!this.answers.hasSource(template)) {
      await this.choose(asked);
      return;
    }
    const environments = await this.environments(asked);
    if (environments === undefined || !(await onDisk([template, ...environments]))) {
      return;
    }
    const given = { environments: environments.map(({ fsPath }) => fsPath), parameters: asked.parameters };
    await this.answers.ask(template, given, () => {
      this.show(template);
    });
    await this.link(template);
  }

  private async environments({ template, deployment }: Asked): Promise<vscode.Uri[] | undefined> {
    const client = await this.server.ready();
    const textDocument = { uri: template.toString() };
    const uris =
      deployment?.environments ?? (await client?.sendRequest(EnvironmentsRequest, { textDocument }))?.selected;
    return uris?.map((uri) => vscode.Uri.parse(uri)).filter(({ scheme }) => scheme === 'file');
  }

  /** Adds where in the templates the answer leads. */
  private async link(template: vscode.Uri): Promise<void> {
    const shown = this.answers.of(template);
    if (shown.state === 'done') {
      Object.assign(shown.places, await this.places(this.server, template, shown.data));
      this.show(template);
    }
  }
}

/** Where the resources of a plan are written, by their paths with slashes. */
export async function planPlaces(server: Server, template: vscode.Uri): Promise<Record<string, Place>> {
  const textDocument = { uri: template.toString() };
  const { text } = (await server.running?.sendRequest(GraphRequest, { textDocument, format: 'json' })) ?? { text: '' };
  return placesOf(parseGraph(text)?.nodes ?? []);
}

/** Where the failures of a stack are written, by their places as the program tells them. */
export function failurePlaces(_: Server, template: vscode.Uri, data: FailureData): Promise<Record<string, Place>> {
  const folder = runFolder(template);
  const entries = [...placesIn(data)].map(([key, { path: file, line, column }]): [string, Place] => {
    const at = `${String(line - 1)}:${String(column - 1)}`;
    return [key, { uri: vscode.Uri.file(path.resolve(folder, file)).toString(), range: `${at}-${at}` }];
  });
  return Promise.resolve(Object.fromEntries(entries));
}

/** Whether files may be read as they are on disk: those with unsaved changes are saved when the user says so. */
async function onDisk(files: readonly vscode.Uri[]): Promise<boolean> {
  const names = new Set(files.map(String));
  const unsaved = vscode.workspace.textDocuments.filter((one) => one.isDirty && names.has(one.uri.toString()));
  const [template] = files;
  if (unsaved.length === 0 || template === undefined) {
    return template?.scheme === 'file';
  }
  const SAVE = 'Save and Go On';
  const listed = unsaved.map(({ uri }) => path.posix.basename(uri.path)).join(', ');
  const said = await vscode.window.showInformationMessage(
    `hotlint: the command reads saved files: save ${listed}?`,
    { modal: true },
    SAVE,
  );
  if (said !== SAVE) {
    return false;
  }
  const saved = await Promise.all(unsaved.map((one) => one.save()));
  return saved.every(Boolean);
}
