"""What completion knows when it answers: the text, the cursor's place, the names in the text, and what is around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hotlint.ide.completion.cursor_position import CursorPosition
from hotlint.ide.completion.declared_names import DeclaredNames
from hotlint.ide.completion.schema_location import SchemaLocator
from hotlint.language import versions as language
from hotlint.resource_types.catalog import Catalog


class NeighborNames(NamedTuple):
    """Names in other templates of the same folder, each with the number of templates that have it."""

    parameters: dict[str, int] = {}
    resources: dict[str, int] = {}
    versions: dict[str, int] = {}
    keys: dict[str, int] = {}  # of maps further down in resources


class CompletionEnvironment(NamedTuple):
    """What is around a text. The functions read files or remember; each is called only where its answer is needed.

    `files` lists files that a text may name, relative to its own folder; `nested` gives the names of a nested template.
    """

    catalog: Catalog
    files: Callable[[], list[str]] = list
    neighbors: Callable[[], NeighborNames] = NeighborNames
    nested: Callable[[str], DeclaredNames | None] = lambda path: None
    templates: Callable[[], list[DeclaredNames]] = list  # for an environment: the templates that it may be for
    registry: Callable[[], list[str]] = list  # types that the environments define
    mapped: Callable[[str], str] = str  # the type that the environments make of one, or the same


class CompletionRequest(NamedTuple):
    text: str
    offset: int
    position: CursorPosition
    names: DeclaredNames
    environment: CompletionEnvironment
    locator: SchemaLocator

    @property
    def version(self) -> str:
        return language.canonical(self.names.version) or language.NEWEST
