"""What resources make use of: templates that they stand for, and the members of groups, as Heat makes these.

A group's members live in a stack of their own between the group's template and theirs. Heat checks one member for all
(`Use.member`): the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from hotlint.analysis.environment import Environment
from hotlint.analysis.evaluator import Given, unknown_attribute
from hotlint.analysis.locations import locate
from hotlint.analysis.template import Resource, node_at
from hotlint.language.functions.base import Call
from hotlint.language.functions.value_access import take
from hotlint.language.values import Either, EvaluationError, Partial, PartialText, Unknown, Value, is_known
from hotlint.resource_types.catalog import NoSuchType, ResourceType
from hotlint.syntax.nodes import Node, Scalar

if TYPE_CHECKING:
    from hotlint.analysis.context import ResolvedType, TemplateContext

Path = tuple[str | int, ...]
INLINE = "the template"
"""What stands for the type of a stack whose template is a text (OS::Heat::Stack)."""
INSTANCE_TYPE = "AWS::EC2::Instance"
"""What instance groups make, whatever an environment says of OS::Heat::ScaledResource."""
MEMBER_LIMIT = 50
"""Members of a group whose attributes are worked out, at most."""


class Use(NamedTuple):
    """One use of a type by a resource.

    `node` is where the type is named. `properties` are the values it is given (None where they are not known at all),
    `path` leads to them from the resource's properties. `member` is the name of the first member of a group, "" for the
    resource itself; `size` how many there are to be, where that is known. `environment` and `depth` are those of the
    stack that the used type is in. `listed` names the members where Heat does not number them, and `own` has what each
    is given besides; `via` are the members of the groups around, for a group that is a member itself.
    """

    type_name: str
    node: Node
    kind: ResolvedType
    properties: dict[str, Value] | None
    path: Path
    environment: Environment
    depth: int
    member: str = ""
    size: int | None = 1
    index_var: str | None = None
    skipped: frozenset[str] = frozenset()
    metadata: Value = None
    listed: tuple[str, ...] = ()
    own: Mapping[str, dict[str, Value]] = {}
    via: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.member} {self.path}"

    def names(self, limit: int) -> Iterator[str]:
        """The names of the members, as far as Heat numbers them: at most `limit`."""
        wanted = min(limit, self.size if self.size is not None else 0)
        if self.listed:
            yield from self.listed[:limit]
            return
        if self.index_var is None:
            yield from (str(n) for n in range(wanted))
            return
        number = 0
        while wanted > 0:
            if str(number) not in self.skipped:
                wanted -= 1
                yield str(number)
            number += 1

    def values(self, member: str | None = None) -> dict[str, Value] | None:
        """The properties of one member, its index put in; None where they are not known at all."""
        name = self.member if member is None else member
        if self.properties is not None and name in self.own:
            return {**self.properties, **self.own[name]}
        if not self.index_var or self.properties is None:
            return self.properties
        return {k: indexed(v, self.index_var, name) for k, v in self.properties.items()}


def uses_of(unit: TemplateContext, resource: Resource) -> list[Use]:
    """See `TemplateContext.uses`."""
    kind = unit.kind_of(resource)
    entry = resource.fields.get("type")
    if entry is None or not resource.type:
        return []
    if kind.location is not None:
        checked = unit.properties(resource)
        values = {n: v for n, v in checked.values.items() if v is not None} if checked is not None else None
        return [Use(resource.type, entry.value, kind, values, (), unit.environment, unit.depth)]
    made = _GROUPS.get(kind.type.name) if isinstance(kind.type, ResourceType) else None
    return list(made(_Group(unit, resource))) if made is not None and "properties" in resource.fields else []


def uses_within(unit: TemplateContext, resource: Resource, use: Use, member: str) -> list[Use]:
    """What the member of a group makes use of, when it is a group itself."""
    type_ = use.kind.type
    made = _GROUPS.get(type_.name) if isinstance(type_, ResourceType) and use.kind.location is None else None
    if made is None or "properties" not in resource.fields or use.depth >= _depth_limit():
        return []
    found = made(_Group(unit, resource, use, member))
    return [inner._replace(via=(*use.via, member)) for inner in found]


class _Group:
    """A group while its members are made out. It is the resource itself, or a `member` by a use of the resource's."""

    def __init__(self, unit: TemplateContext, resource: Resource, use: Use | None = None, member: str = "") -> None:
        self.unit = unit
        self.resource = resource
        self.outer = use
        self.depth = unit.depth if use is None else use.depth
        self.environment = (unit if use is None else use).environment.for_child({}, member or resource.name)
        part = unit.template.part(resource, "properties")
        if use is not None:
            self.values = use.values(member) or {}
        else:
            self.values = unit.section(part.snippet)[0] or {} if part is not None else {}

    def value(self, name: str, *types: type) -> Any:
        """A property's value where it is known and of one of these types; else None."""
        found = self.values.get(name)
        if isinstance(found, Partial):
            found = found.known
        return found if isinstance(found, types) and not isinstance(found, bool) else None

    def number(self, name: str) -> int | None:
        """A property's value as a whole number; None where it is not known to be one."""
        found = self.value(name, int, float, str)
        try:
            return None if found is None else int(found)
        except (ValueError, OverflowError):
            return None

    def path(self, path: Path) -> Path:
        """A path in the group's properties as one in the resource's."""
        return path if self.outer is None else (*self.outer.path, *path)

    def node(self, path: Path) -> Node:
        return node_at(self.resource.fields["properties"].value, self.path(path))[0]

    def use(self, type_name: Value, path: Path, member: str, properties: Value, at: Path, **more: Any) -> Iterator[Use]:
        """A use of a type that the value at `path` names, with the properties at `at`; none when it is not known."""
        if not isinstance(type_name, str) or not type_name:
            return
        project, unit = self.unit.project, self.unit
        kind = project.kind(type_name, member, self.environment, unit.path)
        if self.environment.registry and path[0] != "resource":
            outside = project.kind(
                type_name, "", unit.environment, unit.path
            )  # Heat looks there first, for some groups
            kind = outside if isinstance(outside.type, NoSuchType) else kind
        given = properties.known if isinstance(properties, Partial) else {} if properties is None else properties
        known = given if isinstance(given, dict) else None
        partial = isinstance(properties, Partial)
        yield Use(
            type_name, self.node(path), kind, None if partial else known, self.path(at), self.environment, self.depth + 1,
            member, **more,
        )  # fmt: skip


