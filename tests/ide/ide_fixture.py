"""Small texts with `$0` where the cursor is, and what the editor floor answers about them."""

from __future__ import annotations

import os
from collections.abc import Mapping

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.file_kinds import recognize
from hotlint.analysis.files.project import Project
from hotlint.ide.by_kind import completions
from hotlint.ide.completion import CompletionAt, CompletionEnvironment, CompletionList, DeclaredNames, NeighborNames
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.source import Source, Span

FOLDER = os.path.abspath("/nowhere")
CURSOR = "$0"


def path(name: str) -> str:
    return os.path.join(FOLDER, name)


def cursor(text: str) -> tuple[str, int]:
    """A text without its cursor mark, and where that was."""
    at = text.index(CURSOR)
    return text.replace(CURSOR, "", 1), at


def analysis(
    text: str, files: Mapping[str, str] | None = None, environments: tuple[str, ...] = (), name: str = "t.yaml"
) -> FileAnalysis:
    sources = {path(n): Source(path(n), t) for n, t in {**(files or {}), name: text}.items()}
    project = Project(Catalog(), sources)
    environment = project.environment([path(e) for e in environments])
    return FileAnalysis(TemplateContext.open(project, path(name), environment, Meter(Budget())))


def at(marked: str, **more: object) -> tuple[FileAnalysis, int]:
    text, offset = cursor(marked)
    return analysis(text, **more), offset  # type: ignore[arg-type]


def offers(marked: str, files: Mapping[str, str] | None = None, near: NeighborNames | None = None) -> CompletionList:
    text, offset = cursor(marked)
    known = files or {}
    around = CompletionEnvironment(
        Catalog(),
        files=lambda: list(known),
        neighbors=lambda: near or NeighborNames(),
        nested=lambda name: DeclaredNames(known[name]) if name in known else None,
        templates=lambda: [DeclaredNames(t) for t in known.values()],
    )
    kind = recognize(path("t.yaml"), text)
    return completions(
        kind, CompletionAt(path("t.yaml"), text, offset, lambda: around, lambda: DeclaredNames(text), no_template)
    )


def no_template(name: str) -> None:
    """There is no template that a suite could name."""


def labels(marked: str, **more: object) -> list[str]:
    return [item.label for item in offers(marked, **more).items]  # type: ignore[arg-type]


def accepted(marked: str, label: str, **more: object) -> str:
    """The text after an offer is taken, as plain text."""
    text, _ = cursor(marked)
    found = offers(marked, **more)  # type: ignore[arg-type]
    item = next(i for i in found.items if i.label == label)
    return text[: found.span.start] + found.prefix + item.text + text[found.span.end :]


def cut(text: str, span: Span) -> str:
    return text[span.start : span.end]
