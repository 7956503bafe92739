"""An immutable snapshot of the files that belong together: templates, environments, nested templates.

The only floor of the core that reads files. A Project is never changed: `with_source` gives another one that shares
everything that does not depend on the file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from hotlint import template as templates
from hotlint.catalogue import Catalogue, Missing, ResourceType
from hotlint.catalogue import Unknown as UnknownType
from hotlint.environment import Environment, EnvironmentFile, merged
from hotlint.functions.base import Call, Snippet
from hotlint.resolve import Evaluation, Inputs, calls_in
from hotlint.template import Resource
from hotlint.text import Source
from hotlint.values import OMITTED, Fault, Unknown, Value
from hotlint.yamltree import Document, parse

if TYPE_CHECKING:
    from hotlint.propertytypes import Checked

SIZE_LIMIT = 16 * 1024 * 1024
"""Bytes of a file that is still read: Heat's own limit for a template is 512 KiB."""


class ReadError(Exception):
    """A file that cannot be read as text; `message` says why, in a sentence without the file's name."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def read_text(path: str) -> str:
    """The text of a file. Raises FileNotFoundError and PermissionError as they are, ReadError for anything else."""
    try:
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size > SIZE_LIMIT:
                raise ReadError(f"it is larger than {SIZE_LIMIT // 1024 // 1024} MiB, which no template is")
            data = file.read(SIZE_LIMIT + 1)
    except (FileNotFoundError, PermissionError):
        raise
    except IsADirectoryError:
        raise ReadError("it is a folder") from None
    except OSError as exc:
        raise ReadError(exc.strerror or str(exc)) from None
    return decoded(data)


def decoded(data: bytes) -> str:
    """Bytes as text: UTF-8, or what a byte order mark says. Raises ReadError."""
    if b"\0" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ReadError("it is a binary file")
    try:
        return data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8")
    except UnicodeDecodeError as exc:
        line = data.count(b"\n", 0, exc.start) + 1
        raise ReadError(f"it is not UTF-8 text (line {line})") from None


class Unit:
    """One template in one context: with the environment and the values that it is judged by."""

    __slots__ = (
        "_checked", "_references", "catalogue", "document", "environment", "evaluation", "path", "project", "template",
    )  # fmt: skip

    def __init__(self, project: Project, path: str, document: Document, environment: Environment, inputs: Inputs) -> None:
        self.project = project
        self.path = path
        self.document = document
        self.template = project.template_of(document)
        self.environment = environment
        self.evaluation = Evaluation(self.template, inputs)
        self.catalogue = project.catalogue
        self._checked: dict[str, Checked | None] = {}
        self._references: dict[str, str] | None = None

    def resource_type(self, resource: Resource) -> ResourceType | Missing | UnknownType:
        """What is known of a resource's type, with what the environment makes of it."""
        return self.catalogue.resource(resource.type or "")

    def properties(self, resource: Resource) -> Checked | None:
        """A resource's properties as Heat would hand them on, and what is wrong with them.

        None where they cannot be judged: the type is not known, or the properties are no map. A property whose value
        fails to resolve counts as unknown.
        """
        if resource.name not in self._checked:
            self._checked[resource.name] = self._check(resource)
        return self._checked[resource.name]

    def _check(self, resource: Resource) -> Checked | None:
        from hotlint.propertytypes import check_properties

        found = self.resource_type(resource)
        part = self.template.part(resource, "properties")
        if not isinstance(found, ResourceType):
            return None
        snippet = part.snippet if part is not None else {}
        values, referring = self.section(snippet)
        if values is None:
            return None
        return check_properties(found, values, referring=referring, references=self.references())

    def section(self, snippet: Snippet) -> tuple[dict[str, Value] | None, list[str]]:
        """The values of a section of a resource (None: not a map), and which of them refer to other resources."""
        if not isinstance(snippet, dict):
            value = self._value(snippet)
            return (value if isinstance(value, dict) else None), []
        values, referring = {}, []
        for name, item in snippet.items():
            value = self._value(item)
            if value is not OMITTED:
                values[name] = value
            if item.__class__ in (dict, list, Call) and _refers(item):
                referring.append(name)
        return values, referring

    def references(self) -> dict[str, str]:
        """For each resource, what Heat has for its id until it exists: see `ResourceType.reference`."""
        if self._references is None:
            types = {name: self.resource_type(r) for name, r in self.template.resources.items()}
            self._references = {n: t.reference if isinstance(t, ResourceType) else "unknown" for n, t in types.items()}
        return self._references

    def _value(self, snippet: Snippet) -> Value:
        try:
            return self.evaluation.resolve(snippet, nullable=True)
        except Fault:
            return Unknown("it cannot be worked out")


def _refers(snippet: Snippet) -> bool:
    """Whether get_resource or get_attr occur in a snippet."""
    for call in calls_in(snippet):
        if any(t.kind in ("resource", "ref") for t in call.function.targets(call)):
            return True
    return False


class Project:
    """Files, read when first asked for, and what was worked out of them."""

    def __init__(self, catalogue: Catalogue, sources: Mapping[str, Source] | None = None) -> None:
        self.catalogue = catalogue
        self._sources = dict(sources or {})
        self._documents: dict[str, Document] = {}
        self._templates: dict[int, templates.Template] = {}

    def with_source(self, source: Source) -> Project:
        """The project after a text has changed; what does not depend on it is shared."""
        changed = Project(self.catalogue, {**self._sources, source.uri: source})
        changed._documents = {p: d for p, d in self._documents.items() if p != source.uri}
        changed._templates = {id(d): t for d in changed._documents.values() if (t := self._templates.get(id(d)))}
        return changed

    def document(self, path: str) -> Document:
        """A file as a Document. Raises FileNotFoundError, PermissionError or ReadError."""
        found = self._documents.get(path)
        if found is None:
            source = self._sources.get(path) or Source(path, read_text(path))
            found = self._documents[path] = parse(source)
        return found

    def template_of(self, document: Document) -> templates.Template:
        found = self._templates.get(id(document))
        if found is None:
            found = self._templates[id(document)] = templates.Template(document)
        return found

    def environment(self, paths: Iterable[str], parameters: Mapping[str, Any] | None = None) -> Environment:
        """Environment files merged in order. Raises as `document` does."""
        return merged([EnvironmentFile(self.document(p)) for p in paths], dict(parameters or {}))

    def unit(
        self,
        path: str,
        environment: Environment = Environment(),  # noqa: B008
        attributes: Mapping[str, Mapping[str, Any]] | None = None,
        *,
        complete: bool = False,
    ) -> Unit:
        """A template in its context. Raises as `document` does."""
        inputs = Inputs(
            environment.parameters, environment.defaults, attributes or {}, file=lambda name: self._file(path, name),
            complete=complete or bool(environment.files),
        )  # fmt: skip
        return Unit(self, path, self.document(path), environment, inputs)

    def _file(self, path: str, name: str) -> Value:
        target = os.path.join(os.path.dirname(path), name)
        try:
            return read_text(target)
        except (OSError, ReadError):
            return Unknown(f"the file {name} cannot be read", "string", ("file", name))
