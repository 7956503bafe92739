import * as vscode from 'vscode';
import { isRecord } from './messages';
import { parameterText, parameterValue } from '../text';

/** Values of parameters that the user tries out in the preview; they win over every environment, and go with the panel. */
export class TriedValues {
  private readonly values = new Map<string, Record<string, unknown>>();

  of(uri: string): Record<string, unknown> {
    return this.values.get(uri) ?? {};
  }

  clear(): void {
    this.values.clear();
  }

  /** Takes a value as it was typed. */
  set(uri: string, name: string, typed: string): void {
    this.values.set(uri, { ...this.of(uri), [name]: parameterValue(typed) });
  }

  /** Asks for a parameter of the previewed template and its value; true when something was changed. */
  async ask(uri: string, json: unknown): Promise<boolean> {
    const parameters = isRecord(json) && isRecord(json['parameters']) ? json['parameters'] : {};
    const tried = this.of(uri);
    const items: (vscode.QuickPickItem & { name?: string })[] = Object.entries(parameters).map(([name, outcome]) => ({
      label: name,
      name,
      description: parameterText(outcome),
      ...(name in tried ? { detail: 'tried out' } : {}),
    }));
    if (Object.keys(tried).length > 0) {
      items.push({ label: '$(discard) Forget what was tried' });
    }
    const picked = await vscode.window.showQuickPick(items, {
      title: 'Try a value',
      placeHolder: 'Parameter to try another value for, in this preview only',
      matchOnDescription: true,
    });
    if (picked === undefined) {
      return false;
    }
    if (picked.name === undefined) {
      this.values.delete(uri);
      return true;
    }
    const value = await vscode.window.showInputBox({
      title: `Try a value for ${picked.name}`,
      prompt: 'String, number, or JSON for a list or mapping',
      value: picked.name in tried ? parameterText({ value: tried[picked.name] }) : '',
    });
    if (value === undefined) {
      return false;
    }
    this.set(uri, picked.name, value);
    return true;
  }
}
