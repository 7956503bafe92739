"""A layout in layers for a directed graph, from left to right: what is needed is to the right of what needs it.

The usual four steps: edges that close a cycle are turned round, nodes get layers, the layers an order with few
crossings, and the nodes of a layer places near their neighbors. Parts that are not connected lie below each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

GAP_X, GAP_Y = 64.0, 14.0
"""Pixels between layers, and between the nodes of one layer."""
SWEEPS = 12
BEND_LIMIT = 6_000
"""Points at which edges pass through layers; a graph that asks for more gets straight edges."""
WIDTH = 1_100.0
"""Pixels of a row of nodes that stand alone."""

Point = tuple[float, float]


class Box(NamedTuple):
    """Where a node is drawn: its upper left corner and its size, in pixels."""

    x: float
    y: float
    width: float
    height: float


class Layout(NamedTuple):
    """Boxes by name, the points that each edge passes through, and the size of it all."""

    boxes: dict[str, Box]
    paths: dict[tuple[str, str], list[Point]]
    width: float
    height: float


def layout(sizes: dict[str, tuple[float, float]], edges: Sequence[tuple[str, str]]) -> Layout:
    """Places for nodes of these sizes (width and height) and for the edges between them."""
    parts = _parts(sizes, edges)
    boxes: dict[str, Box] = {}
    paths: dict[tuple[str, str], list[Point]] = {}
    below, width = 0.0, 0.0
    for part in parts:
        if len(part) == 1:
            continue
        members = set(part)
        found = _Part({n: sizes[n] for n in part}, [e for e in edges if e[0] in members]).layout()
        boxes.update({n: b._replace(y=b.y + below) for n, b in found.boxes.items()})
        paths.update({e: [(x, y + below) for x, y in points] for e, points in found.paths.items()})
        below += found.height + 3 * GAP_Y
        width = max(width, found.width)
    alone = [part[0] for part in parts if len(part) == 1]
    if alone:
        below, width = _rows(alone, sizes, boxes, below, max(width, WIDTH), width)
    return Layout(boxes, paths, width, max(below - 3 * GAP_Y, 0.0) if not alone else below)


def _rows(
    names: list[str],
    sizes: dict[str, tuple[float, float]],
    boxes: dict[str, Box],
    top: float,
    limit: float,
    width: float,
) -> tuple[float, float]:
    """Nodes without edges, in rows. Returns where they end, below and to the right."""
    cell = max(sizes[n][0] for n in names) + 1.5 * GAP_Y
    height = max(sizes[n][1] for n in names)
    columns = max(1, int(limit // cell))
    for number, name in enumerate(names):
        row, column = divmod(number, columns)
        boxes[name] = Box(column * cell, top + row * (height + GAP_Y), *sizes[name])
        width = max(width, column * cell + sizes[name][0])
    return top + ((len(names) - 1) // columns + 1) * (height + GAP_Y) - GAP_Y, width


def _parts(nodes: Iterable[str], edges: Sequence[tuple[str, str]]) -> list[list[str]]:
    """The nodes that are connected with each other, the largest part first."""
    near: dict[str, list[str]] = {n: [] for n in nodes}
    for source, target in edges:
        near[source].append(target)
        near[target].append(source)
    seen: set[str] = set()
    parts = []
    for start in near:
        if start in seen:
            continue
        seen.add(start)
        part, at = [start], 0
        while at < len(part):
            for other in near[part[at]]:
                if other not in seen:
                    seen.add(other)
                    part.append(other)
            at += 1
        parts.append(part)
    return sorted(parts, key=len, reverse=True)


class _Part:
    """The layout of a connected graph. Nodes are numbers: first the real ones, then the bends of long edges."""

    def __init__(self, sizes: dict[str, tuple[float, float]], edges: list[tuple[str, str]]) -> None:
        self.names = list(sizes)
        number = {n: i for i, n in enumerate(self.names)}
        self.sizes = [sizes[n] for n in self.names]
        self.edges = edges
        self.arcs = _without_cycles(len(self.names), [(number[a], number[b]) for a, b in edges])
        self.layer = _layers(len(self.names), self.arcs)
        self.bends: dict[tuple[int, int], int] = {}
        self.chains = [self._chain(a, b) for a, b in self.arcs]

    def _chain(self, a: int, b: int) -> list[int]:
        """An edge as a chain of nodes, one in each layer that it crosses: edges with one aim run together."""
        chain = [a]
        for layer in range(self.layer[a] + 1, self.layer[b]):
            bend = self.bends.get((b, layer))
            if bend is None:
                if len(self.layer) >= BEND_LIMIT:
                    break
                bend = self.bends[b, layer] = len(self.layer)
                self.layer.append(layer)
                self.sizes.append((0.0, 2.0))
            chain.append(bend)
        return [*chain, b]

    def layout(self) -> Layout:
        before: list[list[int]] = [[] for _ in self.layer]
        after: list[list[int]] = [[] for _ in self.layer]
        for chain in self.chains:
            for a, b in pairwise(chain):
                if b not in after[a]:
                    after[a].append(b)
                    before[b].append(a)
        rows: list[list[int]] = [[] for _ in range(max(self.layer) + 1)]
        for node, layer in enumerate(self.layer):
            rows[layer].append(node)
        _order(rows, before, after)
        y = self._heights(rows, before, after)
        return self._placed(rows, y)

    def _heights(self, rows: list[list[int]], before: list[list[int]], after: list[list[int]]) -> list[float]:
        """The middle of each node, near the middle of its neighbors, with no overlap and in the order of the layer."""
        y = [0.0] * len(self.layer)
        for row in rows:
            at = 0.0
            for node in row:
                y[node] = at + self.sizes[node][1] / 2
                at += self.sizes[node][1] + GAP_Y
        for sweep in range(SWEEPS):
            for row in rows if sweep % 2 else reversed(rows):
                near = [(before[n] if sweep % 2 else after[n]) or before[n] + after[n] for n in row]
                wanted = [
                    sum(y[m] for m in found) / len(found) if found else y[n] for n, found in zip(row, near, strict=True)
                ]
                for node, place in zip(row, _spread(wanted, [self.sizes[n][1] for n in row]), strict=True):
                    y[node] = place
        top = min(y[n] - self.sizes[n][1] / 2 for n in range(len(y)))
        return [value - top for value in y]

    def _placed(self, rows: list[list[int]], y: list[float]) -> Layout:
        left, at = [], 0.0
        widths = [max(self.sizes[n][0] for n in row) for row in rows]
        for width, row in zip(widths, rows, strict=True):
            left.append(at)
            at += width + GAP_X + min(2.0 * len(row), 60.0)
        boxes = {}
        for node, name in enumerate(self.names):
            width, height = self.sizes[node]
            boxes[name] = Box(left[self.layer[node]], y[node] - height / 2, width, height)
        paths = {}
        for edge, chain in zip(self.edges, self.chains, strict=True):
            points = [self._right(boxes, chain[0])]
            for bend in chain[1:-1]:
                x = left[self.layer[bend]]
                points += [(x, y[bend]), (x + widths[self.layer[bend]], y[bend])]
            end = boxes[self.names[chain[-1]]]
            points.append((end.x, end.y + end.height / 2))
            paths[edge] = points if self.names[chain[0]] == edge[0] else points[::-1]
        width = left[-1] + widths[-1]
        return Layout(boxes, paths, width, max(b.y + b.height for b in boxes.values()))

    def _right(self, boxes: dict[str, Box], node: int) -> Point:
        box = boxes[self.names[node]]
        return box.x + box.width, box.y + box.height / 2


def _without_cycles(count: int, arcs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The edges with those turned round that lead back to where a walk has come from."""
    after: list[list[int]] = [[] for _ in range(count)]
    for a, b in arcs:
        after[a].append(b)
    state = [0] * count  # 1 while a walk is below it, 2 afterwards
    back: set[tuple[int, int]] = set()
    for start in range(count):
        if state[start]:
            continue
        state[start] = 1
        walk = [(start, iter(after[start]))]
        while walk:
            node, rest = walk[-1]
            following = next(rest, None)
            if following is None:
                state[node] = 2
                walk.pop()
            elif state[following] == 1:
                back.add((node, following))
            elif state[following] == 0:
                state[following] = 1
                walk.append((following, iter(after[following])))
    return [(b, a) if (a, b) in back else (a, b) for a, b in arcs]


