"""What depends on what in a template: its resources, and the references between them that count."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.analysis.template import Resource
from hotlint.dry_run.results import ResourceResult
from hotlint.dry_run.stack_preview import Preview, calls_of


class GraphNode(NamedTuple):
    """A resource. `enabled` is None where that is not known; `within` says what it consists of, in a few words."""

    name: str
    type: str
    enabled: bool | None
    within: str
    resource: Resource


class GraphEdge(NamedTuple):
    """`source` needs `target`, so `target` is created first. `kinds` are get_resource, get_attr, depends_on or both."""

    source: str
    target: str
    kinds: tuple[str, ...]

    @property
    def is_order_only(self) -> bool:
        """Whether only depends_on asks for it, and no value."""
        return self.kinds == ("depends_on",)


class DependencyGraph(NamedTuple):
    nodes: dict[str, GraphNode]
    edges: list[GraphEdge]


def dependency_graph(preview: Preview) -> DependencyGraph:
    """The graph of a template's resources; references in branches that are not taken do not count."""
    found = preview.resources()
    nodes = {}
    for name, resource in preview.unit.template.resources.items():
        rehearsed = found[name]
        nodes[name] = GraphNode(name, resource.type or "?", rehearsed.enabled, _within(rehearsed), resource)
    edges: dict[tuple[str, str], dict[str, None]] = {}
    for name, resource in preview.unit.template.resources.items():
        for target, kind in _needs(preview, resource):
            if target in nodes and target != name:
                edges.setdefault((name, target), {})[kind] = None
    return DependencyGraph(
        nodes, [GraphEdge(source, target, tuple(kinds)) for (source, target), kinds in edges.items()]
    )


def _needs(preview: Preview, resource: Resource) -> list[tuple[str, str]]:
    needs = [(n.value, "depends_on") for n in resource.depends_on()]
    for call in calls_of(preview, resource):
        kind = "get_attr" if call.function.takes("attribute") else "get_resource"
        needs += [(t.name, kind) for t in call.targets if t.kind in ("resource", "ref")]
    return needs


def _within(found: ResourceResult) -> str:
    """What a resource consists of: "3 members", "5 resources in web.yaml"."""
    nested = found.nested
    if nested is None:
        return ""
    if nested.preview is not None:
        count = len(nested.preview.unit.template.resources)
        return f"{count} resource{'' if count == 1 else 's'} within"
    count = len(nested.members)
    more = "+" if nested.note and "more members" in nested.note else ""
    return f"{count}{more} member{'' if count == 1 and not more else 's'}"
