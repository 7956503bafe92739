"""A preview as one page: resources as a tree, values next to their source, conditions, the graph, search, light and dark."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from textwrap import dedent
from typing import Any, NamedTuple

from hotlint.common.counts import counted
from hotlint.dry_run.dependency_graph import dependency_graph
from hotlint.dry_run.errors import errors
from hotlint.dry_run.results import NestedResult, ResourceResult, StackResult, ValueResult
from hotlint.language.functions.base import Snippet
from hotlint.language.values import is_known
from hotlint.output import pages
from hotlint.output.graph import render_svg
from hotlint.output.html_values import Part, Writer, below
from hotlint.output.positions import Places, UriOf, uri_of
from hotlint.syntax.nodes import Node

SOURCE_LIMIT = 1_500
"""Characters of a source that are shown next to its value."""


def render_html(preview: StackResult, uri: UriOf = uri_of, *, graph: bool = True) -> str:
    """The page, with the graph unless it is drawn elsewhere.

    `uri` turns the paths of files into the URIs that values carry, for an editor to find their source.
    """
    places = Places(lambda path: preview.context.project.document(path).text, uri)
    path, resources = preview.context.path, preview.context.template.resources
    return pages.render(
        "preview.html", title=path, subtitle=summary(preview), page=_Page(preview, places, set()), has_graph=bool(resources),
        drawing=render_svg(dependency_graph(preview), path, places, alone=False) if graph and resources else "",
    )  # fmt: skip


class _Row(NamedTuple):
    """A row of a table: a name with its value, whose box has a place, and beside it the source. `reason` says why it is not known.

    `key` identifies it in the page. `absent` says why there is no value, `required` that one has to be given.
    """

    key: str
    name: object
    source: str
    place: tuple[str, str] | None
    error: str | None
    parts: Iterable[Part]
    reason: str = ""
    type: str | None = None
    absent: str = ""
    required: bool = False


class _Page:
    """One template of the page: the whole, or what a resource consists of.

    `reasons` are those that the page has said: each is said once, and shows on hovering afterwards.
    """

    def __init__(
        self, preview: StackResult, places: Places, reasons: set[str], prefix: str = "n", top: str = ""
    ) -> None:
        self.preview = preview
        self.places = places
        self.reasons = reasons
        self.prefix = prefix
        self.top = top or os.path.dirname(os.path.abspath(preview.context.path))
        self.template = preview.context.template
        self.writer = Writer(preview.context.path, places)

    @property
    def name(self) -> str:
        """The path of the template."""
        return self._relative(self.preview.context.path)

    def parameters(self) -> Iterator[_Row]:
        """Yield a row for each parameter."""
        for number, (name, outcome) in enumerate(self.preview.parameters().items()):
            parameter = self.template.parameters[name]
            given = self.preview.context.evaluation.given(name)
            hidden = parameter.hidden and not self.preview.show_hidden
            is_default = given is None and parameter.has_default
            source, node = "", parameter.field("default") if is_default else parameter.node
            if given is not None:
                line = f":{self.places.line(given.origin, given.offset)}" if given.offset is not None else ""
                said = given.origin.replace(f" of {os.path.join(self.top, '')}", " of ") or "given"
                source = f"{self._relative(given.origin)}{line}" if line else said
            elif is_default:
                source = f"default: {'...' if hidden else self._source(node)}"
            is_required = given is None and not is_default and self.prefix == "n"
            row = self._row(f"p{number}", name, source, outcome, None, node)
            yield row._replace(type=parameter.type or "", required=is_required)

    def conditions(self) -> Iterator[_Row]:
        """Yield a row for each condition."""
        for number, (name, outcome) in enumerate(self.preview.conditions().items()):
            node = self.template.conditions[name].node
            yield self._with_reason(self._row(f"c{number}", name, self._source(node), outcome, None, node), outcome)

    def outputs(self) -> Iterator[_Row]:
        """Yield a row for each output."""
        for number, (name, outcome) in enumerate(self.preview.outputs().items()):
            output = self.template.outputs[name]
            part = self.template.part(output, "value")
            snippet, node = (part.snippet, part.node) if part else (None, None)
            row = self._row(f"o{number}", name, self._source(node), outcome, snippet, node)
            enabled, why = self.preview.enabled(output)
            yield row._replace(absent=why or "") if enabled is False else self._with_reason(row, outcome)

    def failing(self) -> Iterator[tuple[str, str]]:
        """Yield what fails, also in nested stacks: its key in the page, and its name."""
        shown = self.preview
        for letter, outcomes in (("p", shown.parameters()), ("c", shown.conditions()), ("o", shown.outputs())):
            for number, (name, outcome) in enumerate(outcomes.items()):
                if outcome.error is not None:
                    yield f"{self.prefix}-{letter}{number}", name
        yield from self._failing(shown.resources(), f"{self.prefix}-r")

    def _failing(self, results: Mapping[str, ResourceResult], prefix: str) -> Iterator[tuple[str, str]]:
        for number, found in enumerate(results.values()):
            key, nested = f"{prefix}{number}", found.nested
            if _fails(found):
                yield key, found.name
            if nested is not None and found.enabled is not False:
                inner = self.inner(nested, key)
                within = inner.failing() if inner is not None else self._failing(nested.members, f"{key}-m")
                yield from ((at, f"{found.name}.{name}") for at, name in within)

    def resources(self) -> Iterator[dict[str, Any]]:
        """Yield the resources."""
        return self._shown(self.preview.resources(), f"{self.prefix}-r")

    def members(self, nested: NestedResult, key: str) -> Iterator[dict[str, Any]]:
        """Yield the members of the resource with this key."""
        return self._shown(nested.members, f"{key}-m")

    def inner(self, nested: NestedResult, key: str) -> _Page | None:
        """Return the nested stack of the resource with this key; None without one."""
        return _Page(nested.preview, self.places, self.reasons, key, self.top) if nested.preview is not None else None

    def _shown(self, results: Mapping[str, ResourceResult], prefix: str) -> Iterator[dict[str, Any]]:
        for number, found in enumerate(results.values()):
            yield {
                "key": f"{prefix}{number}",
                "found": found,
                "place": self.writer.at(found.resource.key) if found.resource is not None else None,
                "fails": _fails(found),
                "rows": self._content(found),
            }

    def _content(self, found: ResourceResult) -> Iterator[_Row]:
        for field, outcome in (("properties", found.properties), ("metadata", found.metadata)):
            node = found.nodes.get(field)
            snippet = self._snippet(found, field, node)
            if outcome.parts is None:
                if outcome.value != {} or outcome.error is not None:
                    row = self._row("", field, self._source(node), outcome, snippet, node)
                    yield self._with_reason(row, outcome)
                continue
            for name, part in outcome.parts.items():
                inner, at = below(snippet, node, name)
                shown = name if field == "properties" else f"metadata: {name}"
                yield self._with_reason(self._row("", shown, self._source(at), part, inner, at), part)

    def _snippet(self, found: ResourceResult, field: str, node: Node | None) -> Snippet:
        if node is None:
            return None
        part = self.template.part(found.resource, field) if found.resource is not None else None
        return part.snippet if part is not None else self.template.read(node)

    def _row(
        self, key: str, name: object, source: str, found: ValueResult, snippet: Snippet, node: Node | None
    ) -> _Row:
        parts = self.writer.parts(found.value, snippet, node)
        return _Row(f"{self.prefix}-{key}" if key else "", name, source, self.writer.at(node), found.error, parts)

    def _with_reason(self, row: _Row, outcome: ValueResult) -> _Row:
        """Return a row with what says why its value is not wholly known, unless the page has said so already."""
        reason = outcome.unknown
        if reason is None or is_known(outcome.value) or reason in self.reasons:
            return row
        self.reasons.add(reason)
        return row._replace(reason=reason)

    def _source(self, node: Node | None) -> str:
        """The text of a node, indented as if it stood alone, cut where it is long."""
        if node is None:
            return ""
        whole = self.preview.context.document.text
        end = min(node.end, node.start + SOURCE_LIMIT)
        lead = node.start - (whole.rfind("\n", 0, node.start) + 1)
        shown = dedent(" " * lead + whole[node.start : end].rstrip())
        return shown + (" …" if node.end > end else "")

    def _relative(self, path: str) -> str:
        """A path from the folder of the template that is previewed; a URL stays as it is."""
        return path if "://" in path else os.path.relpath(os.path.abspath(path), self.top)


def _fails(found: ResourceResult) -> bool:
    """Return whether a resource that may be created has a value that fails."""
    return found.enabled is not False and (found.properties.error is not None or found.metadata.error is not None)


def summary(preview: StackResult) -> str:
    """Return the counts of a preview in words, and the environments that it is made with."""
    found = preview.resources().values()
    disabled = sum(r.enabled is False for r in found)
    inner = sum(_count(r.nested) for r in found if r.nested is not None and r.enabled is not False)
    incomplete = sum(r.enabled is not False and r.properties.unknown is not None for r in found)
    failing = sum(1 for _ in errors(preview))
    folder = os.path.dirname(os.path.abspath(preview.context.path))
    files = [os.path.relpath(os.path.abspath(path), folder) for path in preview.context.environment.files]
    given = preview.context.evaluation.given
    required = sum(given(name) is None for name, p in preview.context.template.parameters.items() if not p.has_default)
    words = [counted(len(found), "resource")]
    words += [f"{disabled} disabled"] if disabled else []
    words += [f"{inner} more in nested stacks"] if inner else []
    words += [f"{incomplete} with unknown values"] if incomplete else []
    words += [f"{counted(required, 'parameter')} without a value"] if required else []
    words += [f"{counted(failing, 'value')} {'fails' if failing == 1 else 'fail'}"] if failing else []
    return ", ".join(words) + (f" — with {', '.join(files)}" if files else "")


def _count(nested: NestedResult) -> int:
    """Return how many resources of nested stacks there are, members of groups and what is in them included."""
    stacks = nested.preview.resources().values() if nested.preview is not None else nested.members.values()
    enabled = [r for r in stacks if r.enabled is not False]
    return len(enabled) + sum(_count(r.nested) for r in enabled if r.nested is not None)
