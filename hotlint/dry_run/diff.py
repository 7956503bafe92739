"""The difference between two dry runs of a template: what an update would do to the stack, by Heat's rules for updates.

The consequences of a replacement are part of it: every property that holds the id of a replaced resource changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint import heat_types
from hotlint.dry_run.changes import ACTIONS, OutputChange, PropertyChange, ResourceChange, StackDiff
from hotlint.dry_run.compared_resource import (
    ExistingResource,
    ExistingResources,
    Side,
    count_within,
    external_id,
    given_names,
    member_metadata,
    member_sides,
    resource_side,
    running_side,
    shown_value,
    type_name,
    types_differ,
)
from hotlint.dry_run.definitions import MadeOf, definition_diff
from hotlint.dry_run.deployment_inputs import replaced_by_input
from hotlint.dry_run.errors import immutable_changes, parameter_errors
from hotlint.dry_run.failing_changes import StackChanges
from hotlint.dry_run.results import StackResult
from hotlint.dry_run.scaling import Member, policy_of, scale, sizes
from hotlint.dry_run.touched import touched_by
from hotlint.dry_run.update_effects import (
    always_replaced,
    always_updated,
    effect,
    is_placeholder,
    is_replaced_for_metadata,
)
from hotlint.language.values import OMITTED, EvaluationError, Value, equal

ROUNDS = 20
"""Rounds of comparison, each of which follows the consequences of the replacements found so far."""

_LEFT_OVER = "it is left of an earlier update: the template of the stack does not have it"


def compare(old: StackResult, new: StackResult) -> StackDiff:
    """Return the difference between two dry runs of a template."""
    fresh: set[str] = set()
    for _ in range(ROUNDS):
        before = len(fresh)
        found = compare_once(old, new, fresh)
        if len(fresh) == before:
            break
    return found


def compare_once(
    old: StackResult, new: StackResult, fresh: set[str], running: ExistingResources | None = None
) -> StackDiff:
    """Return the difference between two dry runs in one round: `fresh` are the resources that are replaced, as far as found.

    Those that this round finds are added to it. `running` are the resources of the stack that runs, None where there is
    no stack to look at.
    """
    _hide_both(old, new)
    changes = tuple(_Comparison(old, new, ((),), fresh, running).resources())
    return StackDiff(changes, tuple(_outputs(old, new, fresh)), tuple(_refused(old, new)))


def _hide_both(old: StackResult, new: StackResult) -> None:
    """Hide what one of two dry runs hides in the other one, too."""
    if not (old.show_hidden and new.show_hidden):
        old.redaction.hide_too(new.redaction)
        new.redaction.hide_too(old.redaction)


def _refused(old: StackResult, new: StackResult) -> Iterator[str]:
    """Yield why Heat refuses the update as a whole."""
    for name, why in (*parameter_errors(new), *immutable_changes(old, new)):
        yield f"parameter '{name}': {why}"


def _type_of(definition: Value) -> Value:
    """Return the type of the members of a scaling group by their definition; None where it has none."""
    return definition.get("type") if isinstance(definition, dict) else None


class _Comparison:
    """Compares two stacks.

    `scopes` are the paths of the enclosing stacks, outermost first, and of this one. `fresh` collects the resources that
    are replaced, as paths from the outermost stack: "group/0/server". `running` are the resources that really exist.
    """

    def __init__(
        self,
        old: StackResult,
        new: StackResult,
        scopes: tuple[tuple[str, ...], ...],
        fresh: set[str],
        running: ExistingResources | None = None,
    ) -> None:
        self.old = old
        self.new = new
        self.scopes = scopes
        self.fresh = fresh
        self.running = running

    def resources(self) -> Iterator[ResourceChange]:
        """Yield the changes of all resources."""
        before = {n: resource_side(self.old, r) for n, r in self.old.resources().items()}
        after = {n: resource_side(self.new, r) for n, r in self.new.resources().items()}
        yield from self.all(before, after, self.scopes[-1])

    def all(self, before: dict[str, Side], after: dict[str, Side], path: tuple[str, ...]) -> Iterator[ResourceChange]:
        found: list[ResourceChange] = []
        for name in [*after, *(n for n in before if n not in after)]:
            found += self.each(before.get(name), after.get(name), (*path, name))
        own = {change.path[-1]: change for change in found if len(change.path) == len(path) + 1}
        if own:
            stack = StackChanges(self._made(before, after, path), after, own, self._stays_same, self._ids(path))
            found = [c._replace(fails=stack.failure(c.path[-1])) if own.get(c.path[-1]) is c else c for c in found]
        yield from found
        if self.running is not None:
            yield from self.left_over(self.running, path, {*before, *after})

    def _made(self, before: dict[str, Side], after: dict[str, Side], path: tuple[str, ...]) -> dict[str, Side]:
        """Return the old sides as they run; after an update that failed, their template has what it was to make of them."""
        running = self.running
        if running is None:
            return before
        names = dict.fromkeys([*before, *after])
        found = {n: running_side(before.get(n), after.get(n), running.resource((*path, n))) for n in names}
        return {n: side for n, side in found.items() if side is not None}

    def _stays_same(self, old: Value, new: Value) -> bool:
        """Return whether two values are certainly the same after the update."""
        return equal(old, new) is True and touched_by(new, self.fresh, self.scopes) is None

    def _ids(self, path: tuple[str, ...]) -> dict[str, str]:
        """Return the names of the resources that run in a stack, by their physical ids."""
        running = self.running
        found = {n: running.resource((*path, n)) for n in running.names(path)} if running is not None else {}
        return {resource.id: name for name, resource in found.items() if resource is not None and resource.id}

    def each(self, side: Side | None, new: Side | None, path: tuple[str, ...]) -> Iterator[ResourceChange]:
        """Yield the changes of one resource, with what runs as its old side where a stack runs."""
        if self.running is None:
            yield from self.one(side, new, path)
            return
        runs = self.running.resource(path)
        new = new.as_sent() if new is not None else None
        side = running_side(side, new, runs)
        if side is None and runs is not None and (new is None or new.found.enabled is False):
            yield ResourceChange(path, runs.type, "delete", _LEFT_OVER)
        elif side is None and (new is None or new.found.enabled is False):  # it is in the old template alone
            if type_ := self.running.unmade_type(path):
                yield ResourceChange(path, type_, "delete", "its creation failed, and made nothing", idle=True)
        else:
            yield from self.one(side, new, path, runs)

    def scaled(
        self, old: Side, new: Side, path: tuple[str, ...], defined: PropertyChange | None
    ) -> tuple[list[ResourceChange], str]:
        """Return the changes of the members of a scaling group, and how it updates them: see `scaling`.

        `defined` is the change of the property that defines the members, None where it stays.
        """
        before, after = member_sides(old), member_sides(new)
        names = list(before) if self.running is None else list(self.running.names(path))
        if not after:
            return [], ""
        member, group = next(iter(after.values())), heat_types.of(new.kind.type.name)
        found: dict[str, list[ResourceChange]] = {}
        fresh: dict[str, set[str]] = {}
        for name in names:
            fresh[name] = self.fresh.copy()
            here = _Comparison(self.old, self.new, self.scopes, fresh[name], self.running)
            found[name] = list(here.each(before.get(name), after.get(name, member), (*path, name)))
        members = [self._member(name, (*path, name), found[name]) for name in names]
        if defined is not None and _type_of(defined.old) != _type_of(defined.new):
            members = [each._replace(differs=True) for each in members]
        policy = policy_of(group, new.values, new.update_policy) if defined is not None else None
        scaled = scale(members, *sizes(group, new.values, members), policy)
        unsure = defined is not None and defined.action == "unknown"
        changes = []
        for each in members:
            if each.name in scaled.deleted:
                action = "unknown" if unsure else "delete"
                changes.append(ResourceChange((*path, each.name), type_name(member), action, scaled.why_deleted))
            elif each.name in scaled.updated or each.failed or (defined is None and not each.differs):
                self.fresh |= fresh[each.name]
                changes += found[each.name]
            elif (why := always_updated(member.kind, member.values)) is not None:  # with its old definition
                changes.append(ResourceChange((*path, each.name), type_name(member), "update", why, idle=True))
        for number in range(len(names), len(names) + scaled.created):
            self.fresh.add("/".join((*path, str(number))))
            action = "unknown" if unsure else "add"
            changes.append(ResourceChange((*path, str(number)), type_name(member), action, count_within(member)))
        return changes, scaled.describe(policy)

    def _member(self, name: str, path: tuple[str, ...], changes: Iterable[ResourceChange]) -> Member:
        runs = self.running.resource(path) if self.running is not None else None
        own = next((c for c in changes if c.path == path and not c.idle), None)
        differs = own is not None and (bool(own.properties) or own.action != "update")
        return Member(name, differs, own is not None and own.action == "replace", runs is not None and runs.failed)

    def left_over(self, running: ExistingResources, path: tuple[str, ...], known: set[str]) -> Iterator[ResourceChange]:
        """Yield the deletions of resources that are in neither template."""
        for name in running.names(path):
            runs = running.resource((*path, name)) if name not in known else None
            if runs is not None:
                yield ResourceChange((*path, name), runs.type, "delete", _LEFT_OVER)

    def one(
        self, old: Side | None, new: Side | None, path: tuple[str, ...], runs: ExistingResource | None = None
    ) -> Iterator[ResourceChange]:
        """Yield the changes of one resource and of its nested stack. `runs` is the resource in the stack."""
        was = old.found.enabled if old is not None else False
        will = new.found.enabled if new is not None else False
        shown = new or old
        assert shown is not None
        type_ = shown.found.type or "?"
        if was is False and will is False:
            return
        if old is None and runs is not None:
            yield ResourceChange(path, type_, "unknown", "it runs, though the template of the stack does not have it")
            return
        if was is None or will is None:
            if was is not will:
                why = (new if will is None else old).found.why  # type: ignore[union-attr]
                yield ResourceChange(path, type_, "unknown", why or "")
                return
        elif was is not will:
            side = new if will else old
            within = count_within(side) if side is not None else ""
            other = old if will else new
            why = other.found.why if other is not None and other.found.why else ""
            if will:
                self.fresh.add("/".join(path))
            yield ResourceChange(
                path,
                type_,
                "add" if will else "delete",
                "; ".join(filter(None, (why and _switch(why, bool(will)), within))),
            )
            return
        assert old is not None and new is not None
        yield from self.changed(old, new, path, runs.replaced_because if runs is not None else "")

    def changed(self, old: Side, new: Side, path: tuple[str, ...], broken: str) -> Iterator[ResourceChange]:
        """Yield the changes of a resource that exists; `broken` is why it is replaced in any case, "" where it is not."""
        type_ = new.found.type or "?"
        if types_differ(old.kind, new.kind):
            self.fresh.add("/".join(path))
            yield ResourceChange(path, type_, "replace", f"its type changes from {type_name(old)} to {type_name(new)}")
            return
        own, wanted = (external_id(side) for side in (old, new))
        if own != wanted:
            yield ResourceChange(path, type_, "refuse", "external_id must not change")
            return
        if wanted is not None:  # Heat leaves the thing as it is, whatever the template says of it
            return
        forced = broken or always_replaced(new.kind, new.values)
        if forced:
            self.fresh.add("/".join(path))
            yield ResourceChange(path, type_, "replace", forced, tuple(self.properties(old, new)))
            return
        properties = tuple(self.properties(old, new))
        actions = {p.action for p in properties}
        action: str | None = next((a for a in ACTIONS if a in actions), None)
        why = next((p.why for p in properties if p.action == action), "")
        if action is None:
            action, why = self.fields(old, new)
        if action in ("update", "unknown"):
            touched = lambda value: touched_by(value, self.fresh, self.scopes)  # noqa: E731
            action, why = replaced_by_input(old, new, touched, self.running) or (action, why)
        if action == "unknown" and properties and not any(p.may_replace for p in properties):
            action = "update" if always_updated(new.kind, new.values) is not None else action
        if action == "replace":
            self.fresh.add("/".join(path))
            yield ResourceChange(path, type_, action, why, properties)
            return
        within, how = ([], "") if action == "refuse" else self.within(old, new, path, properties)
        idle = False
        if action is None:
            action, why, idle = self.always(new, [change for change in within if not change.idle])
        if action is not None:
            yield ResourceChange(path, type_, action, "; ".join(filter(None, (why, how))), properties, idle)
        yield from within

    def properties(self, old: Side, new: Side) -> Iterator[PropertyChange]:
        if is_placeholder(new.kind):
            return
        given = {*given_names(old), *given_names(new)}
        for name in dict.fromkeys([*new.values, *old.values]):
            before, after = old.values.get(name), new.values.get(name)
            same = equal(before, after)
            touched = touched_by(after, self.fresh, self.scopes) if same is not False else None
            if same is True and not touched:
                continue
            if name not in given and same is None and not touched:
                continue
            action, why = (
                effect(new.kind, name, old.values, new.values)
                if same is False or touched in ("id", "new attribute")
                else ("unknown", "")
            )
            if touched and same is not False:
                why = f"it holds {'the id' if touched == 'id' else 'an attribute'} of what is replaced"
            elif action == "unknown" and not why:
                why = "the values are not wholly known"
            may = action == "unknown" and effect(new.kind, name, old.values, new.values)[0] in ("replace", "unknown")
            yield PropertyChange(name, shown_value(old, name, before), shown_value(new, name, after), action, why, may)

    def fields(self, old: Side, new: Side) -> tuple[str | None, str]:
        """Return the action for the parts of a resource that are not properties, and the reason; None for no change."""
        before, after = old.found.resource, new.found.resource
        if is_placeholder(new.kind):
            return None, ""
        if before is None or after is None:
            same = equal(member_metadata(old), member_metadata(new))
            if same is not True:
                return ("update", "metadata changes") if same is False else ("unknown", "metadata may change")
            return None, ""
        made = MadeOf(old.found.type, old.written, old.metadata)
        changed, uncertain = definition_diff(old.preview.context, before, new.preview.context, after, made)
        if changed == ["properties"]:
            return "update", "its properties are written differently, though their values stay"
        if changed:
            fields = [field for field in changed if field != "properties"]
            action = "replace" if "metadata" in fields and is_replaced_for_metadata(new.kind) else "update"
            return action, f"{' and '.join(fields)} change{'s' if len(fields) == 1 else ''}"
        unsure = [field for field in uncertain if field != "properties"]
        return ("unknown", f"{' and '.join(unsure)} may change") if unsure else (None, "")

    def always(self, new: Side, within: list[ResourceChange]) -> tuple[str | None, str, bool]:
        """Return the action for a resource whose definition stays, the reason, and whether nothing changes in it.

        `within` are the changes in its nested stack.
        """
        if within:
            sure = any(change.action != "unknown" for change in within)
            return "update", f"its nested stack {'changes' if sure else 'may change'}", False
        why = always_updated(new.kind, new.values)
        return ("update", why, True) if why is not None else (None, "", False)

    def within(
        self, old: Side, new: Side, path: tuple[str, ...], properties: Iterable[PropertyChange]
    ) -> tuple[list[ResourceChange], str]:
        """Return the changes within nested templates and members of groups, and how a group updates its members."""
        before, after = old.found.nested, new.found.nested
        if before is None or after is None:
            return [], ""
        running = self.running if self.running is not None and self.running.knows(path) else None
        if before.preview is not None and after.preview is not None:
            _hide_both(before.preview, after.preview)
            scopes = (*self.scopes, path)
            return list(_Comparison(before.preview, after.preview, scopes, self.fresh, running).resources()), ""
        if before.preview is not None or after.preview is not None:
            return [], ""
        here = _Comparison(self.old, self.new, self.scopes, self.fresh, running)
        group = heat_types.of(new.kind.type.name)
        if group.has_random_members:
            defined = next((p for p in properties if p.name == group.definition), None)
            return here.scaled(old, new, path, defined)
        return list(here.all(member_sides(old), member_sides(new), path)), ""


def _output(stack: StackResult, name: str) -> Value:
    """Return the value of an output, not redacted; None for a disabled one, and for one that cannot be evaluated."""
    context = stack.context
    part = context.template.part(context.template.outputs[name], "value")
    if part is None or not context.evaluation.is_enabled(part.owner):
        return None
    try:
        return context.evaluation.value(part)
    except EvaluationError:
        return None


def _switch(why: str, on: bool) -> str:
    return f"it was disabled: {why}" if on else f"it is disabled now: {why}"


def _outputs(old: StackResult, new: StackResult, fresh: set[str]) -> Iterator[OutputChange]:
    before, after = old.outputs(), new.outputs()
    for name in [*after, *(n for n in before if n not in after)]:
        values = [side[name].value if name in side else OMITTED for side in (before, after)]
        if OMITTED in values:
            yield OutputChange(name, values[0], values[1], True)
            continue
        real = [_output(side, name) for side in (old, new)]
        same = equal(*real)
        touched = touched_by(real[1], fresh, ((),))
        if same is not True or touched:
            yield OutputChange(name, values[0], values[1], same is False or touched in ("id", "new attribute"))
