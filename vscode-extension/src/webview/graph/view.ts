// The graph in the panel: what is drawn of it, how it is moved, searched, opened and walked through by keys.
import { select } from 'd3-selection';
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
import { parseRange, type GraphData, type PlainRange } from '../../preview/messages';
import { create } from '../dom';
import { arrowHead, Drawing, Ruler } from './draw';
import { fittedScale, Layouter, type Size } from './layout';
import { dependentsText, Model, type Place, type Shown } from './model';
import { nearest, type Way } from './walk';

/** Below this scale the types are not legible: names are drawn larger instead. */
const FAR = 0.7;
/** Below this scale names alone are not enough: the last word of the type is drawn with them, cut where there is no room. */
const FARTHEST = 0.45;
/** Below this scale nothing is legible: a graph that would be drawn smaller is not fitted when it opens. */
const LEAST = 0.3;
const LARGEST = 3;
const WAYS: Record<string, Way> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

export interface GraphHost {
  reveal(uri: string, range: PlainRange): void;
  /** Says what is highlighted, and how many nodes a search found. */
  say(text: string): void;
  remember(open: string[]): void;
}

export class GraphView {
  private readonly svg: SVGSVGElement;
  private readonly ruler = new Ruler();
  private readonly layouter: Layouter;
  private readonly zooming = zoom<SVGSVGElement, unknown>().scaleExtent([0.05, LARGEST]);
  private readonly open: Set<string>;
  private model: Model | undefined;
  private drawing: Drawing | undefined;
  private size: Size = { width: 0, height: 0 };
  private place: Place | undefined;
  private wanted = '';
  private found: string[] = [];
  private at = -1;
  /** Whether the reader has moved or zoomed: the graph is then left as it is. */
  private moved = false;
  private drawn = '';
  private turn = 0;
  private focused: string | undefined;

  constructor(
    private readonly panel: HTMLElement,
    script: string,
    open: readonly string[],
    private readonly host: GraphHost,
  ) {
    this.open = new Set(open);
    this.layouter = new Layouter(script);
    this.svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    this.svg.setAttribute('role', 'group');
    this.svg.append(arrowHead());
    this.zooming.on('zoom', (event: { transform: { k: number; toString(): string }; sourceEvent: unknown }) => {
      this.drawing?.root.setAttribute('transform', event.transform.toString());
      this.svg.classList.toggle('from-afar', event.transform.k < FAR && event.transform.k >= FARTHEST);
      this.svg.classList.toggle('from-farthest', event.transform.k < FARTHEST);
      this.moved ||= event.sourceEvent !== null && event.sourceEvent !== undefined;
    });
    select(this.svg).call(this.zooming).on('dblclick.zoom', null);
    this.svg.addEventListener('click', (event) => {
      this.clicked(event);
    });
    this.svg.addEventListener('keydown', (event) => {
      this.pressed(event);
    });
    new ResizeObserver(() => void this.draw()).observe(panel);
  }

  show(graph: GraphData): void {
    this.model = new Model(graph);
    this.drawn = '';
    void this.draw();
  }

  clear(): void {
    this.model = undefined;
    this.drawing = undefined;
    this.moved = false;
    this.drawn = '';
    this.panel.replaceChildren();
  }

  /** Marks what is at the cursor, and all that depends on it. */
  follow(place: Place): void {
    this.place = place;
    this.mark();
  }

  // -- drawing -------------------------------------------------------------------------------------------------------

  /** Lays the graph out again where it, what is open in it, or the panel has changed. */
  private async draw(): Promise<void> {
    const panel = this.panelSize();
    const { model } = this;
    if (model === undefined || panel.width === 0 || panel.height === 0) {
      return;
    }
    if (model.nodes.size === 0) {
      this.drawing = undefined;
      this.note('This template has no resources: there is nothing to draw.');
      return;
    }
    const state = JSON.stringify([panel, [...this.open]]);
    if (state === this.drawn) {
      return;
    }
    this.drawn = state;
    const turn = ++this.turn;
    const shown = model.shown(this.open);
    if (this.drawing === undefined) {
      this.note('Laying out the graph…');
    }
    const layout = await this.layouter
      .layout(shown, model.data.edges, (one) => this.ruler.size(one), panel)
      .catch((error: unknown) => error);
    if (turn !== this.turn) {
      return;
    }
    if (layout instanceof Error) {
      this.drawing = undefined;
      this.note(`The graph cannot be laid out: ${layout.message}`);
    } else {
      this.replace(model, shown, layout as ElkNode);
    }
  }

