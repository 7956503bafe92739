from __future__ import annotations

from hotlint.resource_types.releases import title
from hotlint.resource_types.schema import OUTDATED
from hotlint.rule import Checked, Diagnostic, Example, ResolvedType, Resource, ResourceType, Rule, RuleContext, Target


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
