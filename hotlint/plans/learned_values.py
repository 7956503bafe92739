"""What the stored properties of a stack say of values that its template alone leaves open.

Heat keeps attributes that were read once, so that a resource whose sources stay unchanged gets the same value again, though
the cloud may show another one by now. And it shows the values of hidden parameters nowhere. Both are learned here, by
laying the properties of the template, with unknown parts, over those that are stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from hotlint.dry_run.results import ResourceResult, StackResult, every_result
from hotlint.dry_run.stack_preview import Preview
from hotlint.language import origins
from hotlint.language.origins import ATTRIBUTE, HIDDEN, REFERENCE, source_of
from hotlint.language.values import PartialText, Unknown, Value, equal
from hotlint.plans.failed_updates import has_moved, may_lag
from hotlint.plans.model import RecordedResource, RecordedStack
from hotlint.plans.running_resources import is_hidden
from hotlint.plans.shown_attributes import shown_attribute
from hotlint.stacks.records import Address
from hotlint.stacks.references import absolute

Key = tuple[str | int, ...]


class LearnedValues(NamedTuple):
    """`attributes`: by the path of the resource and the steps of the attribute, such as ("web/0/port", "fixed_ips", 0).

    What get_resource yields has no steps.
    `hidden`: the values of hidden parameters, by name. `tainted`: the properties that hidden parameters are part of, by
    the path of the resource, with their stored values. `doubtful`: attributes as resources have read them that may be of
    an older template than that of the stack, since an update failed. `hides`: the stack has hidden parameters.
    """

    attributes: Mapping[Key, Value]
    hidden: Mapping[str, Value]
    tainted: Mapping[tuple[str, ...], Mapping[str, Value]]
    doubtful: Mapping[Key, Value] = {}
    hides: bool = False


def learn(stack: RecordedStack, old: Preview) -> LearnedValues:
    """Return what the stored properties of a stack say. `old` is the dry run of its template, without what runs."""
    learner = _Learner(stack)
    for found in every_result(old.resources()):
        recorded = stack.at(found.record.address)
        if recorded is None:
            continue
        learner.learn(recorded, found)
        if recorded.stack is None and found.nested is not None and found.nested.preview is not None:
            learner.learn_outputs(recorded, found.record.address, found.nested.preview)
    return learner.values()


class _Learner:
    """Collects what stored properties say: `sure` of resources that the template has made, `old` of others."""

    def __init__(self, stack: RecordedStack) -> None:
        self.stack = stack
        self.hides = bool(hidden_schemata(stack))
        self.sure: dict[tuple[str, Key], Value] = {}
        self.old: dict[tuple[str, Key], Value] = {}
        self.tainted: dict[tuple[str, ...], dict[str, Value]] = {}
        self.seen: set[tuple[str, ...]] = set()

    def learn(self, recorded: RecordedResource, found: ResourceResult) -> None:
        """Learn from the properties of a resource."""
        path, scopes = found.record.address, found.record.stack.scopes
        self.seen.add(path)
        parts, lags = found.properties.parts or {}, may_lag(self.stack, path)
        for name, stored in (recorded.properties or {}).items():
            symbolic = parts[name].value if name in parts else None
            if origins.is_hidden(symbolic) or (lags and self.hides and equal(symbolic, stored) is not True):
                self.tainted.setdefault(path, {})[name] = stored
            self._match(symbolic, stored, scopes, self.old if lags else self.sure)

    def learn_outputs(self, recorded: RecordedResource, path: Address, inner: StackResult) -> None:
        """Learn from the outputs of a stack whose resources have not been read: that of an OS::Heat::Stack."""
        shown = shown_attribute(recorded, "outputs")
        if not isinstance(shown, dict) or recorded.status.endswith("_FAILED") or may_lag(self.stack, path):
            return
        for name, output in inner.outputs().items():
            if name in shown:
                self._match(output.value, shown[name], inner.stack.scopes, self.sure)

    def _match(
        self, symbolic: Value, stored: Value, scopes: tuple[Address, ...], found: dict[tuple[str, Key], Value]
    ) -> None:
        """Add what a value has in the place of the unknown parts of what makes it."""
        for unknown, value in () if is_hidden(stored) else _matches(symbolic, stored):
            source = source_of(unknown, REFERENCE, ATTRIBUTE, HIDDEN)
            if source is None or bool(source.path) is not (source.kind == ATTRIBUTE):
                continue
            name = source.name if source.kind == HIDDEN else absolute(source.name, scopes)
            found[source.kind, (name, *source.path)] = value

    def values(self) -> LearnedValues:
        """Return what has been learned."""
        self._taint_the_rest(self.stack, ())
        older = {k: v for k, v in self.old.items() if k not in self.sure}
        attributes = {key: value for (kind, key), value in self.sure.items() if kind != HIDDEN}
        doubtful = {
            key: value
            for (kind, key), value in older.items()
            if kind != HIDDEN and not has_moved(self.stack, tuple(str(key[0]).split("/")))
        }
        hidden = {str(key[0]): value for (kind, key), value in (older | self.sure).items() if kind == HIDDEN}
        return LearnedValues(attributes, hidden, self.tainted, doubtful, self.hides)

    def _taint_the_rest(self, stack: RecordedStack, path: tuple[str, ...]) -> None:
        """Count the properties of resources that the template does not have as made of hidden parameters, if it has some."""
        for name, resource in stack.resources.items() if self.hides else ():
            at = (*path, name)
            if at not in self.seen and resource.properties and may_lag(self.stack, at):
                self.tainted[at] = dict(resource.properties)
            if resource.stack is not None:
                self._taint_the_rest(resource.stack, at)


def hidden_schemata(stack: RecordedStack) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the hidden parameters of a stack, and of the templates in it: their names and schemata."""
    found = []
    for template in (stack.template, *stack.files.values()):
        parameters = template.get("parameters") if isinstance(template, Mapping) else None
        for name, schema in parameters.items() if isinstance(parameters, Mapping) else ():
            if isinstance(schema, Mapping) and schema.get("hidden") in (True, "true", "True"):
                found.append((name, schema))
    return found


def unknowns(value: Value) -> Iterator[Unknown]:
    """Yield the unknown parts of a value, as far as they show."""
    if isinstance(value, Unknown):
        yield value
    elif isinstance(value, PartialText):
        yield from (part for part in value.parts if isinstance(part, Unknown))
    elif isinstance(value, dict):
        for item in value.values():
            yield from unknowns(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from unknowns(item)


def _matches(symbolic: Value, stored: Value) -> Iterator[tuple[Unknown, Value]]:
    """Yield the unknown parts of a value with what another value, of the same form, has in their place."""
    if isinstance(symbolic, Unknown):
        yield symbolic, stored
    elif isinstance(symbolic, PartialText) and isinstance(stored, str):
        holes = [part for part in symbolic.parts if isinstance(part, Unknown)]
        if len(holes) == 1:
            at = symbolic.parts.index(holes[0])
            before, after = ("".join(map(str, piece)) for piece in (symbolic.parts[:at], symbolic.parts[at + 1 :]))
            if stored.startswith(before) and stored.endswith(after) and len(stored) >= len(before) + len(after):
                yield holes[0], stored[len(before) : len(stored) - len(after)]
    elif isinstance(symbolic, dict) and isinstance(stored, dict):
        for key in symbolic:
            if key in stored:
                yield from _matches(symbolic[key], stored[key])
    elif isinstance(symbolic, list) and isinstance(stored, list) and len(symbolic) == len(stored):
        for one, other in zip(symbolic, stored, strict=True):
            yield from _matches(one, other)
