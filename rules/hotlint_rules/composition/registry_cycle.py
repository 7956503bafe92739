from __future__ import annotations

from hotlint.rule import Checked, Example, Related, ResolvedType, Resource, Rule, RuleContext, Target


class RegistryCycle(Rule):
    """The registry of an environment maps a type to itself through other types.

    Heat follows the entries endlessly and fails.
    """

    code = "HOT610"
    name = "registry-cycle"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: Acme::Web
          ^^^^^^^^^
""",
            environment="resource_registry: {'Acme::Web': 'Acme::Host', 'Acme::Host': 'Acme::Web'}\n",
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: Acme::Web
""",
            environment="resource_registry: {'Acme::Web': 'Acme::Host', 'Acme::Host': 'OS::Heat::None'}\n",
        )
    ]

    def check_type(self, kind: ResolvedType, resource: Resource, ctx: RuleContext) -> Checked:
        if not kind.loop:
            return
        mapped = kind.mapped
        related = [Related("one of the entries", mapped.entry.key.span, mapped.file)] if mapped else []
        message = f"circular registry mapping of resource type '{resource.type}'"
        yield ctx.report(
            Target(resource.fields["type"]), message, severity=ctx.owner_severity(resource), related=related
        )
