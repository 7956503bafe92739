"""The files that Heat's client sends with a template: nested templates and other files, at any depth.

The client goes through the whole document, whatever Heat would make of it: every `type` that is named like a template
and every `get_file`, wherever they stand, and does the same in each file that is a template itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import partial

from hotlint.analysis.environments.file import EnvironmentFile
from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.analysis.locations import Location
from hotlint.analysis.template import Template, is_template
from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.common.boundary import SentFiles
from hotlint.common.files import ReadError
from hotlint.common.records import NamedTuple
from hotlint.syntax.nodes import Document, Scalar
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.analysis.files.project import Project


_KEYS = frozenset({"get_file", "type"})


class FileReference(NamedTuple):
    """A name in a document that the client follows: `key` is "type" or "get_file"."""

    key: str
    node: Scalar
    location: Location


class UploadBlocker(NamedTuple):
    """Why a template cannot be sent: a file that it names, directly or through others.

    `kind` is "missing", "moved" (see `Project.state`), "folder", "denied" or "cycle"; `name` what is named, at `span` in
    `file`; `steps` the templates
    on the way there; `target` the path of the file that is missing.
    """

    kind: str
    name: str
    file: str
    span: Span
    steps: tuple[str, ...] = ()
    target: str = ""

    def is_elsewhere(self, project: Project) -> bool:
        """Return whether it is a file of another machine: see `is_elsewhere`."""
        return self.kind == "missing" and is_elsewhere(project, self.name)


def is_elsewhere(project: Project, name: str) -> bool:
    """Return whether a missing file, by its absolute name, may be on the machine that the template is sent from."""
    return name.startswith(("/", "file:/")) and not isinstance(project.confined_to, SentFiles)


def file_references(project: Project, document: Document) -> list[FileReference]:
    """Return the names in a document that the client follows, in order."""
    if not any(word in document.text for word in ("get_file", *TEMPLATE_ENDINGS)):
        return []
    path = document.source.uri
    return project.memoize(("file references", path), lambda: list(_references(project, project.document(path))))


def _references(project: Project, document: Document) -> Iterator[FileReference]:
    for mapping in document.mappings:
        for entry in () if _KEYS.isdisjoint(mapping.named) else mapping.entries:
            key, value = entry.name, entry.value
            if not isinstance(value, Scalar):
                continue
            name = value.value
            if isinstance(name, str) and is_named(key, name):
                yield FileReference(key, value, project.locate(name, document.source.uri))


def is_named(key: Any, text: str) -> bool:
    """Return whether the client takes the text of a key for the name of a file."""
    return key == "get_file" or (key == "type" and text.endswith(TEMPLATE_ENDINGS))


def sent_parameter_types(project: Project, path: str, environments: Iterable[EnvironmentFile]) -> dict[str, str | None]:
    """Return the types of the parameters of a template and of all templates that are sent with it, by name.

    The template itself comes first, as in heat.engine.template.Template.all_param_schemata.
    """
    types: dict[str, str | None] = {}
    for template in sent_templates(project, path, environments):
        for parameter in template.parameters.values():
            types.setdefault(parameter.name, parameter.type)
    return types


def sent_templates(project: Project, path: str, environments: Iterable[EnvironmentFile]) -> Iterator[Template]:
    """Yield a template, and all templates that are sent with it and its environments, the nearest first."""
    starts = [path]
    for environment in environments:
        mapped = [
            project.locate(m.target or "", m.file, m.base).path
            for m in environment.registry()
            if m.is_path and len(m.scope) < 2
        ]
        starts += [p for p in mapped if p is not None]
    yield from map(project.template_of, _sent_templates(project, starts))


def _sent_templates(project: Project, paths: Iterable[str]) -> Iterator[Document]:
    """Yield the HOT templates at paths, and those that they lead to, the nearest first."""
    waiting, seen = list(paths), set()
    for path in waiting:
        if path in seen:
            continue
        seen.add(path)
        document = _template(project, path)
        if document is None or not is_template(document):
            continue
        yield document
        waiting += [r.location.path for r in file_references(project, document) if r.location.path is not None]


def problem_at(project: Project, location: Location) -> str | None:
    """Return why a file cannot be read: "missing", "folder" or "denied"; None for one that can be read, or a URL.

    None as well for one that is still to be rendered or put in its place, or outside of the boundary: see `Project.state`.
    """
    if location.path is None:
        return None
    state = project.state(location.path)
    return None if state in ("file", "rendered", "moved", "outside") else state


def missing_part(project: Project, path: str) -> str:
    """Return what is missing of the path of a missing file: the topmost folder that does not exist, or the file itself."""
    missing, folder = path, os.path.dirname(os.path.abspath(path))
    while project.state(folder) == "missing" and os.path.dirname(folder) != folder:
        missing, folder = folder, os.path.dirname(folder)
    return missing


def upload_blocker(project: Project, path: str) -> UploadBlocker | None:
    """Return the first file that keeps the client from sending the template at `path`; None where it can be sent."""
    _find_blockers(project, path)
    found: UploadBlocker | None = project.memoize(_key(project, path), lambda: _CIRCLE)
    if found is not _CIRCLE:
        return found
    return project.memoize(
        ("upload blocker", path, project.open_world is None), lambda: _blocker(project, path, (), set())
    )


_CIRCLE: Any = "circle"
"""The answer for a template from which a circle of templates is reached: which one is told depends on where it begins."""


def _key(project: Project, path: str) -> tuple[str, str, bool]:
    return "upload blocker without circles", path, project.open_world is None


def _find_blockers(project: Project, path: str) -> None:
    """Find what blocks a template and all that it leads to, the last ones first: of a chain, each asks only the next one."""
    waiting, begun = [path], set()
    while waiting:
        here = waiting[-1]
        if here not in begun and not project.is_memoized(_key(project, here)):
            begun.add(here)
            targets = (r.location.path for r in _references_at(project, here))
            waiting += [target for target in targets if target is not None and target not in begun]
            continue
        waiting.pop()
        if not project.is_memoized(_key(project, here)):
            project.memoize(_key(project, here), partial(_blocker_of_next, project, here))


def _references_at(project: Project, path: str) -> list[FileReference]:
    document = _template(project, path)
    return file_references(project, document) if document is not None else []


def _blocker_of_next(project: Project, path: str) -> UploadBlocker | None:
    """Return what blocks a template, from what blocks those that it names; `_CIRCLE` where one of them is not known yet."""
    for reference in _references_at(project, path):
        target = reference.location.path
        if target is None:
            continue
        error = _error_at(project, reference.location)
        if error is not None:
            return UploadBlocker(
                error, reference.node.value, path, Span(reference.node.start, reference.node.end), (), target
            )
        key = _key(project, target)
        found: UploadBlocker | None = project.memoize(key, lambda: _CIRCLE) if project.is_memoized(key) else _CIRCLE
        if found is not None:
            return found if found is _CIRCLE else found._replace(steps=(target, *found.steps))
    return None


def _error_at(project: Project, location: Location) -> str | None:
    error = problem_at(project, location)
    return "moved" if error is None and location.path is not None and project.state(location.path) == "moved" else error


def _blocker(project: Project, path: str, chain: tuple[str, ...], done: set[str]) -> UploadBlocker | None:
    done.add(path)
    chain = (*chain, path)
    for reference in _references_at(project, path):
        target = reference.location.path
        if target is None:
            continue
        error = "cycle" if target in chain else _error_at(project, reference.location)
        if error is not None:
            return UploadBlocker(
                error, reference.node.value, path, Span(reference.node.start, reference.node.end), chain[1:], target
            )
        found = _blocker(project, target, chain, done) if target not in done else None
        if found is not None:
            return found
    return None


def _template(project: Project, path: str) -> Document | None:
    """Return a file that the client takes for a template, and follows; None for any other."""
    try:
        if not project.mentions_version(path):
            return None
        document = project.document(path)
    except (OSError, ReadError):
        return None
    return document if is_template(document) and not document.broken else None
