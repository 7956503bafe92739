"""Code lenses and links: reference counts, tests of a suite, nested templates, files, and pages of resource types."""

from __future__ import annotations

import os
from typing import NamedTuple

from hotlint import heat_types
from hotlint.analysis.file_kinds import TEMPLATES
from hotlint.analysis.symbols import name_span
from hotlint.analysis.template import Named, Output, Resource
from hotlint.common.counts import counted
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.navigation import file_path
from hotlint.resource_types.catalog import PACKAGED
from hotlint.syntax.source import Span


class CodeLens(NamedTuple):
    """A lens above a definition: `kind` is "references", "templates", "preview", "disabled", "run" or "debug".

    `places` are the references, `elsewhere` those in other files, with the paths of these. `test` is the name of the test to
    run or debug, None for all tests of the suite.
    """

    kind: str
    title: str
    span: Span
    places: tuple[Span, ...] = ()
    test: str | None = None
    elsewhere: tuple[tuple[str, Span], ...] = ()


def template_lenses(analysis: FileAnalysis) -> list[CodeLens]:
    """Return the lenses of a template in their order; none for any other text, nor for what nothing refers to."""
    if analysis.kind not in TEMPLATES:
        return []
    template = analysis.template
    node = template.version_node
    found = [CodeLens("preview", "preview", Span(node.start, node.end))] if node is not None else []
    for kind, section in (
        ("parameter", template.parameters),
        ("condition", template.conditions),
        ("resource", template.resources),
    ):
        found += [lens for owner in section.values() if (lens := _references(analysis, kind, owner)).places]
    switchable: list[Resource | Output] = [*template.resources.values(), *template.outputs.values()]
    off = [owner for owner in switchable if not analysis.evaluation.is_enabled(owner)]
    found += [CodeLens("disabled", _disabled(analysis, owner), name_span(owner.key)) for owner in off]
    return sorted(found, key=lambda lens: lens.span.start)


def _references(analysis: FileAnalysis, kind: str, owner: Named) -> CodeLens:
    places = tuple(o.span for o in analysis.index.references_to(kind, owner.name))
    count = len(places)
    return CodeLens("references", counted(count, "reference"), name_span(owner.key), places)


def _disabled(analysis: FileAnalysis, owner: Resource | Output) -> str:
    files = analysis.context.environment.files
    if not files:
        return "disabled"
    return "disabled under " + ", ".join(os.path.basename(f) for f in files)


REFERENCE = "https://docs.openstack.org/heat/latest/template_guide/openstack.html#{name}"


class DocumentLink(NamedTuple):
    """A link from a span to a file's `path` or to a `url`; the other is None."""

    span: Span
    path: str | None
    url: str | None
    tip: str


def document_links(analysis: FileAnalysis) -> list[DocumentLink]:
    """Return the links of a text, in order."""
    found = []
    for occurrence in analysis.index.occurrences:
        if occurrence.kind == "file":
            path = file_path(analysis, "file", occurrence.name)
            url = occurrence.name if path is None and occurrence.name.startswith(("http://", "https://")) else None
            if path is not None or url is not None:
                found.append(DocumentLink(occurrence.span, path, url, f"Open {occurrence.name}"))
        elif occurrence.kind == "type" and not occurrence.defines and _is_documented(occurrence.name):
            found.append(
                DocumentLink(occurrence.span, None, REFERENCE.format(name=occurrence.name), "Open the reference")
            )
    return found


def _is_documented(type_name: str) -> bool:
    """Return whether Heat's reference has a section about a type: it has none about those of AWS."""
    return type_name in PACKAGED.index["types"] and heat_types.service_of(type_name) != "aws"
