"""An immutable snapshot of the files that belong together: templates, environments, nested templates.

The only floor of the core that reads files. A Project is never changed: `with_source` gives another one that shares
everything that does not depend on the file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from hotlint import template as templates
from hotlint.catalogue import Catalogue
from hotlint.environment import Environment, EnvironmentFile, merged
from hotlint.resolve import Evaluation, Inputs
from hotlint.text import Source
from hotlint.values import Unknown, Value
from hotlint.yamltree import Document, parse

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

    __slots__ = ("catalogue", "document", "environment", "evaluation", "path", "project", "template")

    def __init__(self, project: Project, path: str, document: Document, environment: Environment, inputs: Inputs) -> None:
        self.project = project
        self.path = path
        self.document = document
        self.template = project.template_of(document)
        self.environment = environment
        self.evaluation = Evaluation(self.template, inputs)
        self.catalogue = project.catalogue


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