def _resource_group(group: _Group) -> Iterator[Use]:
    definition = group.value("resource_def", dict)
    size = 1 if "count" not in group.values else group.number("count")
    if definition is None:
        return
    variable = group.value("index_var", str) or "%index%" if is_known(group.values.get("index_var")) else None
    skipped = frozenset(_removed(group.values.get("removal_policies")))
    first = next(n for n in map(str, range(len(skipped) + 1)) if n not in skipped)
    yield from group.use(
        definition.get("type"), ("resource_def", "type"), first, definition.get("properties"),
        ("resource_def", "properties"), size=size, index_var=variable or "", skipped=skipped,
        metadata=definition.get("metadata"),
    )  # fmt: skip


def _removed(policies: Value) -> Iterator[str]:
    """The members that removal policies name: those Heat does not make."""
    for policy in policies if isinstance(policies, list) else ():
        listed = policy.get("resource_list") if isinstance(policy, dict) else None
        for name in listed if isinstance(listed, list) else ():
            if isinstance(name, str | int):
                yield str(name)


def _scaling_group(group: _Group) -> Iterator[Use]:
    definition = group.value("resource", dict)
    if definition is None:
        return
    size = group.number("min_size") if not group.values.get("desired_capacity") else group.number("desired_capacity")
    yield from group.use(
        definition.get("type"), ("resource", "type"), "member", definition.get("properties"), ("resource", "properties"),
        size=size, metadata=definition.get("metadata"),
    )  # fmt: skip


def _chain(group: _Group) -> Iterator[Use]:
    properties = group.values.get("resource_properties")
    for index, type_name in enumerate(group.value("resources", list) or ()):
        yield from group.use(
            type_name, ("resources", index), str(index), properties, ("resource_properties",), size=None
        )  # fmt: skip


def _instances(group: _Group) -> Iterator[Use]:
    """The servers of a group of AWS's kind, which a launch configuration describes: for the dry run alone."""
    configuration = group.values.get("LaunchConfigurationName")
    named = configuration.origin if isinstance(configuration, Unknown) else ()
    source = group.unit.template.resources.get(str(named[1])) if len(named) == 2 and named[0] == "reference" else None
    part = group.unit.template.part(source, "properties") if source is not None else None
    if part is None or not group.unit.offline:
        return
    values, _ = group.unit.section(part.snippet)
    size = group.number(next((n for n in ("Size", "DesiredCapacity") if group.values.get(n)), "MinSize"))
    at = ("LaunchConfigurationName",)
    tags = group.values.get("Tags") or []
    name = Unknown(
        f"the id of '{group.resource.name}' is known once it is created", "string", ("reference", group.resource.name)
    )
    if values is not None and isinstance(tags, list):
        values = {**values, "Tags": [*tags, {"Key": "metering.groupname", "Value": name}]}
    yield from group.use(INSTANCE_TYPE, at, "member", values, at, size=size)


