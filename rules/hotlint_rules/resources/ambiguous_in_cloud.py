from __future__ import annotations

from hotlint.rule import Checked, Example, Rule, RuleContext, Template

_CLOUD = """\
snapshot: 1
cloud: office
networks:
- {name: web, id: 3b1c}
- {name: web, id: 90d4}
"""


class AmbiguousInCloud(Rule):
    """A name means several things of the cloud.

    The cloud is the one whose snapshot `cloud` or `target` names in .hotlint.yaml. Heat refuses a name that is not unique: use
    the id.
    """

    code = "HOT522"
    name = "ambiguous-in-cloud"
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
  port:
    type: OS::Neutron::Port
    properties: {network: 90d4}
""",
            cloud=_CLOUD,
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if ctx.template_context.catalog.cloud is None:
            return ()
        from hotlint_rules.resources._names_in_cloud import ambiguous  # only where a snapshot is used

        return ambiguous(ctx)
