"""Renders files that templates name and only a Jinja source exists for, and maps their findings to the Jinja source."""

from __future__ import annotations

import os
from collections.abc import Callable

from hotlint.analysis.files.project import Project
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.linter.diagnostic import Diagnostic, Related, finding_cause
from hotlint.linter.settings.model import Settings
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.analysis.files.rendered_files import Renderer
    from hotlint.language.jinja_rendering import Rendering


def renderer(settings_of: Callable[[str], Settings]) -> Renderer:
    """Return what renders the Jinja sources of a project's missing files. `settings_of` returns the settings of a source."""

    def render(project: Project, path: str, text: str) -> Rendering | None:
        from hotlint.linter.checking.jinja_check import rendering_of, settings_for

        own = settings_for(path, settings_of(path))
        return rendering_of(path, text, own, project) if own is not None else None

    return render


def in_sources(found: list[Diagnostic], project: Project) -> list[Diagnostic]:
    """Return findings with places and causes in rendered files mapped to the Jinja sources.

    It drops fixes of rendered files, because they do not apply to the source.
    """
    return [
        d._replace(
            related=tuple(_related_in_source(r, project) for r in d.related),
            causes=tuple(_cause_in_source(c, project) for c in d.causes),
            fixes=tuple(f for f in d.fixes if not any(e.path and project.rendered(e.path) for e in f.edits)),
        )
        for d in found
    ]  # fmt: skip


def _related_in_source(related: Related, project: Project) -> Related:
    rendered = project.rendered(related.path) if related.path else None
    if rendered is None:
        return related
    path = os.path.join(os.path.dirname(related.path), os.path.basename(rendered.source))
    return related._replace(path=path, span=rendered.place(related.span))


def _cause_in_source(cause: str, project: Project) -> str:
    """Return the name of a cause. For a finding in a rendered file, it has the place in the Jinja source."""
    code, _, place = cause.partition(" ")
    path, _, offset = place.rpartition(":")
    rendered = project.rendered(path) if path and offset.isdigit() else None
    if rendered is None:
        return cause
    return finding_cause(rendered.source, code, rendered.place(Span(int(offset), int(offset) + 1)))
