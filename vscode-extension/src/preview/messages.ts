// What the preview panel and its page say to each other.

import type { FailureData } from './failure-data';
import type { PlanData } from './plan-data';

export const VIEWS = ['preview', 'graph', 'plan', 'failure'] as const;
export type View = (typeof VIEWS)[number];

/** What is said of a stack as far as there is an answer. `places` are those in the templates, by what the answer calls them. */
export type StackShown<Data> =
  | { state: 'none' }
  | { state: 'busy'; source: string }
  | { state: 'failed'; source: string; message: string }
  | { state: 'done'; source: string; data: Data; stale: boolean; places: Record<string, Place> };

/** `range` is written as `data-range` is. */
export interface Place {
  uri: string;
  range: string;
}

/** Zero-based lines and UTF-16 columns, as in LSP. */
export interface PlainRange {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

/** A resource; `enabled` is null where that is not known. Ranges are written as `data-range` is. */
export interface GraphNode {
  id: string;
  name: string;
  type: string;
  enabled: boolean | null;
  why: string | null;
  /** Its nested stack in a few words, such as "3 members". */
  note: string;
  uri?: string;
  /** The place of its name, and that of the whole resource. */
  range?: string;
  extent?: string;
  /** The resources of its nested stack, or the members of a group. */
  children: GraphNode[];
}

/** `source` needs `target`, which is created first. */
export interface GraphEdge {
  source: string;
  target: string;
  kinds: string[];
}

/** A parameter or a condition, with the ids of what refers to it. */
export interface GraphSource {
  id: string;
  kind: string;
  name: string;
  uri: string;
  extent: string;
  users: string[];
}

export interface GraphData {
  nodes: GraphNode[];
  edges: GraphEdge[];
  sources: GraphSource[];
  /** Whether a part of a very large graph was left out. */
  cut: boolean;
}

export type ToPage =
  | {
      type: 'preview';
      uri: string;
      name: string;
      version: number;
      html: string;
      /** Names of the parameters whose values are tried out. */
      tried: string[];
      error?: string | undefined;
    }
  | { type: 'graph'; uri: string; graph: GraphData }
  | { type: 'plan'; uri: string; shown: StackShown<PlanData> }
  | { type: 'failure'; uri: string; shown: StackShown<FailureData> }
  | { type: 'environments'; text: string; tooltip: string }
  | { type: 'view'; view: View }
  | { type: 'cursor'; uri: string; line: number; character: number }
  | { type: 'why'; row: string; why: Why | null }
  | { type: 'notice'; text: string };

/** How a value is computed: its steps in order, each before those behind it. */
export interface Why {
  text: string;
  shown: string | null;
  reason: string | null;
  uri?: string | null;
  range?: PlainRange | null;
  steps: WhyStep[];
}

export interface WhyStep {
  depth: number;
  text: string;
  shown: string | null;
  reason: string | null;
  uri?: string | null;
  range?: PlainRange | null;
}

export type FromPage =
  | { type: 'ready'; view: View | undefined }
  | { type: 'reveal'; uri: string; range: PlainRange }
  | { type: 'view'; view: View }
  | { type: 'why'; row: string; uri: string; line: number; character: number }
  | { type: 'setValue'; name: string; value: string }
  | { type: 'pickEnvironment' }
  | { type: 'chooseStack' }
  | { type: 'askAgain' }
  | { type: 'tryValue' };

/** Reads `data-range`, written "line:column-line:column"; undefined when it is anything else. */
export function parseRange(text: string | null | undefined): PlainRange | undefined {
  const match = /^(\d+):(\d+)-(\d+):(\d+)$/.exec(text ?? '');
  if (!match) {
    return undefined;
  }
  const [line, character, endLine, endCharacter] = match.slice(1).map(Number) as [number, number, number, number];
  return { start: { line, character }, end: { line: endLine, character: endCharacter } };
}

/** Whether a position lies in a range, both ends included. */
export function contains(range: PlainRange, line: number, character: number): boolean {
  const { start, end } = range;
  const afterStart = line > start.line || (line === start.line && character >= start.character);
  const beforeEnd = line < end.line || (line === end.line && character <= end.character);
  return afterStart && beforeEnd;
}

/** Whether a value is a message of the page; a message of another shape is dropped, not believed. */
export function isFromPage(value: unknown): value is FromPage {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const message = value as Record<string, unknown>;
  switch (message['type']) {
    case 'pickEnvironment':
    case 'tryValue':
    case 'chooseStack':
    case 'askAgain':
      return true;
    case 'ready':
      return message['view'] === undefined || isView(message['view']);
    case 'view':
      return isView(message['view']);
    case 'reveal':
      return typeof message['uri'] === 'string' && isRange(message['range']);
    case 'why':
      return typeof message['row'] === 'string' && typeof message['uri'] === 'string' && isPosition(message);
    case 'setValue':
      return typeof message['name'] === 'string' && typeof message['value'] === 'string';
    default:
      return false;
  }
}

function isView(value: unknown): value is View {
  return VIEWS.some((view) => view === value);
}

function isRange(value: unknown): value is PlainRange {
  return isRecord(value) && isPosition(value['start']) && isPosition(value['end']);
}

function isPosition(value: unknown): boolean {
  return isRecord(value) && Number.isInteger(value['line']) && Number.isInteger(value['character']);
}

/** Whether a value is an object, so that its members can be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Reads the server's graph; undefined when it is of another shape, as that of an older server. */
export function parseGraph(text: string): GraphData | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const lists = ['nodes', 'edges', 'sources'] as const;
    return isRecord(value) && lists.every((name) => Array.isArray(value[name]))
      ? (value as unknown as GraphData)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Where the resources of a graph are written, nested ones too, by their path with slashes. */
export function placesOf(nodes: readonly GraphNode[]): Record<string, Place> {
  const found: Record<string, Place> = {};
  const look = (node: GraphNode) => {
    if (node.uri !== undefined && node.range !== undefined) {
      found[node.id] = { uri: node.uri, range: node.range };
    }
    node.children.forEach(look);
  };
  nodes.forEach(look);
  return found;
}
