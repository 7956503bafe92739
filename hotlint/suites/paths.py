"""Paths to values of a dry run, such as `resources.server.properties.networks[0].port`, and what they lead to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import NamedTuple

from hotlint.common.suggestions import did_you_mean
from hotlint.dry_run.results import ResourceResult, StackResult, ValueResult
from hotlint.language.values import Either, Partial, PartialText, Unknown, Value, first_unknown, settled

_STEP = re.compile(r"""\.?(?:"((?:[^"\\]|\\.)*)"|\[\s*(?:(\d+)|"((?:[^"\\]|\\.)*)"|'([^']*)')\s*\]|([^."\[\]]+))""")
_WITHIN = ("parameters", "conditions", "resources", "outputs")
_WHAT = "\0"
_FIELDS = ("properties", "metadata", "type", "nested")


class PathError(ValueError):
    """Raised for a text that is no path."""


class FoundValue(NamedTuple):
    """What a path leads to.

    `state` is "value", "absent", "error" or "unknown" (not, or not wholly, known); `message` explains all but the first.
    `resource` is the resource that the path ends at. `enabled` tells whether what it ends at is enabled, None where that is
    not known or no question; `why` is the reason where it may not be, "" where it is or no question.
    """

    state: str
    value: Value = None
    message: str = ""
    resource: ResourceResult | None = None
    enabled: bool | None = None
    why: str = ""


def split_path(path: str) -> list[str | int]:
    """Return the steps of a path: names, and indices of lists in brackets. Raises PathError."""
    steps: list[str | int] = []
    at = 0
    while at < len(path):
        match = _STEP.match(path, at)
        if match is None or (at == 0 and path[0] in ".[") or (at > 0 and path[at] not in ".["):
            raise PathError(f"path '{path}' is not written as a path: names with dots between them, such as outputs.ip")
        quoted, index, in_brackets, single, plain = match.groups()
        text = next(t for t in (quoted, in_brackets, single, plain, "") if t is not None)
        text = re.sub(r"\\(.)", r"\1", text) if "\\" in text else text
        steps.append(int(index) if index is not None else text)
        at = match.end()
    return steps


def find(preview: StackResult, steps: list[str | int]) -> FoundValue:
    """Return what a path leads to in a dry run."""
    section, *rest = steps
    if section not in _WITHIN:
        return _absent(f"'{section}' is none of {', '.join(_WITHIN)}")
    if not rest:
        return _absent(f"'{section}' must be followed by a name")
    name, *inner = rest
    if section == "resources":
        return _resource_named(preview.resources(), str(name), inner)
    results: Mapping[str, ValueResult] = getattr(preview, str(section))()
    if name not in results:
        return _absent(f"there is no {str(section)[:-1]} '{name}'{did_you_mean(str(name), results)}")
    found = _of_result(results[str(name)], inner, f"{section}.{name}")
    if section == "outputs":
        enabled, why = preview.enabled(preview.context.template.outputs[str(name)])
        if enabled is False:
            found = _absent(f"output '{name}' is disabled: {why}")
        return found._replace(enabled=enabled, why=why or "")
    return found


def looked_at(preview: StackResult, steps: list[str | int]) -> Iterator[tuple[str, str, str]]:
    """Yield the resources and outputs that a path leads through, each as the path of its template, its kind and its name."""
    if len(steps) < 2 or steps[0] not in ("resources", "outputs"):
        return
    name, rest = str(steps[1]), steps[2:]
    yield preview.context.path, str(steps[0])[:-1], name
    found = preview.resources().get(name) if steps[0] == "resources" else None
    while found is not None and found.nested is not None:
        rest = rest[1:] if rest[:1] == ["nested"] else rest
        if found.nested.preview is not None:
            yield from looked_at(found.nested.preview, rest)
            return
        rest = rest[1:] if rest[:1] == ["resources"] else rest
        found, rest = found.nested.members.get(str(rest[0])) if rest else None, rest[1:]


def _absent(message: str) -> FoundValue:
    return FoundValue("absent", None, message)


def _resource_named(resources: Mapping[str, ResourceResult], name: str, steps: list[str | int]) -> FoundValue:
    if name not in resources:
        return _absent(f"there is no resource '{name}'{did_you_mean(name, resources)}")
    return _of_resource(resources[name], steps)


def _of_resource(found: ResourceResult, steps: list[str | int]) -> FoundValue:
    if not steps:
        state = "absent" if found.enabled is False else "value"
        return _ending_at(found, FoundValue(state, _whole(found), found.why or ""))
    field, *rest = steps
    if found.enabled is False:
        why = found.why or ""
        return FoundValue("absent", None, f"resource '{found.name}' is disabled: {why}", None, False, why)
    if field == "type":
        return FoundValue("value", found.type)
    if field in ("properties", "metadata"):
        result = found.properties if field == "properties" else found.metadata
        return _of_section(result, rest, f"{field} of '{found.name}'")
    if field == "nested" or field in _WITHIN:
        return _nested(found, rest if field == "nested" else steps)
    return _absent(f"'{found.name}' has no '{field}'{did_you_mean(str(field), _FIELDS)}; it has {', '.join(_FIELDS)}")


def _ending_at(found: ResourceResult, value: FoundValue) -> FoundValue:
    return value._replace(resource=found, enabled=found.enabled, why=found.why or "")


def _whole(found: ResourceResult) -> Value:
    return {"type": found.type, "properties": found.properties.value, "metadata": found.metadata.value}


def _nested(found: ResourceResult, steps: list[str | int]) -> FoundValue:
    nested = found.nested
    if nested is None:
        return _absent(f"resource '{found.name}' is neither a nested stack nor a group")
    if nested.preview is not None:
        return find(nested.preview, steps) if steps else _ending_at(found, FoundValue("value"))
    names = steps[1:] if steps[:1] == ["resources"] else steps
    if not names:
        return _ending_at(found, FoundValue("value"))
    if str(names[0]) not in nested.members and nested.note:
        if nested.failed:
            return FoundValue("error", None, nested.note)
        return FoundValue("unknown", Unknown(nested.note), nested.note)
    return _resource_named(nested.members, str(names[0]), names[1:])


def _of_section(result: ValueResult, steps: list[str | int], what: str) -> FoundValue:
    """Return what is below the properties or the metadata of a resource, whose entries have results of their own."""
    if steps and result.parts is not None:
        name, *rest = steps
        part = result.parts.get(name, result.parts.get(str(name)))
        if part is None:
            return _absent(f"{what} have no '{name}'{did_you_mean(str(name), map(str, result.parts))}")
        return _of_result(part, rest, str(name))
    return _of_result(result, steps, what)


def _of_result(result: ValueResult, steps: list[str | int], what: str) -> FoundValue:
    if result.error is not None:
        return FoundValue("error", None, result.error)
    value = result.value
    for number, step in enumerate(steps):
        inner = _step(value, step)
        if isinstance(inner, FoundValue):
            shown = "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in steps[:number])
            return inner._replace(message=inner.message.replace(_WHAT, f"{what}{shown}"))
        value = inner
    return with_state(value)


def _step(value: Value, step: str | int) -> Value | FoundValue:
    """Return the item of a value, or why there is none, with `_WHAT` for the value."""
    value = settled(value)
    if isinstance(value, Partial):
        known = value.known
        certain = known if isinstance(known, dict) else takewhile(lambda item: not isinstance(item, Unknown), known)
        inner = _step(certain if isinstance(certain, dict) else list(certain), step)
        return FoundValue("unknown", value.rest, value.rest.reason) if isinstance(inner, FoundValue) else inner
    if isinstance(value, Unknown):
        return FoundValue("unknown", value, value.reason)
    if isinstance(value, Either):
        one, other = _step(value.if_true, step), _step(value.if_false, step)
        if not isinstance(one, FoundValue) and not isinstance(other, FoundValue):
            return Either(value.condition, one, other, value.origin)
        reason = f"it depends on the condition {value.condition}"
        return FoundValue("unknown", Unknown(reason), reason)
    if isinstance(value, dict):
        found = next((key for key in (step, str(step)) if key in value), None)
        if found is not None:
            return value[found]
        return _absent(f"{_WHAT} has no key '{step}'{did_you_mean(str(step), map(str, value))}")
    if isinstance(value, list):
        index = int(step) if isinstance(step, int) or step.isdigit() else None
        if index is not None and index < len(value):
            return value[index]
        return _absent(f"{_WHAT} has no item {step}: it has {len(value)}")
    kind = (
        "a string" if isinstance(value, str | PartialText) else "null" if value is None else "neither list nor mapping"
    )
    return _absent(f"{_WHAT} is {kind}, which has no '{step}'")


def with_state(value: Value) -> FoundValue:
    """Return a value with its state: known or not."""
    unknown = first_unknown(value)
    return FoundValue("value", value) if unknown is None else FoundValue("unknown", value, unknown.reason)
