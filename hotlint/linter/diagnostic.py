"""A diagnostic, the places that explain it, and the edits that fix it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from hotlint.syntax.edits import Edit
from hotlint.syntax.source import Span

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
Safety = Literal["safe", "unsafe"]
MARK = "hotlint:"
"""The mark of a suppression comment: a file without it has none."""


class Fix(NamedTuple):
    """Edits that belong together. A fix is safe when no value that the template had before changes by it.

    `renames` says that it puts another name in the place of one, which is safe when no other can be meant; never in what
    Heat accepts.
    """

    title: str
    edits: tuple[Edit, ...]
    safety: Safety = "unsafe"
    renames: bool = False


class Related(NamedTuple):
    """Another place that explains a diagnostic. `path` is its file, None for the same one."""

    message: str
    span: Span
    path: str | None = None


class Diagnostic(NamedTuple):
    """One finding in one file. `span` is in code-point offsets; `tags` holds "unused" or "deprecated"."""

    code: str
    severity: Severity
    message: str
    span: Span
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    tags: tuple[str, ...] = ()
    rule: str = ""
