from __future__ import annotations

from hotlint.rule import Checked, Example, Rule, RuleContext, Template

_CLOUD = """\
snapshot: 1
cloud: office
flavors:
- {name: m1.tiny, vcpus: 1, ram: 512, disk: 1, id: '1'}
- {name: m1.small, vcpus: 1, ram: 2048, disk: 20, id: '2'}
images:
- {name: ubuntu-24.04, status: active, min_disk: 10, min_ram: 1024, id: 7f0e}
networks:
- {name: web, id: 3b1c}
"""


class FlavorTooSmall(Rule):
    """The flavor of a server has less memory or disk than its image requires.

    The cloud is the one whose snapshot `cloud` or `target` names in .hotlint.yaml. Heat refuses the stack.
    """

    code = "HOT524"
    name = "flavor-too-small"
    severity = "warning"
    looks_at = frozenset({"cloud"})
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: ubuntu-24.04
      flavor: m1.tiny
              ^^^^^^^
      networks: [{network: web}]
""",
            cloud=_CLOUD,
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: ubuntu-24.04
      flavor: m1.small
      networks: [{network: web}]
""",
            cloud=_CLOUD,
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if ctx.template_context.catalog.cloud is None:
            return ()
        from hotlint_rules.resources._names_in_cloud import small_flavors  # only where a snapshot is used

        return small_flavors(ctx)
