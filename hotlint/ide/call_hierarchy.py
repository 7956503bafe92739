"""Dependencies between resources as a call hierarchy."""

from __future__ import annotations

from typing import NamedTuple

from hotlint.analysis.symbols import Occurrence, name_span
from hotlint.analysis.template import Named, Output, Resource
from hotlint.ide.cursor import owner_at
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.syntax.source import Span


class HierarchyItem(NamedTuple):
    """A resource or output: `kind` is "resource" or "output", `span` its name, `whole` its definition."""

    name: str
    kind: str
    detail: str
    span: Span
    whole: Span


class HierarchyCall(NamedTuple):
    """A dependency: the resource or output at its other end, and the places that make it."""

    item: HierarchyItem
    spans: tuple[Span, ...]


def item_at(analysis: FileAnalysis, offset: int) -> HierarchyItem | None:
    """Return the resource named at an offset, or else the one around it; None outside of resources."""
    found = analysis.name_at(offset)
    if found is not None and found.kind == "resource":
        owner = analysis.template.resources.get(found.name)
        return _item(owner) if owner is not None else None
    around = owner_at(analysis, offset)
    return _item(around) if isinstance(around, Resource) else None


def outgoing(analysis: FileAnalysis, name: str) -> list[HierarchyCall]:
    """Return the resources that a resource or an output depends on; empty for an unknown name."""
    owner: Named | None = analysis.template.resources.get(name) or analysis.template.outputs.get(name)
    if owner is None:
        return []
    places: dict[str, list[Span]] = {}
    for use in _uses(analysis):
        if owner.key.start <= use.span.start <= owner.node.end and use.name != name:
            places.setdefault(use.name, []).append(use.span)
    return [
        HierarchyCall(_item(analysis.template.resources[n]), tuple(spans))
        for n, spans in places.items()
        if n in analysis.template.resources
    ]


def incoming(analysis: FileAnalysis, name: str) -> list[HierarchyCall]:
    """Return the resources and outputs that depend on a resource."""
    places: dict[int, tuple[Named, list[Span]]] = {}
    for use in _uses(analysis):
        if use.name == name:
            owner = owner_at(analysis, use.span.start)
            if isinstance(owner, Resource | Output) and owner.name != name:
                places.setdefault(id(owner), (owner, []))[1].append(use.span)
    return [HierarchyCall(_item(owner), tuple(spans)) for owner, spans in places.values()]


def _uses(analysis: FileAnalysis) -> list[Occurrence]:
    return [o for o in analysis.index.occurrences if o.kind == "resource" and not o.defines]


def _item(owner: Named) -> HierarchyItem:
    detail = (owner.text("type") or "") if isinstance(owner, Resource) else (owner.text("description") or "")
    kind = "resource" if isinstance(owner, Resource) else "output"
    return HierarchyItem(
        owner.name, kind, detail, name_span(owner.key), Span(owner.key.start, max(owner.key.end, owner.node.end))
    )
