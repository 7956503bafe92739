"""The origins of a value: the sources that a snippet reads, what these hand on, and what gives them their values.

Findings, explanations, predictions and policies ask here which sources a template names; see `hotlint.language.origins`.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.composition.uses import INLINE
from hotlint.analysis.environments.file import EnvironmentFile
from hotlint.analysis.environments.inputs import Given
from hotlint.analysis.template import Resource, Template, node_at, span_of
from hotlint.common.files import ReadError
from hotlint.common.records import NamedTuple
from hotlint.language.functions.base import Call, Path, Snippet
from hotlint.language.origins import ATTRIBUTE, FILE, OF_RESOURCES, PARAMETER, REFERENCE, ValueSource
from hotlint.language.values import EvaluationError
from hotlint.syntax.nodes import Node
from hotlint.syntax.source import LineIndex, Span

_DEPTH = 20
"""Nested stacks that the value of a parameter is followed through."""
_MOST = 1_000
"""Sources that a snippet is said to read, at most."""


class OriginPlace(NamedTuple):
    """The place of an origin, with the fields of a diagnostic's related place.

    `words` are those of the origin that name the file; `path` is "" for the checked file itself.
    """

    title: str
    span: Span
    path: str
    words: str


class ValueOrigin(NamedTuple):
    """A source and the origin of its value in words, such as "parameter 'x' from web.env".

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


class HandedOn(NamedTuple):
    """What an attribute shows: a snippet of the template of `context`, and its node. `what` is "property" or "output"."""

    context: TemplateContext
    snippet: Snippet
    node: Node
    what: str
    name: str


_KINDS = {"parameter": PARAMETER, "file": FILE, "resource": REFERENCE, "ref": REFERENCE}
"""Kinds of sources by those of the targets of calls."""


def sources_named(call: Call, parameters: Container[str]) -> list[ValueSource]:
    """Return the sources that a call itself names, in order: parameters, files, and ids or attributes of resources.

    The path of an attribute is its name, and empty where that is computed. `parameters` are those of the template.
    """
    found = []
    steps = call.args[1:2] if isinstance(call.args, list) else []
    for target in call.targets:
        kind, path = _KINDS.get(target.kind), tuple[str, ...]()
        if target.kind == "ref" and target.name in parameters:
            kind = PARAMETER
        elif kind is REFERENCE and call.function.takes("attribute"):
            kind, path = ATTRIBUTE, tuple(step for step in steps if isinstance(step, str))
        if kind is not None:
            found.append(ValueSource(kind, target.name, path))
    return found


def handed_on(context: TemplateContext, source: ValueSource) -> HandedOn | None:
    """Return what an attribute shows: an output of a nested template, of a group that of the first member, or a property.

    None for another source, and for an attribute that somebody gives.
    """
    resource = context.template.resources.get(source.name)
    if resource is None or source.kind != ATTRIBUTE or not source.path or stub(context, source) is not None:
        return None
    name, use = str(source.path[0]), None
    with suppress(EvaluationError, RecursionError):
        use = next(iter(context.uses(resource)), None)
    if use is None:
        part = context.template.part(resource, "properties")
        if part is None or not isinstance(part.snippet, dict) or name not in part.snippet:
            return None
        return HandedOn(context, part.snippet[name], node_at(part.node, (name,))[0], "property", name)
    member = None if use.type_name == INLINE else use.member or None
    if name.startswith("resource.") and name.count(".") > 1:
        _, member, name = name.split(".", 2)
    child = context.child_of(resource, use, member)
    output = child.template.outputs.get(name) if child is not None else None
    part = child.template.part(output, "value") if child is not None and output is not None else None
    return HandedOn(child, part.snippet, part.node, "output", name) if child is not None and part is not None else None


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
    """Return the origins of what snippets of a template read, each once, in order.

    A branch of `if` that is not taken is left out. A value is followed through attributes that show a property or an output.
    """
    names = dict.fromkeys(one for snippet in snippets for one in sources_read(context, snippet))
    found = (_origin(owner, source, context.path) for owner, source in names)
    return list({origin.words: origin for origin in found if origin is not None}.values())


