"""The values that a running stack gives to get_resource and get_attr, before an update and in its course."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple

from hotlint import heat_types
from hotlint.analysis.composition.group_members import removed_names
from hotlint.analysis.composition.uses import indexed
from hotlint.analysis.template_type import STACK_ID_OUTPUT
from hotlint.dry_run.changes import ResourceChange
from hotlint.dry_run.scaling import size_when_made
from hotlint.dry_run.touched import touched_by
from hotlint.language.functions.value_access import take
from hotlint.language.origins import ATTRIBUTE, REFERENCE, RENEWED, ValueSource, source_of, with_sources
from hotlint.language.values import OMITTED, EvaluationError, PartialText, Unknown, Value, equal, is_known, text_of
from hotlint.plans.attribute_sources import (
    follows,
    has_other_subnets,
    is_allocated,
    is_outside,
    mirrored_anywhere,
    mirrored_property,
)
from hotlint.plans.learned_values import Key, LearnedValues, unknowns
from hotlint.plans.model import RecordedResource, RecordedStack
from hotlint.plans.running_resources import is_hidden
from hotlint.plans.shown_attributes import is_stored, shown_attribute
from hotlint.plans.statuses import exists

_MEMBERS: Final = frozenset({"outputs", "refs", "refs_map"})
"""The attributes of a group that certainly are others once its members are."""


_LISTS: Final = frozenset({"InstanceList", "outputs_list"})
"""The attributes of a group that certainly are others once it has more members, or fewer."""


class Effects(NamedTuple):
    """What an update does, as far as it has been found.

    `fresh` are the paths of the resources that it replaces ("web/0/port"), `updated` those that it updates, each with the
    properties that change; `reshaped` the groups and nested stacks in which resources come, go or are replaced. `added`
    and `gone` are those that come and go.
    """

    fresh: frozenset[str] = frozenset()
    updated: Mapping[str, frozenset[str]] = {}
    reshaped: frozenset[str] = frozenset()
    added: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()

    @classmethod
    def of(cls, changes: Sequence[ResourceChange], fresh: set[str]) -> Effects:
        """Return the effects of changes."""
        updated = {
            "/".join(c.path): frozenset(p.name for p in c.properties)
            for c in changes
            if c.action in ("update", "unknown") and not c.idle
        }
        moved = [c.path for c in changes if c.action in ("add", "delete", "replace")]
        added, gone = (frozenset("/".join(c.path) for c in changes if c.action == a) for a in ("add", "delete"))
        reshaped = frozenset("/".join(p[:n]) for p in moved for n in range(1, len(p)))
        return cls(frozenset(fresh), updated, reshaped, added, gone)

    def within(self, path: str) -> bool:
        """Return whether a resource that has a stack changes, or anything in it."""
        return path in self.updated or self.inside(path)

    def moves_in(self, path: str) -> bool:
        """Return whether members of a group come, go or are replaced."""
        return any(moved.rpartition("/")[0] == path for moved in (*self.fresh, *self.gone))

    def inside(self, path: str) -> bool:
        """Return whether anything in the stack of a resource changes."""
        return path in self.reshaped or any(p.startswith(f"{path}/") for p in self.updated)


class RunningStack:
    """A running stack, or one within it at `path`: see `hotlint.analysis.environments.inputs.StackState`.

    `effects` is None for the stack as it is, else what the update does to it.
    """

    def __init__(
        self, stack: RecordedStack, learned: LearnedValues, effects: Effects | None = None, path: tuple[str, ...] = ()
    ) -> None:
        self.stack = stack
        self.learned = learned
        self.effects = effects
        self.path = path

    def reference(self, resource: str, attribute: Callable[[str, Sequence[Value]], Value]) -> Value:
        """Return the id of a resource that exists, and is not replaced; else OMITTED."""
        found = self.stack.resources.get(resource)
        if found is None or not exists(found) or self._is_fresh(resource):
            return OMITTED
        if not found.id and heat_types.of(found.type).refers_by_id:
            return OMITTED
        if found.stack is not None and not heat_types.is_of_heat(found.type):
            value = attribute(resource, [STACK_ID_OUTPUT])
            fresh = set(self.effects.fresh) if self.effects is not None else set()
            if is_known(value) or touched_by(value, fresh, (self.path,)):
                return value
        elif heat_types.of(found.type).refers_by_id:
            return found.id
        key = (self._at(resource),)
        doubtful = self.learned.doubtful.get(key, OMITTED)
        is_own = found.stack is not None and str(doubtful).endswith(f":stacks/{found.stack.name}/{found.stack.id}")
        return self.learned.attributes.get(key, doubtful if is_own else OMITTED)

    def attribute(
        self, resource: str, path: Sequence[Value], offline: Callable[[], Value], given: Callable[[str], Value]
    ) -> Value:
        """Return an attribute as the resource has it, or will have it after the update."""
        found = self.stack.resources.get(resource)
        if found is None or not exists(found):
            return offline()
        value = self._attribute(found, path, offline, given)
        if (
            is_known(value)
            or found.stack is None
            or heat_types.of(found.type).group != "numbered"
            or self._is_fresh(resource)
        ):
            return value
        of_members = self._of_numbered(found.stack, resource, path, given)
        effects = self.effects or Effects()
        resized = any(p.rpartition("/")[0] == self._at(resource) for p in (*effects.added, *effects.gone))
        is_better = of_members is not None and (resized or not any(unknowns(of_members)))
        return of_members if is_better else value

    def _attribute(
        self,
        found: RecordedResource,
        path: Sequence[Value],
        offline: Callable[[], Value],
        given: Callable[[str], Value],
    ) -> Value:
        """Return an attribute of a resource that exists, without a look at the members of a numbered group."""
        resource, known = found.name, heat_types.of(found.type)
        at, is_scaled = self._at(resource), known.has_random_members and bool(path)
        if self.effects is not None and known.group == "numbered" and path[:1] == ["removed_rsrc_list"]:
            return offline()
        if self.effects is None:
            value = self._kept(found, path, offline)
            if is_known(value) or not is_scaled or found.stack is None:
                return value
            return self._of_members(found.stack, at, path, given)
        if at in self.effects.fresh:
            return self._renewed(found, path, self._mirrored(found, path, offline, given), given)
        if found.stack is not None and at in self.effects.reshaped and path and path[0] in _MEMBERS:
            kept = self._kept(found, path, offline) if path[0] in ("refs", "refs_map") else None
            if kept is not None and not self.effects.moves_in(at) and _are_stacks(kept):
                return kept
            return Unknown(f"the members of '{resource}' change", None, ValueSource(RENEWED, resource, (str(path[0]),)))
        if found.stack is not None and is_scaled:
            value = self._of_members(found.stack, at, path, given)
            if not is_known(value) and not self.effects.inside(at):
                value = self._live(found, path, value)
            if is_known(value) or at in self.effects.reshaped or path[0] not in _MEMBERS or path[0] == "outputs":
                return value
            kept = self._kept(found, path, offline)
            return kept if isinstance(kept, list | dict) and len(kept) == len(found.stack.resources) else value
        if at not in self.effects.updated:
            return self._kept(found, path, offline)
        changed = self.effects.updated[at]
        if found.stack is not None and at not in self.effects.reshaped and self._stays_in(found, at, path):
            return self._kept(found, path, offline)
        shown = mirrored_property(found.type, path)
        if shown in changed and (value := given(shown)) is not None:
            return value
        value = self._mirrored(found, path, offline, given)
        if known.group == "stack" and found.stack is None:
            value = self._of_inner(value, self.effects)
        if is_known(value) or found.stack is not None or touched_by(value, set(), ((),)):
            return value
        moves = bool(path) and path[0] == "fixed_ips" and "fixed_ips" in changed
        if moves and has_other_subnets(found, given("fixed_ips")):
            return Unknown(f"'{resource}' gets other addresses", None, ValueSource(RENEWED, resource, ("fixed_ips",)))
        is_output = known.group == "stack" and path[:1] == ["outputs"]
        if is_output and isinstance(value, dict):
            return value
        if path and (is_output or follows(found.type, str(path[0]), changed)):
            return Unknown(f"the attribute '{path[0]}' of '{resource}' may change with the update")
        live = self._live(found, path, value)
        return live if is_known(live) else self.learned.attributes.get(self._key(found, path), live)

    def _of_inner(self, value: Value, effects: Effects) -> Value:
        """Return a value that the template of an unread stack yields, with what its resources that stay have shown before."""
        if isinstance(value, dict):
            return {key: self._of_inner(item, effects) for key, item in value.items()}
        if isinstance(value, list):
            return [self._of_inner(item, effects) for item in value]
        if isinstance(value, PartialText):
            parts = (self._of_inner(part, effects) for part in value.parts)
            return text_of(part if isinstance(part, Unknown) else str(part) for part in parts)
        if not isinstance(value, Unknown):
            return value
        renewed = value._replace(origin=with_sources(value.origin, lambda source: self._after(source, effects)))
        source = source_of(value, ATTRIBUTE, REFERENCE)
        if source is None or renewed != value:
            return renewed
        at = self._at(source.name)
        stays = not _is_within(at, effects.fresh) and (source.kind == REFERENCE or not effects.within(at))
        return self.learned.attributes.get((at, *source.path), value) if stays else value

    def _after(self, source: ValueSource, effects: Effects) -> ValueSource:
        """Return a source in the template of an unread stack as one that is another after the update, if it is."""
        at = self._at(source.name)
        if source.kind not in (ATTRIBUTE, REFERENCE):
            return source
        if _is_within(at, effects.fresh):
            is_new = source.kind == REFERENCE
        else:
            mirrored = mirrored_anywhere(str(source.path[0])) if source.path else ()
            is_new = any(property_ in effects.updated.get(at, ()) for property_ in mirrored)
        return source._replace(kind=RENEWED) if is_new else source

    def _of_members(self, group: RecordedStack, at: str, path: Sequence[Value], given: Callable[[str], Value]) -> Value:
        """Return an attribute of a scaling group after the update, which reads it anew from the members."""
        effects = self.effects or Effects()
        every = {f"{at}/{number}": member for number, member in enumerate(group.resources.values())}
        stay = {p: m for p, m in every.items() if p not in effects.gone and m.status != "DELETE_COMPLETE"}
        added = sum(p.rpartition("/")[0] == at for p in effects.added)
        is_new = path[0] in _LISTS and len(stay) + added != len(every)
        unknown = Unknown(f"'{path[0]}' of '{at}' is known after the update")
        if is_new:
            unknown = unknown._replace(origin=ValueSource(RENEWED, at.rpartition("/")[2], (str(path[0]),)))
        if path == ["current_size"]:
            return len(stay) + added
        if path[0] in ("refs", "refs_map"):
            value: Value = {m.name: m.id for m in stay.values()}
            is_id = all(m.stack is None and heat_types.of(m.type).refers_by_id for m in stay.values())
            value = value if is_id and len(path) == 1 else unknown
        elif path[0] in ("outputs", "outputs_list") and len(path) == 2:
            definition = given("resource")
            new = definition.get("properties") if isinstance(definition, dict) else None
            values = {m.name: _output(m, p in effects.updated, str(path[1]), new) for p, m in stay.items()}
            first = next(iter(every.values()), None)
            values |= {f"+{n}": _output(first, True, str(path[1]), new) for n in range(added)}
            value = dict(values) if OMITTED not in values.values() else unknown
        else:
            value = unknown
        is_list = isinstance(value, dict) and path[0] in ("refs", "outputs_list")
        return list(value.values()) if is_list else value

    def _of_numbered(
        self, group: RecordedStack, name: str, path: Sequence[Value], given: Callable[[str], Value]
    ) -> Value:
        """Return an attribute of a numbered group as Heat makes it of those of its members; None for any that it does not.

        See `get_attribute` of `ResourceGroup` in heat/engine/resources/openstack/heat/resource_group.py.
        """
        first = str(path[0]) if path else ""
        at, effects = self._at(name), self.effects or Effects()
        if first in ("", "refs", "refs_map", "removed_rsrc_list", "show"):
            return None
        inner = RunningStack(group, self.learned, self.effects, (*self.path, name))

        def of(member: str, steps: Sequence[Value]) -> Value:
            unknown = Unknown(
                f"'{steps[0]}' of '{name}.{member}' is known after the update",
                None,
                ValueSource(ATTRIBUTE, name, (first,)),
            )
            return inner.attribute(member, steps, lambda: unknown, _given_to(member, given))

        prefix, _, rest = first.partition(".")
        if prefix == "resource" and rest:
            member, _, attribute = rest.partition(".")
            steps = [*filter(None, [attribute]), *path[1:]]
            return of(member, steps) if steps and member in group.resources else None
        steps = list(path[1:] if first == "attributes" else path)
        added = [path.rpartition("/")[2] for path in effects.added if path.rpartition("/")[0] == at]
        names = [n for n in group.resources if f"{at}/{n}" not in effects.gone and n not in added]
        names = sorted([*names, *added], key=lambda n: (len(n), n))
        if not steps or not all(map(str.isdecimal, names)):
            return None
        values = {n: of(n, steps) for n in names}
        return dict(values) if first == "attributes" else list(values.values())

    def _stays_in(self, group: RecordedResource, at: str, path: Sequence[Value]) -> bool:
        """Return whether an attribute of a group stays, all of whose members do: the update changes nothing that it shows."""
        if not path or path[0] in ("refs", "refs_map"):
            return bool(path)
        if heat_types.of(group.type).group != "numbered" or group.stack is None:
            return False
        name = str(path[1] if path[0] == "attributes" and len(path) > 1 else path[0]).rpartition(".")[2]
        updated = self.effects.updated if self.effects is not None else {}
        for inner, changed in updated.items():
            if inner.startswith(f"{at}/"):
                member = group.stack.resources.get(inner[len(at) + 1 :])
                mirrored = mirrored_property(member.type, [name]) if member is not None else ""
                if member is None or member.stack is not None or mirrored in changed:
                    return False
                if follows(member.type, name, changed):
                    return False
        return name not in ("attributes", "show", "removed_rsrc_list")

    def is_new(self, resource: str) -> bool:
        """Return whether the resource is yet to be created: it is added, or replaced."""
        found = self.stack.resources.get(resource)
        return found is None or not exists(found) or self._is_fresh(resource)

    def is_updated(self, resource: str) -> bool:
        """Return whether an update changes properties of the resource in place."""
        return self.effects is not None and bool(self.effects.updated.get(self._at(resource)))

    def size(self) -> int:
        """Return the number of resources that exist."""
        return sum(map(exists, self.stack.resources.values()))

    def removed(self, steps: Sequence[str], policies: Value, mode: Value) -> frozenset[str] | None:
        """Return the names that a group gives to no member any more (`_update_name_skiplist` of Heat's ResourceGroup)."""
        found, at = self.stack.at(tuple(steps)), "/".join((*self.path, *steps))
        is_fresh = self.effects is not None and at in self.effects.fresh
        if found is None or found.stack is None or not exists(found) or is_fresh:
            return None
        current = shown_attribute(found, "removed_rsrc_list")
        if not isinstance(current, list):
            return None
        if self.effects is None:
            return frozenset(current)
        members = found.stack.resources
        names = {m.id: n for n, m in members.items()}
        listed = (
            str(n) if str(n) in members or str(n) in current else names.get(str(n), "") for n in removed_names(policies)
        )
        return frozenset([*(() if mode == "update" else current), *filter(None, listed)])

    def hidden(self, resource: str) -> list[tuple[str, Value]]:
        """Return the stored properties that hidden parameters are part of, of a resource and those within it."""
        at = (*self.path, resource)
        found = [values for path, values in self.learned.tainted.items() if path[: len(at)] == at]
        return [item for values in found for item in values.items()]

    def nested(self, steps: Sequence[str]) -> RunningStack | None:
        """Return the stack within a resource, or within a member of a group; None where there is none."""
        found = self.stack.at(tuple(steps))
        if found is None or found.stack is None:
            return None
        return RunningStack(found.stack, self.learned, self.effects, (*self.path, *steps))

    def _at(self, resource: str) -> str:
        return "/".join((*self.path, resource))

    def _is_fresh(self, resource: str) -> bool:
        return self.effects is not None and self._at(resource) in self.effects.fresh

    def _mirrored(
        self,
        found: RecordedResource,
        path: Sequence[Value],
        offline: Callable[[], Value],
        given: Callable[[str], Value],
    ) -> Value:
        """Return an attribute that is what a property says, or what is known of it without the stack."""
        name = mirrored_property(found.type, path)
        value = given(name) if name else None
        return value if value is not None and is_known(value) else offline()

    def _kept(self, found: RecordedResource, path: Sequence[Value], offline: Callable[[], Value]) -> Value:
        """Return an attribute of a resource that nothing happens to: as Heat has read it once, or as it is now."""
        key = self._key(found, path)
        now = self._live(found, path, Unknown("it is not shown")) if not is_stored(found, path) else OMITTED
        if now is not OMITTED and is_known(now):
            return now
        if key in self.learned.attributes:
            return self.learned.attributes[key]
        value = offline()
        if is_known(value):
            return value
        live, doubtful = self._live(found, path, value), self.learned.doubtful.get(key, OMITTED)
        if doubtful is OMITTED or equal(live, doubtful) is True:
            return live
        return doubtful if not is_known(live) else Unknown(f"'{path[0]}' of '{found.name}' may have changed")

    def _key(self, found: RecordedResource, path: Sequence[Value]) -> Key:
        return (self._at(found.name), *(step if isinstance(step, int) else str(step) for step in path))

    def _live(self, found: RecordedResource, path: Sequence[Value], otherwise: Value) -> Value:
        """Return an attribute as the cloud shows it now."""
        if not path or not isinstance(path[0], str):
            return otherwise
        value: Value = shown_attribute(found, path[0])
        if value is OMITTED:
            return otherwise
        if is_hidden(value) or (value is None and found.stack is not None):
            return otherwise
        try:
            for step in path[1:]:
                value = take(value, step, None, number_text=False)
        except EvaluationError:
            return otherwise
        return value

    def _renewed(
        self, found: RecordedResource, path: Sequence[Value], value: Value, given: Callable[[str], Value]
    ) -> Value:
        """Return an attribute of a resource that is replaced: certainly another one, or perhaps the same again."""
        if not isinstance(value, Unknown) or not path:
            return value
        name = str(path[0])
        known = heat_types.of(found.type)
        if name == "current_size" and known.has_random_members:
            size = size_when_made(known, given)
            return value if size is None else size
        live = self._live(found, path, None) or self.learned.attributes.get(self._key(found, path))
        is_new = name in known.always_new or (
            bool(found.id) and _holds(live, (found.id, f"{self.stack.name}-{found.name}-"))
        )
        is_new = (
            is_new or (name == "gateway_ip" and is_outside(live, given("cidr"))) or is_allocated(found, path, given)
        )
        steps = tuple(step if isinstance(step, int) else str(step) for step in path)
        return value._replace(origin=ValueSource(RENEWED, found.name, (*steps,))) if is_new else value


def _given_to(member: str, given: Callable[[str], Value]) -> Callable[[str], Value]:
    """Return what finds the properties of a member of a numbered group, by the definition that the group gives to all."""

    def property_(name: str) -> Value:
        definition, variable = given("resource_def"), given("index_var")
        properties = definition.get("properties") or {} if isinstance(definition, dict) else None
        if not isinstance(properties, dict):
            return Unknown(f"'{name}' of member '{member}' is not known")
        value = properties.get(name)
        return indexed(value, variable if isinstance(variable, str) and variable else "%index%", member)

    return property_


def _output(member: RecordedResource | None, changes: bool, name: str, properties: Value) -> Value:
    """Return an attribute of a member of a group after an update that `changes` it, or not; OMITTED where it is not known."""
    if member is None or (member.stack is not None and changes):
        return OMITTED
    if not changes:
        value = member.attributes.get(name, OMITTED)
        return OMITTED if value is OMITTED or is_hidden(value) else value
    mirrored = mirrored_property(member.type, [name])
    return properties.get(mirrored, OMITTED) if isinstance(properties, dict) and mirrored else OMITTED


def _are_stacks(ids: Value) -> bool:
    """Return whether ids are those of nested stacks, which stay whatever happens in these."""
    listed = ids.values() if isinstance(ids, dict) else ids if isinstance(ids, list) else [ids]
    return all(isinstance(id_, str) and ":stacks/" in id_ for id_ in listed)


def _holds(value: Value, texts: tuple[str, ...]) -> bool:
    """Return whether a value holds one of these texts."""
    if isinstance(value, str):
        return any(text in value for text in texts)
    if isinstance(value, dict):
        return any(_holds(v, texts) for v in value.values())
    return isinstance(value, list) and any(_holds(v, texts) for v in value)


def _is_within(path: str, paths: Collection[str]) -> bool:
    """Return whether a path is one of others, or is within one."""
    return any(path == other or path.startswith(f"{other}/") for other in paths)
