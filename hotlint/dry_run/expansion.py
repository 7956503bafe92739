"""The expansion of a deployment: the records of `hotlint.stacks`, made of templates in their contexts.

A stack, a member and a value are made when they are first asked for.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice

from hotlint import heat_types
from hotlint.analysis.budget import BudgetError
from hotlint.analysis.composition.resource_references import id_before_creation
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.composition.uses import DEPTH_LIMIT, INLINE, Use
from hotlint.analysis.template import Resource, node_at
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.records import NamedTuple
from hotlint.language.origins import ATTRIBUTE, REFERENCE, ValueSource, source_of
from hotlint.language.values import PLAIN, EvaluationError, Value
from hotlint.resource_types.catalog import ResourceType
from hotlint.resource_types.validation import check_properties
from hotlint.stacks.creation_order import CreationOrder
from hotlint.stacks.records import (
    ADDED,
    EXPANSION_LIMIT,
    Absent,
    Address,
    Dependency,
    Deployment,
    Stack,
    StackResource,
    WrittenAt,
)
from hotlint.stacks.references import absolute, renamed

if TYPE_CHECKING:
    from hotlint.analysis.composition.value_origins import ValueOrigin
    from hotlint.analysis.environments.registry import ResolvedType


class ExpandedDeployment(Deployment):
    """A deployment that is made of templates."""

    __slots__ = ()
    root: TemplateStack

    def walk(self) -> Iterator[StackResource]:
        """Yield the resources up to the budget of the dry run, of which each spends a unit."""
        meter = self.root.context.evaluation.meter
        with suppress(BudgetError):
            for resource in self.root.every():
                meter.spend(1)
                yield resource
        self.is_cut = meter.exhausted is not None

    def judged(self) -> Judged:
        """Return the resources of all stacks that services may refuse, and those of which it is not known what they make.

        The members of a definition that are alike have two that stand for all. Nested stacks may spend half of the budget.
        """
        found = Judged([], [])
        self._judge(self.root, found)
        return found

    def _judge(self, stack: TemplateStack, found: Judged) -> None:
        for record in stack.resources.values():
            if record.enabled is not False:
                self._judge_one(record, found)

    def _judge_one(self, record: ExpandedResource, found: Judged) -> None:
        """Add a resource, and what is in the stack within it."""
        meter = self.root.context.evaluation.meter
        if record.uses_template:
            is_cut = meter.left < meter.budget.units // 2 or len(found.resources) > self.limit
            inside = None if is_cut else record.inside
            if isinstance(inside, TemplateStack):
                self._judge(inside, found)
            else:
                found.opaque.append(record)
            return
        if not record.written_type or not isinstance(record.kind.type, ResourceType):
            found.opaque.append(record)
            return
        if not record.kind.type.any_properties and _is_known(record):
            found.resources.append(record)
        inside = record.inside
        if isinstance(inside, MemberStack):
            for use in inside.uses:
                most = 2 if use.is_alike else self.limit - len(found.resources)
                members = inside.first(max(most, 1), use)
                if use.size is None or (len(members) < use.size and not use.is_alike):
                    found.opaque.append(record)
                for member in members:
                    self._judge_one(member, found)
        elif heat_types.of(record.type).definition or isinstance(inside, Absent):
            found.opaque.append(record)


class Judged(NamedTuple):
    """Resources that services may refuse, and those of which it is not known in detail what they make, as of a nested stack."""

    resources: list[ExpandedResource]
    opaque: list[ExpandedResource]


def expanded(context: TemplateContext) -> ExpandedDeployment:
    """Return the deployment of a template in its context, which counts as the outermost one."""
    return ExpandedDeployment(TemplateStack(context), max(EXPANSION_LIMIT, context.project.resource_limit))


class ExpandedResource(StackResource):
    """A resource of a stack that is made of templates.

    `resource` is the one in the template: itself, or for a member of a group the group that the template has.
    `template_stack` is the stack whose template that is, and `context` the context of the template.
    """

    __slots__ = ("_inside", "_kind", "_type", "_values", "context", "resource", "template_stack")

    def __init__(self, name: str, stack: Stack, resource: Resource) -> None:
        super().__init__(name, stack)
        self.resource = resource
        scope = stack.scope
        assert isinstance(scope, TemplateStack)
        self.template_stack = scope
        self.context = scope.context
        self._kind: ResolvedType | None = None
        self._type: str | None = None
        self._values: dict[str, Value] | None = None
        self._inside: list[TemplateStack | MemberStack | Absent | None] = []

    @property
    def values(self) -> dict[str, Value]:
        if self._values is None:
            self._values, scopes = self.properties or {}, self.stack.scopes
            placed = renamed(self._values, lambda name: absolute(name, scopes)) if scopes[-1] else self._values
            assert isinstance(placed, dict)
            root = self.line[0].stack
            assert isinstance(root, TemplateStack)
            self._values = _followed(placed, root)
        return self._values

    @property
    def local(self) -> Address:
        """The names that lead to it in its template: ("group", "0")."""
        return self.address[len(self.template_stack.address) :]

    @property
    @abstractmethod
    def kind(self) -> ResolvedType:
        """The type after the registries of the environments: a type of Heat, or a template."""

    @property
    def type(self) -> str:
        if self._type is None:
            self._type = self.kind.type.name if self.written_type else ""
        return self._type

    @property
    @abstractmethod
    def written_type(self) -> str | None:
        """The type as the template names it, None where it names none."""

    @property
    def condition(self) -> Value:
        return self.resource.text("condition")

    def written_at(self, *path: str | int) -> WrittenAt | None:
        section = self.resource.fields.get("properties")
        if section is None:
            return None
        return WrittenAt(self.context.path, node_at(section.value, (*self.path, *path))[0])

    def origins(self, *path: str | int) -> list[ValueOrigin]:
        """Return the parameters that a property is computed from, with the places of their values across stacks."""
        from hotlint.analysis.composition.value_origins import origins, property_snippet

        template = self.context.template
        return origins(self.context, [property_snippet(template, self.resource, (*self.path, *path))])

    @property
    def inside(self) -> TemplateStack | MemberStack | Absent | None:
        if not self._inside:
            try:
                self._inside.append(self._expand())
            except EvaluationError as exc:
                self._inside.append(Absent(exc.message, failed=True))
            except RecursionError:
                self._inside.append(Absent("the nested stacks are too deep to be evaluated", failed=True))
        return self._inside[0]

    def _expand(self) -> TemplateStack | MemberStack | Absent | None:
        uses = self._uses()
        if self.uses_template:
            return self._nested(uses[0])
        return MemberStack(self, uses) if uses else None

    @abstractmethod
    def _uses(self) -> list[Use]:
        """Return the template that it uses, or the definitions of its members; none for any other resource."""

    @property
    @abstractmethod
    def uses_template(self) -> bool:
        """Whether the stack within it is that of a template. Nothing is opened to know it."""

    def _nested(self, use: Use) -> TemplateStack | Absent:
        """Return the stack of the template that is used."""
        member = self.name if isinstance(self, GroupMember) else None
        if use.depth >= DEPTH_LIMIT:
            return Absent(f"stacks within stacks go deeper than the {DEPTH_LIMIT} that Heat allows", failed=True)
        context = self.context.child_of(self.resource, use, member)
        if context is not None:
            return TemplateStack(context, self)
        location = use.kind.location
        assert location is not None
        why = getattr(use.kind.type, "reason", None) or f"the template {location.path or location.url} is not read"
        return Absent(why, failed=location.path is not None)


def _followed(value: Value, root: TemplateStack) -> Value:
    """Return a value of the deployment of `root` with ids of resources in place of the attributes that are such ids.

    Heat does not know them either when it validates the stack, but services get them. Attributes of resources that depend on
    one another lead back to themselves.
    """
    if isinstance(value, dict):
        return {n: item if item.__class__ in PLAIN else _followed(item, root) for n, item in value.items()}
    if isinstance(value, list):
        return [item if item.__class__ in PLAIN else _followed(item, root) for item in value]
    passed: set[ValueSource] = set()
    while (source := source_of(value, ATTRIBUTE)) is not None and source not in passed:
        if source in root.followed:
            value = root.followed[source]
            break
        passed.add(source)
        found = _before(source, root)
        after = source_of(found, ATTRIBUTE, REFERENCE)
        if after is None or after in passed:
            passed.discard(source)  # the value stays, and whether it is hidden is its own
            break
        value = found
    root.followed.update(dict.fromkeys(passed, value))
    return value


def _before(source: ValueSource, root: TemplateStack) -> Value:
    """Return the value that an attribute has from its resource; None where that is not known."""
    owner = root.at(source.name.split("/"))
    if not isinstance(owner, TemplateResource):
        return None
    scopes = owner.stack.scopes
    try:
        return renamed(owner.context.attribute(owner.resource, source.path), lambda name: absolute(name, scopes))
    except EvaluationError:
        return None


class TemplateResource(ExpandedResource):
    """A resource that a template has."""

    __slots__ = ()

    @property
    def kind(self) -> ResolvedType:
        if self._kind is None:
            self._kind = self.context.resolved_type(self.resource)
        return self._kind

    @property
    def written_type(self) -> str | None:
        return self.resource.type

    @property
    def enabled(self) -> bool | None:
        try:
            value = self.context.evaluation.condition_value(self.resource)
        except EvaluationError:
            return None
        return value if isinstance(value, bool) else None

    @property
    def given(self) -> dict[str, Value] | None:
        part = self.context.template.part(self.resource, "properties")
        return self.context.section(part.snippet)[0] if part is not None else {}

    @property
    def properties(self) -> dict[str, Value] | None:
        checked = self.context.properties(self.resource)
        return checked.values if checked is not None else self.given

    @property
    def metadata(self) -> Value:
        from hotlint.dry_run.definitions import field_value  # few ask for it

        return field_value(self.context, self.resource, "metadata")

    @property
    def dependencies(self) -> tuple[Dependency, ...]:
        resources = self.stack.resources
        needs = dict.fromkeys(self._needs())
        return tuple(Dependency(self, resources[n], k) for n, k in needs if n in resources and n != self.name)

    @property
    def added(self) -> tuple[Dependency, ...]:
        order = self.template_stack.order
        names = heat_types.waited_for(self, order) if self.name in order.single else ()
        return tuple(Dependency(self, self.stack.resources[name], ADDED) for name in names)

    def _needs(self) -> Iterator[tuple[str, str]]:
        """Yield the names that the resource refers to, each with the kind of the dependency."""
        evaluation = self.context.evaluation
        yield from ((str(node.value), "depends_on") for node in self.resource.depends_on())
        for part in self.context.template.parts_of(self.resource):
            for call in part.calls:
                if evaluation.is_taken(call):
                    kind = "get_attr" if call.function.takes("attribute") else "get_resource"
                    yield from ((t.name, kind) for t in call.targets if t.kind in ("resource", "ref"))

    def _uses(self) -> list[Use]:
        return self.context.uses(self.resource)

    @property
    def uses_template(self) -> bool:
        try:
            uses = self._uses()
        except (EvaluationError, RecursionError):
            return False
        return bool(uses) and (not uses[0].member or uses[0].type_name == INLINE)


class GroupMember(ExpandedResource):
    """A member of a group, of the definition `use`."""

    __slots__ = ("_given", "_properties", "group", "use")

    def __init__(self, name: str, stack: MemberStack, use: Use) -> None:
        super().__init__(name, stack, stack.group.resource)
        self.group = stack.group
        self.use = use
        self._given: dict[str, Value] | None = None
        self._properties: dict[str, Value] | None = None

    @property
    def written_name(self) -> str:
        return self.resource.name

    @property
    def kind(self) -> ResolvedType:
        return self.use.kind

    @property
    def written_type(self) -> str | None:
        return self.use.type_name

    @property
    def path(self) -> tuple[str | int, ...]:
        return self.use.path

    @property
    def is_certain(self) -> bool:
        return self.group.is_certain

    @property
    def is_any(self) -> bool:
        return self.use.size is None

    @property
    def number(self) -> int:
        size = self.use.size or 1
        is_second = self.use.is_alike and size > 1 and self.name != next(self.use.names(1))
        return super().number * (size - 1 if is_second else 1)

    @property
    def given(self) -> dict[str, Value] | None:
        if self._given is None:
            self._given = self.use.values(self.name)
        return self._given

    @property
    def properties(self) -> dict[str, Value] | None:
        if self._properties is None:
            values, type_ = self.given, self.use.kind.type
            if values is None or not isinstance(type_, ResourceType):
                return values
            self._properties = check_properties(type_, values).values
        return self._properties

    @property
    def metadata(self) -> Value:
        return self.use.metadata

    def _uses(self) -> list[Use]:
        return [self.use] if self.uses_template else self.context.uses_within(self.resource, self.use, self.name)

    @property
    def uses_template(self) -> bool:
        return self.use.kind.location is not None


class TemplateStack(Stack):
    """The stack of a template in its context."""

    __slots__ = ("_creation", "_judged", "_order", "_resources", "context", "followed")
    owner: ExpandedResource | None

    def __init__(self, context: TemplateContext, owner: ExpandedResource | None = None) -> None:
        super().__init__(owner)
        self.context = context
        self.followed: dict[ValueSource, Value] = {}
        """What the attributes are that other resources of this deployment take."""
        self._resources: dict[str, TemplateResource] | None = None
        self._judged: list[ExpandedResource] | None = None
        self._order: CreationOrder | None = None
        self._creation: CreationOrder | None = None

    @property
    def judged(self) -> list[ExpandedResource]:
        """The resources that are not disabled and of a type of Heat, with known properties; of a group, a member stands for all.

        It is the first member of each definition.
        """
        if self._judged is None:
            self._judged = list(filter(_is_known, self._singles_and_first_members()))
        return self._judged

    def _singles_and_first_members(self) -> Iterator[ExpandedResource]:
        for record in self.resources.values():
            if not record.written_type or record.enabled is False:
                continue
            type_ = record.kind.type
            if isinstance(type_, ResourceType) and not type_.any_properties:
                yield record
            group = record.inside if not record.uses_template else None
            yield from group.kinds() if isinstance(group, MemberStack) else ()

    @property
    def order(self) -> CreationOrder:
        """The dependencies that Heat finds when it validates the stack."""
        if self._order is None:
            every = self.resources.items()
            stated = {name: frozenset(one.target.name for one in owner.dependencies) for name, owner in every}
            self._order = CreationOrder(self.judged, stated, heat_types.waited_for, self._early)
        return self._order

    def _early(self, place: str) -> Value:
        """Return what Heat has for an id while it makes the stack; that of a resource in a stack around it is known by then."""
        start = "".join(f"{name}/" for name in self.address)
        resource = self.context.template.resources.get(place.removeprefix(start)) if place.startswith(start) else None
        return id_before_creation(self.context.references(), resource) if resource is not None else f"id of {place}"

    @property
    def resources(self) -> Mapping[str, TemplateResource]:
        if self._resources is None:
            found = self.context.template.resources.items()
            self._resources = {name: TemplateResource(name, self, resource) for name, resource in found}
        return self._resources

    @property
    def count(self) -> int | None:
        return len(self.context.template.resources)

    @property
    def scope(self) -> TemplateStack:
        return self

    def is_after(self, name: str, other: str) -> bool:
        if self._creation is None:
            self._creation = self.order.of_creation()
        return self._creation.is_after(name, other)


def _is_known(record: ExpandedResource) -> bool:
    """Return whether a resource is of a type of Heat, and its properties are known."""
    kind = record.kind
    return kind.location is None and isinstance(kind.type, ResourceType) and record.properties is not None


class MemberStack(Stack):
    """The stack that Heat makes for the members of a group. `uses` are their definitions."""

    __slots__ = ("_made", "_resources", "group", "uses")

    def __init__(self, group: ExpandedResource, uses: list[Use]) -> None:
        super().__init__(group)
        self.group = group
        self.uses = uses
        self._made: dict[str, GroupMember] = {}
        self._resources: Mapping[str, GroupMember] | None = None

    @property
    def resources(self) -> Mapping[str, GroupMember]:
        if self._resources is None:
            self._resources = {member.name: member for member in self.first(EXPANSION_LIMIT)}
        return self._resources

    @property
    def count(self) -> int | None:
        sizes = [use.size for use in self.uses]
        return None if None in sizes else sum(max(size, 0) for size in sizes if size is not None)

    @property
    def scope(self) -> Stack:
        return self.group.stack.scope

    def is_after(self, name: str, other: str) -> bool:
        """Return whether the group is a chain of resources that Heat makes one by one."""
        known, names = heat_types.of(self.group.type), list(self.resources)
        if known.group != "chain" or self.group.values.get("concurrent") is not False:
            return False
        return names.index(name) > names.index(other)

    def first(self, limit: int, use: Use | None = None) -> list[GroupMember]:
        """Return the first members, those of one definition if it is given; no others are made."""
        uses = self.uses if use is None else [use]
        return [self._member(name, each) for name, each in islice(_names(uses, limit), limit)]

    def kinds(self) -> Iterator[GroupMember]:
        """Yield the first member of each definition: the members of one definition have the same properties but for an index."""
        for use in self.uses:
            yield from self.first(1, use)

    def _member(self, name: str, use: Use) -> GroupMember:
        if name not in self._made:
            self._made[name] = GroupMember(name, self, use)
        return self._made[name]


def _names(uses: list[Use], limit: int) -> Iterator[tuple[str, Use]]:
    """Yield the names of the members, each with its definition; one name where their number is not known."""
    for use in uses:
        if use.size is None:
            yield use.member, use
        else:
            yield from ((name, use) for name in use.names(limit))
