"""Shared by the rules on cycles: finds them in a graph of names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hotlint.common.records import NamedTuple
from hotlint.rule import Span

_MOST_SHOWN = 30


class Edge(NamedTuple):
    """A dependency on `target`, written at `span`. `certain` is false where it depends on an unknown value."""

    target: str
    span: Span
    certain: bool = True


Graph = Mapping[str, list[Edge]]


def cycles(graph: Graph) -> Iterator[list[tuple[str, Edge]]]:
    """Yield one shortest cycle of each strongly connected component: its (name, edge to the next name) pairs."""
    for component in _components(graph):
        inside = set(component)
        start = min(component, key=lambda name: min(e.span for e in graph[name] if e.target in inside))
        yield _shortest(graph, start, inside)


def has_cycle(graph: Mapping[str, Iterable[str]]) -> bool:
    """Return whether a graph, given by names only, has a cycle."""
    finished: set[str] = set()
    for start in graph:
        if start in finished or not graph[start]:
            continue
        way, rest, on_way = [start], [iter(graph[start])], {start}
        while way:
            for target in rest[-1]:
                if target in on_way:
                    return True
                if target in graph and target not in finished:
                    way.append(target)
                    rest.append(iter(graph[target]))
                    on_way.add(target)
                    break
            else:
                finished.add(way[-1])
                on_way.discard(way.pop())
                rest.pop()
    return False


def as_path(names: list[str]) -> str:
    """Return a cycle for messages, `a -> b -> a`; of very many names the first ones and the last."""
    if len(names) > _MOST_SHOWN:
        names = [*names[: _MOST_SHOWN - 2], f"... ({len(names) - _MOST_SHOWN + 1} more)", names[-1]]
    return " -> ".join([*names, names[0]])


def _components(graph: Graph) -> list[list[str]]:
    """Return the strongly connected components with a cycle (Tarjan's algorithm, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    on_stack: set[str] = set()
    stack: list[str] = []
    found: list[list[str]] = []
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            name, edges = work[-1]
            child = next(
                (e.target for e in edges if e.target in graph and (e.target not in index or e.target in on_stack)), None
            )
            if child is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == index[name]:
                    component = [stack.pop()]
                    while component[-1] != name:
                        component.append(stack.pop())
                    on_stack.difference_update(component)
                    if len(component) > 1 or any(e.target == name for e in graph[name]):
                        found.append(component)
            elif child in index:
                low[name] = min(low[name], index[child])
            else:
                index[child] = low[child] = len(index)
                stack.append(child)
                on_stack.add(child)
                work.append((child, iter(graph[child])))
    return found


def _shortest(graph: Graph, start: str, inside: set[str]) -> list[tuple[str, Edge]]:
    """Return the shortest path from a name back to itself."""
    came: dict[str, tuple[str, Edge]] = {}
    queue = [start]
    for name in queue:
        for edge in graph[name]:
            if edge.target not in inside or edge.target in came:
                continue
            came[edge.target] = (name, edge)
            if edge.target == start:
                queue.clear()
                break
            queue.append(edge.target)
    way = [came[start]]
    while way[-1][0] != start:
        way.append(came[way[-1][0]])
    return way[::-1]
