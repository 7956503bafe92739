// The dependency graph as the server describes it, and what can be asked of it without drawing it.
import { contains, parseRange, type GraphData, type GraphNode } from '../../preview/messages';

/** A node that is drawn: with its depth, and with its children only when it is open. */
export interface Shown {
  node: GraphNode;
  parent: Shown | undefined;
  children: Shown[];
  open: boolean;
}

export interface Place {
  uri: string;
  line: number;
  character: number;
}

/** A text without as much of its middle as does not fit: the ends of long names are what tells them apart. */
export function cutInMiddle(text: string, fits: (shown: string) => boolean): string {
  let shown = text;
  for (let left = text.length - 1; left > 1 && !fits(shown); left--) {
    shown = `${text.slice(0, Math.ceil(left / 2))}…${text.slice(text.length - Math.floor(left / 2))}`;
  }
  return shown;
}

/** A name in two lines of about the same length, between two of its words where it has several. */
export function wrapped(name: string): [string, string] {
  const marks = [...name.matchAll(/[_.-]+/g)].map(({ index, 0: mark }) => index + mark.length);
  const breaks = marks.length > 0 ? marks : [...name.matchAll(/(?<=[a-z\d])(?=[A-Z])/g)].map(({ index }) => index);
  const middle = name.length / 2;
  const at = breaks
    .filter((place) => place < name.length)
    .reduce((best, place) => (Math.abs(place - middle) < Math.abs(best - middle) ? place : best), breaks[0] ?? middle);
  return [name.slice(0, at), name.slice(at)];
}

/** The graph with ways to look things up in it. */
export class Model {
  readonly nodes = new Map<string, GraphNode>();
  /** The resource that holds a node: that of its nested stack. */
  readonly holder = new Map<string, string>();
  private readonly dependents = new Map<string, string[]>();
  private readonly needs = new Map<string, string[]>();

  constructor(readonly data: GraphData) {
    const add = (node: GraphNode, parent: string | undefined) => {
      this.nodes.set(node.id, node);
      if (parent !== undefined) {
        this.holder.set(node.id, parent);
      }
      node.children.forEach((child) => {
        add(child, node.id);
      });
    };
    data.nodes.forEach((node) => {
      add(node, undefined);
    });
    for (const { source, target } of data.edges) {
      push(this.dependents, target, source);
      push(this.needs, source, target);
    }
    for (const { id, users } of data.sources) {
      users.forEach((user) => {
        push(this.dependents, id, user);
      });
    }
  }

  /** What is drawn when the nodes of these ids are open. */
  shown(open: ReadonlySet<string>): Shown[] {
    const show = (node: GraphNode, parent: Shown | undefined): Shown => {
      const isOpen = open.has(node.id) && node.children.length > 0;
      const one: Shown = { node, parent, children: [], open: isOpen };
      one.children = isOpen ? node.children.map((child) => show(child, one)) : [];
      return one;
    };
    return this.data.nodes.map((node) => show(node, undefined));
  }

  /** Ids of the resources, or of the parameter or condition, whose definition a position lies in. */
  at({ uri, line, character }: Place): string[] {
    const hit = (of: { uri?: string | undefined; extent?: string | undefined }) => {
      const range = parseRange(of.extent);
      return of.uri === uri && range !== undefined && contains(range, line, character);
    };
    return [
      ...[...this.nodes.values()].filter(hit).map(({ id }) => id),
      ...this.data.sources.filter(hit).map(({ id }) => id),
    ];
  }

  /** Everything that depends on some of these ids, directly or not; not the ids themselves. */
  dependentsOf(ids: readonly string[]): Set<string> {
    const found = new Set<string>();
    const waiting = [...ids];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      for (const dependent of this.dependents.get(id) ?? []) {
        if (!found.has(dependent) && !ids.includes(dependent)) {
          found.add(dependent);
          waiting.push(dependent);
        }
      }
    }
    return found;
  }

  needsOf(id: string): readonly string[] {
    return this.needs.get(id) ?? [];
  }

  neededBy(id: string): readonly string[] {
    return this.dependents.get(id) ?? [];
  }

  name(id: string): string {
    return this.nodes.get(id)?.name ?? this.data.sources.find((source) => source.id === id)?.name ?? id;
  }

  /** The nodes that a search finds, in the order of the template: by name, type or state. */
  search(text: string): string[] {
    const wanted = text.trim().toLowerCase();
    return wanted === ''
      ? []
      : [...this.nodes.values()]
          .filter(({ name, type }) => name.toLowerCase().includes(wanted) || type.toLowerCase().includes(wanted))
          .map(({ id }) => id);
  }

  /** The resources around a node, the outermost first: all must be open for the node to be seen. */
  around(id: string): string[] {
    const holder = this.holder.get(id);
    return holder === undefined ? [] : [...this.around(holder), holder];
  }
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) {
    map.set(key, [value]);
  } else if (!list.includes(value)) {
    list.push(value);
  }
}

/** "1 resource depends on port", as the panel says it of what is at the cursor; "" where the cursor is in nothing. */
export function dependentsText(model: Model, current: readonly string[], dependents: ReadonlySet<string>): string {
  const [first] = current;
  if (first === undefined) {
    return '';
  }
  const count = [...dependents].filter((id) => model.nodes.has(id)).length;
  const who =
    count === 0 ? 'No resource depends' : count === 1 ? '1 resource depends' : `${String(count)} resources depend`;
  return `${who} on ${model.name(first)}`;
}

/** The description of a node for a screen reader. */
export function nodeText(model: Model, node: GraphNode): string {
  const state = node.enabled === true ? '' : node.enabled === false ? 'disabled' : 'perhaps disabled';
  const needs = model.needsOf(node.id).map((id) => model.name(id));
  const count = model.neededBy(node.id).length;
  return [
    `${node.name}, ${node.type}`,
    state,
    node.note,
    needs.length > 0 ? `needs ${needs.join(', ')}` : '',
    count > 0 ? `needed by ${String(count)}` : '',
  ]
    .filter(Boolean)
    .join('; ');
}