def _layers(count: int, arcs: list[tuple[int, int]]) -> list[int]:
    """A layer for each node: as far to the right as what needs it allows, so that edges are short."""
    after: list[list[int]] = [[] for _ in range(count)]
    waiting = [0] * count
    for a, b in arcs:
        after[b].append(a)
        waiting[a] += 1
    ready = [n for n in range(count) if not waiting[n]]
    depth = [0] * count
    while ready:
        node = ready.pop()
        for other in after[node]:
            depth[other] = max(depth[other], depth[node] + 1)
            waiting[other] -= 1
            if not waiting[other]:
                ready.append(other)
    deepest = max(depth)
    return [deepest - d for d in depth]


def _order(rows: list[list[int]], before: list[list[int]], after: list[list[int]]) -> None:
    """Put the nodes of every layer in an order with few crossings: by the middle of their neighbors, to and fro."""
    best, fewest = [list(row) for row in rows], _crossings(rows, after)
    for sweep in range(SWEEPS):
        near = before if sweep % 2 == 0 else after
        order = range(1, len(rows)) if sweep % 2 == 0 else range(len(rows) - 2, -1, -1)
        for index in order:
            neighbors = rows[index - 1] if sweep % 2 == 0 else rows[index + 1]
            rows[index] = _sorted_by(rows[index], near, neighbors)
        crossings = _crossings(rows, after)
        if crossings < fewest:
            best, fewest = [list(row) for row in rows], crossings
        if not fewest:
            break
    rows[:] = best


