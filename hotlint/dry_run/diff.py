"""The difference between two dry runs of a template: what an update would do to the stack, by Heat's rules for updates.

The consequences of a replacement are part of it: every property that holds the id of a replaced resource changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from hotlint.analysis.composition import PARENT
from hotlint.analysis.resolved_type import ResolvedType
from hotlint.dry_run.changes import ACTIONS, OutputChange, PropertyChange, ResourceChange, StackDiff
from hotlint.dry_run.definitions import definition_diff
from hotlint.dry_run.given_values import immutable_changes, parameter_errors
from hotlint.dry_run.results import ResourceResult, StackResult
from hotlint.dry_run.update_effects import (
    always_replaced,
    always_updated,
    effect,
    is_placeholder,
    is_replaced_for_metadata,
)
from hotlint.language.values import OMITTED, Either, Partial, PartialText, Unknown, Value, equal

ROUNDS = 20
"""Rounds of comparison, each of which follows the consequences of the replacements found so far."""


def compare(old: StackResult, new: StackResult) -> StackDiff:
    """Return the difference between two dry runs of a template."""
    if not (old.show_hidden and new.show_hidden):  # what one of them hides, the other may show
        old.redactor.add_all(new.redactor)
        new.redactor.add_all(old.redactor)
    fresh: set[str] = set()
    changes: list[ResourceChange] = []
    for _ in range(ROUNDS):
        before = len(fresh)
        changes = list(_Comparison(old, new, ((),), fresh).resources())
        if len(fresh) == before:
            break
    return StackDiff(tuple(changes), tuple(_outputs(old, new, fresh)), tuple(_refused(old, new)))


def _refused(old: StackResult, new: StackResult) -> Iterator[str]:
    """Yield why Heat refuses the update as a whole."""
    for name, why in (*parameter_errors(new), *immutable_changes(old, new)):
        yield f"parameter '{name}': {why}"


class _Side(NamedTuple):
    """A resource, or a member of a group, in one dry run: its result, type, properties (not redacted) and stack."""

    found: ResourceResult
    kind: ResolvedType
    values: Mapping[str, Value]
    preview: StackResult


class _Comparison:
    """Compares two stacks.

    `scopes` are the paths of the enclosing stacks, outermost first, and of this one. `fresh` collects the resources that
    are replaced, as paths from the outermost stack: "group/0/server".
    """

    def __init__(
        self, old: StackResult, new: StackResult, scopes: tuple[tuple[str, ...], ...], fresh: set[str]
    ) -> None:
        self.old = old
        self.new = new
        self.scopes = scopes
        self.fresh = fresh

    def resources(self) -> Iterator[ResourceChange]:
        """Yield the changes of all resources."""
        before = {n: _resource_side(self.old, r) for n, r in self.old.resources().items()}
        after = {n: _resource_side(self.new, r) for n, r in self.new.resources().items()}
        yield from self.all(before, after, self.scopes[-1])

    def all(self, before: dict[str, _Side], after: dict[str, _Side], path: tuple[str, ...]) -> Iterator[ResourceChange]:
        for name in [*after, *(n for n in before if n not in after)]:
            yield from self.one(before.get(name), after.get(name), (*path, name))

    def one(self, old: _Side | None, new: _Side | None, path: tuple[str, ...]) -> Iterator[ResourceChange]:
        """Yield the changes of one resource and of its nested stack."""
        was = old.found.enabled if old is not None else False
        will = new.found.enabled if new is not None else False
        shown = new or old
        assert shown is not None
        type_ = shown.found.type or "?"
        if was is False and will is False:
            return
        if was is None or will is None:
            if was is not will:
                why = (new if will is None else old).found.why  # type: ignore[union-attr]
                yield ResourceChange(path, type_, "unknown", why or "")
                return
        elif was is not will:
            side = new if will else old
            within = _count_within(side) if side is not None else ""
            other = old if will else new
            why = other.found.why if other is not None and other.found.why else ""
            yield ResourceChange(
                path,
                type_,
                "add" if will else "delete",
                "; ".join(filter(None, (why and _switch(why, bool(will)), within))),
            )
            return
        assert old is not None and new is not None
        yield from self.changed(old, new, path)

    def changed(self, old: _Side, new: _Side, path: tuple[str, ...]) -> Iterator[ResourceChange]:
        type_ = new.found.type or "?"
        if _differs(old.kind, new.kind):
            self.fresh.add("/".join(path))
            yield ResourceChange(
                path, type_, "replace", f"its type changes from {_type_name(old)} to {_type_name(new)}"
            )
            return
        forced = always_replaced(new.kind, new.values)
        if forced is not None:
            self.fresh.add("/".join(path))
            yield ResourceChange(path, type_, "replace", forced, tuple(self.properties(old, new)))
            return
        properties = tuple(self.properties(old, new))
        actions = {p.action for p in properties}
        action: str | None = next((a for a in ACTIONS if a in actions), None)
        why = next((p.why for p in properties if p.action == action), "")
        if action is None:
            action, why = self.fields(old, new)
        if action == "replace":
            self.fresh.add("/".join(path))
            yield ResourceChange(path, type_, action, why, properties)
            return
        within = [] if action == "refuse" else list(self.within(old, new, path))
        idle = False
        if action is None:
            action, why, idle = self.always(new, [change for change in within if not change.idle])
        if action is not None:
            yield ResourceChange(path, type_, action, why, properties, idle)
        yield from within

    def properties(self, old: _Side, new: _Side) -> Iterator[PropertyChange]:
        if is_placeholder(new.kind):
            return
        given = {*_written(old), *_written(new)}
        for name in dict.fromkeys([*new.values, *old.values]):
            before, after = old.values.get(name), new.values.get(name)
            same = equal(before, after)
            touched = _touched(after, self.fresh, self.scopes) if same is not False else None
            if same is True and not touched:
                continue
            if name not in given and same is None and not touched:
                continue
            action, why = (
                effect(new.kind, name, old.values, new.values) if same is False or touched == "id" else ("unknown", "")
            )
            if touched and same is not False:
                why = f"it holds {'the id' if touched == 'id' else 'an attribute'} of what is replaced"
            elif action == "unknown" and not why:
                why = "the values are not wholly known"
            yield PropertyChange(name, _shown(old, name, before), _shown(new, name, after), action, why)

    def fields(self, old: _Side, new: _Side) -> tuple[str | None, str]:
        """Return the action for the parts of a resource that are not properties, and the reason; None for no change."""
        before, after = old.found.resource, new.found.resource
        if before is None or after is None or is_placeholder(new.kind):
            return None, ""
        found = definition_diff(old.preview.unit, before, new.preview.unit, after)
        if "external_id" in found.changed:
            return "refuse", "external_id must not change"
        if found.changed == ("properties",):
            return "update", "its properties are written differently, though their values stay"
        if found.changed:
            fields = [field for field in found.changed if field != "properties"]
            action = "replace" if "metadata" in fields and is_replaced_for_metadata(new.kind) else "update"
            return action, f"{' and '.join(fields)} change{'s' if len(fields) == 1 else ''}"
        unsure = [field for field in found.uncertain if field != "properties"]
        return ("unknown", f"{' and '.join(unsure)} may change") if unsure else (None, "")

    def always(self, new: _Side, within: list[ResourceChange]) -> tuple[str | None, str, bool]:
        """Return the action for a resource whose definition stays, the reason, and whether nothing changes in it.

        `within` are the changes in its nested stack.
        """
        if within:
            sure = any(change.action != "unknown" for change in within)
            return "update", f"its nested stack {'changes' if sure else 'may change'}", False
        why = always_updated(new.kind, new.values)
        return ("update", why, True) if why is not None else (None, "", False)

    def within(self, old: _Side, new: _Side, path: tuple[str, ...]) -> Iterator[ResourceChange]:
        """Yield the changes within nested templates and members of groups."""
        before, after = old.found.nested, new.found.nested
        if before is None or after is None:
            return
        if before.preview is not None and after.preview is not None:
            yield from _Comparison(before.preview, after.preview, (*self.scopes, path), self.fresh).resources()
        elif before.preview is None and after.preview is None:
            members = [_members(side) for side in (old, new)]
            yield from self.all(members[0], members[1], path)


def _resource_side(preview: StackResult, found: ResourceResult) -> _Side:
    assert found.resource is not None
    unit = preview.unit
    if found.enabled is False:
        return _Side(found, unit.resolved_type(found.resource), {}, preview)
    checked = unit.properties(found.resource)
    values = checked.values if checked is not None else None
    if values is None:
        part = unit.template.part(found.resource, "properties")
        values = unit.section(part.snippet)[0] if part is not None else {}
    return _Side(found, unit.resolved_type(found.resource), values or {}, preview)


def _members(side: _Side) -> dict[str, _Side]:
    """Return the members of a group, with their properties not redacted."""
    nested = side.found.nested
    found = nested.members.items() if nested is not None else ()
    return {n: _Side(m, m.use.kind, m.use.values(n) or {}, side.preview) for n, m in found if m.use is not None}


def _differs(old: ResolvedType, new: ResolvedType) -> bool:
    """Return whether two types differ; all templates count as one type, whatever their files are called."""
    if (old.location is None) != (new.location is None):
        return True
    return old.location is None and old.type.name != new.type.name


def _type_name(side: _Side) -> str:
    return side.found.type or side.kind.type.name


def _written(side: _Side) -> Iterable[str]:
    return side.found.properties.parts or (
        side.found.properties.value if isinstance(side.found.properties.value, dict) else ()
    )


def _touched(value: Value, fresh: set[str], scopes: tuple[tuple[str, ...], ...]) -> str | None:
    """Return "id" or "attribute" when a value holds one of a resource that is replaced, else None."""
    if not fresh:
        return None
    kinds = {kind for kind, name in _origins(value) if _absolute(name, scopes) in fresh}
    return "id" if "reference" in kinds else "attribute" if kinds else None


def _absolute(name: str, scopes: tuple[tuple[str, ...], ...]) -> str:
    """Return the path from the outermost stack of a resource that a value names, such as "../net" in a nested one."""
    level = len(scopes) - 1
    while name.startswith(PARENT):
        name, level = name[len(PARENT) :], level - 1
    return "/".join([*scopes[max(level, 0)], name])


def _origins(value: Value) -> Iterator[tuple[str, str]]:
    """Yield the kind ("reference", "attribute") and the name of each resource in the unknown parts of a value."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, Unknown):
            if item.origin[:1] in (("reference",), ("attribute",)) and len(item.origin) > 1:
                yield str(item.origin[0]), str(item.origin[1])
        elif isinstance(item, PartialText):
            stack += item.parts
        elif isinstance(item, Either):
            stack += (item.if_true, item.if_false)
        elif isinstance(item, Partial):
            stack += (item.known, item.rest)
        elif isinstance(item, dict):
            stack += item.values()
        elif isinstance(item, list):
            stack += item


def _shown(side: _Side, name: str, value: Value) -> Value:
    """Return a value as it may be shown: redacted, OMITTED where it is not given and has no default."""
    return OMITTED if value is None and name not in _written(side) else side.preview.redactor(value)


def _switch(why: str, on: bool) -> str:
    return f"it was disabled: {why}" if on else f"it is disabled now: {why}"


def _count_within(side: _Side) -> str:
    nested = side.found.nested
    if nested is None:
        return ""
    count = len(nested.preview.unit.template.resources) if nested.preview is not None else len(nested.members)
    return f"with {count} resource{'' if count == 1 else 's'} within" if count else ""


def _outputs(old: StackResult, new: StackResult, fresh: set[str]) -> Iterator[OutputChange]:
    before, after = old.outputs(), new.outputs()
    for name in [*after, *(n for n in before if n not in after)]:
        values = [side[name].value if name in side else OMITTED for side in (before, after)]
        if OMITTED in values:
            yield OutputChange(name, values[0], values[1], True)
            continue
        same = equal(*values)
        touched = _touched(values[1], fresh, ((),))
        if same is not True or touched:
            yield OutputChange(name, values[0], values[1], same is False)
