"""The origins of a value: the parameters that it is computed from, and what gives these their values."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import EnvironmentFile
from hotlint.analysis.template import Template, node_at, span_of
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.records import NamedTuple
from hotlint.language.functions.base import Call, Path, Snippet
from hotlint.language.values import EvaluationError
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.analysis.environments.inputs import Given
    from hotlint.analysis.template import Resource

_DEPTH = 20
"""Resources and nested stacks that a value is followed through."""


class OriginPlace(NamedTuple):
    """The place of an origin, with the fields of a diagnostic's related place.

    `words` are those of the origin that name the file; `path` is "" for the checked file itself.
    """

    title: str
    span: Span
    path: str
    words: str


class ValueOrigin(NamedTuple):
    """A parameter and the origin of its value in words, such as "parameter 'x' from web.env".

    The places are in order, the nearest first. `source` is the origin in the template where the value begins, "" where
    that is no other template.
    """

    own: str
    places: tuple[OriginPlace, ...] = ()
    source: str = ""

    @property
    def words(self) -> str:
        """The origin in words, from the nearest template to the one where the value begins."""
        return f"{self.own}: {self.source}" if self.source else self.own


def snippet_at(snippet: Snippet, path: Path) -> Snippet:
    """Return the part of a snippet that a path leads to, or the function call that yields it; None without either."""
    for step in path:
        if isinstance(snippet, dict):
            snippet = snippet.get(step)
        elif isinstance(snippet, list):
            snippet = snippet[step] if isinstance(step, int) and step < len(snippet) else None
    return snippet


def property_snippet(template: Template, resource: Resource, path: Path) -> Snippet:
    """Return the snippet of a resource's property, as `snippet_at` does; None where the property is not written."""
    part = template.part(resource, "properties")
    return snippet_at(part.snippet, path) if part is not None else None


def origins(context: TemplateContext, snippets: Iterable[Snippet]) -> list[ValueOrigin]:
    """Return the origins of the parameters that snippets of a template read, each once, in order.

    A branch of `if` that is not taken is left out. A value is followed through OS::Heat::Value and the outputs of nested templates.
    """
    names = dict.fromkeys(one for snippet in snippets for one in _parameters(context, snippet, _DEPTH))
    found = (_parameter_origin(owner, name, context.path, _DEPTH) for owner, name in names)
    return list({origin.words: origin for origin in found if origin is not None}.values())


def parameter_origin(context: TemplateContext, name: str) -> ValueOrigin | None:
    """Return the origin of a parameter's value; None for a parameter without a value.

    The path of an environment is relative to the folder of the template.
    """
    return _parameter_origin(context, name, context.path, _DEPTH)


def environment_place(context: TemplateContext, given: Given, name: str) -> Span | None:
    """Return the place of a parameter in the environment that gives its value; None if no file gives it."""
    if given.origin not in context.environment.files:
        return None
    file = EnvironmentFile(context.project.document(given.origin))
    for section in ("parameters", "parameter_defaults"):
        entry = file.entries(section).get(name)
        if entry is not None:
            return span_of(entry.key)
    return None


def _parameter_origin(context: TemplateContext, name: str, checked: str, depth: int) -> ValueOrigin | None:
    given, subject = context.evaluation.given(name), f"parameter '{name}'"
    if given is None:
        return _default(context, name, checked)
    passing = context.parent if name in context.evaluation.inputs.parameters else None
    if passing is not None and context.opened_by is not None:
        return _passed(context, passing, name, checked, depth)
    if given.origin not in context.environment.files:
        return ValueOrigin(f"{subject} from {given.origin}" if given.origin else subject)
    words = f"{subject} from {relative_path(given.origin, checked)}"
    span = environment_place(context, given, name)
    places = (OriginPlace(f"value of {subject}", span, given.origin, words),) if span is not None else ()
    return ValueOrigin(words, places)


def _default(context: TemplateContext, name: str, checked: str) -> ValueOrigin | None:
    parameter = context.template.parameters.get(name)
    node = parameter.field("default") if parameter is not None else None
    if node is None:
        return None
    title = words = f"default of parameter '{name}'"
    is_own = context.path == checked
    if not is_own:
        words = f"{words} of {relative_path(context.path, checked)}"
    return ValueOrigin(words, (OriginPlace(title, span_of(node), "" if is_own else context.path, words),))


def _passed(context: TemplateContext, parent: TemplateContext, name: str, checked: str, depth: int) -> ValueOrigin:
    """Return the origin of a value that the resource of a parent passes, with the origin that it has there."""
    assert context.opened_by is not None
    resource, use, _ = context.opened_by
    part, path = parent.template.part(resource, "properties"), (*use.path, name)
    node, entry = node_at(part.node, path) if part is not None else (None, None)
    span = span_of(node) if node is not None and entry is not None and entry.name == name else resource.key.span
    subject = f"parameter '{name}'"
    words = f"{subject} from the resource '{resource.name}' of {relative_path(parent.path, checked)}"
    place = OriginPlace(f"value of {subject}", span, parent.path, words)
    behind = _parameters(parent, snippet_at(part.snippet, path), depth - 1) if part is not None else ()
    for owner, above in behind:
        further = _parameter_origin(owner, above, checked, depth - 1)
        if further is not None:
            return ValueOrigin(words, (place, *further.places), further.source or further.own)
    return ValueOrigin(words, (place,))


def _parameters(context: TemplateContext, snippet: Snippet, depth: int) -> Iterator[tuple[TemplateContext, str]]:
    """Yield the parameters that a snippet reads, each with its template."""
    if depth <= 0:
        return
    if isinstance(snippet, dict | list):
        for item in snippet.values() if isinstance(snippet, dict) else snippet:
            yield from _parameters(context, item, depth)
    elif isinstance(snippet, Call) and snippet.function.macro:
        for branch in _taken(context, snippet):
            yield from _parameters(context, branch, depth)
    elif isinstance(snippet, Call):
        for target in snippet.targets:
            if target.name in context.template.parameters and target.kind in ("parameter", "ref"):
                yield context, target.name
            elif target.name in context.template.resources and snippet.function.takes("attribute"):
                yield from _behind_attribute(context, snippet, target.name, depth - 1)
        yield from _parameters(context, snippet.args, depth)


def _taken(context: TemplateContext, call: Call) -> list[Snippet]:
    """Return the branch of an `if` that is taken; both where that is not known."""
    if not isinstance(call.args, list) or len(call.args) < 2:
        return []
    branches = call.args[1:]
    with suppress(EvaluationError):
        taken = context.evaluation.condition(call.args[0])
        if isinstance(taken, bool):
            return branches[:1] if taken else branches[1:]
    return branches


def _behind_attribute(
    context: TemplateContext, call: Call, name: str, depth: int
) -> Iterator[tuple[TemplateContext, str]]:
    """Yield the parameters behind the attribute that a call reads: a property of the resource, or an output of its template."""
    resource = context.template.resources[name]
    attribute = call.args[1] if isinstance(call.args, list) and len(call.args) > 1 else None
    if not isinstance(attribute, str):
        return
    child = context.child(resource) if context.resolved_type(resource).location is not None else None
    if child is None:
        yield from _parameters(context, property_snippet(context.template, resource, (attribute,)), depth)
    elif attribute in child.template.outputs:
        part = child.template.part(child.template.outputs[attribute], "value")
        yield from _parameters(child, part.snippet if part is not None else None, depth)


def relative_path(path: str, checked: str) -> str:
    """Return a path relative to the folder of the file that is checked, with slashes."""
    return os.path.relpath(path, os.path.dirname(checked) or os.curdir).replace(os.sep, "/")
