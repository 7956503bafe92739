"""What `import hotlint` offers: `check` and `preview`, with lines and columns as people count them from zero."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from hotlint import registry, suppress
from hotlint.catalogue import Catalogue
from hotlint.diagnostic import Diagnostic, Severity
from hotlint.lint import Linter
from hotlint.project import Project
from hotlint.text import LineIndex, Source, Span

if TYPE_CHECKING:
    from hotlint.preview import Preview

PathLike = str | os.PathLike[str]


class PlaceSpan(NamedTuple):
    """A stretch of text in 0-based lines and code-point columns; the end is not included."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int


class Finding(NamedTuple):
    """One finding as the outside sees it. `severity` is "error", "warning" or "info"."""

    code: str
    severity: Severity
    message: str
    path: str
    span: PlaceSpan
    related: tuple[Any, ...]
    fixes: tuple[Any, ...]
    rule: str


class Report(NamedTuple):
    """What `check` found in one file."""

    path: str
    diagnostics: tuple[Finding, ...]


def check(
    path: PathLike,
    *,
    text: str | None = None,
    environments: Iterable[PathLike] = (),
    parameters: Mapping[str, Any] | None = None,
    config: Any = None,
) -> Report:
    """Judge a template or environment file as Heat would, with these environments and parameter values.

    `text` is used in place of the file's own. Raises FileNotFoundError or PermissionError for a path that cannot be
    read, and nothing for whatever the template holds.
    """
    name = os.fspath(path)
    project = Project(Catalogue(), {name: Source(name, text)} if text is not None else None)
    environment = project.environment([os.fspath(e) for e in environments], parameters)
    unit = project.unit(name, environment)
    found = Linter(registry.load().rules).lint(unit)
    kept, _ = suppress.apply(found, suppress.silences(unit.document))
    lines = LineIndex(unit.document.text)
    return Report(name, tuple(_finding(d, name, lines) for d in kept))


def preview(
    path: PathLike,
    *,
    text: str | None = None,
    environments: Iterable[PathLike] = (),
    parameters: Mapping[str, Any] | None = None,
    attributes: Mapping[str, Mapping[str, Any]] | None = None,
) -> Preview:
    """Resolve a template with these values and no cloud; raises as `check` does."""
    from hotlint.preview import Preview

    name = os.fspath(path)
    project = Project(Catalogue(), {name: Source(name, text)} if text is not None else None)
    environment = project.environment([os.fspath(e) for e in environments], parameters)
    return Preview(project.unit(name, environment, attributes))


def _finding(d: Diagnostic, path: str, lines: LineIndex) -> Finding:
    return Finding(d.code, d.severity, d.message, path, place(d.span, lines), d.related, d.fixes, d.rule)


def place(span: Span, lines: LineIndex) -> PlaceSpan:
    """A span of offsets as lines and columns."""
    return PlaceSpan(*lines.position(span.start), *lines.position(span.end))
