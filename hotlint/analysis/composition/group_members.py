"""The types that a resource uses: its own template, or the members that Heat creates for a group.

A group's members are in a stack of their own between the group's template and theirs. Heat validates one member for all
(`Use.member`): the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hotlint import heat_types
from hotlint.analysis.composition.uses import DEPTH_LIMIT, INLINE, Path, Use
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.environments.registry import ResolvedType
from hotlint.analysis.evaluator import Evaluation, calls_in
from hotlint.analysis.files.project import Project
from hotlint.analysis.template import Resource, node_at
from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple
from hotlint.heat_types.base import HeatType
from hotlint.language.functions.base import STRUCTURED, Call, Snippet
from hotlint.language.origins import REFERENCE, ValueSource, id_of
from hotlint.language.values import OMITTED, EvaluationError, Partial, Unknown, Value, is_known
from hotlint.resource_types.catalog import NoSuchType, ResourceType
from hotlint.syntax.nodes import Node, Scalar


class GroupStack(NamedTuple):
    """The stack that a group is in: its template's path, environment and evaluation, and the number of stacks above it.

    `offline`: see `TemplateContext`.
    """

    project: Project
    path: str
    environment: Environment
    evaluation: Evaluation
    depth: int
    offline: bool


def members_of(stack: GroupStack, resource: Resource, known: HeatType) -> list[Use]:
    """Return the types of the members of a group, a resource of a type with a `group`."""
    return list(_GROUPS[known.group](_Group(stack, known, resource))) if "properties" in resource.fields else []


def uses_within(stack: GroupStack, resource: Resource, use: Use, member: str) -> list[Use]:
    """Return the types that a member of a group uses, when it is a group itself."""
    type_ = use.kind.type
    known = heat_types.of(type_.name) if isinstance(type_, ResourceType) and use.kind.location is None else None
    if known is None or not known.group or "properties" not in resource.fields or use.depth >= DEPTH_LIMIT:
        return []
    return [
        inner._replace(via=(*use.via, member))
        for inner in _GROUPS[known.group](_Group(stack, known, resource, use, member))
    ]


class _Group:
    """A group that is being expanded: the resource itself, or a `member` of one of the resource's uses."""

    def __init__(
        self, stack: GroupStack, known: HeatType, resource: Resource, use: Use | None = None, member: str = ""
    ) -> None:
        self.stack = stack
        self.known = known
        self.resource = resource
        self.outer = use
        self.steps = (resource.name,) if use is None else (resource.name, *use.via, member)
        self.depth = stack.depth if use is None else use.depth
        self.environment = (stack if use is None else use).environment.for_child({}, member or resource.name)
        part = stack.evaluation.template.part(resource, "properties")
        if use is not None:
            self.values = use.values(member) or {}
        else:
            self.values = section_values(stack.evaluation, part.snippet)[0] or {} if part is not None else {}

    def value(self, name: str, *types: type) -> Any:
        """Return a property's value where it is known and of one of these types; else None."""
        found = self.values.get(name)
        if isinstance(found, Partial):
            found = found.known
        return found if isinstance(found, types) and not isinstance(found, bool) else None

    def number(self, name: str) -> int | None:
        """Return a property's value as an integer; None where it is not known to be one."""
        found = self.value(name, int, float, str)
        try:
            return None if found is None else int(found)
        except (ValueError, OverflowError):
            return None

    def at_least(self, size: int | None) -> int | None:
        """Return the size of a scaling group, at least the number of members that run: an update looks at all of them."""
        running = self.stack.evaluation.inputs.running
        members = running.nested(self.steps) if running is not None else None
        return size if members is None else max(size or 0, members.size())

    def removed(self) -> frozenset[str]:
        """Return the names that no member of a numbered group has: Heat remembers those that it removed in earlier updates."""
        running = self.stack.evaluation.inputs.running
        policies, mode = (self.values.get(name) for name in ("removal_policies", "removal_policies_mode"))
        found = running.removed(self.steps, policies, mode) if running is not None else None
        return frozenset(map(str, removed_names(policies))) if found is None else found

    def path(self, path: Path) -> Path:
        """Return a path in the group's properties as one in the resource's."""
        return path if self.outer is None else (*self.outer.path, *path)

    def node(self, path: Path) -> Node:
        """Return the node at a path in the group's properties."""
        return node_at(self.resource.fields["properties"].value, self.path(path))[0]

    def use(self, type_name: Value, path: Path, member: str, properties: Value, at: Path, **more: Any) -> Iterator[Use]:
        """Yield the use of the type that the value at `path` names, with the properties at `at`; none for an unknown type."""
        if isinstance(type_name, int) and path[0] == "resource_def":
            type_name = str(type_name)  # Heat converts what its schema says is a string
        if not isinstance(type_name, str) or not type_name:
            return
        project, stack = self.stack.project, self.stack
        kind = project.resolve_type(type_name, member, self.environment, stack.path)
        if self.environment.registry and path[0] != "resource":
            outside = project.resolve_type(
                type_name, "", stack.environment, stack.path
            )  # Heat looks there first, for some groups
            kind = outside if isinstance(outside.type, NoSuchType) else kind
        given = properties.known if isinstance(properties, Partial) else {} if properties is None else properties
        known = given if isinstance(given, dict) else None
        partial = isinstance(properties, Partial)
        use = Use(
            type_name, self.node(path), kind, None if partial else known, self.path(at), self.environment, self.depth + 1,
            member, **more,
        )  # fmt: skip
        if use.spells_calls:
            from hotlint.analysis.composition.spelled_calls import members_template  # values seldom spell calls

            outer = (stack if self.outer is None else self.outer).environment
            spelled, evaluation, calls = members_template(project, stack.path, outer, stack.evaluation.meter, use)
            values = {**(use.properties or {}), **(section_values(evaluation, calls)[0] or {})}
            use = use._replace(properties=values, spelled=spelled)
        yield use


