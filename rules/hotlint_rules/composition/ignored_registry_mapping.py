from __future__ import annotations

from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.common.suggestions import did_you_mean
from hotlint.resource_types.catalog import NoSuchType
from hotlint.rule import Checked, Example, Related, ResolvedType, Resource, Rule, RuleContext, Target


class IgnoredRegistryMapping(Rule):
    """The registry of an environment maps a resource's type to a type that does not exist.

    Heat then silently ignores the entry and uses the next one, or its own type of that name. Where there is none, it
    refuses the stack. Heat recognizes a template only by a name that ends with .yaml or .template.
    """

    code = "HOT611"
    name = "ignored-registry-mapping"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
          ^^^^^^^^^^^^^^^^^^^^^^
  web:
    type: Acme::Web
          ^^^^^^^^^
""",
            environment="resource_registry: {'OS::Heat::RandomString': 'Acme::Token', 'Acme::Web': 'OS::Nova::Sever'}\n",
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
""",
            environment="resource_registry: {'OS::Heat::RandomString': 'OS::Heat::None'}\n",
        )
    ]

    def check_type(self, kind: ResolvedType, resource: Resource, ctx: RuleContext) -> Checked:
        if not kind.ignored_entries:
            return
        mapped = kind.ignored_entries[-1]
        target = mapped.applied(resource.type or "") or ""
        missing = isinstance(kind.type, NoSuchType)
        if mapped.is_path and not target.endswith(TEMPLATE_ENDINGS):
            reason = "which Heat reads as a type, since it does not end with .yaml or .template"
        else:
            found = ctx.template_context.catalog.resource(target)
            reason = f"which is not a resource type{did_you_mean(target, found.suggestions if isinstance(found, NoSuchType) else ())}"
        then = (
            ""
            if missing
            else f"; Heat ignores the entry and uses {_taken(kind.mapped and kind.mapped.target, resource)}"
        )
        message = f"registry maps '{resource.type}' to '{target}', {reason}{then}"
        related = [Related("entry of the registry", mapped.entry.key.span, mapped.file)]
        severity = ctx.owner_severity(resource) if missing else "warning"
        yield ctx.report(Target(resource.fields["type"]), message, severity=severity, related=related)


def _taken(target: str | None, resource: Resource) -> str:
    return f"'{target}'" if target else f"its own {resource.type}"
