from __future__ import annotations

from hotlint.rule import Checked, Example, Rule, RuleContext, Template

_CLOUD = """\
snapshot: 1
cloud: office
networks:
- {name: web, id: 3b1c}
subnets:
- {name: web-v4, id: 5a0f, network_id: 3b1c, cidr: 10.1.0.0/24, used: [10.1.0.1-10.1.0.9]}
"""


class UnusableAddress(Rule):
    """A fixed address is outside of its subnet or in use, or a subnet overlaps another one of its network.

    hotlint compares the address with the snapshot that `cloud` or `target` names in .hotlint.yaml, and with the subnets of the
    template. Neutron refuses the address when Heat creates the stack. If the stack itself already uses the address, the
    finding is wrong: an update keeps the address.
    """

    code = "HOT523"
    name = "unusable-address"
    severity = "warning"
    looks_at = frozenset({"cloud"})
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: web
      fixed_ips: [{ip_address: 10.2.0.7}]
                               ^^^^^^^^
  other:
    type: OS::Neutron::Port
    properties:
      network: web
      fixed_ips: [{subnet: web-v4, ip_address: 10.1.0.7}]
                                               ^^^^^^^^
""",
            cloud=_CLOUD,
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: web
      fixed_ips: [{ip_address: 10.1.0.77}]
""",
            cloud=_CLOUD,
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if ctx.template_context.catalog.cloud is None:
            return ()
        from hotlint_rules.resources._address_checks import unusable  # only where a snapshot is used

        return unusable(ctx)