def _deployments(group: _Group) -> Iterator[Use]:
    """A deployment for each server: for the dry run alone."""
    servers = group.value("servers", dict)
    if not servers or not group.unit.offline:
        return
    kind = group.resource.type or ""
    made = "OS::Heat::StructuredDeployment" if "Structured" in kind else "OS::Heat::SoftwareDeployment"
    names = tuple(map(str, servers))
    common = {n: v for n, v in group.values.items() if n != "servers" and v is not None}
    own = {name: {"server": server} for name, server in zip(names, servers.values(), strict=True)}
    yield from group.use(made, ("servers",), names[0], common, (), size=len(names), listed=names, own=own)


def _stack(group: _Group) -> Iterator[Use]:
    """A stack whose template is the text of a property: of a file, mostly."""
    from hotlint.analysis.context import ResolvedType

    if group.outer is not None:
        return  # its template is made for each member anew, and nothing of that is in a file

    part = group.unit.template.part(group.resource, "properties")
    snippet = part.snippet.get("template") if part is not None and isinstance(part.snippet, dict) else None
    node = group.node(("template",))
    project, path = group.unit.project, group.unit.path
    environment = group.unit.environment.for_child({}, group.resource.name)
    location = None
    if isinstance(snippet, Call) and snippet.function.takes("file") and isinstance(snippet.args, str):
        location = locate(snippet.args, path)
    elif isinstance(snippet, str) and isinstance(node, Scalar):
        location = project.inline(f"{path}#{group.resource.name}", snippet)
    if location is not None:
        kind = ResolvedType(project.type_at(INLINE, location, environment), location)
        given = group.values.get("parameters")
        known = (
            {}
            if given is None
            else {n: v for n, v in given.items() if v is not None}
            if isinstance(given, dict)
            else None
        )
        yield Use(INLINE, node, kind, known, ("parameters",), environment, group.unit.depth + 1, "stack")


_GROUPS: dict[str, Callable[[_Group], Iterator[Use]]] = {
    "OS::Heat::ResourceGroup": _resource_group,
    "OS::Heat::AutoScalingGroup": _scaling_group,
    "OS::Heat::ResourceChain": _chain,
    "OS::Heat::Stack": _stack,
    "OS::Heat::InstanceGroup": _instances,
    "AWS::AutoScaling::AutoScalingGroup": _instances,
    "OS::Heat::SoftwareDeploymentGroup": _deployments,
    "OS::Heat::SoftwareDeployments": _deployments,
    "OS::Heat::StructuredDeploymentGroup": _deployments,
    "OS::Heat::StructuredDeployments": _deployments,
}


def indexed(value: Value, variable: str, index: str) -> Value:
    """A value of a member's properties with the index of the member in place of the index variable."""
    if isinstance(value, str):
        return value.replace(variable, index)
    if isinstance(value, dict):
        return {k: indexed(v, variable, index) for k, v in value.items()}
    if isinstance(value, list):
        return [indexed(v, variable, index) for v in value]
    if isinstance(value, PartialText):
        return PartialText(tuple(p.replace(variable, index) if isinstance(p, str) else p for p in value.parts))
    if isinstance(value, Partial):
        return Partial(indexed(value.known, variable, index), value.rest)
    return value


def child_of(unit: TemplateContext, resource: Resource, use: Use, member: str | None) -> TemplateContext | None:
    """See `TemplateContext.child_of`."""
    location = use.kind.location
    if (
        location is None
        or location.path is None
        or use.depth >= _depth_limit()
        or not isinstance(use.kind.type, ResourceType)
    ):
        return None
    origin = f"the resource '{resource.name}' of {unit.path}"
    values = use.values(member) or {}
    given = {n: Given(scoped(v, PARENT), origin) for n, v in values.items() if v is not None}
    environment = use.environment.for_child(given, member or use.member or resource.name, use.kind.mapped)
    child = unit.project.unit(
        location.path, environment, complete=use.properties is not None, chain=(*unit.chain, unit.path),
        depth=use.depth + 1, offline=unit.offline,
        facade=lambda what: _facade(unit, resource, use, what),
    )  # fmt: skip
    child.evaluation.meter = unit.evaluation.meter  # one budget for all that a template unfolds to
    return child


PARENT = "../"
"""Stands before names of the using template in the marks that it passes to a nested one."""


def scoped(value: Value, prefix: str) -> Value:
    """A value as another template sees it: what its unknown parts are named after lies elsewhere for that."""
    if isinstance(value, str | int | float | None):
        return value
    if isinstance(value, Unknown):
        if len(value.origin) < 2 or value.origin[0] not in ("attribute", "reference", "parameter"):
            return value
        kind, name, *rest = value.origin
        name = str(name)
        name = name.removeprefix(PARENT) if prefix != PARENT and name.startswith(PARENT) else prefix + name
        return value._replace(origin=(kind, name, *rest))
    if isinstance(value, dict):
        return {k: scoped(v, prefix) for k, v in value.items()}
    if isinstance(value, list):
        return [scoped(v, prefix) for v in value]
    if isinstance(value, PartialText):
        return PartialText(tuple(scoped(p, prefix) for p in value.parts))
    if isinstance(value, Either):
        return Either(value.condition, scoped(value.if_true, prefix), scoped(value.if_false, prefix))
    if isinstance(value, Partial):
        return Partial(scoped(value.known, prefix), scoped(value.rest, prefix))
    return value


