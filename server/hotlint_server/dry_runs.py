"""The dry runs that requests are about: of a document in its context, with environments, values or texts of the request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.common.files import ReadError
from hotlint.dry_run.stack_preview import Preview
from hotlint_server import convert
from hotlint_server.session import Session

MAX_ROOTS = 4
"""Top-level templates in which the use of a nested template is looked for."""


def paths_of(uris: Any) -> list[str] | None:
    """Return the paths of a list of URIs in a request; None for anything else, which stands for the environments in use."""
    return [convert.path_of(str(uri)) for uri in uris] if isinstance(uris, list) else None


def dry_run(session: Session, uri: str, environments: Any = None, parameters: Any = None, texts: Any = None) -> Preview:
    """Return the dry run of a document. Raises OSError or ReadError.

    `environments` are URIs that count instead of the environments in use, `parameters` values on top of them, and `texts`
    by URI count instead of documents and files.
    """
    for opened in session.workspace.documents.values():
        opened.parse()  # brings the project up to the buffers
    path = convert.path_of(uri)
    values = parameters if isinstance(parameters, dict) else None
    given = texts if isinstance(texts, dict) else {}
    instead = {convert.path_of(str(other)): text for other, text in given.items() if isinstance(text, str)}
    folder = session.workspace.folder(path)
    return Preview(folder.context(path, paths_of(environments), values, offline=True, texts=instead))


def dry_run_in_use(session: Session, uri: str) -> Preview:
    """Return the dry run of a document as a top-level template uses it, else by itself. Raises OSError or ReadError."""
    own = dry_run(session, uri)
    if own.context.parent is None and not own.context.environment.files:
        for root in _roots(session, own.context.path):
            found = _within(Preview(root), own.context.path)
            if found is not None:
                return found
        return own
    return _within(Preview(own.context.root), own.context.path) or own


def _roots(session: Session, path: str) -> Iterator[TemplateContext]:
    """Yield the top-level templates, in their own context, that may use a nested template."""
    folder = session.workspace.folder(path)
    for root in folder.roots(path)[:MAX_ROOTS]:
        try:
            yield session.workspace.folder(root).context(root, offline=True)
        except (OSError, ReadError):
            continue


def _within(preview: Preview, path: str) -> Preview | None:
    """Return the first stack of a dry run that is made of a template; None where there is none."""
    if preview.context.path == path:
        return preview
    return next((found for nested in preview.previews() if (found := _within(nested, path)) is not None), None)
