"""The base of what is known of a resource type."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping

from hotlint.common.annotations import TYPE_CHECKING, Any, ClassVar, Literal
from hotlint.common.records import NamedTuple
from hotlint.heat_types.refusals import Limit, Range, Refusal
from hotlint.language.values import OMITTED, Value, equal, is_known
from hotlint.stacks.neighbors import Neighbors, key, only

if TYPE_CHECKING:
    from hotlint.cloud.facts import CloudFacts
    from hotlint.heat_types.example import Example
    from hotlint.heat_types.ignored import Ignored
    from hotlint.heat_types.quotas import Cost, Flavors, Named
    from hotlint.heat_types.rights import Right
    from hotlint.resource_types.property_relations import Reads, Relation, Span
    from hotlint.resource_types.property_values import PropertyValues
    from hotlint.resource_types.validation.model import PropertyProblem
    from hotlint.stacks.creation_order import CreationOrder
    from hotlint.stacks.definition import Definition
    from hotlint.stacks.records import StackResource
    from hotlint.stacks.update import RunningThing, StackUpdate

    Staying = Callable[[str], Iterator[RunningThing]]
    """What runs of a type in the whole deployment and stays as it is."""

GroupKind = Literal["", "numbered", "scaled", "instances", "chain", "deployments", "stack"]
NESTED_UPDATE = "Heat updates a nested stack in every update of the stack"


class Unique(NamedTuple):
    """What only one resource of a type may have. Of `names`, the first is given, and the others are the same for both.

    `key` returns what two resources of a deployment have in common then, None where it is not known. `taken` returns why the
    service refuses the first one beside the second, a clause, or "" where it does not.
    """

    service: str
    thing: str
    names: tuple[str, ...]
    key: Callable[[StackResource], Hashable] | None = None
    taken: Callable[[StackResource, StackResource, Neighbors], str] | None = None
    is_whole: bool = False
    """Whether all properties together are what only one may have, not the first of `names`."""
    in_sequence: bool = False
    """Whether the service looks for another one only as long as Heat does not create both at the same time."""

    def key_of(self, owner: StackResource) -> Hashable:
        """Return what another resource has in common with a resource that takes the same; None where it is not known."""
        if self.key is not None:
            return self.key(owner)
        values = [owner.values.get(name) for name in self.names]
        keys = [value if isinstance(value, int | float | None) else key(value) for value in values]
        is_unknown = any(one is None and value not in (None, "") for one, value in zip(keys, values, strict=True))
        if is_unknown or keys[0] is None:
            return None
        return (self.names, *(one.casefold() if self.is_name and isinstance(one, str) else one for one in keys))

    @property
    def is_name(self) -> bool:
        """Whether it is a name, of which many databases do not tell capital letters from small ones."""
        return self.names[0] == "name"

    def why(self, owner: StackResource, other: StackResource, stack: Neighbors) -> str:
        """Return why the service refuses a resource beside another one with the same key; "" where it does not."""
        if self.in_sequence and not stack.is_after(owner, other):
            return ""
        if self.taken is not None:
            return self.taken(owner, other, stack)
        return f"{self.thing} '{other.place}' {'is the same' if self.is_whole else f'has the same {self.names[0]}'}"


class Follows(NamedTuple):
    """What fixes the addresses in an attribute: a property, which is not given, or whose items have none of `keys`."""

    name: str
    keys: tuple[str, ...] = ()


class Waits(NamedTuple):
    """Two paths, in the properties of a resource and of one that Heat creates before, whose values are then the same."""

    own: tuple[str, ...]
    its: tuple[str, ...]

    def holds(self, owner: StackResource, other: StackResource, order: CreationOrder) -> bool:
        """Return whether Heat takes the values for the same."""
        return order.is_same(_at(owner.values, self.own), _at(other.values, self.its))


def _at(value: Value, path: tuple[str, ...]) -> Value:
    """Return what a path of names leads to; None for nothing."""
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


class HeatType:
    """What is known of one resource type beyond its schema. Each fact defaults to "nothing known".

    A subclass states `types`, the name of the type, and overrides what is known. Several names are one type with two names.
    """

    types: ClassVar[tuple[str, ...]] = ()

    # -- Heat's own rules ----------------------------------------------------------------------------------------------

    span: ClassVar[Span] = (None, None)
    """The first and the last release of openstack-heat whose class checks anything (None: open).

    A later release may keep the type only as a placeholder, which accepts everything.
    """
    reads: ClassVar[tuple[Reads, ...]] = ()
    """The properties that `validate` reads in Heat: in nested stacks, Heat refuses problems only with these."""
    relations: ClassVar[tuple[Relation, ...]] = ()
    """What properties need or exclude each other, as facts, which documentation and completion use, too."""
    demands: ClassVar[tuple[str, ...]] = ()
    """What `validate` demands: clauses that complete "requires that", with names in single quotes."""
    asks: ClassVar[tuple[str, ...]] = ()
    """What Heat asks a cloud and hotlint does not check: clauses that complete "Heat asks"."""
    shown_in: ClassVar[str | None] = None
    """The release of openstack-heat that the examples are for; None for the newest."""
    bad: ClassVar[tuple[Example | str, ...]] = ()
    """Examples that Heat refuses: an `Example`, or only properties. Without a mark, one of these reports the type."""
    good: ClassVar[tuple[Example | str, ...]] = ()
    """Examples that Heat takes."""

    def __init__(self) -> None:
        self._checks: dict[tuple[int, ...] | None, tuple[tuple[Relation, ...], bool]] = {}
        if not self.service and (self.limits or self.service_demands or self.settings):
            self.service = self.types[0].partition("::")[2].partition("::")[0]

    def relations_in(self, release: tuple[int, ...] | None) -> tuple[Relation, ...]:
        """Return the relations that hold in a release of openstack-heat; None stands for the newest."""
        from hotlint.resource_types.property_relations import holds_in

        if not holds_in(self.span, release):
            return ()
        return tuple(r for r in self.relations if holds_in(r.span, release))

    def _checks_in(self, release: tuple[int, ...] | None) -> tuple[tuple[Relation, ...], bool]:
        """Return the relations of a release, and whether `validate` holds in it; both are the same for every resource."""
        known = self._checks.get(release)
        if known is None:
            from hotlint.resource_types.property_relations import holds_in

            known = self._checks[release] = self.relations_in(release), holds_in(self.span, release)
        return known

    def refused_in_nested(
        self, problem: PropertyProblem, values: PropertyValues, release: tuple[int, ...] | None
    ) -> bool:
        """Return whether Heat refuses a problem of the schema in a nested stack, too: see `property_relations.Reads`.

        Reading a property looks at no constraint, and at no name that is not known.
        """
        name = problem.path[0] if problem.path else problem.name
        return problem.kind in ("wrong-type", "missing-property") and self.reads_early(str(name), values, release)

    def reads_early(self, name: str, values: PropertyValues, release: tuple[int, ...] | None) -> bool:
        """Return whether `validate` certainly reads a property, in a nested stack, too: see `property_relations.Reads`.

        It reads what another property requires.
        """
        from hotlint.resource_types.property_relations import Requires, holds_in

        if not holds_in(self.span, release):
            return False
        needed = (r for r in self.relations_in(release) if isinstance(r, Requires) and not r.within and name in r.needs)
        return any(r.holds(name, values, release) for r in self.reads) or any(r.applies(values) is True for r in needed)

    def problems_of(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        """Yield the problems with a resource's properties beyond their schema; none that depend on an unknown value."""
        relations, is_checked = self._checks_in(it.release)
        owner = it.type or "the resource"
        for relation in relations:
            for level in _levels(values, relation.within) if relation.within else (values,):
                yield from relation.check(level, _subject(owner, level) if level.path else owner)
        if is_checked:
            yield from self.validate(values, it)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        """Yield the problems that no relation can state."""
        return iter(())

    def ignores(self, values: PropertyValues) -> Iterator[tuple[Ignored, tuple[str | int, ...]]]:
        """Yield each property that has no effect, with the path that leads to it."""
        for fact in self.ignored:
            for level in _levels(values, fact.within):
                if fact.holds(level):
                    yield fact, (*level.path, fact.name)

    leaves_out_schema: ClassVar[bool] = False
    """Whether `validate` leaves out what Heat checks of all types, in the releases of `span`: it looks at values at the creation."""

    # -- names of things in a cloud ------------------------------------------------------------------------------------

    makes: ClassVar[str] = ""
    """The kind of things (`hotlint.cloud.facts.KINDS`) that a resource makes, which have the name of its property `name`."""
    made_for: ClassVar[str] = ""
    """The custom constraint that editors offer a resource of this type for."""
    names_things: ClassVar[Mapping[tuple[str, ...], str]] = {}
    """The kinds of things that properties name without a custom constraint, by path (property, nested property ...)."""

    def names_with(self, values: Mapping[str, Value]) -> Mapping[tuple[str, ...], str]:
        """Return those of `names_things` that name something in this cloud where the properties have these values."""
        return self.names_things

    external_networks: ClassVar[frozenset[tuple[str, ...]]] = frozenset()
    """The properties that name a network which must be external."""

    only_on_aws: ClassVar[tuple[str, ...]] = ()
    """Properties that the type has on AWS, and that Heat does not offer."""

    # -- effect --------------------------------------------------------------------------------------------------------

    idle: ClassVar[str] = ""
    """What is missing where nothing refers to a resource, which does nothing by itself: a clause. "" for all others."""
    is_found_outside: ClassVar[bool] = False
    """Whether something outside of the stack may find and use such a resource."""
    idle_unless: ClassVar[tuple[str, ...]] = ()
    """Properties with which such a resource does something."""
    ignored: ClassVar[tuple[Ignored, ...]] = ()
    """Properties that have no effect, or none beside others."""

    # -- references and attributes -------------------------------------------------------------------------------------

    id_property: ClassVar[str] = ""
    """The property that get_resource yields, where it is given."""
    refers_by_id: ClassVar[bool] = True
    """Whether get_resource yields the physical id."""
    echoes: ClassVar[tuple[str, ...]] = ()
    """Attributes that are the text of the property of the same name: few, since a cloud may change values."""
    echoes_all: ClassVar[bool] = False
    """Whether attributes in `echoes` are so for any value, and as it is written: not converted to the property's type."""
    mirrors: ClassVar[Mapping[str, str]] = {}
    """Attributes of a resource that runs, and the property that each shows where it is given."""
    follows: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Attributes that follow properties of other names, by property."""
    allocated: ClassVar[Mapping[str, Follows]] = {}
    """Attributes with addresses that Neutron chooses, by attribute."""
    always_new: ClassVar[tuple[str, ...]] = ()
    """Attributes that a replacement certainly has anew."""
    secret_attributes: ClassVar[tuple[str, ...]] = ()
    """Attributes that are secrets, beside those whose names say so: see `hotlint.heat_types.secrets`."""
    own_attributes: ClassVar[tuple[str, ...]] = ()
    """Attributes that Heat knows without the service."""
    shown_properties: ClassVar[tuple[str, ...]] = ()
    """Properties that the service shows under their own name."""
    has_only_answer: ClassVar[bool] = False
    """Whether the only attribute is what the service shows."""

    def shown(self, attributes: Mapping[str, Any], name: str) -> Value:
        """Return an attribute as get_attr yields it, from what Heat shows of a resource; OMITTED where that does not tell it.

        Heat may show what the service answers in place of the attributes.
        """
        return attributes.get(name, OMITTED)

    rights: ClassVar[tuple[Right, ...]] = ()
    """The rules of policies that a service applies to the values of some properties."""
    signals: ClassVar[tuple[str, str] | None] = None
    """The property with the handle of the signals that a resource waits for, and that with their number; None for no signals."""
    takes_signals: ClassVar[bool] = False
    """Whether a resource is a handle: signals go to it, and another resource waits for them."""

    # -- failed resources ----------------------------------------------------------------------------------------------

    is_kept_while_it_exists: ClassVar[bool] = False
    """Whether Heat keeps a failed resource while the service still has it, and not in error."""
    is_kept_after_check: ClassVar[bool] = False
    """Whether Heat keeps a resource whose check failed."""
    is_updated_unmade: ClassVar[bool] = False
    """Whether Heat updates a resource that it never made, which fails each time."""
    is_stuck_once_failed: ClassVar[bool] = False
    """Whether Heat breaks off each update at a resource that has failed: it does not know how to look it up."""
    is_config: ClassVar[bool] = False
    """Whether a resource is gone where all its attributes are null."""
    is_renamed: ClassVar[bool] = False
    """Whether Heat shows this type in place of the one by which the template made a resource."""

    is_link: ClassVar[bool] = False
    """Whether a resource links two things or sets limits, and shows no attributes of its own."""

    # -- groups --------------------------------------------------------------------------------------------------------

    group: ClassVar[GroupKind] = ""
    """How the type makes other resources (see `hotlint.analysis.composition.group_members`); "" for any other type."""
    has_stack: ClassVar[bool] = False
    """Whether a resource has a stack of its own, which Heat always updates."""
    names_stack: ClassVar[bool] = False
    """Whether that stack is in the same cloud, and named after the resource."""
    counts_members: ClassVar[str] = ""
    """The property that says how many members a group has, which Heat does not validate without members."""
    definition: ClassVar[str] = ""
    """The property that defines the members."""
    member_type: ClassVar[str] = ""
    """The type of the members, where it is always the same one."""
    group_attributes: ClassVar[tuple[str, ...]] = ()
    """The attributes of the group itself; any other name is an attribute of its members."""
    applies_paths: ClassVar[bool] = False
    """Whether get_attr applies a path to the attribute of each member."""
    has_random_members: ClassVar[bool] = False
    """Whether Heat names the members at random, the oldest first."""
    sizes: ClassVar[tuple[str, ...]] = ()
    """The properties that say the size of such a group: what it asks for, at least, at most."""
    rolling_policy: ClassVar[str] = ""
    """The update policy by which the group rolls; with none, it takes the property `rolling_updates`."""
    takes_inputs: ClassVar[bool] = False
    """Whether a resource derives inputs from a configuration, of which a new value may replace it."""
    describes_servers: ClassVar[bool] = False
    """Whether a resource describes the servers of a group of instances."""
    holds_user_data: ClassVar[bool] = False
    """Whether a resource holds configuration that may be the user data of a server."""
    user_data: ClassVar[str] = ""
    """The property with the user data of a server, or with the configuration that may be it."""
    successor: ClassVar[str] = ""
    """The type that Heat lets take the place of this one in an update, which then keeps the resource."""

    @property
    def size_property(self) -> str:
        """The property that leaves a group without members where it is 0 or empty; "" for any other type."""
        return self.counts_members or (self.sizes[-1] if self.sizes else "")

    # -- updates -------------------------------------------------------------------------------------------------------

    unique: ClassVar[tuple[Unique, ...]] = ()
    """What only one resource may have at a time: in a deployment, and while an update replaces it."""
    gives_way: ClassVar[bool] = False
    """Whether Heat deletes the old resource before it creates the one that replaces it."""
    lost_when_gone: ClassVar[str] = ""
    """What is gone with a resource that is replaced or deleted, such as "the data of volume"."""
    unavailable_when_replaced: ClassVar[str] = ""
    """How long a resource is unavailable that is replaced."""
    interrupted_by: ClassVar[Mapping[str, str]] = {}
    """When a resource that is updated in place is unavailable, by property."""
    looked_up: ClassVar[frozenset[tuple[str, ...]]] = frozenset()
    """Paths of the properties that Heat looks up by name or id in every update."""
    is_replaced_for_metadata: ClassVar[bool] = False
    """Whether new metadata replaces a resource."""
    is_in_heat_alone: ClassVar[bool] = False
    """Whether a resource makes nothing in the cloud, so that nothing can be kept of it."""
    is_placeholder: ClassVar[bool] = False
    """Whether a resource is a placeholder, to which nothing happens."""
    remains: ClassVar[str] = ""
    """Why what a resource has made stays in the cloud when Heat deletes the resource; "" where it goes."""
    unapplied: ClassVar[Mapping[str, str]] = {}
    """Why a new value of a property has no effect, or another one than in a new resource, though Heat updates it in place."""
    unremovable: ClassVar[Mapping[str, str]] = {}
    """Why the removal of such a property has no effect, or another one, by property."""
    unchangeable: ClassVar[Mapping[str, str]] = {}
    """Why an update in place of a property fails for certain, a clause, by property."""
    kept_once_given: ClassVar[tuple[str, ...]] = ()
    """Properties whose removal fails: Heat sends none in their place, which the service refuses."""

    update_notes: ClassVar[Mapping[str, str]] = {}
    """What else decides about the effect of a new value of a property, in a sentence: see `effect`."""

    def effect(self, name: str, was: Mapping[str, Value], values: Mapping[str, Value]) -> tuple[str, str] | None:
        """Return the effect of a new value of a property, and why; None where the schema decides.

        The effect is "replace", "unknown" or, with a reason that a reader must know, "update". The properties of the resource
        were `was` and are then `values`.
        """
        why = self.unapplied.get(name)
        if why is None and is_known(values.get(name)) and not values.get(name):
            why = self.unremovable.get(name)
        return ("update", why) if why else None

    def always_replaced(self, values: Mapping[str, Value]) -> str | None:
        """Return why every update of the stack replaces a resource, whatever changes; None for any other resource."""
        return None

    def always_updated(self, values: Mapping[str, Value]) -> str | None:
        """Return why every update of the stack updates a resource, whatever changes; None for any other resource."""
        return NESTED_UPDATE if self.has_stack else None

    def fails_to_be_replaced(self, old: StackResource, new: StackResource, update: StackUpdate) -> str:
        """Return why a service refuses a replacement beyond `unique`, a clause; "" where nothing known refuses it."""
        return ""

    def fails_to_go(self, old: StackResource, update: StackUpdate) -> str:
        """Return why a service does not delete a resource, a clause; "" where nothing known refuses it."""
        return ""

    def fails_to_change(self, old: StackResource, new: StackResource, update: StackUpdate) -> str:
        """Return why an update in place fails, a clause; "" where nothing known refuses it."""
        changed = ((old.values.get(name), new.values.get(name), why) for name, why in self.unchangeable.items())
        found = next((why for was, will, why in changed if equal(was, will) is False or update.differs(was, will)), "")
        given = [name for name in self.kept_once_given if old.values.get(name) not in (None, OMITTED)]
        removed = next((name for name in given if new.values.get(name) in (None, OMITTED)), "")
        return found or (
            f"{self.service} refuses an update without '{removed}', which Heat sends as none" if removed else ""
        )

    def fails_by_now(
        self, changed: Mapping[str, tuple[Value, Value]], runs: RunningThing, cloud: CloudFacts | None
    ) -> str:
        """Return why an update in place fails for what the thing is by now, a clause; "" where nothing known refuses it.

        `changed` has the old and the new value of each property that changes, which may be redacted.
        """
        return ""

    def why_needed_now(self, runs: RunningThing, changed: Mapping[str, Value], staying: Staying) -> str:
        """Return why a thing cannot be changed or deleted for what else runs in the deployment; "" where nothing known keeps it.

        `changed` has the new values of the properties that an update changes, none where the thing goes. `staying` yields what
        stays of a type.
        """
        return ""

    holder: ClassVar[str] = "server"
    """What a resource with `holds` is called."""

    def holds(self, values: Mapping[str, Value]) -> set[str]:
        """Return the ids of things that a resource holds while it exists, by its properties."""
        return set()

    def is_held_once(self, attributes: Mapping[str, Any]) -> bool:
        """Return whether only one resource at a time may hold the thing of a resource, by its attributes."""
        return False

    # -- creation ------------------------------------------------------------------------------------------------------

    service: str = ""
    """The service that refuses a resource of which it says so below: "Neutron refuses it when it creates the subnet".

    It is that of the type's own name, unless a class states another one; "" for a type of which nothing is said below.
    """
    verb: ClassVar[str] = "creates"
    thing: ClassVar[str] = ""
    ending: ClassVar[str] = ""
    """The end of a message in place of the one with `service`, `verb` and `thing`."""
    limits: ClassVar[tuple[Limit | Range, ...]] = ()
    """What the service requires of single values."""
    service_demands: ClassVar[tuple[str, ...]] = ()
    """What `refuses` demands: clauses that complete "the service requires that", with names in single quotes."""
    settings: ClassVar[tuple[str, ...]] = ()
    """Such clauses that depend on how a cloud is set up."""
    extra_attributes: ClassVar[tuple[str, ...]] = ()
    """The attributes that Neutron, or an extension of its own, takes in `value_specs`."""
    value_services: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """The type of the service that Heat needs for a value of a property, by property and value."""
    waits_for: ClassVar[Mapping[str, Waits]] = {}
    """The types whose resources Heat creates before, without a reference, where two values are the same."""

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        """Yield why the service refuses a resource, beyond `limits`; nothing where that depends on an unknown value."""
        return iter(())

    def lacks(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        """Yield a refusal of each value that needs a service which the cloud does not have, by its snapshot."""
        cloud = stack.cloud
        if cloud is None or cloud.services is None:
            return
        for name, needs in self.value_services.items():
            value = owner.values.get(name)
            service = needs.get(value) if isinstance(value, str) else None
            if service is not None and service not in cloud.services:
                message = f"{value} needs a service '{service}', which cloud '{cloud.name}' does not have"
                yield Refusal(owner, (name,), message, "setting")

    def taken(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        """Yield a refusal of what another resource of the stack has, and is `unique`: one for each."""
        for one in self.unique:
            wanted = one.key_of(owner)
            if wanted is None:
                continue
            for other in stack.rivals(owner, stack.sharing(wanted, only(one.key_of), owner.type)):
                why = one.why(owner, other, stack)
                if why:
                    is_same = not one.is_name or owner.values.get("name") == other.values.get("name")
                    path, why = () if one.is_whole else one.names[:1], why if is_same else f"{why}, but for capitals"
                    yield Refusal(owner, path, why, "neighbor" if is_same else "setting", other)
                    break

    def waits(self, owner: StackResource, other: StackResource, order: CreationOrder) -> bool:
        """Return whether Heat creates a resource after another one, whose type is in `waits_for`."""
        return self.waits_for[other.type].holds(owner, other, order)

    # -- quotas --------------------------------------------------------------------------------------------------------

    quota: ClassVar[Named | None] = None
    """The quota of which each resource takes one."""

    def costs(self, values: Mapping[str, Value], flavors: Flavors) -> Iterator[Cost]:
        """Yield what a resource takes of the quotas of a project, by its converted properties."""
        if self.quota is not None:
            from hotlint.heat_types.quotas import Cost

            yield Cost(self.quota, 1)

    # -- addresses -----------------------------------------------------------------------------------------------------

    ingress: ClassVar[str] = ""
    """The property with the rules of a security group."""

    def fixed_addresses(self, values: Mapping[str, Value]) -> Iterator[FixedAddress]:
        """Yield the fixed addresses that a resource asks for, where these are known."""
        return iter(())


class FixedAddress(NamedTuple):
    """A fixed address that a resource asks for, with the values that name its network and its subnet, None where not given."""

    path: tuple[str | int, ...]
    address: str
    network: Value
    subnet: Value


def _levels(values: PropertyValues, within: tuple[str, ...]) -> Iterator[PropertyValues]:
    """Yield the mappings that a route of property names leads to."""
    if not within:
        yield values
        return
    for item in values.items(within[0]):
        yield from _levels(item, within[1:])


def _subject(owner: str, values: PropertyValues) -> str:
    """Return how a message names the mapping: the type, or the path of a nested mapping within it."""
    if not values.path:
        return owner
    path = ""
    for step in values.path:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
    return f"{owner} '{path}'"
