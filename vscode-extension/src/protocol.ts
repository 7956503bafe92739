// What the server answers beyond standard LSP. Positions and ranges are LSP's: zero-based, UTF-16.
import { NotificationType, RequestType } from 'vscode-languageclient/node';

export interface TextDocumentParams {
  textDocument: { uri: string };
}

export interface PreviewParams extends TextDocumentParams {
  /** Environment files by URI, later ones win; those selected for the document when left out. */
  environments?: string[];
  /** Parameter values that win over every environment. */
  parameters?: Record<string, unknown>;
}

export interface PreviewResult {
  /** Version of the document that was previewed. */
  version: number;
  json: unknown;
  /** A self-contained page; elements that show a value carry `data-uri` and `data-range="line:col-line:col"`. */
  html: string;
  error?: string;
}

export interface EnvironmentsResult {
  candidates: { uri: string; label: string; declared: boolean }[];
  selected: string[];
}

export interface LintWorkspaceResult {
  files: number;
  errors: number;
  warnings: number;
}

export const PreviewRequest = new RequestType<PreviewParams, PreviewResult, void>('hotlint/preview');
export const GraphRequest = new RequestType<
  TextDocumentParams & { format: 'svg' | 'mermaid' | 'dot' },
  { text: string },
  void
>('hotlint/graph');
export const EnvironmentsRequest = new RequestType<TextDocumentParams, EnvironmentsResult, void>(
  'hotlint/environments',
);
export const ExplainRequest = new RequestType<{ name: string }, { markdown: string }, void>('hotlint/explain');
export const LintWorkspaceRequest = new RequestType<Record<string, never>, LintWorkspaceResult, void>(
  'hotlint/lintWorkspace',
);
export const PreviewChanged = new NotificationType<{ uri: string }>('hotlint/previewChanged');

/** Commands that the server carries out; the language client registers these names itself. */
export const ServerCommand = {
  selectEnvironment: 'hotlint.selectEnvironment',
  fixAll: 'hotlint.fixAll',
  upgradeVersion: 'hotlint.upgradeVersion',
} as const;

/** Commands that code lenses of the server may name, because this client carries them out. */
export const CLIENT_COMMANDS = ['hotlint.client.showReferences', 'hotlint.client.openPreview'];
