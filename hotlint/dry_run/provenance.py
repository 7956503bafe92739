"""The provenance of a value: how it was computed, through functions, conditions and nested templates, from what was given."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from hotlint.analysis.composition.value_origins import handed_on, sources_named, stub
from hotlint.analysis.template import node_at
from hotlint.common.suggestions import did_you_mean
from hotlint.dry_run.results import ResourceResult, StackResult, ValueResult
from hotlint.language.functions.base import Call, Snippet
from hotlint.language.origins import FILE, PARAMETER, REFERENCE, ValueSource
from hotlint.syntax.nodes import Node

STEP_LIMIT = 400
"""Steps of one explanation, which may branch at every function."""


class NoSuchPartError(LookupError):
    """Raised for a path that leads to no value; the message says where it ends, and which names there are."""


class SourceLocation(NamedTuple):
    """A location in a file: its path, and the code-point offsets of its start and, where it is known, its end."""

    path: str
    offset: int
    end: int | None = None


class Step(NamedTuple):
    """One step of an explanation: a description, its result, the location where it is written, and the steps behind it."""

    text: str
    value: ValueResult | None = None
    location: SourceLocation | None = None
    steps: tuple[Step, ...] = ()


def explain(preview: StackResult, path: str) -> Step:
    """Return the provenance of the value at a path such as resources.server.properties.user_data.

    Raises NoSuchPartError.
    """
    return explain_part(preview, [piece for piece in path.replace("[", ".").replace("]", "").split(".") if piece])


def explain_part(preview: StackResult, steps: list[str]) -> Step:
    """Return the provenance of the value that names and indices lead to, as `explain` does. Raises NoSuchPartError."""
    return _Explainer().part(preview, steps, ".".join(steps))


def explain_call(preview: StackResult, call: Call) -> Step:
    """Return the provenance of the value of one function call in the template of a preview."""
    return _Explainer().call(preview, call, "")


class _Explainer:
    """Builds one explanation, of a bounded number of steps."""

    def __init__(self) -> None:
        self.left = STEP_LIMIT
        self.open: set[tuple[int, int]] = set()

    # -- from a path to a snippet ------------------------------------------------------------------------------------

    def part(self, preview: StackResult, steps: list[str], title: str) -> Step:
        template = preview.context.template
        section, *rest = steps or [""]
        if section not in ("parameters", "conditions", "resources", "outputs"):
            raise NoSuchPartError(
                f"'{title}' should begin with parameters, conditions, resources or outputs, such as resources.server.properties"
            )
        if section == "resources":
            name, rest = _take(rest, preview.resources(), "resource")
            return self.resource(preview, preview.resources()[name], rest, title)
        if section == "parameters":
            name, _ = _take(rest, template.parameters, "parameter")
            return self.parameter(preview, name)
        if section == "conditions":
            name, _ = _take(rest, template.conditions, "condition")
            return self.condition(preview, name)
        name, rest = _take(rest, template.outputs, "output")
        part = template.part(template.outputs[name], "value")
        if part is None:
            raise NoSuchPartError(f"the output '{name}' has no value")
        step = self.within(preview, part.snippet, part.node, rest[1:] if rest[:1] == ["value"] else rest, title)
        return _enabled(step, *preview.enabled(template.outputs[name]))

    def resource(self, preview: StackResult, found: ResourceResult, rest: list[str], title: str) -> Step:
        nested = found.nested
        field, *more = rest or ["properties"]
        if nested is not None and field in ("nested", "resources", "outputs", "parameters", "conditions"):
            more = more if field == "nested" else rest
            if nested.preview is not None:
                return self.part(nested.preview, more, title)
            name, more = _take(more[1:] if more[:1] == ["resources"] else more, nested.members, "member")
            return self.resource(preview, nested.members[name], more, title)
        if found.resource is None:
            snippet, node = self.member_snippet(preview, found, field)
        else:
            part = preview.context.template.part(found.resource, field)
            snippet, node = (part.snippet, part.node) if part is not None else (None, None)
        if node is None:
            there = ", ".join([*found.nodes, *(["nested"] if nested is not None else [])]) or "nothing to explain"
            raise NoSuchPartError(f"'{found.name}' has no {field}; there is {there}")
        step = self.within(preview, snippet, node, more, title)
        return _enabled(step, found.enabled, found.why)

    def member_snippet(self, preview: StackResult, found: ResourceResult, field: str) -> tuple[Snippet, Node | None]:
        node = found.nodes.get(field)
        return (preview.context.template.read(node), node) if node is not None else (None, None)

    def within(self, preview: StackResult, snippet: Snippet, node: Node, rest: list[str], title: str) -> Step:
        """Return the step of the part of a snippet that a path leads to; a function's value counts as a whole."""
        while rest and isinstance(snippet, dict | list):
            if isinstance(snippet, dict):
                keys = {str(k): k for k in snippet}
                name, rest = _take(rest, keys, "entry")
                snippet, node = snippet[keys[name]], node_at(node, (keys[name],))[0]
            else:
                index, rest = _take(rest, [str(i) for i in range(len(snippet))], "item")
                snippet, node = snippet[int(index)], node_at(node, (int(index),))[0]
        whole = f" (of its value: {'.'.join(rest)})" if rest else ""
        return self.value(preview, snippet, node, title + whole)

    # -- from a snippet back -----------------------------------------------------------------------------------------

    def value(self, preview: StackResult, snippet: Snippet, node: Node | None, title: str) -> Step:
        result = preview.section(snippet) if isinstance(snippet, dict) else preview.resolve(snippet)
        calls = list(_first_calls(snippet, ()))
        below = tuple(self.call(preview, c, _joined(path)) for path, c in calls) if self.left > 0 else ()
        return Step(title, result, _location(preview, node), below)

    def call(self, preview: StackResult, call: Call, label: str) -> Step:
        self.left -= 1
        text = f"{label}: {call.name}" if label else call.name
        key = (id(preview), id(call))
        result = preview.resolve(call)
        if self.left <= 0 or key in self.open:
            return Step(f"{text} ...", result, _location(preview, call.node))
        self.open.add(key)
        steps = tuple(self.behind(preview, call))
        self.open.discard(key)
        return Step(text, result, _location(preview, call.node), steps)

    def behind(self, preview: StackResult, call: Call) -> Iterator[Step]:
        """Yield the steps that the value of a call depends on."""
        if call.function.macro:
            yield from self.choice(preview, call)
            return
        for source in sources_named(call, preview.context.template.parameters):
            if source.kind == PARAMETER:
                yield self.parameter(preview, source.name)
            elif source.kind == FILE:
                yield Step(f"the file {source.name}")
            else:
                yield self.of_resource(preview, call, source)
        for path, inner in _first_calls(call.args, ()):
            yield self.call(preview, inner, _joined(path))

    def choice(self, preview: StackResult, call: Call) -> Iterator[Step]:
        """Yield the condition of an `if`, and the branch that is taken: both, where that is not known."""
        if not isinstance(call.args, list) or len(call.args) < 2:
            return
        head, *branches = call.args
        found = preview.evaluate(lambda context: context.evaluation.condition(head), head)
        if isinstance(head, str) and head in preview.context.template.conditions:
            yield self.condition(preview, head)
        else:
            inner = tuple(self.call(preview, c, _joined(p)) for p, c in _first_calls(head, ()))
            yield Step("its condition", found, None, inner)
        taken = (
            {True: branches[:1], False: branches[1:2]}.get(found.value) if isinstance(found.value, bool) else branches
        )
        for branch in taken or ():
            word = "then" if branch is branches[0] else "else"
            if isinstance(branch, Call):
                yield self.call(preview, branch, word)
            else:
                yield self.value(preview, branch, None, word)

    def condition(self, preview: StackResult, name: str) -> Step:
        part = preview.context.template.part(preview.context.template.conditions[name], "condition")
        result = preview.conditions()[name]
        text, self.left = f"the condition '{name}'", self.left - 1
        if part is None or self.left <= 0:
            return Step(text, result)
        if (
            isinstance(part.snippet, str)
            and part.snippet in preview.context.template.conditions
            and part.snippet != name
        ):
            return Step(text, result, _location(preview, part.owner.key), (self.condition(preview, part.snippet),))
        steps = tuple(self.call(preview, c, _joined(p)) for p, c in _first_calls(part.snippet, ()))
        return Step(text, result, _location(preview, part.owner.key), steps)

    def parameter(self, preview: StackResult, name: str) -> Step:
        """Return the step of a parameter, with the origin of its value."""
        context = preview.context
        parameter = context.template.parameters.get(name)
        result = (
            preview.parameters()[name]
            if parameter is not None
            else preview.evaluate(lambda context: context.evaluation.parameter(name))
        )
        text = f"the parameter '{name}'" + (f" ({parameter.type})" if parameter is not None and parameter.type else "")
        location = _location(preview, parameter.key) if parameter is not None else None
        given = context.evaluation.given(name)
        if given is None:
            default = parameter.field("default") if parameter is not None else None
            if default is not None and parameter is not None and parameter.has_default:
                return Step(text, result, location, (Step("its default", None, _location(preview, default)),))
            return Step(text, result, location)
        if preview.parent is not None and name in context.evaluation.inputs.parameters:
            passed = self.passed(preview, name)
            return Step(text, result, location, (passed,) if passed is not None else ())
        kind = "parameters" if name in context.evaluation.inputs.parameters else "parameter_defaults"
        if given.offset is None:
            return Step(text, result, location, (Step(f"from {given.origin}" if given.origin else "given"),))
        return Step(
            text,
            result,
            location,
            (Step(f"{kind} of the environment", None, SourceLocation(given.origin, given.offset)),),
        )

    def passed(self, preview: StackResult, name: str) -> Step | None:
        """Return the value that the using template passes as a parameter; None for a template that is not nested."""
        parent, owner, opened_by = preview.parent, preview.stack.owner, preview.context.opened_by
        if parent is None or owner is None or opened_by is None:
            return None
        resource, use, _ = opened_by
        member = "/".join(owner.local[1:])
        title = f"passed by the resource '{resource.name}'" + (f" to its member {member}" if member else "")
        part = parent.context.template.part(resource, "properties")
        if part is None:
            return Step(title)
        snippet, node = part.snippet, part.node
        for key in (*use.path, name):
            if isinstance(snippet, Call) or not isinstance(snippet, dict) or key not in snippet:
                break
            snippet, node = snippet[key], node_at(node, (key,))[0]
        return self.value(parent, snippet, node, title)

    def of_resource(self, preview: StackResult, call: Call, source: ValueSource) -> Step:
        """Return the step of the id or an attribute of a resource, with the origin of its value where it is known without a cloud."""
        context = preview.context
        resource, given = context.template.resources.get(source.name), stub(context, source)
        location = _location(preview, resource.key) if resource is not None else None
        if given is not None:
            location = SourceLocation(given.origin, given.offset) if given.offset is not None else location
        if source.kind == REFERENCE:
            said = ", as it was given" if given is not None else ""
            return Step(f"the id of the resource '{source.name}'{said}", None, location)
        if resource is None or given is not None:
            text = (
                f"the attribute '{source.path[0]}' of '{source.name}', as it was given"
                if given is not None
                else f"'{source.name}'"
            )
            return Step(text, None, location)
        behind = handed_on(context, source)
        stacks = (preview, *preview.previews()) if behind is not None else ()
        shown = next((p for p in stacks if behind is not None and p.context is behind.context), None)
        is_shown = shown is not preview or _is_known_call(preview, call)
        inner: tuple[Step, ...] = ()
        if behind is not None and shown is not None and is_shown and self.left > 0:
            is_own = shown is preview
            words = (
                f"its property {behind.name}"
                if is_own
                else f"the output '{behind.name}' of {_near(behind.context.path, context.path)}"
            )
            inner = (self.value(shown, behind.snippet, behind.node, words),)
        return Step(f"the resource '{source.name}'", None, location, inner)


