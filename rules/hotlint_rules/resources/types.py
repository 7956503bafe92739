"""The rules on the types of resources."""

from __future__ import annotations

import os

from hotlint.analysis.template import span_of
from hotlint.common.suggestions import closest_matches, unambiguous_match
from hotlint.resource_types.catalog import NoSuchType
from hotlint.resource_types.releases import span, title
from hotlint.resource_types.schema import OUTDATED
from hotlint.rule import (
    Checked,
    Diagnostic,
    Example,
    PropertyProblem,
    Related,
    ResolvedType,
    Resource,
    ResourceType,
    Rule,
    RuleContext,
    Target,
    type_cause,
)
from hotlint_rules._deployed_files import is_lost_in_environment
from hotlint_rules.composition._nested import meant_file
from hotlint_rules.resources._properties import finding, strange_properties
from hotlint_rules.structure._misplaced import misplaced_causes


class UnknownResourceType(Rule):
    """A resource type is unknown.

    Heat refuses the stack. If the type comes from a plugin of your site, add the plugin's folder to `plugin_dirs` in
    .hotlint.yaml, or the type to `known_types`; if it is an alias for a template, map it in an environment's
    `resource_registry`. A report has one finding for all unknown types of a namespace that Heat does not have.

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
"""),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  node: {type: Acme::LbNodes}
               ^^^^^^^^^^^^^
  other: {type: lb_node_yaml}
                ^^^^^^^^^^^^
""",
            environment="resource_registry: {'Acme::LbNode': lb_node.yaml}\n",
            files={"lb_node.yaml": "heat_template_version: 2018-08-31\n"},
        ),
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
        if is_lost_in_environment(found.name, ctx, "resource_registry"):
            return
        target = Target(resource.fields["type"])
        mapped = closest_matches(found.name, _mapped(ctx))
        near = mapped or found.suggestions
        meant, unknown = unambiguous_match(found.name, near), found.name
        if found.cloud is not None:
            hint = f" in cloud '{found.cloud}': its Heat or a service does not offer it"
            meant = None
        elif found.instead is not None:
            hint = f"; its new name is '{found.instead}'"
        elif mapped:
            hint = f" (did you mean '{meant or near[0]}', which the environment maps?)"
        elif (meant and _is_like_a_namespace(unknown, meant)) or (near and found.namespace_known):
            hint = f" (did you mean '{meant or near[0]}'?)"
        elif (
            not found.namespace_known and "::" in found.name and not found.name.endswith((".yaml", ".template", ".yml"))
        ):
            parts = found.name.split("::")
            unknown = f"{'::'.join(parts[: 2 if parts[0] in ('OS', 'AWS') and len(parts) > 2 else 1])}::*"
            meant = None
            hint = (
                "; add the environment that maps it, or if your site has it, its plugin (plugin_dirs), its types ('hotlint catalog "
                f"import'), or known_types: ['{unknown}'] in .hotlint.yaml"
            )
        else:
            path = os.path.join(os.path.dirname(ctx.template_context.path), found.name)
            hint, meant = meant_file(found.name, path, ctx)
        fix = ctx.rename_fix(target, found.instead or meant)
        message = f"unknown resource type '{found.name}'{hint}"
        causes = misplaced_causes(resource, ctx)
        if not causes and fix is None:  # a misspelled name is a mistake of its own
            causes = (type_cause(unknown),)
        yield ctx.report(target, message, severity=ctx.owner_severity(resource), fix=fix, causes=causes)

    def check_property(self, problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> Checked:
        if problem.kind == "unknown-type":
            causes = () if problem.name is None else (type_cause(problem.name),)
            yield finding(problem, resource, ctx)._replace(causes=causes)


def _is_like_a_namespace(name: str, meant: str) -> bool:
    """Return whether a type has the first part of its name, perhaps misspelled, in common with the one that is meant."""
    first, other = (each.partition("::")[0] for each in (name, meant))
    return first == other or bool(closest_matches(first, [other]))


def _mapped(ctx: RuleContext) -> list[str]:
    """Return the types that the environment of the template maps."""
    registry = ctx.template_context.environment.registry
    return sorted({m.pattern for m in registry if m.target is not None and not m.pattern.endswith("*") and not m.scope})


class DeprecatedType(Rule):
    """A resource type is deprecated, hidden or unsupported.

    It can still be deployed. A hidden type remains only for existing stacks, and often does nothing. An old name, such as
    those with `OS::Quantum`, works only where Heat's operator keeps the environment that Heat is packaged with
    (`default_environment` in .hotlint.yaml).
    """

    code = "HOT511"
    name = "deprecated-type"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  wait:
    type: OS::Neutron::LoadBalancer
          ^^^^^^^^^^^^^^^^^^^^^^^^^
    properties: {pool_id: a, protocol_port: 80}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  key:
    type: OS::Nova::KeyPair
    properties: {name: mine}
""")
    ]

    def check_type(self, kind: ResolvedType, resource: Resource, ctx: RuleContext) -> Checked:
        found = kind.type
        outdated = _outdated(found) if isinstance(found, ResourceType) else None
        if kind.old_name is not None:
            yield _old_name(kind.old_name, found.name, outdated, resource, ctx)
        elif outdated is not None:
            yield ctx.report(Target(resource.fields["type"]), f"{found.name} {outdated}", tags=("deprecated",))


