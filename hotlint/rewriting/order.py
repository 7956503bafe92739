"""Put the sections of a template or an environment, and the keys of each resource, in their usual order.

Lines are moved whole, with the comments right above them. The order is that of the HOT specification, but for conditions
and dependencies, which most templates state before the resources and properties that they are about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from hotlint.analysis.template import kind_of
from hotlint.rewriting.document_lines import DocumentLines, indent_of
from hotlint.syntax.nodes import Entry, Mapping, Scalar

SECTIONS = (
    "heat_template_version", "description", "parameter_groups", "parameters", "conditions", "resources", "outputs",
)  # fmt: skip
ENVIRONMENT_SECTIONS = (
    "parameters", "parameter_merge_strategies", "resource_registry", "parameter_defaults", "encrypted_param_names", "event_sinks",
)  # fmt: skip
RESOURCE_KEYS = (
    "type", "external_id", "condition", "depends_on", "properties", "metadata", "update_policy", "deletion_policy",
)  # fmt: skip


def ordered(layout: DocumentLines) -> str:
    """Return the text with its sections and the keys of its resources in order; unknown keys stay behind the known ones.

    A mapping stays as it is when its entries do not begin lines, or an alias would come before its anchor.
    """
    lines = layout.lines
    root, kind = layout.document.root, kind_of(layout.document)
    if kind not in ("hot", "environment") or not isinstance(root, Mapping):
        return "\n".join(lines)
    for mapping in _resources(root) if kind == "hot" else ():
        lines = _Move(layout, mapping, RESOURCE_KEYS).applied(lines)
    sections = SECTIONS if kind == "hot" else ENVIRONMENT_SECTIONS
    return "\n".join(_Move(layout, root, sections, header=True).applied(lines))


def _resources(root: Mapping) -> Iterator[Mapping]:
    for section in root.entries:
        if section.name == "resources" and isinstance(section.value, Mapping) and section.via is None:
            for entry in section.value.entries:
                if isinstance(entry.value, Mapping) and entry.via is None:
                    yield entry.value


class _Move:
    """The lines of each entry of one mapping. Moves within a resource keep the lines of a section together, so both fit."""

    def __init__(
        self, layout: DocumentLines, mapping: Mapping, known: tuple[str, ...], *, header: bool = False
    ) -> None:
        self.layout = layout
        self.mapping = mapping
        self.rank = {name: i for i, name in enumerate(known)}
        self.header = header

    def applied(self, lines: list[str]) -> list[str]:
        """Return the lines with those of the mapping in order."""
        entries, layout = self.mapping.entries, self.layout
        order = sorted(range(len(entries)), key=lambda i: self.rank.get(entries[i].name, len(self.rank)))
        if order == list(range(len(entries))) or not self._is_movable():
            return lines
        starts = [layout.lead(layout.line_of(entry.key.start)) for entry in entries]
        if self.header:  # what is above all sections, such as a license, stays there
            starts[0] = layout.line_of(entries[0].key.start)
        bounds = [*starts, self._end(entries[-1])]
        if not self._keeps_anchors(bounds, order):
            return lines
        chunks = [lines[start:end] for start, end in pairwise(bounds)]
        moved = [line for i in order for line in chunks[i]]
        return [*lines[: bounds[0]], *moved, *lines[bounds[-1] :]]

    def _is_movable(self) -> bool:
        mapping = self.mapping
        return (
            not mapping.flow
            and not mapping.merged
            and all(isinstance(e.key, Scalar) and self.layout.begins_line(e.key.start) for e in mapping.entries)
        )

    def _end(self, last: Entry) -> int:
        """Return the line after the last entry, and after the comments below it that are deeper than its key."""
        layout, column = self.layout, self.layout.column_of(last.key.start)
        last_line = layout.line_of(last.via.start) if last.via else layout.last_line(last.value)
        end = at = max(layout.line_of(last.key.start), last_line) + 1
        while at < len(layout.lines) and (layout.is_blank(at) or layout.is_comment(at)):
            text = layout.lines[at]
            if layout.is_comment(at) and indent_of(text) <= column:
                break
            at += 1
            end = at if layout.is_comment(at - 1) else end
        return end

    def _keeps_anchors(self, bounds: list[int], order: Iterable[int]) -> bool:
        """Return whether each alias still follows its anchor."""
        document, layout = self.layout.document, self.layout
        place = {chunk: at for at, chunk in enumerate(order)}

        def chunk_of(offset: int) -> int | None:
            line = layout.line_of(offset)
            return next((i for i in range(len(bounds) - 1) if bounds[i] <= line < bounds[i + 1]), None)

        for name, span in document.aliases:
            first, second = chunk_of(document.anchors[name].span.start), chunk_of(span.start)
            if first is not None and second is not None and place[first] > place[second]:
                return False
        return True