  private note(text: string): void {
    this.panel.replaceChildren(create('p', { class: 'notice' }, text));
  }

  private replace(model: Model, shown: readonly Shown[], layout: ElkNode): void {
    const drawing = new Drawing(model, shown, layout, this.ruler);
    const hadFocus = this.svg.contains(document.activeElement);
    this.drawing?.root.remove();
    this.drawing = drawing;
    this.size = { width: layout.width ?? 0, height: layout.height ?? 0 };
    this.svg.append(drawing.root);
    this.svg.setAttribute('aria-label', `Dependencies of ${String(model.data.nodes.length)} resources`);
    if (this.svg.parentNode !== this.panel) {
      this.panel.replaceChildren(this.svg);
    }
    const first = this.focused !== undefined && drawing.nodes.has(this.focused) ? this.focused : shown[0]?.node.id;
    drawing.nodes.get(first ?? '')?.setAttribute('tabindex', '0');
    if (hadFocus) {
      drawing.nodes.get(first ?? '')?.focus();
    }
    if (this.moved) {
      drawing.root.setAttribute('transform', zoomTransform(this.svg).toString());
    } else {
      this.begin();
    }
    this.search(this.wanted, false);
    this.mark();
  }

  private mark(): void {
    const { model, drawing, place } = this;
    if (model === undefined || drawing === undefined || place === undefined) {
      return;
    }
    const current = model.at(place);
    const dependents = model.dependentsOf(current);
    const visible = (ids: Iterable<string>) => new Set([...ids].map((id) => this.visible(id)));
    const [now, then] = [visible(current), visible(dependents)];
    for (const [id, element] of drawing.nodes) {
      element.classList.toggle('current', now.has(id));
      element.classList.toggle('dependent', then.has(id) && !now.has(id));
    }
    for (const { source, target, element } of drawing.edges) {
      element.classList.toggle('dependent', then.has(source) && (then.has(target) || now.has(target)));
    }
    this.host.say(dependentsText(model, current.slice(-1), dependents));
  }

  /** The node itself, or the closed one around it. */
  private visible(id: string): string {
    const around = this.model?.around(id) ?? [];
    return around.find((holder) => !this.open.has(holder)) ?? id;
  }

  // -- moving --------------------------------------------------------------------------------------------------------

  /** Shows all of the graph if it is legible then; otherwise what is at the cursor, or else the middle of the graph. */
  private begin(): void {
    this.fit(LEAST);
    const current = this.place && this.model?.at(this.place).at(-1);
    if (current !== undefined && fittedScale(this.size, this.panelSize()) < LEAST) {
      this.center(this.visible(current), LEAST);
      this.moved = false;
    }
  }

  /** Shows all of the graph, in the middle of the panel; at a scale of `least`, where it would be smaller, its middle. */
  fit(least = 0): void {
    const { width, height } = this.panelSize();
    const scale = Math.max(fittedScale(this.size, { width, height }), least);
    const x = (width - this.size.width * scale) / 2;
    const y = (height - this.size.height * scale) / 2;
    select(this.svg).call((svg) => {
      this.zooming.transform(svg, zoomIdentity.translate(x, y).scale(scale));
    });
    this.moved = false;
  }

  private panelSize(): Size {
    return { width: this.panel.clientWidth, height: this.panel.clientHeight };
  }

  zoom(factor: number): void {
    this.moved = true;
    select(this.svg).call((svg) => {
      this.zooming.scaleBy(svg, factor);
    });
  }

  private center(id: string, least: number): void {
    const element = this.drawing?.nodes.get(id);
    if (element === undefined) {
      return;
    }
    const before = zoomTransform(this.svg);
    const box = element.getBoundingClientRect();
    const panel = this.panel.getBoundingClientRect();
    const x = (box.left + box.width / 2 - panel.left - before.x) / before.k;
    const y = (box.top + Math.min(box.height, 60) / 2 - panel.top - before.y) / before.k;
    const scale = Math.max(before.k, least);
    this.moved = true;
    select(this.svg).call((svg) => {
      const to = zoomIdentity
        .translate(panel.width / 2, panel.height / 2)
        .scale(scale)
        .translate(-x, -y);
      this.zooming.transform(svg, to);
    });
  }