def _near(path: str, named_in: str) -> str:
    """Return the path of a nested template as the template that names it may write it, where an editor has whole paths."""
    return os.path.relpath(path, os.path.dirname(named_in)) if os.path.isabs(path) else path


def _is_known_call(preview: StackResult, call: Call) -> bool:
    return preview.resolve(call).unknown is None


def _first_calls(snippet: Snippet, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Call]]:
    """Yield the calls in a snippet that are in no other call, with the paths that lead to them."""
    if isinstance(snippet, Call):
        yield path, snippet
    elif isinstance(snippet, dict):
        for key, item in snippet.items():
            yield from _first_calls(item, (*path, key))
    elif isinstance(snippet, list):
        for index, item in enumerate(snippet):
            yield from _first_calls(item, (*path, index))


def _enabled(step: Step, enabled: bool | None, why: str | None) -> Step:
    """Return the step of a value with the reason why what it is part of may not exist."""
    return step if enabled is True else step._replace(text=f"{step.text} ({why})")


def _take(steps: list[str], names: Iterable[Any], what: str) -> tuple[str, list[str]]:
    """Return the name that a path begins with, which may contain dots, and the rest of the path."""
    known = [str(n) for n in names]
    for length in range(len(steps), 0, -1):
        name = ".".join(steps[:length])
        if name in known:
            return name, steps[length:]
    if not steps:
        raise NoSuchPartError(
            f"the path should go on with the name of a {what}: {', '.join(known[:8]) or 'there is none'}"
        )
    raise NoSuchPartError(f"there is no {what} '{steps[0]}'{did_you_mean(steps[0], known)}")


def _joined(path: tuple[Any, ...]) -> str:
    return ".".join(map(str, path))


def _location(preview: StackResult, node: Node | None) -> SourceLocation | None:
    if node is None:
        return None
    return SourceLocation(preview.context.path, node.start, node.end)
