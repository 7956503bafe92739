"""What completions in hotlint's own files share: suites, policies and configurations."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from hotlint.analysis.file_kinds import HEAT_ENDINGS, stem
from hotlint.ide.completion.cursor_position import cursor_position
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionAt, CompletionItem, CompletionList, in_order
from hotlint.ide.completion.similarity import affinity
from hotlint.linter.packs.registry import load
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.field_reader import DocumentKey
from hotlint.syntax.source import Span

_GROUP = 4
"""The characters of a code that name its group of rules, such as HOT3."""


class OwnRequest:
    """A request for completions in an own file. `steps` are the keys that lead to the cursor, without list indices."""

    def __init__(self, at: CompletionAt) -> None:
        self.text, self.path, self.template_of = at.text, at.path, at.template_of
        self._at = at
        self.position = cursor_position(at.text, at.offset)
        self.steps = [step for step in self.position.path if isinstance(step, str)]

    @property
    def catalog(self) -> Catalog:
        """The types of resources that the file may name."""
        return self._at.environment().catalog

    @property
    def takes_key(self) -> bool:
        """Whether a key may be typed at the cursor."""
        return self.position.role == "key" or self.position.maybe_key

    @property
    def takes_value(self) -> bool:
        """Whether a value is typed at the cursor."""
        return self.position.role == "value"

    def keys(self, level: Iterable[DocumentKey], usual: Sequence[str] = ()) -> Iterator[CompletionItem]:
        """Yield the keys that the mapping lacks: required ones first, then `usual` ones in their order."""
        for rank, key in enumerate(level):
            if key.name not in self.position.siblings:
                is_usual = key.name in usual
                place = usual.index(key.name) if is_usual else rank
                relevance = Relevance(is_required=key.required, is_idiom=is_usual, rank=place)
                yield CompletionItem(key.name, "key", relevance, key.summary, self.as_key(key.name))

    def names(self, kind: str, names: Iterable[str]) -> Iterator[CompletionItem]:
        """Yield the names that the mapping lacks, as keys."""
        for rank, name in enumerate(names):
            if name not in self.position.siblings:
                yield CompletionItem(name, kind, Relevance(rank=rank), insert=self.as_key(name))

    def as_key(self, name: str) -> str:
        """Return a name with the colon that it lacks at the cursor."""
        return name if self.position.has_colon else f"{name}:"

    def files(self, like: str = "") -> Iterator[CompletionItem]:
        """Yield the YAML files below and above the file, those first whose name is like another one: that of the file."""
        around, own = self._at.environment(), like or stem(os.path.basename(self.path))
        for rank, name in enumerate((*around.files(), *around.above())):
            if name.endswith(HEAT_ENDINGS):
                likeness = affinity(stem(os.path.basename(name)), own)
                yield CompletionItem(name, "file", Relevance(like_nearest=likeness, rank=rank))

    def rules(self, *, selecting: bool) -> Iterator[CompletionItem]:
        """Yield the codes of the rules, those of the text first; `selecting`: also groups of codes, and the names of rules."""
        rules = load().rules
        for group in dict.fromkeys(rule.code[:_GROUP] for rule in rules) if selecting else ():
            yield CompletionItem(group, "value", Relevance(is_idiom=True), f"all rules whose code begins with {group}")
        for rank, rule in enumerate(rules):
            relevance = Relevance(is_repeated=rule.code in self.text, rank=rank)
            yield CompletionItem(rule.code, "value", relevance, rule.name)
            if selecting:
                yield CompletionItem(rule.name, "value", relevance._replace(remoteness=1), rule.code)
        if selecting:
            yield CompletionItem("all", "value", Relevance(rank=len(rules)), "all rules")

    def answer(self, items: Iterable[CompletionItem], span: Span | None = None) -> CompletionList:
        """Return the answer with some items, the best first; `span` is what they replace, None for the word at the cursor."""
        position = self.position
        return CompletionList(
            in_order(items), span or Span(position.start, position.end), " " if position.glued else ""
        )


def words(several: Iterable[str], kind: str = "value") -> Iterator[CompletionItem]:
    """Yield words in their order."""
    return (CompletionItem(word, kind, Relevance(rank=rank)) for rank, word in enumerate(several))
