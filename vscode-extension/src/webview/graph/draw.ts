// The drawing: SVG made of elements and text alone, so that nothing in a name can be more than text.
import type { ElkEdgeSection, ElkExtendedEdge, ElkNode, ElkPoint } from 'elkjs/lib/elk-api.js';
import { cutInMiddle, nodeText, wrapped, type Model, type Shown } from './model';
import type { Size } from './layout';

const SVG = 'http://www.w3.org/2000/svg';
const HEIGHT = 44;
const LINE = 16;
const LEFT = 14;
const WIDEST = 300;
const CORNER = 6;
/** Sizes of the text of nodes; from afar only names are drawn, larger. */
const FONT = { name: '600 13px', type: '400 11px' };
const FAR = { least: 16, most: 21 };
const FARTHEST = 16;

/** Measures and cuts text in the font of the panel. */
export class Ruler {
  private readonly context = document.createElement('canvas').getContext('2d');
  private readonly family = getComputedStyle(document.body).fontFamily;

  width(text: string, font: keyof typeof FONT): number {
    if (this.context === null) {
      return text.length * 8;
    }
    this.context.font = `${FONT[font]} ${this.family}`;
    return this.context.measureText(text).width;
  }

  /** A name as large as its room allows, in one line or two, for looking at the graph from afar. */
  far(name: string, room: number): { lines: string[]; size: number } {
    const fitting = (13 * room) / Math.max(this.width(name, 'name'), 1);
    const size = Math.round(Math.min(FAR.most, Math.max(FAR.least, fitting)));
    const lines = fitting >= FAR.least ? [name] : wrapped(name);
    return { lines: lines.map((line) => this.cut(line, 'name', (room * 13) / size)), size };
  }

  /** The text, or as much of its beginning and its end as has room. */
  cut(text: string, font: keyof typeof FONT, room: number): string {
    return cutInMiddle(text, (shown) => this.width(shown, font) <= room);
  }

