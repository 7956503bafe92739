from __future__ import annotations

from hotlint.common.suggestions import unambiguous_match
from hotlint.resource_types.catalog import NoSuchType
from hotlint.rule import Checked, Example, PropertyProblem, ResolvedType, Resource, Rule, RuleContext, Target
from hotlint_rules.resources._properties import finding


class UnknownResourceType(Rule):
    """A resource type is unknown.

    Heat refuses the stack. If the type comes from a plugin of your site, add the plugin's folder to `plugin_dirs` in
    .hotlint.yaml, or the type to `known_types`; if it is an alias for a template, map it in an environment's
    `resource_registry`.

    So it does when a type makes a stack of its own with a type that Heat lacks: a load balancer of AWS needs
    `AWS::CloudWatch::Alarm`, which only Heat's operator or an environment adds. With `default_environment: true`, the
    environment that Heat is packaged with is taken to be there.
    """

    code = "HOT501"
    name = "unknown-resource-type"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Sever
          ^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::KeyPair
    properties: {name: mine}
""")
    ]

    def check_type(self, kind: ResolvedType, resource: Resource, ctx: RuleContext) -> Checked:
        found = kind.type
        if not isinstance(found, NoSuchType) or found.releases is not None or kind.ignored_entries:
            return
        target = Target(resource.fields["type"])
        near = found.suggestions
        meant = unambiguous_match(found.name, near)
        if found.cloud is not None:
            hint = f" in cloud '{found.cloud}': its Heat or a service does not offer it"
            meant = None
        elif found.instead is not None:
            hint = f"; its new name is '{found.instead}'"
        elif meant or (near and found.namespace_known):
            hint = f" (did you mean '{meant or near[0]}'?)"
        elif (
            not found.namespace_known and "::" in found.name and not found.name.endswith((".yaml", ".template", ".yml"))
        ):
            parts = found.name.split("::")
            own = f"'{'::'.join(parts[: 2 if parts[0] in ('OS', 'AWS') and len(parts) > 2 else 1])}::*'"
            hint = (
                f"; add the environment that maps it, or add {own} to known_types in .hotlint.yaml if your site has it"
            )
        else:
            hint = ""
        fix = ctx.rename_fix(target, found.instead or meant)
        yield ctx.report(
            target, f"unknown resource type '{found.name}'{hint}", severity=ctx.owner_severity(resource), fix=fix
        )

    def check_property(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Checked:
        return [finding(problem, resource, ctx)] if problem.kind == "unknown-type" else ()
