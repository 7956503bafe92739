"""Answers about hotlint's own files: lenses of suites, completions in suites, policies and configurations."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from hotlint.analysis.file_kinds import may_be, recognize
from hotlint.analysis.file_marks import HEAT_ENDINGS
from hotlint.analysis.symbols import is_file
from hotlint.analysis.template import Template
from hotlint.common.files import is_skipped_folder
from hotlint.ide.code_lens import CodeLens
from hotlint.ide.completion.cursor_position import CursorPosition, cursor_position
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionItem, CompletionList
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.linter.diagnostic import SEVERITIES
from hotlint.linter.packs.registry import load_deferred
from hotlint.linter.settings import keys as settings
from hotlint.linter.settings.selectors import known_rules
from hotlint.policies import model as policies
from hotlint.policies.reader import packs
from hotlint.resource_types.catalog import PACKAGED, Catalog
from hotlint.resource_types.releases import known
from hotlint.suites import keys
from hotlint.suites.reader import read_suite
from hotlint.syntax.field_reader import DocumentKey
from hotlint.syntax.nodes import Mapping, Node, Scalar
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
    items = list(_in_suite(at, steps, path, _SuiteTemplate(text, path, template_of)))
    return CompletionList(items, Span(at.start, at.end), " " if at.glued else "")


class _SuiteTemplate:
    """The template of a suite, read when it is first needed, and the templates nested in it."""

    def __init__(self, text: str, path: str, template_of: TemplateOf) -> None:
        self._text, self._path, self._template_of = text, path, template_of

    def __call__(self) -> Template | None:
        for line in self._text.splitlines():
            if line.startswith("template:"):
                return self._beside(self._path, line.partition(":")[2].strip().strip("'\""))
        return None

    def _beside(self, path: str, name: str) -> Template | None:
        return self._template_of(os.path.normpath(os.path.join(os.path.dirname(path), name)))

    def paths(self) -> Iterator[str]:
        """Yield the paths to the values of the template that a test is most likely about, nested templates included."""
        template = self()
        if template is not None:
            yield from self._paths(template, "", _DEPTH)
            yield from (f"conditions.{name}" for name in template.conditions)
            yield from (f"parameters.{name}" for name in template.parameters)

    def _paths(self, template: Template, lead: str, depth: int) -> Iterator[str]:
        yield from (f"{lead}outputs.{name}" for name in template.outputs)
        for resource in template.resources.values():
            own = f"{lead}resources.{resource.name}"
            yield own
            properties = resource.field("properties")
            for entry in properties.items() if isinstance(properties, Mapping) else ():
                yield f"{own}.properties.{entry.name}"
            for type_, where in (
                (_text(resource.field("type")), own),
                (_member_type(properties), f"{own}.resources.0"),
            ):
                nested = self._beside(template.document.source.uri, type_) if depth and is_file(type_) else None
                if nested is not None:
                    yield from self._paths(nested, f"{where}.", depth - 1)


_DEPTH = 2
"""The levels of nested templates of which paths are offered."""


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _member_type(properties: Node | None) -> str:
    """Return the type of the members of a group, by its properties; "" for any other resource."""
    for name in ("resource", "resource_def"):
        member = properties.get(name) if isinstance(properties, Mapping) else None
        if isinstance(member, Mapping):
            return _text(member.get("type"))
    return ""


def _in_suite(at: CursorPosition, steps: list[str], path: str, template: _SuiteTemplate) -> Iterator[CompletionItem]:
    within = steps[1:] if steps[:1] == ["tests"] else steps
    is_test = steps[:1] == ["tests"]
    if within[:1] == ["assert"]:
        yield from _in_assertions(at, within[1:], template)
    elif at.role == "key" or at.maybe_key:
        yield from _keys_in(at, within, is_test, template)
    if at.role == "value" and within:
        yield from _values_in(within, path)


def _keys_in(
    at: CursorPosition, within: list[str], is_test: bool, template: _SuiteTemplate
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
    elif within[-2:-1] == ["attributes"]:
        found = template()
        resource = found.resources.get(last) if found is not None else None
        kind = PACKAGED.resource(_text(resource.field("type"))) if resource is not None else None
        yield from _names(at, "attribute", ("__ref__", *(kind.attributes if kind is not None else ())))


def _values_in(within: list[str], path: str) -> Iterator[CompletionItem]:
    last = within[-1]
    if len(within) > 1 and within[-2] == "expect":
        yield from (CompletionItem(effect, "value") for effect in keys.EFFECTS)
    elif last in ("template", "environments"):
        yield from (CompletionItem(name, "file") for name in _files(path, last == "template"))
    elif last == "code" and within[-2:-1] == ["errors"]:
        yield from _rules()
    elif last == "others":
        yield from (CompletionItem(word, "value") for word in ("none", "any"))
    elif last == "snapshot":
        yield CompletionItem("true", "value")


def _in_assertions(at: CursorPosition, within: list[str], template: _SuiteTemplate) -> Iterator[CompletionItem]:
    if not within and (at.role == "key" or at.maybe_key):
        for name in template.paths():
            if name not in at.siblings:
                yield CompletionItem(name, "property", insert=_as_key(at, name))
    elif len(within) == 1 and (at.role == "key" or at.maybe_key):
        yield from _keys(at, keys.OPERATORS)
    elif within[-1] == "same_as":
        yield from (CompletionItem(name, "value") for name in template.paths())
    elif within[-1] in ("absent", "unknown", "enabled", "error"):
        yield from (CompletionItem(word, "value") for word in ("true", "false"))


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


def _rules(*, names: bool = False) -> Iterator[CompletionItem]:
    """Yield the codes of the rules, and their names if asked for."""
    for rule in load_deferred().rules:
        yield CompletionItem(rule.code, "value", detail=rule.name)
        if names:
            yield CompletionItem(rule.name, "value", Relevance(rank=1), rule.code)


def configuration_completions(text: str, offset: int, path: str) -> CompletionList:
    """Return the completions in a configuration: settings, rules, and the values that a setting takes."""
    at = cursor_position(text, offset)
    steps = [step for step in at.path if isinstance(step, str)]
    nested = {"deployments": settings.DEPLOYMENT, "jinja": settings.JINJA}
    level: Iterable[settings.Key] = settings.KEYS.values()
    if steps[:1] == ["templates"]:
        level = () if len(steps) == 1 else [key for key in level if key.in_templates]
        steps = steps[2:]
    elif steps and steps[0] in nested:
        level, steps = nested[steps[0]], steps[1:]
    items: list[CompletionItem] = []
    if not steps and (at.role == "key" or at.maybe_key):
        for rank, key in enumerate(level):
            if key.name not in at.siblings:
                items.append(
                    CompletionItem(key.name, "key", Relevance(rank=rank), key.description, _as_key(at, key.name))
                )
    elif steps:
        kind = next((key.kind for key in level if key.name == steps[0]), "")
        items += _of_setting(at, kind, len(steps) > 1, path)
    return CompletionList(items, Span(at.start, at.end), " " if at.glued else "")


def _of_setting(at: CursorPosition, kind: str, is_nested: bool, path: str) -> Iterator[CompletionItem]:
    """Yield the values of a setting of a kind, or the keys of its mapping."""
    words: Iterable[str] = ()
    if kind == "severities" and not is_nested and (at.role == "key" or at.maybe_key):
        yield from (item._replace(insert=_as_key(at, item.label)) for item in _rules(names=True))
    elif kind == "selectors":
        yield from _rules(names=True)
    elif kind in ("severity", "severities"):
        words = SEVERITIES
    elif kind.startswith("choice of "):
        words = kind.removeprefix("choice of ").split()
    elif kind == "boolean":
        words = ("true", "false")
    elif kind == "target":
        words = [release.series for release in reversed(known())]
    elif kind == "profiles":
        words = known_rules(load_deferred().rules).profiles
    elif kind in ("policies", "extends"):
        words = [*(packs() if kind == "policies" else ()), *_files(path, only_templates=False)]
    elif kind in ("file", "paths", "globs"):
        words = _files_below(path)
    yield from (CompletionItem(word, "value", Relevance(rank=rank)) for rank, word in enumerate(words))


def _files_below(path: str) -> Iterator[str]:
    """Yield the YAML files below the folder of a file."""
    here = os.path.dirname(path) or "."
    for folder, inner, names in os.walk(here):
        inner[:] = sorted(name for name in inner if not is_skipped_folder(name))
        for name in sorted(names):
            if name.endswith(HEAT_ENDINGS) and not name.startswith("."):
                yield os.path.relpath(os.path.join(folder, name), here).replace(os.sep, "/")


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
    if at.role == "value" or at.maybe_key:
        items += _named_in_policies(last, path)
    if at.role == "value" and kinds.get(last, "").startswith("choice of "):
        items += [CompletionItem(word, "value") for word in kinds[last].removeprefix("choice of ").split()]
    elif at.role == "value" and kinds.get(last) == "expression":
        subject = next((s for s in policies.SUBJECTS if s in at.siblings), "resources")
        items += [CompletionItem(n, "value", detail=about) for n, about in policies.VARIABLES[subject].items()]
    return CompletionList(items, Span(at.start, at.end), " " if at.glued else "")


def _named_in_policies(key: str, path: str) -> Iterator[CompletionItem]:
    """Yield what some keys of a file of policies name: types of resources, packs, files."""
    if key == "resources":
        names = Catalog().names()
        spaces = dict.fromkeys(f"{name.rpartition('::')[0]}::*" for name in names)
        for rank, name in enumerate((*names, *spaces)):
            yield CompletionItem(name, "type", Relevance(rank=rank), about=("type", name))
    elif key in ("extends", "environments", "template"):
        for name in (*(packs() if key == "extends" else ()), *_files(path, only_templates=False)):
            yield CompletionItem(name, "file")