def sources_read(
    context: TemplateContext, snippet: Snippet, seen: set[tuple[TemplateContext, ValueSource]] | None = None
) -> Iterator[tuple[TemplateContext, ValueSource]]:
    """Yield the sources that a snippet reads, each with its template, and once; those behind an attribute come after it.

    `seen` are those that have been yielded.
    """
    seen = set() if seen is None else seen
    if isinstance(snippet, dict | list):
        for item in snippet.values() if isinstance(snippet, dict) else snippet:
            yield from sources_read(context, item, seen)
    elif isinstance(snippet, Call) and snippet.function.macro:
        for branch in _taken(context, snippet):
            yield from sources_read(context, branch, seen)
    elif isinstance(snippet, Call):
        for source in sources_named(snippet, context.template.parameters):
            if (context, source) not in seen and len(seen) < _MOST:
                seen.add((context, source))
                yield context, source
                behind = handed_on(context, source)
                if behind is not None:
                    yield from sources_read(behind.context, behind.snippet, seen)
        yield from sources_read(context, snippet.args, seen)


def stub(context: TemplateContext, source: ValueSource) -> Given | None:
    """Return what somebody gives an attribute, or the id of a resource; None where it is not given."""
    name = "__ref__" if source.kind == REFERENCE else str(source.path[0]) if source.path else ""
    return context.evaluation.inputs.attributes.get(source.name, {}).get(name)


def attribute_origins(context: TemplateContext, snippet: Snippet) -> list[str]:
    """Return the origins in words, with their lines, of the given and the predicted attributes that a snippet reads."""
    read = (one for one in sources_read(context, snippet) if one[1].kind in OF_RESOURCES)
    found = (_origin(owner, source, context.path) for owner, source in read)
    return [one.own + "".join(f":{_line(context, place)}" for place in one.places) for one in found if one is not None]


def prediction(context: TemplateContext, snippet: Snippet) -> str | None:
    """Return why a value that a snippet reads is predicted, also where another resource or an output hands it on; else None."""
    if not context.has_predictions():
        return None
    reasons = (owner.prediction(s.name, str(s.path[0])) for owner, s in sources_read(context, snippet) if s.path)
    return next((reason for reason in reasons if reason is not None), None)


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


def _origin(context: TemplateContext, source: ValueSource, checked: str, depth: int = _DEPTH) -> ValueOrigin | None:
    """Return the origin of a source; None where its value begins behind it, or nowhere."""
    if source.kind == PARAMETER:
        return _parameter_origin(context, source.name, checked, depth)
    if source.kind == FILE:
        return ValueOrigin(f"file '{source.name}'")
    reason = context.prediction(source.name, str(source.path[0])) if source.path else None
    return ValueOrigin(f"predicted: {reason}") if reason is not None else _stub_origin(context, source, checked)


def _stub_origin(context: TemplateContext, source: ValueSource, checked: str) -> ValueOrigin | None:
    given = stub(context, source) if source.kind in OF_RESOURCES else None
    if given is None:
        return None
    what = f"attribute '{source.path[0]}' of '{source.name}'" if source.path else f"id of '{source.name}'"
    if given.offset is None:
        return ValueOrigin(f"{what} from {given.origin or 'the given attributes'}")
    words = f"{what} from {relative_path(given.origin, checked)}"
    span = Span(given.offset, given.offset)
    return ValueOrigin(words, (OriginPlace(f"value of {what}", span, given.origin, words),))


def _line(context: TemplateContext, place: OriginPlace) -> int | str:
    """Return the line of a place, from 1; "?" where its file cannot be read."""
    try:
        text = context.project.document(place.path).text
    except (OSError, ReadError):
        return "?"
    return LineIndex(text).position(place.span.start).line + 1


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
    behind = sources_read(parent, snippet_at(part.snippet, path)) if part is not None and depth > 0 else ()
    for owner, above in behind:
        further = _origin(owner, above, checked, depth - 1)
        if further is not None:
            return ValueOrigin(words, (place, *further.places), further.source or further.own)
    return ValueOrigin(words, (place,))


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


def relative_path(path: str, checked: str) -> str:
    """Return a path relative to the folder of the file that is checked, with slashes."""
    return os.path.relpath(path, os.path.dirname(checked) or os.curdir).replace(os.sep, "/")
