"""An immutable snapshot of the files that belong together: templates, environments, nested templates.

The only floor of the core that reads files. A Project is never changed: `with_source` gives another one that shares
everything that does not depend on the file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from hotlint import template as templates
from hotlint.catalogue import Catalogue, Missing, ResourceType
from hotlint.catalogue import Unknown as UnknownType
from hotlint.environment import Environment, EnvironmentFile, merged
from hotlint.files import Location, ReadError, located, read_text
from hotlint.nested import type_of
from hotlint.resolve import Given, Inputs
from hotlint.text import Source
from hotlint.unit import Unit
from hotlint.values import Fault, Unknown, Value
from hotlint.yamltree import Document, parse

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

    def with_document(self, document: Document, template: templates.Template) -> Project:
        """As `with_source`, with a text that has been read already."""
        changed = self.with_source(document.source)
        changed._documents[document.source.uri] = document
        changed._templates[id(document)] = template
        return changed

    def without(self, path: str) -> Project:
        """The project after a file has changed on disk, or a text given for it no longer counts: it is read anew."""
        changed = Project(self.catalogue, {p: s for p, s in self._sources.items() if p != path})
        changed._documents = {p: d for p, d in self._documents.items() if p != path}
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
        root: bool = False,
        chain: tuple[str, ...] = (),
    ) -> Unit:
        """A template in its context. Raises as `document` does.

        `complete` says that all parameter values are there, as when a stack is created; `root` that the template is not
        used by another one. `chain` are the templates above
        a nested one, outermost first.
        """
        inputs = Inputs(
            environment.parameters, environment.defaults, attributes or {}, file=lambda name: self.file(name, path),
            complete=complete or bool(environment.files), root=root,
        )  # fmt: skip
        return Unit(self, path, self.document(path), environment, inputs, chain)

    def child(self, parent: Unit, location: Location, resource: str, values: Mapping[str, Value]) -> Unit:
        """A nested template in the context of the resource that stands for it. Raises as `document` does."""
        assert location.path is not None
        given = {n: Given(v, f"{parent.path}: {resource}") for n, v in values.items() if v is not None}
        environment = parent.environment.for_child(given, resource)
        chain = (*parent.chain, os.path.normpath(parent.path))
        return self.unit(location.path, environment, complete=parent.evaluation.inputs.complete, chain=chain)

    def type_at(
        self, name: str, location: Location, environment: Environment
    ) -> ResourceType | Missing | UnknownType:
        """The resource type that the template at a location makes."""
        if location.path is None:
            return UnknownType(name, f"{location.url} is not fetched")
        try:
            document = self.document(location.path)
        except (OSError, ReadError):
            return UnknownType(name, f"the template {location.path} cannot be read")
        if templates.kind_of(document) != "hot" or document.broken:
            return UnknownType(name, f"{location.path} is no HOT template that can be read")
        return type_of(name, self.template_of(document), environment.defaults)

    def file(self, name: str, beside: str) -> Value:
        """The text of a file that a template names: Unknown when it is not on this machine, a Fault when it is missing.

        As Heat's client sends it: a file that is not text goes as base64.
        """
        location = located(name, beside)
        if location.path is None:
            return Unknown(f"{location.url} is not fetched", "string", ("file", name))
        source = self._sources.get(location.path)
        if source is not None:
            return source.text
        try:
            return read_text(location.path)
        except FileNotFoundError:
            raise Fault(f"there is no file '{name}' ({location.path})", slug="missing-file") from None
        except PermissionError:
            return Unknown(f"the file {name} may not be read", "string", ("file", name))
        except ReadError as exc:
            if exc.message == "it is a folder":
                raise Fault(f"'{name}' is a folder, not a file", slug="missing-file") from None
            return Unknown(f"of the file {name}: {exc.message}", "string", ("file", name))
