"""The dependency graph as data, for a client that draws it: hotlint/graph with the format "json".

The answer is {nodes, edges, sources, cut}. A node is {id, name, type, enabled, why, uri, range, extent, note, children}:
`range` is the place of its name and `extent` that of the whole resource, both "line:column-line:column" as in previews;
`children` are the resources of its nested stack, or the members of a group. An edge is {source, target, kinds} by the ids
of nodes. A source is a parameter or a condition, {id, kind, name, uri, extent, users}: `users` are ids of the resources
and conditions that refer to it. `cut` is whether nodes were left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hotlint.analysis.template import Named, Part, Template
from hotlint.dry_run.dependency_graph import dependency_graph
from hotlint.dry_run.results import ResourceResult, StackResult
from hotlint.output.positions import Places
from hotlint.syntax.nodes import Scalar
from hotlint.syntax.source import Span

NODE_LIMIT = 1_500
"""Nodes of a graph, nested stacks included; deeper stacks are left out of a graph that has more."""

Data = dict[str, Any]


class GraphView:
    """Collects the nodes and edges of a stack and of the stacks in it."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.edges: list[Data] = []
        self.sources: list[Data] = []
        self.count = 0
        self.cut = False

    def graph(self, preview: StackResult) -> Data:
        """Return the graph of a stack; the module says in which shape."""
        nodes = self._stack(preview, "")
        return {"nodes": nodes, "edges": self.edges, "sources": self.sources, "cut": self.cut}

    def _stack(self, preview: StackResult, prefix: str) -> list[Data]:
        found = dependency_graph(preview)
        results = preview.resources()
        self.count += len(found.nodes)
        for edge in found.edges:
            ends = (prefix + _part(edge.source), prefix + _part(edge.target))
            self.edges.append({"source": ends[0], "target": ends[1], "kinds": list(edge.kinds)})
        self.sources += self._sources(preview, prefix)
        return [self._node(results[n.name], preview, prefix, n.within) for n in found.nodes.values()]

    def _node(self, found: ResourceResult, preview: StackResult, prefix: str, note: str) -> Data:
        identifier = prefix + _part(found.name)
        node: Data = {"id": identifier, "name": found.name, "type": found.type or "?", "enabled": found.enabled}
        node |= {"why": found.why, "note": note, "children": self._children(found, preview, identifier)}
        if found.resource is not None:
            path = preview.context.path
            key = found.resource.key
            node["uri"], node["range"] = self.places.place(path, Span(key.start, key.end))
            node["extent"] = self.places.place(path, _whole(found.resource))[1]
        return node

    def _children(self, found: ResourceResult, preview: StackResult, identifier: str) -> list[Data]:
        nested = found.nested
        if nested is None or found.enabled is False:
            return []
        if self.count >= NODE_LIMIT:
            self.cut = True
            return []
        if nested.preview is not None:
            return self._stack(nested.preview, identifier + "/")
        self.count += len(nested.members)
        return [self._node(member, preview, identifier + "/", "") for member in nested.members.values()]

    def _sources(self, preview: StackResult, prefix: str) -> Iterator[Data]:
        template, path = preview.context.template, preview.context.path
        users = _users(template, prefix)
        for kind, section in (("parameter", template.parameters), ("condition", template.conditions)):
            for name, owner in section.items():
                uri, extent = self.places.place(path, _whole(owner))
                identifier = _source_id(prefix, kind, name)
                yield {
                    "id": identifier, "kind": kind, "name": name, "uri": uri, "extent": extent,
                    "users": users.get(identifier, []),
                }  # fmt: skip


def _users(template: Template, prefix: str) -> dict[str, list[str]]:
    """Return the ids of the resources and conditions that refer to each parameter and condition, by the id of that."""
    users: dict[str, dict[str, None]] = {}
    for part in template.parts:
        section = part.owner.section
        if section == "resources":
            user = prefix + _part(part.owner.name)
        elif section == "conditions":
            user = _source_id(prefix, "condition", part.owner.name)
        else:
            continue
        for kind, name in _references(part):
            users.setdefault(_source_id(prefix, kind, name), {})[user] = None
    return {source: list(found) for source, found in users.items()}


def _references(part: Part) -> Iterator[tuple[str, str]]:
    node = part.node
    if part.field == "condition" and isinstance(node, Scalar) and isinstance(node.value, str):
        yield "condition", node.value
    for call in part.calls:
        yield from ((t.kind, t.name) for t in call.targets if t.kind in ("parameter", "condition"))


def _whole(owner: Named) -> Span:
    return Span(owner.key.start, max(owner.key.end, owner.node.end))


def _source_id(prefix: str, kind: str, name: str) -> str:
    return f"{prefix}{kind}:{_part(name)}"


def _part(name: str) -> str:
    """Return a name as a part of an id, in which "/" separates the stacks."""
    return name.replace("%", "%25").replace("/", "%2F").replace(":", "%3A")
