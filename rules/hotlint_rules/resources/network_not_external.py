from __future__ import annotations

from hotlint.rule import Checked, Example, Rule, RuleContext, Template

_CLOUD = """\
snapshot: 1
cloud: office
networks:
- {name: public, external: true, id: 77aa}
- {name: web, external: false, id: 3b1c}
"""


class NetworkNotExternal(Rule):
    """A floating IP or the gateway of a router is in a network that is not external.

    hotlint looks into the snapshot that `cloud` or `target` names in .hotlint.yaml. Neutron refuses the floating IP or the gateway
    when Heat creates the stack.
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

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if ctx.template_context.catalog.cloud is None:
            return ()
        from hotlint_rules.resources._names_in_cloud import not_external  # only where a snapshot is used

        return not_external(ctx)
