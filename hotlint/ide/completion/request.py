"""The input of a completion (text, cursor, declared names, surroundings) and its output, as plain data."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import NamedTuple

from hotlint.analysis.template import Template
from hotlint.ide.completion.cursor_position import CursorPosition
from hotlint.ide.completion.declared_names import DeclaredNames
from hotlint.ide.completion.habits import Counts
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.schema_location import SchemaLocator
from hotlint.ide.completion.tree_names import TreeNames
from hotlint.language import versions as language
from hotlint.language.dialects import Dialect, dialect, known_version
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.source import Span

KINDS = (
    "section", "key", "property", "function", "type", "value", "parameter", "resource", "condition", "attribute",
    "output", "placeholder", "file", "version", "constraint",
)  # fmt: skip


class CompletionItem(NamedTuple):
    """A completion. `insert` is plain text; `snippet` has placeholders, in the protocol's snippet syntax.

    The item with the highest score of its `relevance` comes first; a number is that score. `about` names what
    `documentation.explain` explains, such as ("function", "get_param").
    """

    label: str
    kind: str
    relevance: Relevance | float = Relevance()
    detail: str = ""
    insert: str | None = None
    snippet: str | None = None
    about: tuple[str, ...] = ()
    deprecated: bool = False

    @property
    def text(self) -> str:
        """The plain text to insert."""
        return self.label if self.insert is None else self.insert

    @property
    def score(self) -> float:
        """The score of the relevance."""
        return self.relevance if isinstance(self.relevance, float) else self.relevance.score()

    def adding(self, **facts: float) -> CompletionItem:
        """Return the item with facts added to those of its relevance."""
        assert isinstance(self.relevance, Relevance)
        more = {fact: getattr(self.relevance, fact) + value for fact, value in facts.items()}
        return self._replace(relevance=self.relevance._replace(**more))


class CompletionList(NamedTuple):
    """The completions at a cursor, the best first, and the span that they replace."""

    items: list[CompletionItem]
    span: Span
    prefix: str = ""  # goes before whatever is inserted: a space that YAML needs
    incomplete: bool = False  # there are more: ask again when more is typed


def in_order(items: Iterable[CompletionItem]) -> list[CompletionItem]:
    """Return the items with the highest score first; of those with the same label, only the best."""
    best: dict[str, tuple[float, CompletionItem]] = {}
    for item in items:
        score, known = item.score, best.get(item.label)
        if known is None or score > known[0]:
            best[item.label] = (score, item)
    return [item for _, item in sorted(best.values(), key=itemgetter(0), reverse=True)]


def escaped(text: str) -> str:
    """Return a text with the special characters of snippets escaped."""
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")


class NeighborNames(NamedTuple):
    """Counts of names in the other templates of the folder: how many templates have each.

    `types` counts the types of resources, also by the name of the resource. `keys` counts the keys nested in resources, also
    by the key that they are nested below. `files` counts the arguments of get_file as they are written, `steps` the names that
    follow a name in the paths of get_attr, `habits` what stands at each place. `saved_types` are those of the file itself as it
    was saved: the only use of a type is gone from the text while a person types it anew.
    """

    parameters: dict[str, int] = {}
    resources: dict[str, int] = {}
    versions: dict[str, int] = {}
    keys: dict[str, int] = {}
    types: dict[str, int] = {}
    types_by_resource: dict[str, dict[str, int]] = {}
    keys_by_parent: dict[str, dict[str, int]] = {}
    placeholders: dict[str, int] = {}
    files: dict[str, int] = {}
    steps: dict[str, dict[str, int]] = {}
    habits: Counts = {}
    saved_types: dict[str, int] = {}


TemplateOfType = Callable[[str, str], Template | None]
"""Returns the template that a type leads to, in a file of a folder ("": that of the text); None for any other type."""


class CompletionEnvironment(NamedTuple):
    """The surroundings of a text. Its functions read files, and are called only when needed.

    `files` lists the files that a text may name, relative to its folder, and `above` those that are not below it; `nested`
    returns the names of a nested template. `path` is that of the text.
    """

    catalog: Catalog
    path: str = ""
    files: Callable[[], list[str]] = list
    above: Callable[[], list[str]] = list
    neighbors: Callable[[], NeighborNames] = NeighborNames
    nested: Callable[[str], DeclaredNames | None] = lambda path: None
    templates: Callable[[], list[DeclaredNames]] = list  # for an environment: the templates that it may be for
    is_among_environments: Callable[[], bool] = bool  # most files of its folder are environments
    tree: Callable[[], TreeNames] = TreeNames  # for an environment: the names in all files
    template: TemplateOfType = lambda type_, folder: None
    text: Callable[[str], str] = lambda path: ""  # of a file that the text names; "" for one that cannot be read
    registry: Callable[[], list[str]] = list  # types that the environments define
    users: Callable[[str], Iterable[tuple[str, DeclaredNames]]] = lambda type_: ()  # templates with a type, by path
    mapped: Callable[[str], str] = str  # the type that the environments make of one, or the same


class CompletionRequest(NamedTuple):
    """One request: the text, the offset of the cursor, and what is known about both."""

    text: str
    offset: int
    position: CursorPosition
    names: DeclaredNames
    environment: CompletionEnvironment
    locator: SchemaLocator

    def used(self, type_: str, names_in: Callable[[DeclaredNames], Iterable[str]]) -> dict[str, tuple[int, str]]:
        """Return the names that this text and the templates with a resource type use, each with its count and where it is used.

        Their order is that of the first use.
        """
        found: dict[str, tuple[int, str]] = {}
        for path, names in (("this text", self.names), *self.environment.users(type_)):
            for name in names_in(names):
                count, where = found.get(name, (0, os.path.basename(path)))
                found[name] = (count + 1, where)
        return found

    def files(self) -> list[str]:
        """Return the files that may be named at the cursor, in the form that is begun there: plain, ./ or ../ (also ..)."""
        typed = self.position.prefix
        if typed.startswith("../") or typed == "..":
            return self.environment.above()
        lead = "./" if typed.startswith("./") else ""
        return [lead + name for name in self.environment.files()]

    @property
    def version(self) -> str:
        """The version of the template; the newest one when it has none."""
        return known_version(self.names.version) or language.NEWEST

    @property
    def dialect(self) -> Dialect:
        """The words of the version."""
        return dialect(self.version)


TemplateOf = Callable[[str], Template | None]
"""Returns a template by its path; None for one that cannot be read."""


class CompletionAt(NamedTuple):
    """A request for completions in a file of any kind. The functions read files when they are called.

    `names` are those of the text. `trigger` is the character that opened the list, "" for a word or a request of the user.
    """

    path: str
    text: str
    offset: int
    environment: Callable[[], CompletionEnvironment]
    names: Callable[[], DeclaredNames]
    template_of: TemplateOf
    trigger: str = ""
