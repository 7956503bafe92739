// What the tested parts of the extension use of VS Code.
import { vi } from 'vitest';

export class EventEmitter<T> {
  private readonly listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void) => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of this.listeners) listener(value);
  }
  dispose(): void {
    this.listeners.clear();
  }
}

export const Disposable = {
  from: (...all: { dispose(): void }[]) => ({
    dispose: () =>
      all.map((one) => {
        one.dispose();
      }),
  }),
};
export const LanguageStatusSeverity = { Information: 0, Warning: 1, Error: 2 };
const nothing = () => ({ dispose: () => undefined });

export const statusItem: Record<string, unknown> = {};
export const languages = { createLanguageStatusItem: () => statusItem };
export const commands = { executeCommand: vi.fn() };
export const window = {
  showErrorMessage: vi.fn<(message: string, ...buttons: string[]) => Promise<string | undefined>>(),
  showWarningMessage: vi.fn<(message: string, ...buttons: string[]) => Promise<string | undefined>>(),
  onDidChangeActiveTextEditor: nothing,
};
export const workspace = {
  isTrusted: true,
  getConfiguration: () => ({ get: (_name: string, fallback: unknown) => fallback }),
  onDidOpenTextDocument: nothing,
  onDidChangeTextDocument: nothing,
};
