"""What answers about hotlint's own files share: suites, policies and configurations."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from hotlint.analysis.file_kinds import HEAT_ENDINGS, stem
from hotlint.analysis.template import span_of
from hotlint.formats.configuration import CONFIGURATION
from hotlint.formats.policies import STATES
from hotlint.formats.suite import EFFECTS
from hotlint.formats.table import Format, Level
from hotlint.ide.completion.cursor_position import cursor_position
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionAt, CompletionItem, CompletionList, in_order
from hotlint.ide.completion.similarity import affinity
from hotlint.ide.cursor import cursor_at
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.hover import Hover
from hotlint.linter.diagnostic import SEVERITIES
from hotlint.linter.packs.registry import load
from hotlint.linter.settings.selectors import known_rules
from hotlint.policies.reader import packs
from hotlint.resource_types.catalog import Catalog
from hotlint.resource_types.releases import known
from hotlint.syntax.source import Span

_GROUP = 4
"""The characters of a code that name its group of rules, such as HOT3."""


class OwnRequest:
    """A request for completions in an own file. `steps` are the keys that lead to the cursor, and `place` what is there."""

    def __init__(self, at: CompletionAt, form: Format) -> None:
        self.text, self.path, self.template_of = at.text, at.path, at.template_of
        self._at = at
        self.position = cursor_position(at.text, at.offset)
        self.steps = [step for step in self.position.path if isinstance(step, str)]
        self._form, self.place = form, form.at(self.position.path)

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

    def keys(self, level: Level, usual: Sequence[str] = ()) -> Iterator[CompletionItem]:
        """Yield the keys that the mapping lacks: required ones first, then usual ones in their order."""
        usual = usual or level.usual
        for rank, key in enumerate(level.keys):
            if key.name not in self.position.siblings:
                is_usual = key.name in usual
                place = usual.index(key.name) if is_usual else rank
                relevance = Relevance(is_required=key.required, is_idiom=is_usual, rank=place)
                yield CompletionItem(key.name, "key", relevance, key.description, self.as_key(key.name))

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

    def values(self) -> Iterator[CompletionItem]:
        """Yield the values that a key takes: words, codes of rules, releases of OpenStack, packs of policies, files."""
        key, kind = self.place.key, self.place.kind
        if key is None:
            return
        if kind == "severities" and self.takes_key and not self.place.rest:
            yield from (i._replace(insert=self.as_key(i.label)) for i in self.rules(selecting=True))
        elif kind in ("selectors", "rule"):
            yield from self.rules(selecting=kind == "selectors")
        elif kind in _WORDS and (self.place.rest or kind not in ("effects", "expectations")):
            yield from words(_WORDS[kind](), "file" if kind == "policy files" else "value")
        else:
            yield from words(key.choices)
        if kind in _FILES:
            files = self.files(key.name if self._form is CONFIGURATION else "")
            yield from (f.adding(remoteness=1) for f in files if key.name != "template" or "hot-test" not in f.label)

    def answer(self, items: Iterable[CompletionItem], span: Span | None = None) -> CompletionList:
        """Return the answer with some items, the best first; `span` is what they replace, None for the word at the cursor."""
        position = self.position
        return CompletionList(
            in_order(items), span or Span(position.start, position.end), " " if position.glued else ""
        )


_WORDS: Mapping[str, Callable[[], Iterable[str]]] = {
    **dict.fromkeys(("boolean", "flag or pattern", "flag or unknown"), lambda: ("true", "false")),
    **dict.fromkeys(("policies", "policy files"), packs),
    "severities": lambda: SEVERITIES,
    "profiles": lambda: known_rules(load().rules).profiles,
    **dict.fromkeys(("target", "targets"), lambda: (release.series for release in reversed(known()))),
    "effects": lambda: EFFECTS,
    "expectations": lambda: STATES,
}
"""The words that a value may be, by its kind."""
_FILES = (
    "target", "targets", "policies", "policy files", "extends", "file", "files", "named files", "paths", "globs", "template",
)  # fmt: skip
"""The kinds of values that may name files."""


def words(several: Iterable[str], kind: str = "value") -> Iterator[CompletionItem]:
    """Yield words in their order."""
    return (CompletionItem(word, kind, Relevance(rank=rank)) for rank, word in enumerate(several))


def configuration_completions(at: CompletionAt) -> CompletionList:
    """Return the completions in a configuration: settings, rules, and the values that a setting takes."""
    request = OwnRequest(at, CONFIGURATION)
    level = request.place.level
    if level is None:
        return request.answer(request.values())
    return request.answer(request.keys(level) if request.takes_key else ())


def own_hover(analysis: FileAnalysis, form: Format, offset: int) -> Hover | None:
    """Return the documentation of the key at an offset of an own file; None elsewhere."""
    spot = cursor_at(analysis.document.root, offset)
    place = form.at(spot.path)
    if not spot.on_key or place.key is None or place.rest:
        return None
    return Hover(f"**{place.key.name}**: {place.key.documentation}", span_of(spot.nodes[-1]))
