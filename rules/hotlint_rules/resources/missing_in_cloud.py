from __future__ import annotations

from hotlint.rule import Checked, Example, Rule, RuleContext, Template


class MissingInCloud(Rule):
    """The cloud has no image, flavor, network, key pair or the like of this name.

    hotlint looks into the snapshot that `cloud` or `target` names in .hotlint.yaml. Heat refuses the stack. If the snapshot is out
    of date, refresh it with `hotlint cloud snapshot --refresh`. A name that a resource of the template creates exists. hotlint
    also reports an image or zone that exists but cannot be used now.
    """

    code = "HOT521"
    name = "missing-in-cloud"
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
      image: ubuntu-2404
             ^^^^^^^^^^^
      flavor: m1.small
      networks: [{network: web}]
""",
            cloud="""\
snapshot: 1
cloud: office
flavors:
- {name: m1.small, vcpus: 1, ram: 2048, disk: 20, id: '2'}
images:
- {name: ubuntu-24.04, status: active, id: 7f0e}
networks:
- {name: web, id: 3b1c}
""",
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
    properties: {name: internal}
  port:
    type: OS::Neutron::Port
    properties: {network: internal}
""",
            cloud="snapshot: 1\ncloud: office\nnetworks: []\n",
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if ctx.template_context.catalog.cloud is None:
            return ()
        from hotlint_rules.resources._names_in_cloud import missing  # only where a snapshot is used

        return missing(template, ctx)
