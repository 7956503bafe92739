// What the server answers beyond standard LSP. Positions and ranges are LSP's: zero-based, UTF-16.
import { NotificationType, RequestType, type Position, type Range } from 'vscode-languageclient';
import type { Why } from './preview/messages';

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

export interface Counts {
  error: number;
  warning: number;
  info: number;
}

/** A template with the environments and values that it is deployed with. */
export interface Deployment {
  name: string;
  template: string;
  environments: string[];
  values: Record<string, unknown>;
  /** Templates that it nests. */
  nested: string[];
  /** Where it is known from: "configuration", "name", "parameters" or "root". */
  why: string;
  findings: Counts | null;
}

export interface DeploymentFindings extends Counts {
  items: { range: Range; severity: number; code: string | number; message: string }[];
}

/** An environment; it sets `sets` parameters, of which the template has `fits`. An older server does not count them. */
export interface Candidate {
  uri: string;
  /** The path from the folder of the template. */
  label: string;
  declared: boolean;
  fits?: number;
  sets?: number;
}

export interface EnvironmentsResult {
  candidates: Candidate[];
  selected: string[];
}

export interface LintWorkspaceResult {
  files: number;
  errors: number;
  warnings: number;
  /** An older server does not count them. */
  infos?: number;
}

export const PreviewRequest = new RequestType<PreviewParams, PreviewResult, void>('hotlint/preview');
export const GraphRequest = new RequestType<
  PreviewParams & { format: 'json' | 'svg' | 'mermaid' | 'dot' },
  { text: string },
  void
>('hotlint/graph');
export const WhyRequest = new RequestType<PreviewParams & { position: Position }, Why | null, void>('hotlint/why');
export const EnvironmentsRequest = new RequestType<TextDocumentParams, EnvironmentsResult, void>(
  'hotlint/environments',
);
export const ExplainRequest = new RequestType<{ name: string }, { markdown: string }, void>('hotlint/explain');
export const LintWorkspaceRequest = new RequestType<Record<string, never>, LintWorkspaceResult, void>(
  'hotlint/lintWorkspace',
);
export const DeploymentsRequest = new RequestType<Record<string, never>, Deployment[], void>('hotlint/deployments');
export const DeploymentFindingsRequest = new RequestType<PreviewParams, DeploymentFindings, void>(
  'hotlint/deploymentFindings',
);
/** What an update would do, from earlier texts (by URI) to those of the editor. */
export const DiffRequest = new RequestType<
  PreviewParams & { oldTexts: Record<string, string>; format: 'markdown' },
  { text: string },
  void
>('hotlint/diff');
export const NewEnvironmentRequest = new RequestType<
  TextDocumentParams,
  { uri: string; text: string; parameters: string[] },
  void
>('hotlint/newEnvironment');
export const PreviewChanged = new NotificationType<{ uri: string }>('hotlint/previewChanged');

export interface TestsResult {
  template: string | null;
  tests: { id: string; name: string; range: Range }[];
  /** Mistakes in the suite. */
  problems: number;
}

export interface RunTestsParams extends TextDocumentParams {
  /** Tests by their ids; all when left out. */
  ids?: string[];
  /** Say for each failure how its value is computed. */
  explain?: boolean;
  coverage?: boolean;
  updateSnapshots?: boolean;
}

export interface TestFailure {
  message: string;
  range: Range;
  /** The path of the value. */
  path?: string;
  expected?: unknown;
  actual?: unknown;
  difference?: string[];
  provenance?: string;
}

/** Something that tests should reach: `outcome` is "true" or "false" for a condition or a branch, else empty. */
export interface CoverPoint {
  kind: 'condition' | 'branch' | 'resource' | 'output';
  name: string;
  outcome: string;
  what: string;
  range: Range;
  hits: number;
}

export interface RunTestsResult {
  ok: boolean;
  tests: { id: string; state: 'passed' | 'failed' | 'skipped'; seconds: number; failures: TestFailure[] }[];
  coverage?: { uri: string; points: CoverPoint[] }[];
  /** The files that the results depend on; an older server leaves them out. */
  files?: string[];
}

export const TestsRequest = new RequestType<TextDocumentParams, TestsResult, void>('hotlint/tests');
export const RunTestsRequest = new RequestType<RunTestsParams, RunTestsResult, void>('hotlint/runTests');

/** Commands that the server carries out; the language client registers these names itself. */
export const ServerCommand = {
  selectEnvironment: 'hotlint.selectEnvironment',
  fixAll: 'hotlint.fixAll',
  upgradeVersion: 'hotlint.upgradeVersion',
} as const;

/** Commands that code lenses of the server may name, because this client carries them out. */
export const CLIENT_COMMANDS = [
  'hotlint.client.showReferences',
  'hotlint.client.openPreview',
  'hotlint.client.runTest',
  'hotlint.client.debugTest',
];
