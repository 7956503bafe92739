from __future__ import annotations

from hotlint.analysis.template import Template
from hotlint.linter.rule import Checked, Context, Example, Rule
from hotlint_rules.resources._cloud import named_things

_CLOUD = """\
snapshot: 1
cloud: office
networks:
- {name: public, external: true, id: 77aa}
- {name: web, external: false, id: 3b1c}
"""
_OUTSIDE = {
    ("OS::Neutron::FloatingIP", ("floating_network",)),
    ("OS::Neutron::Router", ("external_gateway_info", "network")),
    ("OS::Neutron::RouterGateway", ("network",)),
}


class NetworkNotExternal(Rule):
    """A floating IP or the gateway of a router is in a network that is not external.

    The cloud is the one whose snapshot `cloud` or `target` names in .hotlint.yaml. Neutron refuses it when the stack is created.
    """

    code = "HOT525"
    name = "network-not-external"
    severity = "warning"
    looks_at = frozenset({"cloud"})
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  address:
    type: OS::Neutron::FloatingIP
    properties:
      floating_network: web
                        ^^^
""",
            cloud=_CLOUD,
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  address:
    type: OS::Neutron::FloatingIP
    properties:
      floating_network: public
""",
            cloud=_CLOUD,
        )
    ]

    def check_template(self, template: Template, ctx: Context) -> Checked:
        cloud = ctx.unit.catalog.cloud
        for thing in named_things(ctx) if cloud is not None else ():
            assert cloud is not None
            if (thing.owner.type.name, thing.found.path) not in _OUTSIDE:
                continue
            found = cloud.find("neutron.network", thing.found.value)
            if len(found) == 1 and found[0].entry.get("external") is False:
                names = [t.name for t in cloud.things("neutron.network") if t.entry.get("external")]
                hint = f" ({', '.join(names[:5])})" if names else ""
                message = f"{thing.subject}: network '{found[0].name}' of cloud '{cloud.name}' is not external; use one that is{hint}"
                yield ctx.report(thing.owner.target(thing.found.path), message)