  /** A name, and below it the last word of the type, as large as their room allows: where neither is legible otherwise. */
  farthest(
    { name, type }: { name: string; type: string },
    room: number,
    height: number,
  ): { lines: string[]; size: number } {
    const lines = [name, type.split(/::|\//).at(-1) ?? type];
    const fitting = (13 * room) / Math.max(...lines.map((line) => this.width(line, 'name')), 1);
    const size = Math.round(Math.min(height / 2.2, Math.max(FARTHEST, fitting)));
    return { lines: lines.map((line) => this.cut(line, 'name', (room * 13) / size)), size };
  }

  /** A name in one line or, where that is too long, in two. */
  lines(node: { name: string; children: unknown[] }): string[] {
    const room = WIDEST - LEFT * 2 - (node.children.length > 0 ? 26 : 0);
    return this.width(node.name, 'name') <= room ? [node.name] : wrapped(node.name);
  }

  size({ node }: Shown): Size {
    const lines = this.lines(node);
    const text = Math.max(...lines.map((line) => this.width(line, 'name')), this.width(typeText(node), 'type'), 60);
    const toggle = node.children.length > 0 ? 26 : 0;
    return {
      width: Math.ceil(Math.min(text + LEFT * 2 + toggle, WIDEST)),
      height: HEIGHT + LINE * (lines.length - 1),
    };
  }
}

function typeText({ type, note }: { type: string; note: string }): string {
  return note === '' ? type : `${type} · ${note}`;
}

/** The service of a type, as the style sheet colors it. */
export function serviceOf(type: string): string {
  if (/\.(?:ya?ml|template)$/.test(type)) {
    return 'template';
  }
  return (/^OS::(\w+)::/.exec(type)?.[1] ?? 'other').toLowerCase();
}

function make(name: string, attributes: Record<string, string | number>, ...children: Element[]): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

function text(content: string, attributes: Record<string, string | number>): SVGElement {
  const element = make('text', attributes);
  element.textContent = content.replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd'); // they would turn what follows
  return element;
}

export function arrowHead(): SVGElement {
  const size = { markerUnits: 'userSpaceOnUse', markerWidth: 8, markerHeight: 8 };
  const marker = { id: 'needs', viewBox: '0 0 8 8', refX: 7, refY: 4, orient: 'auto', ...size };
  return make('defs', {}, make('marker', marker, make('path', { d: 'M0 0L8 4L0 8z', class: 'head' })));
}

/** Draws laid out nodes and what is in them. */
export class Drawing {
  /** What stands for each node. */
  readonly nodes = new Map<string, SVGGElement>();
  /** What stands for each edge, with the ids of its two ends. */
  readonly edges: { source: string; target: string; element: SVGElement }[] = [];
  readonly root: SVGElement;

  constructor(
    private readonly model: Model,
    shown: readonly Shown[],
    layout: ElkNode,
    private readonly ruler: Ruler,
  ) {
    this.root = make('g', {});
    this.level(shown, layout, this.root);
  }

  private level(shown: readonly Shown[], layout: ElkNode, into: Element): void {
    for (const edge of layout.edges ?? []) {
      into.append(this.edge(edge));
    }
    const places = new Map((layout.children ?? []).map((child) => [child.id, child]));
    for (const one of shown) {
      const place = places.get(one.node.id);
      if (place !== undefined) {
        into.append(this.node(one, place));
      }
    }
  }

  private edge({ id, sources, targets, sections }: ElkExtendedEdge): SVGElement {
    const [source = '', target = ''] = [sources[0], targets[0]];
    const kinds = this.model.data.edges.find((one) => one.source === source && one.target === target)?.kinds ?? [];
    const title = make('title', {});
    title.textContent = `${this.model.name(source)} needs ${this.model.name(target)}: ${kinds.join(', ')}`;
    const line = { class: 'line', d: (sections ?? []).map(path).join(''), 'marker-end': 'url(#needs)' };
    const ordered = kinds.length === 1 && kinds[0] === 'depends_on' ? ' order' : '';
    const element = make('g', { class: `edge${ordered}`, 'data-edge': id }, title, make('path', line));
    this.edges.push({ source, target, element });
    return element;
  }

  private node(one: Shown, { x = 0, y = 0, width = 0, height = 0, ...rest }: ElkNode): SVGElement {
    const { node } = one;
    const state = node.enabled === true ? '' : node.enabled === false ? ' off' : ' perhaps';
    const classes = `node of-${serviceOf(node.type)}${state}${one.open ? ' open' : ''}`;
    const label = nodeText(this.model, node);
    const attributes: Record<string, string> = { class: classes, 'data-id': node.id, tabindex: '-1' };
    if (node.children.length > 0) {
      attributes['aria-expanded'] = String(one.open);
    }
    const group = make('g', {
      ...attributes,
      role: 'button',
      'aria-label': label,
      transform: `translate(${String(x)} ${String(y)})`,
    }) as SVGGElement;
    const title = make('title', {});
    title.textContent = node.why === null ? label : `${label}\n${node.why}`;
    const box = { width, height, rx: CORNER };
    group.append(
      title,
      make('rect', { class: 'box', ...box }),
      make('rect', { class: 'stripe', width: 4, height, rx: 2 }),
    );
    group.append(...this.labels(one, width));
    if (one.open) {
      this.level(one.children, rest, group);
    }
    this.nodes.set(node.id, group);
    return group;
  }

  private labels({ node, open }: Shown, width: number): SVGElement[] {
    const foldable = node.children.length > 0;
    const room = width - LEFT * 2 - (foldable ? 26 : 0);
    const far = this.ruler.far(node.name, room);
    const lines = this.ruler.lines(node);
    const height = HEIGHT + LINE * (lines.length - 1);
    const farthest = this.ruler.farthest(node, width - LEFT - 6, height);
    const found = [
      ...lines.map((line, i) => text(this.ruler.cut(line, 'name', room), { class: 'name', x: LEFT, y: 19 + LINE * i })),
      text(this.ruler.cut(typeText(node), 'type', room), { class: 'type', x: LEFT, y: 19 + LINE * lines.length }),
      ...middleLines(far, 'far', height),
      ...middleLines(farthest, 'farthest', height),
    ];
    if (foldable) {
      const title = make('title', {});
      title.textContent = open ? 'Close the nested stack' : 'Open the nested stack';
      const cross = open ? 'M-4 0H4' : 'M-4 0H4M0 -4V4';
      const at = { class: 'toggle', transform: `translate(${String(width - 20)} 22)`, 'data-toggle': node.id };
      found.push(make('g', at, title, make('circle', { r: 9 }), make('path', { d: cross })));
    }
    return found;
  }
}

/** Lines of a text in the middle of the height of a node. */
function middleLines({ lines, size }: { lines: string[]; size: number }, name: string, height: number): SVGElement[] {
  return lines.map((line, i) => {
    const y = height / 2 + size * (0.36 + 1.1 * (i - (lines.length - 1) / 2));
    return text(line, { class: name, x: LEFT, y, 'font-size': size });
  });
}

/** A line through the points of a section with rounded corners. */
function path({ startPoint, bendPoints, endPoint }: ElkEdgeSection): string {
  const points = [startPoint, ...(bendPoints ?? []), endPoint];
  let drawn = `M${at(startPoint)}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [before, corner, after] = [points[i - 1], points[i], points[i + 1]] as [ElkPoint, ElkPoint, ElkPoint];
    drawn += `L${at(toward(corner, before))}Q${at(corner)} ${at(toward(corner, after))}`;
  }
  return `${drawn}L${at(endPoint)}`;
}

/** The point a corner's radius away from `from`, or half way to `to` where that is nearer. */
function toward(from: ElkPoint, to: ElkPoint): ElkPoint {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length === 0 ? 0 : Math.min(CORNER, length / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function at({ x, y }: ElkPoint): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
