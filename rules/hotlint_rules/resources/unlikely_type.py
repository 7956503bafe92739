from __future__ import annotations

from hotlint.analysis.template import span_of
from hotlint.common.suggestions import closest_matches
from hotlint.rule import Checked, Example, Related, Resource, ResourceType, Rule, RuleContext, Target


class UnlikelyType(Rule):
    """Most properties of a resource do not exist in its type.

    That many typos are unlikely: the type is wrong, or the properties were written for another type.
    """

    code = "HOT515"
    name = "unlikely-type"
    severity = "error"
    needs = frozenset({"properties"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Port
          ^^^^^^^^^^^^^^^^^
    properties:
      cidr: 10.0.0.0/24
      gateway_ip: 10.0.0.1
      network: private
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Subnet
    properties:
      cidr: 10.0.0.0/24
      gateway_ip: 10.0.0.1
      network: private
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        found = ctx.template_context.resource_type(resource) if resource.type else None
        checked = ctx.template_context.properties(resource) if isinstance(found, ResourceType) else None
        part = ctx.template.part(resource, "properties")
        if checked is None or part is None or not isinstance(found, ResourceType) or not isinstance(part.snippet, dict):
            return
        unknown = [p.path[0] for p in checked.problems if p.kind == "unknown-property" and len(p.path) == 1]
        strange = [str(name) for name in unknown if not closest_matches(str(name), found.properties)]
        if len(strange) < 2 or 2 * len(strange) < len(part.snippet):
            return
        keys = [e.key for name in strange if (e := resource.fields["properties"].value.entry(name)) is not None]  # type: ignore[union-attr]
        related = [Related("not a property of the type", span_of(key)) for key in keys]
        message = f"{found.name} has none of the properties {', '.join(strange)}; check the type"
        severity = ctx.call_severity(part)
        yield ctx.report(Target(resource.fields["type"]), message, severity=severity, related=related)
