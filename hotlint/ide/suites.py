"""Answers about suites and files of policies: lenses and completions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from hotlint.analysis.file_kinds import may_be, recognize
from hotlint.analysis.template import Template
from hotlint.ide.code_lens import CodeLens
from hotlint.ide.completion.cursor_position import CursorPosition, cursor_position
from hotlint.ide.completion.item import CompletionItem, CompletionList
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.policies import model as policies
from hotlint.suites import keys
from hotlint.suites.reader import read_suite
from hotlint.syntax.field_reader import DocumentKey
from hotlint.syntax.nodes import Mapping
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.analysis.file_marks import Kind

TemplateOf = Callable[[str], Template | None]
"""Returns the template that a suite names, by its path; None for one that cannot be read."""


def kind_of_text(path: str, text: str) -> str | None:
    """Return "suite" or "policies" for a text that is one; None for any other."""
    kinds: tuple[Kind, ...] = ("suite", "policies")
    kind = recognize(path, text) if may_be(path, text, kinds) else None
    return kind if kind in kinds else None


def suite_lenses(analysis: FileAnalysis) -> list[CodeLens]:
    """Return the lenses of a suite, in order: one above `template` for all tests, two above each test."""
    suite = read_suite(analysis.path, analysis.text)
    found = [CodeLens("run", "Run all tests", suite.template_span)] if suite.tests else []
    for test in suite.tests:
        found.append(CodeLens("run", "Run test", test.span, test=test.name))
        found.append(CodeLens("debug", "Debug test", test.span, test=test.name))
    return found


# -- completion ------------------------------------------------------------------------------------------------------


def suite_completions(text: str, offset: int, path: str, template_of: TemplateOf) -> CompletionList:
    """Return the completions in a suite: keys, operators, effects, files, and paths to values of the template."""
    at = cursor_position(text, offset)
    steps = [str(step) for step in at.path if not isinstance(step, int)]
    if at.role == "text":
        return CompletionList([], Span(at.start, at.end))
    items = list(_in_suite(at, steps, path, _LazyTemplate(text, path, template_of)))
    return CompletionList(items, Span(at.start, at.end), " " if at.glued else "")


class _LazyTemplate:
    """The template of a suite, read when it is first needed."""

    def __init__(self, text: str, path: str, template_of: TemplateOf) -> None:
        self._text, self._path, self._template_of = text, path, template_of

    def __call__(self) -> Template | None:
        for line in self._text.splitlines():
            if line.startswith("template:"):
                name = line.partition(":")[2].strip().strip("'\"")
                return self._template_of(os.path.normpath(os.path.join(os.path.dirname(self._path), name)))
        return None


def _in_suite(
    at: CursorPosition, steps: list[str], path: str, template: Callable[[], Template | None]
) -> Iterator[CompletionItem]:
    within = steps[1:] if steps[:1] == ["tests"] else steps
    is_test = steps[:1] == ["tests"]
    if within[:1] == ["assert"]:
        yield from _in_assertions(at, within[1:], template)
    elif at.role == "key" or at.maybe_key:
        yield from _keys_in(at, within, is_test, template)
    if at.role == "value" and within:
        yield from _values_in(within, path)


def _keys_in(
    at: CursorPosition, within: list[str], is_test: bool, template: Callable[[], Template | None]
) -> Iterator[CompletionItem]:
    last = within[-1] if within else ""
    levels: dict[str, tuple[DocumentKey, ...]] = {"matrix": keys.MATRIX, "errors": keys.ERROR, "update": keys.UPDATE}
    if not within:
        yield from _keys(at, keys.TEST if is_test else keys.SUITE)
    elif last in levels:
        yield from _keys(at, levels[last])
    elif last == "parameters":
        found = template()
        yield from _names(at, "parameter", found.parameters if found is not None else ())
    elif last in ("expect", "attributes"):
        found = template()
        yield from _names(at, "resource", found.resources if found is not None else ())


def _values_in(within: list[str], path: str) -> Iterator[CompletionItem]:
    last = within[-1]
    if len(within) > 1 and within[-2] == "expect":
        yield from (CompletionItem(effect, "value") for effect in keys.EFFECTS)
    elif last in ("template", "environments"):
        yield from (CompletionItem(name, "file") for name in _files(path, last == "template"))
    elif last == "others":
        yield from (CompletionItem(word, "value") for word in ("none", "any"))
    elif last == "snapshot":
        yield CompletionItem("true", "value")


def _in_assertions(
    at: CursorPosition, within: list[str], template: Callable[[], Template | None]
) -> Iterator[CompletionItem]:
    if not within and (at.role == "key" or at.maybe_key):
        found = template()
        for name in _paths(found) if found is not None else ():
            if name not in at.siblings:
                yield CompletionItem(name, "property", insert=_as_key(at, name))
    elif len(within) == 1 and (at.role == "key" or at.maybe_key):
        yield from _keys(at, keys.OPERATORS)
    elif within[-1] == "same_as":
        found = template()
        yield from (CompletionItem(name, "value") for name in (_paths(found) if found is not None else ()))
    elif within[-1] in ("absent", "unknown", "enabled", "error"):
        yield from (CompletionItem(word, "value") for word in ("true", "false"))


def _paths(template: Template) -> Iterator[str]:
    """Yield the paths to the values of a template that a test is most likely about."""
    yield from (f"outputs.{name}" for name in template.outputs)
    for resource in template.resources.values():
        yield f"resources.{resource.name}"
        properties = resource.field("properties")
        for entry in properties.items() if isinstance(properties, Mapping) else ():
            yield f"resources.{resource.name}.properties.{entry.name}"
    yield from (f"conditions.{name}" for name in template.conditions)
    yield from (f"parameters.{name}" for name in template.parameters)


def _keys(at: CursorPosition, level: tuple[DocumentKey, ...]) -> Iterator[CompletionItem]:
    for key in level:
        if key.name not in at.siblings:
            yield CompletionItem(key.name, "key", detail=key.summary, insert=_as_key(at, key.name))


def _names(at: CursorPosition, kind: str, names: Iterable[str]) -> Iterator[CompletionItem]:
    for name in names:
        if name not in at.siblings:
            yield CompletionItem(name, kind, insert=_as_key(at, name))


def _as_key(at: CursorPosition, name: str) -> str:
    return name if at.has_colon else f"{name}:"


def _files(path: str, only_templates: bool) -> list[str]:
    try:
        names = sorted(os.listdir(os.path.dirname(path) or "."))
    except OSError:
        return []
    yaml = [name for name in names if name.endswith((".yaml", ".yml", ".hot")) and name != os.path.basename(path)]
    return [name for name in yaml if not only_templates or "hot-test" not in name]


def policy_completions(text: str, offset: int, path: str) -> CompletionList:
    """Return the completions in a file of policies: keys, choices, and the variables of expressions."""
    at = cursor_position(text, offset)
    steps = [str(step) for step in at.path if not isinstance(step, int)]
    levels = {"": policies.FILE, "policies": policies.POLICY, "tests": policies.TEST}
    items: list[CompletionItem] = []
    last = steps[-1] if steps else ""
    if (at.role == "key" or at.maybe_key) and last in levels and len(steps) < 2:
        items += _keys(at, levels[last])
    kinds = {key.name: key.kind for level in levels.values() for key in level}
    if at.role == "value" and kinds.get(last, "").startswith("choice of "):
        items += [CompletionItem(word, "value") for word in kinds[last].removeprefix("choice of ").split()]
    elif at.role == "value" and kinds.get(last) == "expression":
        subject = next((s for s in policies.SUBJECTS if s in at.siblings), "resources")
        items += [CompletionItem(n, "value", detail=about) for n, about in policies.VARIABLES[subject].items()]
    return CompletionList(items, Span(at.start, at.end), " " if at.glued else "")