def _outdated(found: ResourceType) -> str | None:
    """Return what is to say of a type that is deprecated, hidden or unsupported; None for any other."""
    support = found.support
    if support.status not in OUTDATED:
        return None
    since = f" since {title(support.since)}" if support.since else ""
    instead = f"; use '{support.instead}'" if support.instead else ""
    does = " and has no effect" if found.placeholder else ""
    return f"is {OUTDATED[support.status]}{since}{does}{instead}"


def _old_name(old: str, new: str, outdated: str | None, resource: Resource, ctx: RuleContext) -> Diagnostic:
    """Return the finding for a type by a name that only the default environment of Heat's packages knows."""
    target = Target(resource.fields["type"])
    fix = ctx.rename_fix(target, new) if resource.type == old else None
    where = (
        ""
        if ctx.template_context.catalog.default_environment
        else ", known only to the environment that Heat is packaged with"
    )
    then = "; use the new one" if outdated is None else f", and {new} {outdated}"
    message = f"'{old}' is an old name of {new}{where}{then}"
    return ctx.report(target, message, tags=("deprecated",), fix=fix)


class RemovedType(Rule):
    """A resource type exists only in other releases of Heat.

    Heat of the target release (`target` in .hotlint.yaml, by default the newest) refuses the stack.
    """

    code = "HOT502"
    name = "removed-type"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  alarm:
    type: OS::Heat::CWLiteAlarm
          ^^^^^^^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  alarm:
    type: OS::Aodh::EventAlarm
""")
    ]

    def check_type(self, kind: ResolvedType, resource: Resource, ctx: RuleContext) -> Checked:
        found = kind.type
        if isinstance(found, NoSuchType) and found.releases is not None:
            instead = f"; use '{found.instead}'" if found.instead else ""
            message = (
                f"Heat of the target release has no {found.name}: the type exists {span(*found.releases)}{instead}"
            )
            yield ctx.report(Target(resource.fields["type"]), message, severity=ctx.owner_severity(resource))


class UnlikelyType(Rule):
    """Most properties of a resource do not exist in its type.

    That many typos are unlikely: the type is wrong, or the properties were written for another type.
    """

    code = "HOT515"
    name = "unlikely-type"
    severity = "error"
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
        strange = strange_properties(resource, ctx)
        part = ctx.template.part(resource, "properties")
        if not strange or part is None:
            return
        keys = [e.key for name in strange if (e := resource.fields["properties"].value.entry(name)) is not None]  # type: ignore[union-attr]
        related = [Related("not a property of the type", span_of(key)) for key in keys]
        message = f"{resource.type} has none of the properties {', '.join(strange)}; check the type"
        severity = ctx.call_severity(part)
        yield ctx.report(Target(resource.fields["type"]), message, severity=severity, related=related)