def _resource_group(group: _Group) -> Iterator[Use]:
    definition = group.value("resource_def", dict)
    size = 1 if group.values.get("count") is None else group.number("count")
    if definition is None:
        return
    variable = group.value("index_var", str) or "%index%" if is_known(group.values.get("index_var")) else None
    skipped = group.removed()
    first = next(n for n in map(str, range(len(skipped) + 1)) if n not in skipped)
    yield from group.use(
        definition.get("type"), ("resource_def", "type"), first, definition.get("properties"),
        ("resource_def", "properties"), size=size, index_var=variable or "", skipped=skipped,
        metadata=definition.get("metadata"),
    )  # fmt: skip


def removed_names(policies: Value) -> Iterator[str | int]:
    """Yield the names, or ids, of the members that removal policies remove: Heat does not create these."""
    for policy in policies if isinstance(policies, list) else ():
        listed = policy.get("resource_list") if isinstance(policy, dict) else None
        for name in listed if isinstance(listed, list) else ():
            if isinstance(name, str | int):
                yield name


def _scaling_group(group: _Group) -> Iterator[Use]:
    definition = group.value("resource", dict)
    if definition is None:
        return
    size = group.number("min_size") if not group.values.get("desired_capacity") else group.number("desired_capacity")
    yield from group.use(
        definition.get("type"), ("resource", "type"), "member", definition.get("properties"), ("resource", "properties"),
        size=group.at_least(size), metadata=definition.get("metadata"),
    )  # fmt: skip


def _chain(group: _Group) -> Iterator[Use]:
    properties = group.values.get("resource_properties")
    for index, type_name in enumerate(group.value("resources", list) or ()):
        yield from group.use(
            type_name, ("resources", index), str(index), properties, ("resource_properties",), listed=(str(index),)
        )  # fmt: skip


