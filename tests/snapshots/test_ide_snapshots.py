"""What editors show at each word of a template that uses all of HOT, of one that is broken, of an environment."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator

import pytest
from editor_answers import HOME, at_words, rewrite_once, shown
from snapshot_files import FOLDER, RecordedAnswers

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.ide import call_hierarchy, decorations, document_symbols, inlay_hints, navigation, ranges
from hotlint.ide import rename as renaming
from hotlint.ide.code_actions import actions
from hotlint.ide.completion import CompletionEnvironment, DeclaredNames, NeighborNames, complete
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.hover import hover
from hotlint.ide.ranges import selection_ranges
from hotlint.ide.semantic_tokens import semantic_tokens
from hotlint.ide.signature_help import signature_help
from hotlint.linter.checking.run import Linter
from hotlint.linter.packs import registry
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.source import Source, Span

INPUT = {path.name: path.read_text(encoding="utf-8") for path in sorted((FOLDER / "input").iterdir())}
OPENED = ["template.yaml", "child.yaml", "environment.yaml", "broken.yaml"]
RECORDED = RecordedAnswers("editor")
SHOWN, WHOLLY_SHOWN = 12, 2
"""How many completions are recorded by name, and how many with all they hold; the others count in a checksum."""


def opened(name: str) -> FileAnalysis:
    """The analysis of an input, with all inputs in its folder and the environment where it is no environment itself."""
    sources = {os.path.join(HOME, n): Source(os.path.join(HOME, n), text) for n, text in INPUT.items()}
    project = Project(Catalog(), sources)
    given = [] if name == "environment.yaml" else [os.path.join(HOME, "environment.yaml")]
    return FileAnalysis(
        TemplateContext.open(project, os.path.join(HOME, name), project.environment(given), Meter(Budget()))
    )


def users(path: str) -> list[FileAnalysis]:
    """The analyses of the templates that use a nested template."""
    return [opened("template.yaml")] if path.endswith("child.yaml") else []


def renamed(analysis: FileAnalysis, offset: int) -> object:
    """The edits of a rename, or why there are none."""
    try:
        return renaming.prepare(analysis, offset) and renaming.rename(analysis, offset, "renamed", users)
    except renaming.RenameError as error:
        return str(error)


def calls(analysis: FileAnalysis, offset: int) -> object:
    """What a resource refers to, and what refers to it."""
    item = call_hierarchy.item_at(analysis, offset)
    return item and [item, call_hierarchy.incoming(analysis, item.name), call_hierarchy.outgoing(analysis, item.name)]


def completions(analysis: FileAnalysis, offset: int) -> str:
    """The first completions, and a checksum of all. Their scores count by the order that they make."""
    around = CompletionEnvironment(
        Catalog(),
        files=lambda: list(INPUT),
        neighbors=NeighborNames,
        nested=lambda name: DeclaredNames(INPUT[name]) if name in INPUT else None,
        templates=lambda: [DeclaredNames(INPUT["child.yaml"])],
    )
    found = complete(analysis.text, offset, around, is_environment=analysis.kind == "environment")
    items = [item._replace(relevance=Relevance()) for item in found.items]
    digest = hashlib.sha256(shown(items).encode()).hexdigest()[:8]
    names = [item.label for item in items[:SHOWN]]
    return shown([found.span, found.prefix, names, items[:WHOLLY_SHOWN], len(items), digest])


AT_WORDS: dict[str, Callable[[FileAnalysis, int], object]] = {
    "hover": hover,
    "definition": lambda s, at: navigation.definition(s, at, users),
    "references": lambda s, at: navigation.references(s, at, users),
    "highlights": navigation.highlights,
    "rename": renamed,
    "calls": calls,
    "selection": selection_ranges,
    "signature": lambda s, at: signature_help(s.text, at),
}
WHOLE: dict[str, Callable[[FileAnalysis], list[object]]] = {
    "symbols": lambda s: list(document_symbols.document_symbols(s)),
    "folding": lambda s: list(ranges.folding_ranges(s)),
    "lenses": lambda s: list(decorations.template_lenses(s)),
    "links": lambda s: list(decorations.document_links(s)),
    "tokens": lambda s: list(semantic_tokens(s)),
    "hints": lambda s: list(inlay_hints.inlay_hints(s, Span(0, len(s.text)))),
}


@pytest.mark.parametrize("name", OPENED)
@pytest.mark.parametrize("feature", AT_WORDS)
def test_answers_at_words(feature: str, name: str) -> None:
    RECORDED.check(f"{feature}: {name}", at_words(opened(name), AT_WORDS[feature]))


@pytest.mark.parametrize("name", OPENED)
@pytest.mark.parametrize("feature", WHOLE)
def test_answers_for_a_file(feature: str, name: str) -> None:
    lines = [shown(answer) for answer in WHOLE[feature](opened(name))]
    RECORDED.check(f"{feature}: {name}", "\n".join(lines))


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", OPENED)
def test_completions(name: str, part: int) -> None:
    analysis = opened(name)
    lines = []
    for number, word in enumerate(re.finditer(r"[\w.:$%-]+", analysis.text)):
        if number % 4 == part and (part == 0 or name != "broken.yaml"):
            lines += [f"{at} {word[0]}: {completions(analysis, at)}" for at in (word.start(), word.end())]
    RECORDED.check(f"completion: {name} {part}", "\n".join(lines))


@pytest.mark.parametrize("name", OPENED)
def test_code_actions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rewrite_once(monkeypatch)
    analysis = opened(name)
    findings = Linter(registry.load().rules).lint(analysis.context)
    seen: dict[str, str] = {}
    for word in re.finditer(r"[\w.:$%-]+", analysis.text):
        for action in actions(analysis, Span(word.start(), word.start() + 1), findings, users):
            seen.setdefault(shown(action), f"{word.start()} {word[0]}")
    RECORDED.check(f"actions: {name}", "\n".join(f"{where}: {action}" for action, where in seen.items()))


def test_nothing_else_is_recorded() -> None:
    RECORDED.keep_only(set(_names()))


def _names() -> Iterator[str]:
    for name in OPENED:
        yield from (f"{feature}: {name}" for feature in [*AT_WORDS, *WHOLE, "actions"])
        yield from (f"completion: {name} {part}" for part in range(4))
