import * as path from 'node:path';
import * as vscode from 'vscode';
import { EnvironmentsRequest, GraphRequest, type Deployment } from '../protocol';
import type { Planner } from '../clouds/planner';
import type { Server } from '../server/client';
import { parseGraph, placesOf, type ToPage } from './messages';

/** What a plan is made of: a template, and what takes the place of the environments selected for it. */
export interface Planned {
  template: vscode.Uri;
  deployment: Deployment | undefined;
  /** Values that win over every environment. */
  parameters: Record<string, unknown>;
}

/** The panel's tab with the plan of an update. It asks for nothing by itself but what a recorded stack says when a template is saved. */
export class PlanTab {
  constructor(
    private readonly server: Server,
    private readonly planner: Planner,
    private readonly post: (message: ToPage) => void,
  ) {}

  /** Shows what is known of a template's plan. */
  show(template: vscode.Uri): void {
    this.post({ type: 'plan', uri: template.toString(), shown: this.planner.of(template) });
  }

  /** The template has another text than the one that was planned. */
  changed(template: vscode.Uri): void {
    if (this.planner.outdate(template)) {
      this.show(template);
    }
  }

  /** The template was saved: a plan with a recorded stack is made again, for it contacts nothing. */
  async saved(planned: Planned): Promise<void> {
    if (this.planner.of(planned.template).state === 'done' && this.planner.isOffline(planned.template)) {
      await this.again(planned);
    }
  }

  /** Lets the user choose a stack, and plans. */
  async choose(planned: Planned): Promise<void> {
    if (await this.planner.choose(planned.template)) {
      await this.again(planned);
    }
  }

  /** Plans with the stack that was chosen; lets the user choose one where none was. */
  async again(planned: Planned): Promise<void> {
    const { template } = planned;
    if (!this.planner.hasSource(template)) {
      await this.choose(planned);
      return;
    }
    const environments = await this.environments(planned);
    if (environments === undefined || !(await onDisk([template, ...environments]))) {
      return;
    }
    const given = { environments: environments.map(({ fsPath }) => fsPath), parameters: planned.parameters };
    await this.planner.plan(template, given, () => {
      this.show(template);
    });
    await this.link(template);
  }

  private async environments({ template, deployment }: Planned): Promise<vscode.Uri[] | undefined> {
    const client = await this.server.ready();
    const textDocument = { uri: template.toString() };
    const uris =
      deployment?.environments ?? (await client?.sendRequest(EnvironmentsRequest, { textDocument }))?.selected;
    return uris?.map((uri) => vscode.Uri.parse(uri)).filter(({ scheme }) => scheme === 'file');
  }

  /** Adds where the resources of a plan are written. */
  private async link(template: vscode.Uri): Promise<void> {
    const shown = this.planner.of(template);
    const client = this.server.running;
    if (shown.state !== 'done' || client === undefined) {
      return;
    }
    const { text } = await client.sendRequest(GraphRequest, {
      textDocument: { uri: template.toString() },
      format: 'json',
    });
    Object.assign(shown.places, placesOf(parseGraph(text)?.nodes ?? []));
    this.show(template);
  }
}

/** Whether files may be read as they are on disk: those with unsaved changes are saved when the user says so. */
async function onDisk(files: readonly vscode.Uri[]): Promise<boolean> {
  const names = new Set(files.map(String));
  const unsaved = vscode.workspace.textDocuments.filter((one) => one.isDirty && names.has(one.uri.toString()));
  const [template] = files;
  if (unsaved.length === 0 || template === undefined) {
    return template?.scheme === 'file';
  }
  const SAVE = 'Save and Plan';
  const listed = unsaved.map(({ uri }) => path.posix.basename(uri.path)).join(', ');
  const said = await vscode.window.showInformationMessage(
    `hotlint: a plan reads saved files: save ${listed}?`,
    { modal: true },
    SAVE,
  );
  if (said !== SAVE) {
    return false;
  }
  const saved = await Promise.all(unsaved.map((one) => one.save()));
  return saved.every(Boolean);
}
