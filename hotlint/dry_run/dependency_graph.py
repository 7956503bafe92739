"""The dependency graph of a template: its resources, and the references between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hotlint.analysis.template import Named, Resource
from hotlint.common.counts import counted
from hotlint.dry_run.results import ResourceResult, StackResult
from hotlint.language.functions.base import Call


class GraphNode(NamedTuple):
    """A resource. `enabled` is None where that is not known; `within` describes its nested stack in a few words, or ""."""

    name: str
    type: str
    enabled: bool | None
    within: str
    resource: Resource


class GraphEdge(NamedTuple):
    """`source` depends on `target`, which is created first. `kinds`: "get_resource", "get_attr", "depends_on"."""

    source: str
    target: str
    kinds: tuple[str, ...]

    @property
    def is_order_only(self) -> bool:
        """Whether the dependency comes from depends_on alone, and not from a value."""
        return self.kinds == ("depends_on",)


class DependencyGraph(NamedTuple):
    """The resources by name, and their dependencies; no resource depends on itself."""

    nodes: dict[str, GraphNode]
    edges: list[GraphEdge]


def dependency_graph(preview: StackResult) -> DependencyGraph:
    """Return the graph of a template's resources; references in branches that are not taken do not count."""
    results = preview.resources()
    nodes = {}
    for name, resource in preview.context.template.resources.items():
        result = results[name]
        nodes[name] = GraphNode(name, resource.type or "?", result.enabled, _within(result), resource)
    edges: dict[tuple[str, str], dict[str, None]] = {}
    for name, resource in preview.context.template.resources.items():
        for target, kind in _needs(preview, resource):
            if target in nodes and target != name:
                edges.setdefault((name, target), {})[kind] = None
    return DependencyGraph(
        nodes, [GraphEdge(source, target, tuple(kinds)) for (source, target), kinds in edges.items()]
    )


def _needs(preview: StackResult, resource: Resource) -> list[tuple[str, str]]:
    needs = [(n.value, "depends_on") for n in resource.depends_on()]
    for call in _calls_of(preview, resource):
        kind = "get_attr" if call.function.takes("attribute") else "get_resource"
        needs += [(t.name, kind) for t in call.targets if t.kind in ("resource", "ref")]
    return needs


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


def _calls_of(preview: StackResult, owner: Named) -> Iterator[Call]:
    """Yield the calls in a resource that count: those in a branch that is not taken do not."""
    for part in preview.context.template.parts_of(owner):
        yield from (call for call in part.calls if preview.context.evaluation.is_taken(call))
