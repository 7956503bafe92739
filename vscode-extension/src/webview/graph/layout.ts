// Places for nodes and edges, computed by ELK in a worker of its own so that the panel never waits.
import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk-api.js';
import type { GraphEdge } from '../../preview/messages';
import type { Shown } from './model';

export type Direction = 'RIGHT' | 'DOWN';

export interface Size {
  width: number;
  height: number;
}

/** Edges up to which the placement is the tightest one, which takes long for many. */
const TIGHT = 100;
/** Room for the name of an open resource above its nested stack. */
const HEAD = 52;
const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.padding': '[top=24,left=24,bottom=24,right=24]',
  'elk.spacing.nodeNode': '18',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '8',
  'elk.spacing.componentComponent': '28',
  'elk.layered.spacing.nodeNodeBetweenLayers': '48',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.layered.mergeEdges': 'true',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.considerModelOrder.components': 'MODEL_ORDER',
};

/** The graph as ELK wants it: edges belong to the stack that they are in, and nested stacks to their resource. */
export function toElk(
  shown: readonly Shown[],
  edges: readonly GraphEdge[],
  size: (one: Shown) => Size,
  direction: Direction,
  aspect: number,
): ElkNode {
  const options = {
    ...OPTIONS,
    'elk.direction': direction,
    'elk.aspectRatio': aspect.toFixed(2),
    'elk.layered.nodePlacement.strategy': edges.length <= TIGHT ? 'NETWORK_SIMPLEX' : 'BRANDES_KOEPF',
  };
  const bySource = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    bySource.set(edge.source, [...(bySource.get(edge.source) ?? []), edge]);
  }
  const edgesOf = (nodes: readonly Shown[]): ElkExtendedEdge[] =>
    nodes.flatMap(({ node }) =>
      (bySource.get(node.id) ?? []).map(({ source, target }) => ({
        id: `${source} -> ${target}`,
        sources: [source],
        targets: [target],
      })),
    );
  const convert = (one: Shown): ElkNode =>
    one.open
      ? {
          id: one.node.id,
          children: one.children.map(convert),
          edges: edgesOf(one.children),
          layoutOptions: {
            ...options,
            'elk.padding': `[top=${String(HEAD)},left=14,bottom=14,right=14]`,
            'elk.nodeSize.constraints': 'MINIMUM_SIZE',
            'elk.nodeSize.minimum': `(${String(size(one).width)},${String(HEAD)})`,
          },
        }
      : { id: one.node.id, ...size(one) };
  return { id: '', children: shown.map(convert), edges: edgesOf(shown), layoutOptions: options };
}

/** How large a graph would be drawn in a panel of a size, at most life-size. */
export function fittedScale(graph: Partial<Size>, panel: Size): number {
  const { width = 1, height = 1 } = graph;
  return Math.min(1, panel.width / Math.max(width, 1), panel.height / Math.max(height, 1));
}

/** Lays graphs out; the worker is started with the first one. */
export class Layouter {
  private elk: Promise<{ layout(graph: ElkNode): Promise<ElkNode> }> | undefined;

  /** `script` is the URL of ELK's worker, which a panel may only run from text that it has fetched itself. */
  constructor(private readonly script: string) {}

  /** The layout in the direction that shows the graph larger in a panel of this size. */
  async layout(
    shown: readonly Shown[],
    edges: readonly GraphEdge[],
    size: (one: Shown) => Size,
    panel: Size,
  ): Promise<ElkNode> {
    this.elk ??= this.start();
    const elk = await this.elk;
    const aspect = Math.min(4, Math.max(0.25, panel.width / Math.max(panel.height, 1)));
    const found = await Promise.all(
      (['RIGHT', 'DOWN'] as const).map((direction) => elk.layout(toElk(shown, edges, size, direction, aspect))),
    );
    return found.reduce((best, one) => (fittedScale(one, panel) > fittedScale(best, panel) ? one : best));
  }

  private async start(): Promise<{ layout(graph: ElkNode): Promise<ElkNode> }> {
    const text = await (await fetch(this.script)).text();
    const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    return new ELK({ workerFactory: () => new Worker(url) });
  }
}