def _sorted_by(row: list[int], near: list[list[int]], neighbors: list[int]) -> list[int]:
    """A layer in the order of the mean places of neighbors; nodes without any stay where they are."""
    at = {node: float(i) for i, node in enumerate(neighbors)}
    keys = {}
    for index, node in enumerate(row):
        found = [at[m] for m in near[node] if m in at]
        keys[node] = sum(found) / len(found) if found else float(index)
    return sorted(row, key=keys.__getitem__)


def _crossings(rows: list[list[int]], after: list[list[int]]) -> int:
    """How many pairs of edges between neighboring layers cross."""
    total = 0
    for row, following in pairwise(rows):
        at = {node: i for i, node in enumerate(following)}
        ends: list[int] = []
        for node in row:
            ends += sorted(at[m] for m in after[node] if m in at)
        tree = [0] * (len(following) + 1)
        for seen, end in enumerate(ends):
            index, smaller = end + 1, 0
            while index:
                smaller += tree[index]
                index &= index - 1
            total += seen - smaller
            index = end + 1
            while index < len(tree):
                tree[index] += 1
                index += index & -index
    return total


def _spread(wanted: list[float], heights: list[float]) -> list[float]:
    """Middles as near to those wanted as order and heights allow: neighbors that would overlap move as one block."""
    offsets = [0.0]
    for upper, lower in pairwise(heights):
        offsets.append(offsets[-1] + (upper + lower) / 2 + GAP_Y)
    blocks: list[list[float]] = []  # sum of wishes, count
    for want, offset in zip(wanted, offsets, strict=True):
        blocks.append([want - offset, 1.0])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]:
            total, count = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += count
    places: list[float] = []
    for total, count in blocks:
        places += [total / count] * int(count)
    return [place + offset for place, offset in zip(places, offsets, strict=True)]
