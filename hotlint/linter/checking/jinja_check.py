"""Checks Jinja sources: renders them with the variables of the configuration, and maps the findings to the source."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.file_kinds import is_source_name, recognize, rendered_path
from hotlint.analysis.files.project import Project
from hotlint.common import globs
from hotlint.common.files import ReadError
from hotlint.language.jinja_marks import is_of_other_engine, jinja_span
from hotlint.language.jinja_rendering import Rendering, RenderingError, render
from hotlint.linter.diagnostic import Diagnostic, Related
from hotlint.linter.run_diagnostics import JinjaError, UnrenderedJinja, run_diagnostic
from hotlint.linter.settings.model import JinjaSettings, Settings
from hotlint.syntax.nodes import Document, Mapping
from hotlint.syntax.source import LineIndex, Source, Span

_NOT_RENDERED = frozenset({"missing-library", "unsupported"})


def settings_for(path: str, settings: Settings) -> JinjaSettings | None:
    """Return the settings for rendering a source: the first with a matching glob; None if no settings match."""
    for own in settings.jinja:
        relative = os.path.relpath(os.path.abspath(path), own.folder).replace(os.sep, "/")
        if not relative.startswith("../") and (not own.files or any(globs.matches(g, relative) for g in own.files)):
            return own
    return None


def rendering_of(path: str, text: str, own: JinjaSettings, project: Project) -> Rendering:
    """Return the rendering of a source, and record the files that it depends on in the project.

    Raises RenderingError, also for an unreadable file of variables.
    """
    variables: dict[str, Any] = {}
    for file in own.variable_files:
        try:
            root = project.document(file).root
        except (OSError, ReadError) as exc:
            raise RenderingError("error", f"the variables in '{file}' cannot be read ({exc})") from None
        if isinstance(root, Mapping):
            variables |= {str(name): value for name, value in to_plain(root).items()}
    variables |= dict(own.variables)
    folders = (os.path.dirname(os.path.abspath(path)), *map(os.path.abspath, own.search_path))
    try:
        found = render(
            path, text, variables, folders, trim_blocks=own.trim_blocks, lstrip_blocks=own.lstrip_blocks,
            confined_to=project.confined_to,
        )  # fmt: skip
    except RenderingError as exc:
        project.record(*exc.files)
        raise
    project.record(*found.files)
    return found


def rendered_source(path: str, settings: Settings, project: Project) -> Rendering | None:
    """Return the rendering of a Jinja source; None for another file, and for a source that the settings do not render."""
    own, document = settings_for(path, settings), project.document(path)
    if own is None or recognize(path, document) != "jinja":
        return None
    try:
        return rendering_of(path, document.text, own, project)
    except RenderingError:
        return None


def unrendered(path: str, document: Document) -> Diagnostic:
    """Return the finding that no settings render a Jinja source, so that it is not checked.

    A file that only expressions show to be one is a warning: its author may have meant a template, which Heat refuses.
    """
    name = os.path.basename(path)
    message = f"'{name}' is a Jinja source, which is not rendered and so not checked"
    renders = "; 'jinja' in .hotlint.yaml renders it"
    span = None if is_source_name(path) else jinja_span(document)
    if span is None:
        return run_diagnostic(UnrenderedJinja, message + renders)
    if is_of_other_engine(document, span):
        message = f"'{name}' is a source for a template engine, so it is not checked; check what the engine makes of it"
        return run_diagnostic(UnrenderedJinja, message, span)
    if not document.text.startswith("{{", span.start):
        return run_diagnostic(UnrenderedJinja, message + renders, span)
    written = document.text[span.start : span.end]
    message += f"; in a template, expressions such as '{written}' need quotes"
    return run_diagnostic(UnrenderedJinja, message, span, "warning")


def without_preview(path: str, document: Document) -> str | None:
    """Return why there is no dry run of a Jinja source as it is written; None for another file, or one that YAML can read."""
    if not document.broken or recognize(path, document) != "jinja":
        return None
    return f"'{os.path.basename(path)}' is a Jinja source, which is not rendered and so has no preview; its findings say why"


def failure(exc: RenderingError, path: str, text: str) -> Diagnostic:
    """Return the finding about a source that hotlint cannot render, at its line if that is known."""
    name = os.path.basename(path)
    if exc.kind in _NOT_RENDERED:
        message = f"'{name}' is a Jinja source, which cannot be rendered and so is not checked: {exc.message}"
        return run_diagnostic(UnrenderedJinja, message, _line(text, exc.line))
    message = f"Jinja source '{name}' cannot be rendered: {exc.message.rstrip('.')}"
    if exc.path and exc.path != path:
        related = (Related(f"in '{os.path.basename(exc.path)}', line {exc.line + 1}", Span(0, 0), exc.path),)
        return run_diagnostic(JinjaError, message)._replace(related=related)
    return run_diagnostic(JinjaError, message, _line(text, exc.line))


def rendered_project(rendering: Rendering, project: Project) -> Project:
    """Return a project with the rendered text instead of the source."""
    project = project.with_source(Source(rendering.path, rendering.text))
    result = rendered_path(rendering.path)
    if result is not None and project.rendered(result) is not None:
        project = project.with_source(Source(result, rendering.text))  # for what names the result
    return project


def findings_in_source(found: Iterable[Diagnostic], rendering: Rendering) -> list[Diagnostic]:
    """Return the findings in a rendered text at their places in the source, once for all rounds of a loop."""
    by_place: dict[tuple[str, Span], list[Diagnostic]] = {}
    for diagnostic in found:
        own = _in_source(diagnostic, rendering)
        by_place.setdefault((own.code, own.span), []).append(own)
    return [_folded(list({d.message: d for d in same}.values())) for same in by_place.values()]


def _in_source(found: Diagnostic, rendering: Rendering) -> Diagnostic:
    """Return a finding of the rendered text with its places in the source, without fixes: they edit the rendered text."""
    span = rendering.source_span(found.span)
    related = tuple(r if r.path else r._replace(span=rendering.source_span(r.span)) for r in found.related)
    place = rendering.place_at(found.span.start)
    if place is not None and place.path != rendering.path:
        related = (*related, Related("in this included file", place.span, place.path))
    return found._replace(span=span, related=related, fixes=())


def _folded(same: list[Diagnostic]) -> Diagnostic:
    first = same[0]
    more = len(same) - 1
    return first._replace(message=f"{first.message} (and {more} more like it from here)") if more else first


def _line(text: str, line: int) -> Span:
    """Return the span of a line without its indentation and line ending."""
    lines = LineIndex(text)
    written = lines.line_text(line)
    start = lines.offset(line, len(written) - len(written.lstrip()))
    return Span(start, start + len(written.strip()))
