from __future__ import annotations

from collections.abc import Sequence

from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.rule import Checked, Example, Resource, Rule, RuleContext, Target, Use
from hotlint_rules._deployed_files import use_template


class UnreadOutput(Rule):
    """A template uses a nested template, and reads some of its outputs nowhere.

    Outputs of a nested template are its attributes: only the template that uses it reads them. People may read an output with
    `openstack stack show`, so the rule is off by default. It reports no output whose name is somewhere in the template.
    """

    code = "HOT758"
    name = "unread-output"
    severity = "info"
    default = False
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  db: {type: db.yaml}
             ^^^^^^^
outputs:
  address: {value: {get_attr: [db, address]}}
""",
            files={
                "db.yaml": """\
heat_template_version: 2018-08-31
resources:
  port: {type: OS::Neutron::Port, properties: {network: private}}
outputs:
  address: {value: {get_attr: [port, fixed_ips, 0, ip_address]}}
  mac: {value: {get_attr: [port, mac_address]}}
"""
            },
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  dbs: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: db.yaml}}}
outputs:
  addresses: {value: {get_attr: [dbs, address]}}
""",
            files={
                "db.yaml": """\
heat_template_version: 2018-08-31
resources:
  port: {type: OS::Neutron::Port, properties: {network: private}}
outputs:
  address: {value: {get_attr: [port, fixed_ips, 0, ip_address]}}
"""
            },
        )
    ]

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        for use in uses:
            template = use_template(use, ctx) if use.type_name.endswith(TEMPLATE_ENDINGS) else None
            if template is None or template.document.broken:
                continue
            unread = [name for name in template.outputs if name != "OS::stack_id" and name not in ctx.document.text]
            if unread:
                names = ", ".join(f"'{name}'" for name in unread)
                what = "output {} of {} is" if len(unread) == 1 else "outputs {} of {} are"
                message = f"{what.format(names, use.type_name)} read nowhere in the template"
                yield ctx.report(Target(use.node), message)
