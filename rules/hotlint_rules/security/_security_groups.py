"""Shared by the rules on security groups: the rules that a resource states, as far as they are known."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.template import node_at
from hotlint.common.records import NamedTuple
from hotlint.language.values import MARKS, EvaluationError, Partial
from hotlint.resource_types.validation.model import Path
from hotlint.rule import Entry, Node, Resource, RuleContext

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Any

TYPES = frozenset({"OS::Neutron::SecurityGroup", "OS::Neutron::SecurityGroupRule", "AWS::EC2::SecurityGroup"})
_LISTS = {"OS::Neutron::SecurityGroup": ("rules",), "AWS::EC2::SecurityGroup": ("SecurityGroupIngress",)}
_NAMES = {
    "protocol": ("protocol", "IpProtocol"),
    "lowest": ("port_range_min", "FromPort"),
    "highest": ("port_range_max", "ToPort"),
    "remote": ("remote_ip_prefix", "CidrIp"),
    "direction": ("direction",),
    "group": ("remote_group", "remote_group_id", "SourceSecurityGroupId", "SourceSecurityGroupName"),
    "mode": ("remote_mode",),
}
UNKNOWN = object()
"""Stands for what is not known."""


class PortRule(NamedTuple):
    """One rule: its values by the keys of `_NAMES` (None where one is not given, UNKNOWN where not known), and its place."""

    values: dict[str, Any]
    node: Node
    entry: Entry | None

    def port(self, name: str) -> int | None:
        """Return a port as a number; None where it is not given, not known, or not a number."""
        value = self.values[name]
        try:
            return int(value) if isinstance(value, int | str) and not isinstance(value, bool) else None
        except ValueError:
            return None


def port_rules(resource: Resource, ctx: RuleContext) -> list[PortRule]:
    """Return the rules of a security group, or the one that a resource is."""
    return ctx.memoize(("port rules", resource.name), lambda: list(_port_rules(resource, ctx)))


def _port_rules(resource: Resource, ctx: RuleContext) -> Iterator[PortRule]:
    part = ctx.template.part(resource, "properties")
    if part is None:
        return
    try:
        value = ctx.template_context.evaluation.value(part)
    except EvaluationError:
        return
    value = value.known if isinstance(value, Partial) else value
    misspelled = _misspelled(resource, ctx)
    path = _LISTS.get(ctx.template_context.resolved_type(resource).type.name)
    if path is None:
        yield from () if () in misspelled else _rule(value, part.node, None)
        return
    rules = value.get(path[0]) if isinstance(value, dict) else None
    rules = rules.known if isinstance(rules, Partial) else rules
    for index, rule in enumerate(rules if isinstance(rules, list) else ()):
        node, entry = node_at(part.node, (*path, index))
        yield from () if (*path, index) in misspelled else _rule(rule, node, entry)


def _misspelled(resource: Resource, ctx: RuleContext) -> set[Path]:
    """Return the places with a property that the type does not have: what a rule there would state is not known."""
    checked = ctx.template_context.properties(resource)
    problems = checked.problems if checked is not None else ()
    return {p.path[:-1] for p in problems if p.kind == "unknown-property"}


def _rule(value: Any, node: Node, entry: Entry | None) -> Iterator[PortRule]:
    is_open = isinstance(value, Partial)
    value = value.known if isinstance(value, Partial) else value
    if isinstance(value, dict):
        yield PortRule({key: _first(value, names, is_open) for key, names in _NAMES.items()}, node, entry)


def _first(value: dict[Any, Any], names: tuple[str, ...], is_open: bool) -> Any:
    for name in names:
        if name in value and value[name] is not None:
            return UNKNOWN if isinstance(value[name], MARKS) else value[name]
    return UNKNOWN if is_open else None
