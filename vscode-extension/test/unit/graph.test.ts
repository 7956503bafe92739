import ELK from 'elkjs';
import { describe, expect, it } from 'vitest';
import { parseGraph, type GraphData, type GraphNode } from '../../src/preview/messages';
import { fittedScale, toElk } from '../../src/webview/graph/layout';
import { cutInMiddle, dependentsText, Model, nodeText, wrapped } from '../../src/webview/graph/model';
import { nearest } from '../../src/webview/graph/walk';

const node = (id: string, line: number, children: GraphNode[] = []): GraphNode => ({
  id,
  name: id.split('/').at(-1) ?? id,
  type: 'OS::Nova::Server',
  enabled: true,
  why: null,
  note: '',
  uri: 'file:///t.yaml',
  range: `${String(line)}:2-${String(line)}:6`,
  extent: `${String(line)}:2-${String(line + 1)}:9`,
  children,
});
const edge = (source: string, target: string) => ({ source, target, kinds: ['get_resource'] });
const data: GraphData = {
  nodes: [
    node('net', 10),
    node('port', 20),
    node('server', 30),
    node('group', 40, [node('group/0', 40), node('group/1', 40)]),
  ],
  edges: [edge('port', 'net'), edge('server', 'port'), edge('group', 'net'), edge('group/1', 'group/0')],
  sources: [
    {
      id: 'parameter:image',
      kind: 'parameter',
      name: 'image',
      uri: 'file:///t.yaml',
      extent: '1:2-2:9',
      users: ['condition:c'],
    },
    { id: 'condition:c', kind: 'condition', name: 'c', uri: 'file:///t.yaml', extent: '5:2-5:9', users: ['port'] },
  ],
  cut: false,
};
const model = new Model(data);
const at = (line: number) => model.at({ uri: 'file:///t.yaml', line, character: 4 });

describe('what depends on the cursor', () => {
  it('is found through resources, conditions and parameters', () => {
    expect([...model.dependentsOf(at(10))].sort()).toEqual(['group', 'port', 'server']);
    expect([...model.dependentsOf(at(1))].sort()).toEqual(['condition:c', 'port', 'server']);
    expect(model.dependentsOf(at(30)).size).toBe(0);
    expect(at(3)).toEqual([]);
    expect(model.at({ uri: 'file:///other.yaml', line: 10, character: 4 })).toEqual([]);
  });
  it('is said in words', () => {
    const said = (line: number) => dependentsText(model, at(line), model.dependentsOf(at(line)));
    expect(said(10)).toBe('3 resources depend on net');
    expect(said(20)).toBe('1 resource depends on port');
    expect(said(30)).toBe('No resource depends on server');
    expect(said(1)).toBe('2 resources depend on image');
    expect(said(3)).toBe('');
  });
});

it('a circle of resources ends', () => {
  const circle = new Model({ ...data, edges: [edge('net', 'port'), edge('port', 'net')], sources: [] });
  expect([...circle.dependentsOf(['net'])]).toEqual(['port']);
});

it('a screen reader hears what a node needs', () => {
  expect(nodeText(model, data.nodes[1] ?? node('x', 0))).toBe('port, OS::Nova::Server; needs net; needed by 1');
});

it('a search finds names and types, in nested stacks too', () => {
  expect(model.search('PORT')).toEqual(['port']);
  expect(model.search('nova').length).toBe(6);
  expect(model.search(' ')).toEqual([]);
  expect(model.around('group/1')).toEqual(['group']);
});

describe('the layout', () => {
  const size = () => ({ width: 120, height: 44 });
  it.each(['RIGHT', 'DOWN'] as const)('%s has a place for every node and edge that is open', async (direction) => {
    const shown = model.shown(new Set(['group']));
    const laid = await new ELK().layout(toElk(shown, data.edges, size, direction, 1));
    const group = laid.children?.find(({ id }) => id === 'group');
    expect(laid.children?.map(({ id }) => id)).toEqual(['net', 'port', 'server', 'group']);
    expect(group?.children?.map(({ id }) => id)).toEqual(['group/0', 'group/1']);
    expect(laid.edges?.length).toBe(3);
    expect(group?.edges?.[0]?.sections?.length).toBe(1);
    const places = (laid.children ?? []).map(({ x = 0, y = 0, width = 0, height = 0 }) => ({ x, y, width, height }));
    for (const [i, a] of places.entries()) {
      for (const b of places.slice(i + 1)) {
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
        expect(apart).toBe(true);
      }
    }
  });
  it('is never drawn larger than life', () => {
    expect(fittedScale({ width: 100, height: 50 }, { width: 1000, height: 1000 })).toBe(1);
    expect(fittedScale({ width: 2000, height: 50 }, { width: 1000, height: 1000 })).toBe(0.5);
  });
});

it('arrow keys go to what lies ahead', () => {
  const place = (name: string, x: number, y: number) => ({ name, box: { x, y } });
  const all = [place('a', 0, 0), place('b', 100, 0), place('c', 60, 90), place('d', 0, 100)];
  expect(nearest(all, 'a', 'right')).toBe('b');
  expect(nearest(all, 'a', 'down')).toBe('d');
  expect(nearest(all, 'b', 'left')).toBe('a');
  expect(nearest(all, 'a', 'up')).toBeUndefined();
});

it('the graph of an older server is not taken for one', () => {
  expect(parseGraph(JSON.stringify(data))?.nodes.length).toBe(4);
  expect(parseGraph('<svg/>')).toBeUndefined();
  expect(parseGraph('{}')).toBeUndefined();
});

it('a long name is cut in its middle, so that names that begin alike differ', () => {
  const short = (text: string) => cutInMiddle(text, (shown) => shown.length <= 15);
  expect(short('vipsec_A_private_left')).toBe('vipsec_…te_left');
  expect(short('vipsec_A_private_right')).toBe('vipsec_…e_right');
  expect(short('net')).toBe('net');
});

it('a name that is too long for one line is broken between two words', () => {
  expect(wrapped('vipsec_A_private_left_subnet_of_the_vnf')).toEqual(['vipsec_A_private_', 'left_subnet_of_the_vnf']);
  expect(wrapped('abcdef')).toEqual(['abc', 'def']);
  expect(wrapped('SecurityGroupRule')).toEqual(['Security', 'GroupRule']);
});
