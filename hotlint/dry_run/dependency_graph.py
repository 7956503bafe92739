"""The dependency graph of a template: its resources, and the references between them."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.analysis.template import Resource
from hotlint.common.counts import counted
from hotlint.dry_run.results import ResourceResult, StackResult
from hotlint.stacks.records import ADDED


class GraphNode(NamedTuple):
    """A resource. `enabled` is None where that is not known; `within` describes its nested stack in a few words, or ""."""

    name: str
    type: str
    enabled: bool | None
    within: str
    resource: Resource


class GraphEdge(NamedTuple):
    """`source` depends on `target`, which is created first.

    `kinds`: "get_resource", "get_attr", "depends_on", or else "added" where Heat adds the dependency for the types.
    """

    source: str
    target: str
    kinds: tuple[str, ...]

    @property
    def is_order_only(self) -> bool:
        """Whether the dependency comes from depends_on or from Heat alone, and not from a value."""
        return self.kinds in (("depends_on",), (ADDED,))


class DependencyGraph(NamedTuple):
    """The resources by name, and their dependencies; no resource depends on itself."""

    nodes: dict[str, GraphNode]
    edges: list[GraphEdge]


def dependency_graph(preview: StackResult) -> DependencyGraph:
    """Return the graph of a template's resources; references in branches that are not taken do not count."""
    results = preview.resources()
    nodes = {}
    edges: dict[tuple[str, str], dict[str, None]] = {}
    for name, record in preview.stack.resources.items():
        result = results[name]
        nodes[name] = GraphNode(name, record.written_type or "?", result.enabled, _within(result), record.resource)
        for dependency in record.dependencies:
            edges.setdefault((name, dependency.target.name), {})[dependency.kind] = None
        for dependency in record.added:
            edges.setdefault((name, dependency.target.name), {ADDED: None})
    return DependencyGraph(
        nodes, [GraphEdge(source, target, tuple(kinds)) for (source, target), kinds in edges.items()]
    )


def _within(found: ResourceResult) -> str:
    """Return a description of a resource's nested stack: "3 members", "5 resources within", "" without one."""
    nested = found.nested
    if nested is None:
        return ""
    if nested.preview is not None:
        count = len(nested.preview.context.template.resources)
        return f"{counted(count, 'resource')} within"
    count = len(nested.members)
    more = "+" if nested.note and "more members" in nested.note else ""
    return f"{count}{more} member{'' if count == 1 and not more else 's'}"
