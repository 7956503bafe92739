"""Answers about suites: lenses and completions."""

from __future__ import annotations

import os
from collections.abc import Iterator

from hotlint.analysis.file_kinds import Kind, may_be, recognize
from hotlint.analysis.symbols import is_file
from hotlint.analysis.template import Template
from hotlint.formats.suite import OPERATORS, SUITE
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionAt, CompletionItem, CompletionList, TemplateOf
from hotlint.ide.decorations import CodeLens
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.own_files import OwnRequest, words
from hotlint.resource_types.catalog import PACKAGED
from hotlint.suites.reader import read_suite
from hotlint.syntax.nodes import Mapping, Node, Scalar


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
        found.append(CodeLens("debug", "Explain values", test.span, test=test.name))
    return found


# -- completion ------------------------------------------------------------------------------------------------------


_OF_RESOURCES = ("type", "members", "enabled", "absent")
"""The operators of assertions about whole resources."""


def suite_completions(at: CompletionAt) -> CompletionList:
    """Return the completions in a suite: keys, operators, effects, files, and paths to values of the template."""
    request = OwnRequest(at, SUITE)
    if request.position.role == "text":
        return request.answer(())
    return request.answer(_in_suite(request, _SuiteTemplate(at.text, at.path, at.template_of)))


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

    def resources(self) -> Iterator[str]:
        """Yield the names of the resources, those of nested templates with the names around them, such as group.0.server."""
        for path in self.paths():
            *around, section, name = path.split(".") if "." in path else ("", path)
            if section == "resources" and "properties" not in around:
                yield ".".join((*(step for step in around if step != "resources"), name))

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


def _in_suite(request: OwnRequest, template: _SuiteTemplate) -> Iterator[CompletionItem]:
    place = request.place
    if request.takes_key and place.level is OPERATORS:
        usual = _OF_RESOURCES if _is_of_resource(request.steps[-1]) else ("contains", "match", "equal", "unknown")
        yield from request.keys(OPERATORS, usual)
    elif request.takes_key and place.level is not None:
        yield from request.keys(place.level)
    elif request.takes_key:
        yield from _names_in(request, place.kind, place.rest, template)
    if place.kind == "value path":
        yield from words(template.paths())
    elif request.takes_value:
        yield from request.values()


def _names_in(
    request: OwnRequest, kind: str, within: tuple[str, ...], template: _SuiteTemplate
) -> Iterator[CompletionItem]:
    """Yield the names in the template that are keys in the value of a kind."""
    found = template()
    if kind == "assertions":
        yield from _paths_to_assert(request, list(template.paths()))
    elif kind in ("mapping", "alternatives") and not within:
        yield from request.names("parameter", found.parameters if found is not None else ())
    elif kind == "attributes" and not within:
        yield from request.names("resource", found.resources if found is not None else ())
    elif kind == "effects":
        yield from request.names("resource", template.resources())
    elif kind == "attributes" and len(within) == 1:
        resource = found.resources.get(within[0]) if found is not None else None
        known = PACKAGED.resource(_text(resource.field("type"))) if resource is not None else None
        yield from request.names("attribute", ("__ref__", *(known.attributes if known is not None else ())))


def _is_of_resource(path: str) -> bool:
    """Return whether a path leads to a whole resource."""
    return path.split(".")[-2:-1] == ["resources"]


def _paths_to_assert(request: OwnRequest, paths: list[str]) -> Iterator[CompletionItem]:
    """Yield the paths without an assertion: first those that follow the last one, among all and among paths of its form."""
    text, start = request.text, request.position.start
    above = [name for name in request.position.siblings if text.rfind(name, 0, start) >= 0]
    last = max(above, key=lambda name: (text.rfind(name, 0, start), len(name)), default="")
    alike = [path for path in paths if _form(path) == _form(last)]
    for rank, name in enumerate(paths):
        if name not in request.position.siblings:
            ahead = rank - paths.index(last) if last in paths else 0
            among = alike.index(name) - alike.index(last) if name in alike and last in alike else 0
            nearest = min((step for step in (ahead, among) if step > 0), default=0)
            relevance = Relevance(
                follows_last=1 / nearest if nearest else 0, is_repeated=among > 0, rank=rank / len(paths)
            )
            yield CompletionItem(name, "property", relevance, insert=request.as_key(name))


def _form(path: str) -> list[str]:
    """Return what a path is made of, without the names in it."""
    return [
        step for step in path.split(".") if step in ("resources", "properties", "outputs", "parameters", "conditions")
    ]