  private intoView(id: string): void {
    const box = this.drawing?.nodes.get(id)?.getBoundingClientRect();
    const panel = this.panel.getBoundingClientRect();
    const inside =
      box !== undefined &&
      box.left >= panel.left &&
      box.right <= panel.right &&
      box.top >= panel.top &&
      box.bottom <= panel.bottom;
    if (!inside) {
      this.center(id, 0);
    }
  }

  // -- searching -----------------------------------------------------------------------------------------------------

  /** Marks the nodes that a text is found in, and shows the first of them. */
  search(wanted: string, go = true): void {
    this.wanted = wanted;
    this.found = this.model?.search(wanted) ?? [];
    this.at = -1;
    const visible = new Set(this.found.map((id) => this.visible(id)));
    for (const [id, element] of this.drawing?.nodes ?? []) {
      element.classList.toggle('found', visible.has(id));
    }
    this.svg.classList.toggle('searching', wanted.trim() !== '');
    if (go && wanted.trim() !== '') {
      this.next(1);
    } else if (go) {
      this.mark();
    }
  }

  /** Goes to the next (1) or the previous (-1) node that was found, opening the stacks around it. */
  next(step: number): void {
    if (this.found.length === 0) {
      this.host.say(`No resource matches “${this.wanted.trim()}”`);
      return;
    }
    this.at = (this.at + step + this.found.length) % this.found.length;
    const id = this.found[this.at] ?? '';
    this.host.say(`${String(this.at + 1)} of ${String(this.found.length)}`);
    void this.openAll(this.model?.around(id) ?? []).then(() => {
      this.drawing?.nodes.forEach((element, other) => element.classList.toggle('at', other === id));
      this.center(id, FAR);
    });
  }

  // -- nested stacks -------------------------------------------------------------------------------------------------

  private async openAll(ids: readonly string[]): Promise<void> {
    if (ids.some((id) => !this.open.has(id))) {
      ids.forEach((id) => this.open.add(id));
      this.host.remember([...this.open]);
      await this.draw();
    }
  }

  private toggle(id: string): void {
    if ((this.model?.nodes.get(id)?.children.length ?? 0) === 0) {
      return;
    }
    this.focused = id;
    if (!this.open.delete(id)) {
      this.open.add(id);
    }
    this.host.remember([...this.open]);
    void this.draw();
  }

  // -- pointer and keys ----------------------------------------------------------------------------------------------

  private clicked(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const toggled = target?.closest('[data-toggle]')?.getAttribute('data-toggle');
    const id = target?.closest('[data-id]')?.getAttribute('data-id');
    if (toggled) {
      this.toggle(toggled);
    } else if (id) {
      this.focus(id);
      this.reveal(id);
    }
  }

  private pressed(event: KeyboardEvent): void {
    const id = event.target instanceof Element ? event.target.closest('[data-id]')?.getAttribute('data-id') : undefined;
    if (!id || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const way = WAYS[event.key];
    const boxes = [...(this.drawing?.nodes ?? [])].map(([name, element]) => ({ name, box: middle(element) }));
    if (way !== undefined) {
      this.focus(nearest(boxes, id, way) ?? id);
    } else if (event.key === 'Enter') {
      this.reveal(id);
    } else if (event.key === ' ') {
      this.toggle(id);
    } else if (event.key === '+' || event.key === '=') {
      this.zoom(1.25);
    } else if (event.key === '-') {
      this.zoom(1 / 1.25);
    } else if (event.key === '0') {
      this.fit();
    } else {
      return;
    }
    event.preventDefault();
  }

  private focus(id: string): void {
    this.drawing?.nodes.forEach((element, other) => {
      element.setAttribute('tabindex', other === id ? '0' : '-1');
    });
    this.focused = id;
    this.drawing?.nodes.get(id)?.focus({ preventScroll: true });
    this.intoView(id);
  }

  private reveal(id: string): void {
    // A member of a group is written where its group is.
    const chain = [...(this.model?.around(id) ?? []), id].map((one) => this.model?.nodes.get(one));
    const node = chain.findLast((one) => one?.uri !== undefined);
    const range = parseRange(node?.range);
    if (node?.uri !== undefined && range !== undefined) {
      this.host.reveal(node.uri, range);
    }
  }
}

/** The middle of a node's upper edge: of an open one, where its name is. */
function middle(element: Element): { x: number; y: number } {
  const { left, top, width } = element.querySelector('.box')?.getBoundingClientRect() ?? new DOMRect();
  return { x: left + width / 2, y: top };
}
