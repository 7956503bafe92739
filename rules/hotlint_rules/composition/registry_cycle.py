from __future__ import annotations

from hotlint.analysis.resolved_type import ResolvedType
from hotlint.analysis.template import Resource
from hotlint.linter.diagnostic import Related
from hotlint.linter.rule import Checked, Context, Example, Rule, Target


class RegistryCycle(Rule):
    """The registry of an environment maps a type to others that lead back to it.

    Heat follows the entries without end, and fails.
    """

    code = "HOT610"
    name = "registry-cycle"
    renamed = ("registry-loop",)
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

    def check_type(self, kind: ResolvedType, resource: Resource, ctx: Context) -> Checked:
        if not kind.loop:
            return
        mapped = kind.mapped
        related = [Related("an entry of the circle", mapped.entry.key.span, mapped.file)] if mapped else []
        message = f"The registry maps '{resource.type}' in a circle, so that it is no type in the end."
        yield ctx.report(
            Target(resource.fields["type"]), message, severity=ctx.owner_severity(resource), related=related
        )
