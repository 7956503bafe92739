"""The rules on the ports that security groups open."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint import heat_types
from hotlint.analysis.composition.value_origins import snippet_at
from hotlint.analysis.template import node_at
from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple
from hotlint.heat_types.aws.ec2_security_group import EC2SecurityGroup
from hotlint.heat_types.neutron.security_group import SecurityGroup
from hotlint.heat_types.neutron.security_group_rule import SecurityGroupRule
from hotlint.language.functions.base import Snippet
from hotlint.language.values import MARKS, EvaluationError, Partial
from hotlint.resource_types.validation.model import Path
from hotlint.rule import Checked, Entry, Example, Node, Resource, Rule, RuleContext, Target

TYPES = frozenset((*SecurityGroup.types, *EC2SecurityGroup.types, *SecurityGroupRule.types))
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
    """One rule, with its place and the snippets of its values.

    The values are by the keys of `_NAMES`: None where one is not given, UNKNOWN where not known.
    """

    values: dict[str, Any]
    node: Node
    entry: Entry | None
    snippets: list[Snippet]

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
    name = heat_types.of(ctx.template_context.resolved_type(resource).type.name).ingress
    if not name:
        yield from () if () in misspelled else _rule(value, part.node, None, part.snippet)
        return
    rules = value.get(name) if isinstance(value, dict) else None
    rules = rules.known if isinstance(rules, Partial) else rules
    for index, rule in enumerate(rules if isinstance(rules, list) else ()):
        node, entry = node_at(part.node, (name, index))
        snippet = snippet_at(part.snippet, (name, index))
        yield from () if (name, index) in misspelled else _rule(rule, node, entry, snippet)


def _misspelled(resource: Resource, ctx: RuleContext) -> set[Path]:
    """Return the places with a property that the type does not have: what a rule there would state is not known."""
    checked = ctx.template_context.properties(resource)
    problems = checked.problems if checked is not None else ()
    return {p.path[:-1] for p in problems if p.kind == "unknown-property"}


def _rule(value: Any, node: Node, entry: Entry | None, snippet: Snippet) -> Iterator[PortRule]:
    is_open = isinstance(value, Partial)
    value = value.known if isinstance(value, Partial) else value
    if isinstance(value, dict):
        names = [name for names in _NAMES.values() for name in names]
        snippets = [snippet.get(name) for name in names] if isinstance(snippet, dict) else [snippet]
        yield PortRule({key: _first(value, names, is_open) for key, names in _NAMES.items()}, node, entry, snippets)


def _first(value: dict[Any, Any], names: tuple[str, ...], is_open: bool) -> Any:
    for name in names:
        if name in value and value[name] is not None:
            return UNKNOWN if isinstance(value[name], MARKS) else value[name]
    return UNKNOWN if is_open else None


_PORTS = {22: "SSH", 23: "Telnet", 3389: "RDP", 5900: "VNC", 5985: "WinRM", 5986: "WinRM"}
_PROTOCOLS = ("tcp", "6", "any", "-1", "0")
_WORLD = ("0.0.0.0/0", "::/0")


class OpenManagementPort(Rule):
    """A security group lets everyone connect to a port that machines are managed by.

    SSH, Telnet, RDP, VNC and WinRM that the whole internet can reach are attacked within minutes. State the network that machines are
    managed from as `remote_ip_prefix`, or a `remote_group`.
    """

    code = "HOT906"
    name = "open-management-port"
    severity = "info"
    category = "security"
    profiles = {"security": "error"}
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  group:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
        - {protocol: tcp, port_range_min: 20, port_range_max: 25}
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        - {protocol: tcp, port_range_min: 443, port_range_max: 443}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  office: {type: string}
resources:
  group:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
        - {protocol: tcp, port_range_min: 22, port_range_max: 22, remote_ip_prefix: 10.0.0.0/8}
        - {protocol: tcp, port_range_min: 22, port_range_max: 22, remote_ip_prefix: {get_param: office}}
        - {protocol: tcp, port_range_min: 22, port_range_max: 22, remote_mode: remote_group_id}
        - {protocol: tcp, port_range_min: 22, port_range_max: 22, direction: egress}
        - {protocol: udp, port_range_min: 1, port_range_max: 65535}
        - {protocol: icmp}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        for rule in port_rules(resource, ctx) if ctx.has_type(resource, TYPES) else ():
            name = _open_to_all(rule)
            if name is not None:
                message = (
                    f"security group rule of '{resource.name}' allows {name} from any address; limit 'remote_ip_prefix'"
                )
                yield ctx.report(Target(rule.node), message, values=rule.snippets)


def _open_to_all(rule: PortRule) -> str | None:
    """Return the name of a management port that a rule opens to everyone; None when it opens none for certain."""
    values = rule.values
    if UNKNOWN in values.values() or values["direction"] not in (None, "ingress"):
        return None
    if values["group"] is not None or values["mode"] not in (None, "remote_ip_prefix"):
        return None
    if values["remote"] not in (None, *_WORLD) or str(values["protocol"] or "any").lower() not in _PROTOCOLS:
        return None
    lowest, highest = rule.port("lowest"), rule.port("highest")
    if values["lowest"] is None and values["highest"] is None:
        return "every port"
    if lowest is None or highest is None:
        return None
    opened = [f"{name} (port {port})" for port, name in _PORTS.items() if lowest <= port <= highest]
    return opened[0] if opened else None
