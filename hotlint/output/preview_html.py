"""A preview as one page: resources as a tree, values next to their source, conditions, the graph, search, light and dark."""

from __future__ import annotations

import os
from collections.abc import Iterator
from textwrap import dedent

from hotlint.common.counts import counted
from hotlint.dry_run.dependency_graph import dependency_graph
from hotlint.dry_run.errors import errors
from hotlint.dry_run.results import NestedResult, ResourceResult, StackResult, ValueResult
from hotlint.language.functions.base import Snippet
from hotlint.language.values import is_known
from hotlint.output.graph import render_svg
from hotlint.output.html_page import breakable, page, text
from hotlint.output.html_values import Writer
from hotlint.output.positions import Places, UriOf, uri_of
from hotlint.syntax.nodes import Node

_EMPTY = '<p class="note empty">This template has no parameters, resources or outputs.</p>'
SOURCE_LIMIT = 1_500
"""Characters of a source that are shown next to its value."""


def render_html(preview: StackResult, uri: UriOf = uri_of, *, graph: bool = True) -> str:
    """The page, with the graph unless it is drawn elsewhere.

    `uri` turns the paths of files into the URIs that values carry, for an editor to find their source.
    """
    places = Places(lambda path: preview.context.project.document(path).text, uri)
    writer = _Page(preview, places, set())
    body = "".join(writer.sections(graph=graph))
    return page(preview.context.path, summary(preview), "".join(writer.navigation()), body or _EMPTY)


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

    # -- the whole ---------------------------------------------------------------------------------------------------

    def navigation(self) -> Iterator[str]:
        for name, found in self._named():
            links = "".join(
                f'<li><a href="#{self.prefix}-{name[0]}{n}">{text(k)}</a></li>' for n, k in enumerate(found)
            )
            yield f"<b>{name.capitalize()}</b><ul>{links}</ul>" if links else ""
        yield f'<b><a href="#{self.prefix}-graph">Graph</a></b>' if self.template.resources else ""

    def _named(self) -> Iterator[tuple[str, list[str]]]:
        template = self.template
        yield "parameters", list(template.parameters)
        yield "conditions", list(template.conditions)
        yield "resources", list(template.resources)
        yield "outputs", list(template.outputs)

    def sections(self, heading: str = "h2", *, graph: bool = False) -> Iterator[str]:
        """Parameters, conditions, resources, outputs, and the graph."""
        for name, content in (
            ("Parameters", self._table(self._parameters())),
            ("Conditions", self._table(self._conditions())),
            ("Resources", "".join(self._resources())),
            ("Outputs", self._table(self._outputs())),
        ):
            if content:
                yield f'<section class="{name.lower()}"><{heading}>{name}</{heading}>{content}</section>'
        if graph and self.template.resources:
            drawing = render_svg(dependency_graph(self.preview), self.preview.context.path, self.places, alone=False)
            yield (
                f'<section id="{self.prefix}-graph"><h2>Graph</h2><p class="note">An arrow leads from a resource to what it '
                f'needs.</p><div class="drawing">{drawing}</div></section>'
            )

    # -- tables ------------------------------------------------------------------------------------------------------

    def _table(self, rows: Iterator[str]) -> str:
        listed = "".join(rows)
        if not listed:
            return ""
        return (
            '<table><colgroup><col class="name"><col class="source"><col></colgroup><thead><tr><th>Name</th><th>Source</th>'
            f"<th>Value</th></tr></thead><tbody>{listed}</tbody></table>"
        )

    def _row(self, key: str, name: object, source: str, value: str) -> str:
        return (
            f'<tr class="entry"{f" id={chr(34)}{key}{chr(34)}" if key else ""}><td class="key">{breakable(name)}</td>'
            f'<td><pre class="source">{source}</pre></td><td>{value}</td></tr>'
        )

    def _parameters(self) -> Iterator[str]:
        for number, (name, outcome) in enumerate(self.preview.parameters().items()):
            parameter = self.template.parameters[name]
            given = self.preview.context.evaluation.given(name)
            hidden = parameter.hidden and not self.preview.show_hidden
            if given is not None and given.offset is not None:
                source = f"{self._relative(given.origin)}:{self.places.line(given.origin, given.offset)}"
            elif given is not None:
                source = given.origin or "given"
            elif parameter.has_default:
                default = self._source(parameter.field("default")) if not hidden else "..."
                source = f"default: {default}"
            else:
                source = ""
            node = parameter.field("default") if given is None and parameter.has_default else parameter.node
            if given is None and not parameter.has_default and self.prefix == "n":
                value = f'<div class="value"{self.writer.at(node)}>{_required(name)}</div>'
            else:
                value = self.writer.outcome(outcome, None, node)
            type_ = f'<span class="type">{text(parameter.type or "")}</span>'
            yield self._row(f"{self.prefix}-p{number}", name, text(source) if given else source, f"{value}{type_}")

    def _conditions(self) -> Iterator[str]:
        for number, (name, outcome) in enumerate(self.preview.conditions().items()):
            node = self.template.conditions[name].node
            yield self._row(
                f"{self.prefix}-c{number}",
                name,
                self._source(node),
                self.writer.outcome(outcome, None, node) + self._why(outcome),
            )

    def _outputs(self) -> Iterator[str]:
        for number, (name, outcome) in enumerate(self.preview.outputs().items()):
            output = self.template.outputs[name]
            part = self.template.part(output, "value")
            enabled, why = self.preview.enabled(output)
            if enabled is False:
                value = f'<span class="null">{text(why)}</span>'
            else:
                value = self.writer.outcome(
                    outcome, part.snippet if part else None, part.node if part else None
                ) + self._why(outcome)
            yield self._row(f"{self.prefix}-o{number}", name, self._source(part.node if part else None), value)

    def _source(self, node: Node | None) -> str:
        """The text of a node as HTML, indented as if it stood alone, cut where it is long."""
        if node is None:
            return ""
        whole = self.preview.context.document.text
        end = min(node.end, node.start + SOURCE_LIMIT)
        lead = node.start - (whole.rfind("\n", 0, node.start) + 1)
        shown = dedent(" " * lead + whole[node.start : end].rstrip())
        return text(shown) + (" …" if node.end > end else "")

    # -- resources ---------------------------------------------------------------------------------------------------

    def _resources(self) -> Iterator[str]:
        for number, found in enumerate(self.preview.resources().values()):
            yield self._resource(found, f"{self.prefix}-r{number}")

    def _resource(self, found: ResourceResult, key: str) -> str:
        badges = ""
        if found.enabled is False:
            badges += f'<span class="badge off" title="{text(found.why)}">disabled</span>'
        elif found.enabled is None:
            badges += f'<span class="badge perhaps" title="{text(found.why)}">perhaps</span>'
        if found.enabled is not False and (found.properties.error is not None or found.metadata.error is not None):
            badges += '<span class="badge fails">fails</span>'
        reason = f'<p class="reason">{text(found.why)}</p>' if found.why else ""
        opened = " open" if found.enabled is not False and found.resource is not None else ""
        place = self.writer.at(found.resource.key) if found.resource is not None else ""
        content = "" if found.enabled is False else self._content(found, key)
        return (
            f'<details id="{key}" class="{"disabled" if found.enabled is False else "resource"}"{opened}>'
            f'<summary{place}>{badges}<b>{breakable(found.name)}</b><span class="type">{breakable(found.type or "")}</span></summary>'
            f"{reason}{content}</details>"
        )

    def _content(self, found: ResourceResult, key: str) -> str:
        rows = []
        for field, outcome in (("properties", found.properties), ("metadata", found.metadata)):
            node = found.nodes.get(field)
            snippet = self._snippet(found, field, node)
            if outcome.parts is None:
                if outcome.value != {} or outcome.error is not None:
                    rows.append(
                        self._row(
                            "",
                            field,
                            self._source(node),
                            self.writer.outcome(outcome, snippet, node) + self._why(outcome),
                        )
                    )
                continue
            for name, part in outcome.parts.items():
                inner, at = self.writer.below(snippet, node, name)
                shown = name if field == "properties" else f"metadata: {name}"
                rows.append(
                    self._row("", shown, self._source(at), self.writer.outcome(part, inner, at) + self._why(part))
                )
        nested = self._nested(found.nested, key) if found.nested is not None else ""
        return self._table(iter(rows)) + nested

    def _snippet(self, found: ResourceResult, field: str, node: Node | None) -> Snippet:
        if node is None:
            return None
        part = self.template.part(found.resource, field) if found.resource is not None else None
        return part.snippet if part is not None else self.template.read(node)

    def _nested(self, nested: NestedResult, key: str) -> str:
        note = f'<p class="{"error" if nested.failed else "note"}">{text(nested.note)}</p>' if nested.note else ""
        if nested.preview is not None:
            inner = _Page(nested.preview, self.places, self.reasons, key, self.top)
            return f"<h4>{text(self._relative(nested.preview.context.path))}</h4>{''.join(inner.sections('h4'))}{note}"
        members = "".join(self._resource(member, f"{key}-m{n}") for n, member in enumerate(nested.members.values()))
        return f"<h4>Members</h4>{members}{note}" if members else note

    def _relative(self, path: str) -> str:
        """A path from the folder of the template that is previewed; a URL stays as it is."""
        return path if "://" in path else os.path.relpath(os.path.abspath(path), self.top)

    def _why(self, outcome: ValueResult) -> str:
        """Why a value is not wholly known, in words; "" where the page has said so already."""
        reason = outcome.unknown
        if reason is None or is_known(outcome.value) or reason in self.reasons:
            return ""
        self.reasons.add(reason)
        return f'<div class="reason">{text(reason)}</div>'


def _required(name: str) -> str:
    return f'<span class="unknown required" data-required="{text(name)}">required, no value</span>'


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
