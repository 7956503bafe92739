"""Files that are missing and have a Jinja source: what they would be, rendered, for the templates that name them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from hotlint.analysis.file_kinds import only_source_of
from hotlint.analysis.files.virtual_files import ParsedFile
from hotlint.common.files import ReadError
from hotlint.common.records import NamedTuple
from hotlint.language.jinja_rendering import Rendering, RenderingError
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

Renderer = Callable[[Any, str, str], Rendering | None]
"""Renders a Jinja source of a project, by its path and text; None where it is not to be rendered. Raises RenderingError."""


class RenderedFile(NamedTuple):
    """A missing file and the Jinja source at `source` that it is rendered from; both others are None where that fails."""

    source: str
    rendering: Rendering | None = None
    parsed: ParsedFile | None = None

    def place(self, span: Span) -> Span:
        """Return the place in the source of a span of the file."""
        return self.rendering.source_span(span) if self.rendering is not None else Span(0, 0)


def rendered_file(
    path: str, names: Iterable[str], text_of: Callable[[str], str], render: Callable[[str, str], Rendering | None]
) -> RenderedFile | None:
    """Return a missing file (a full path) as it is rendered from its Jinja source, one of the `names` of files near it.

    None without such a source, and for one that is not to be rendered.
    """
    name = only_source_of(os.path.basename(path), names)
    if name is None:
        return None
    source = os.path.join(os.path.dirname(path), name)
    try:
        rendering = render(source, text_of(source))
    except (OSError, ReadError, RenderingError):
        return RenderedFile(source)
    if rendering is None:
        return None
    return RenderedFile(source, rendering, ParsedFile(parse(Source(path, rendering.text))))
