"""Environment files: a typed view of each, and what several of them amount to, merged in Heat's order."""

from __future__ import annotations

from typing import Any, NamedTuple

from hotlint.resolve import Given
from hotlint.yamltree import Document, Entry, Mapping, Node, Scalar, Sequence

SECTIONS = (
    "parameters", "parameter_defaults", "parameter_merge_strategies", "resource_registry", "encrypted_param_names",
    "event_sinks",
)  # fmt: skip


class EnvironmentFile:
    """A Document seen as an environment. Sections of the wrong type are empty here."""

    __slots__ = ("document", "sections")

    def __init__(self, document: Document) -> None:
        self.document = document
        root = document.root
        self.sections: dict[Any, Entry] = {e.name: e for e in root.items()} if isinstance(root, Mapping) else {}

    def entries(self, section: str) -> dict[str, Entry]:
        """The entries of a section that is a map, by name."""
        entry = self.sections.get(section)
        node = entry.value if entry else None
        return {str(e.name): e for e in node.items()} if isinstance(node, Mapping) else {}


class Environment(NamedTuple):
    """What environment files amount to. `files` are their paths, in order."""

    files: tuple[str, ...] = ()
    parameters: dict[str, Given] = {}  # noqa: RUF012
    defaults: dict[str, Given] = {}  # noqa: RUF012
    registry: dict[str, Any] = {}  # noqa: RUF012


def plain(node: Node) -> Any:
    """A node as plain data, as Heat's loader yields it."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {e.name: plain(e.value) for e in node.items()}


def merged(files: list[EnvironmentFile], parameters: dict[str, Any] | None = None) -> Environment:
    """Environments merged in order, later ones winning; `parameters` (such as `-P name=value`) win over all."""
    values: dict[str, Given] = {}
    defaults: dict[str, Given] = {}
    registry: dict[str, Any] = {}
    for file in files:
        path = file.document.source.uri
        values |= {n: Given(plain(e.value), path) for n, e in file.entries("parameters").items()}
        defaults |= {n: Given(plain(e.value), path) for n, e in file.entries("parameter_defaults").items()}
        registry |= {n: plain(e.value) for n, e in file.entries("resource_registry").items()}
    values |= {n: Given(v, "given") for n, v in (parameters or {}).items()}
    return Environment(tuple(f.document.source.uri for f in files), values, defaults, registry)

