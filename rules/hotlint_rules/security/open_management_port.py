from __future__ import annotations

from hotlint.rule import Checked, Example, Resource, Rule, RuleContext, Target
from hotlint_rules.security._security_groups import TYPES, UNKNOWN, PortRule, port_rules

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
    resource_types = TYPES
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
        for rule in port_rules(resource, ctx):
            name = _open_to_all(rule)
            if name is not None:
                message = f"security group rule of '{resource.name}' lets everyone connect to {name}; state 'remote_ip_prefix'"
                yield ctx.report(Target(rule.node), message)


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