def _depth_limit() -> int:
    from hotlint.analysis.context import DEPTH_LIMIT

    return DEPTH_LIMIT


_FACADE_DEFAULTS: dict[str, Value] = {"metadata": {}, "update_policy": {}, "deletion_policy": "Delete"}


def _facade(unit: TemplateContext, resource: Resource, use: Use, what: str) -> Value:
    """What the using template says of the resource that a template stands for."""
    if use.member:
        return use.metadata if what == "metadata" and use.metadata is not None else _FACADE_DEFAULTS[what]
    part = unit.template.part(resource, what)
    if part is None:
        return _FACADE_DEFAULTS[what]
    try:
        value = unit.evaluation.value(part)
    except EvaluationError:
        return Unknown(f"the {what} of the resource that uses this template")
    return _FACADE_DEFAULTS[what] if value is None else value


MIRRORED = {
    "OS::Heat::Value": ("value",),
    "OS::Heat::SoftwareConfig": ("config",),
    "OS::Neutron::Net": ("name",),
    "OS::Neutron::Port": ("name",),
    "OS::Neutron::Router": ("name",),
    "OS::Neutron::Subnet": ("name",),
    "OS::Nova::KeyPair": ("public_key",),
    "OS::Nova::Server": ("name",),
}
"""Attributes that are the property of the same name, where that is given: few, for a cloud may change what it is told."""


def attribute_of(unit: TemplateContext, resource: Resource, path: Sequence[Value]) -> Value:
    """See `TemplateContext.attribute`."""
    if path and isinstance(path[0], str):
        found = _attribute(unit, resource, path[0], list(path[1:]))
        if found is not None:
            value, steps = found
            for step in steps:
                value = take(value, step, None, number_text=False)
            return value
    return unknown_attribute(resource.name, path)


def _attribute(
    unit: TemplateContext, resource: Resource, name: str, steps: list[Value]
) -> tuple[Value, list[Value]] | None:
    """The value of an attribute and the steps that are still to be taken into it; None where it cannot be known."""
    kind = unit.kind_of(resource)
    mirrored = MIRRORED.get(kind.type.name, ()) if kind.location is None and isinstance(kind.type, ResourceType) else ()
    if name in mirrored:
        checked = unit.properties(resource)
        value = checked.values.get(name) if checked is not None and not checked.problems else None
        is_value = kind.type.name == "OS::Heat::Value"
        return (value, steps) if (is_value and value is not None) or (isinstance(value, str) and value) else None
    uses = unit.uses(resource)
    if len(uses) != 1:
        return None
    use = uses[0]
    if not use.member:
        return _output(unit.child(resource), name, steps, f"{resource.name}/")
    if use.index_var is None or use.size is None or use.size > MEMBER_LIMIT:
        return None
    if name == "attributes" and steps and isinstance(steps[0], str):
        every = {n: _member(unit, resource, use, n, steps[0], steps[1:]) for n in use.names(MEMBER_LIMIT)}
        return (every, []) if all(v is not None for v in every.values()) else None
    if name.startswith("resource.") and name.count(".") > 1:
        _, member, attribute = name.split(".", 2)
        one = _member(unit, resource, use, member, attribute, steps) if member in use.names(MEMBER_LIMIT) else None
        return (one, []) if one is not None else None
    if name in ("refs", "refs_map", "removed_rsrc_list", "attributes", "show") or "." in name:
        return None
    listed = [_member(unit, resource, use, n, name, steps) for n in use.names(MEMBER_LIMIT)]
    return (listed, []) if all(v is not None for v in listed) else None


def _member(unit: TemplateContext, resource: Resource, use: Use, member: str, name: str, steps: list[Value]) -> Value:
    """An attribute of one member of a group; None where it cannot be known."""
    found = _output(unit.child_of(resource, use, member), name, steps, f"{resource.name}/{member}/")
    if found is None:
        return None
    value, rest = found
    for step in rest:
        value = take(value, step, None, number_text=False)
    return value


def _output(
    child: TemplateContext | None, name: str, steps: list[Value], prefix: str
) -> tuple[Value, list[Value]] | None:
    output = child.template.outputs.get(name) if child is not None else None
    part = child.template.part(output, "value") if child is not None and output is not None else None
    if child is None or output is None or part is None or not child.evaluation.live(output):
        return None
    try:
        return scoped(child.evaluation.value(part), prefix), steps
    except EvaluationError:
        return None