def _instances(group: _Group) -> Iterator[Use]:
    """Yield the servers of an AWS-compatible group, as its launch configuration describes them: only for the dry run."""
    template = group.stack.evaluation.template
    own = template.part(group.resource, "properties") if group.outer is None else None
    written = own.snippet.get("LaunchConfigurationName") if own is not None and isinstance(own.snippet, dict) else None
    configuration = group.values.get("LaunchConfigurationName")
    if isinstance(written, Call) and written.function.takes("resource") and written.targets:
        source = template.resources.get(written.targets[0].name)  # also where it runs, so that its name is known
    else:
        source = template.resources.get(id_of(configuration) or "")
    part = template.part(source, "properties") if source is not None else None
    if part is None or not group.stack.offline:
        return
    values, _ = section_values(group.stack.evaluation, part.snippet)
    size = group.number(next((n for n in ("Size", "DesiredCapacity") if group.values.get(n)), "MinSize"))
    at = ("LaunchConfigurationName",)
    tags = group.values.get("Tags") or []
    name = Unknown(
        f"the id of '{group.resource.name}' is known once it is created",
        "string",
        ValueSource(REFERENCE, group.resource.name),
    )
    if values is not None and isinstance(tags, list):
        values = {**values, "Tags": [*tags, {"Key": "metering.groupname", "Value": name}]}
    yield from group.use(group.known.member_type, at, "member", values, at, size=group.at_least(size))


def _deployments(group: _Group) -> Iterator[Use]:
    """Yield a deployment for each server: only for the dry run."""
    servers = group.value("servers", dict)
    if not servers or not group.stack.offline:
        return
    names = tuple(map(str, servers))
    common = {n: v for n, v in group.values.items() if n != "servers" and v is not None}
    own = {name: {"server": server} for name, server in zip(names, servers.values(), strict=True)}
    kind = group.known.member_type
    yield from group.use(kind, ("servers",), names[0], common, (), size=len(names), listed=names, own=own)


def _stack(group: _Group) -> Iterator[Use]:
    """Yield the template of OS::Heat::Stack, which is the string of a property, mostly the text of a file."""
    if group.outer is not None:
        return  # its template differs by member, and is in no file

    part = group.stack.evaluation.template.part(group.resource, "properties")
    snippet = part.snippet.get("template") if part is not None and isinstance(part.snippet, dict) else None
    node = group.node(("template",))
    project, path = group.stack.project, group.stack.path
    environment = group.stack.environment.for_child({}, group.resource.name)
    location = None
    if isinstance(snippet, Call) and snippet.function.takes("file") and isinstance(snippet.args, str):
        location = project.locate(snippet.args, path)
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
        yield Use(INLINE, node, kind, known, ("parameters",), environment, group.stack.depth + 1, "stack")


_GROUPS: dict[str, Callable[[_Group], Iterator[Use]]] = {
    "numbered": _resource_group,
    "scaled": _scaling_group,
    "instances": _instances,
    "chain": _chain,
    "deployments": _deployments,
    "stack": _stack,
}
"""How each kind of group (`HeatType.group`) makes its members."""


def section_values(evaluation: Evaluation, snippet: Snippet) -> tuple[dict[str, Value] | None, ReferringItems]:
    """Return the values of a section of a resource (None: not a mapping), and which of them refer to resources."""
    if not isinstance(snippet, dict):
        value = _value(evaluation, snippet)
        return (value if isinstance(value, dict) else None), ReferringItems({})
    values = {}
    for name, item in snippet.items():
        value = _value(evaluation, item) if item.__class__ in STRUCTURED else item
        if value is not OMITTED:
            values[name] = value
    return values, ReferringItems(snippet)


def _value(evaluation: Evaluation, snippet: Snippet) -> Value:
    try:
        return evaluation.resolve(snippet, nullable=True)
    except EvaluationError:
        return Unknown("it cannot be evaluated")


class ReferringItems:
    """The names of those items of a mapping in which get_resource or get_attr occur, each looked for once, on demand."""

    __slots__ = ("_known", "_snippet")

    def __init__(self, snippet: dict[str, Snippet]) -> None:
        self._snippet = snippet
        self._known: dict[object, bool] = {}

    def __contains__(self, name: object) -> bool:
        if name not in self._known:
            calls = calls_in(self._snippet.get(name))  # type: ignore[call-overload]
            self._known[name] = any(t.kind in ("resource", "ref") for call in calls for t in call.targets)
        return self._known[name]
