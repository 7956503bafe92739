from __future__ import annotations

from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.resource_types.catalog import NoSuchType
from hotlint.rule import Checked, EnvironmentFile, Example, Rule, RuleContext, Target


class UnknownRegistryTarget(Rule):
    """A registry entry never has an effect: it maps to a type that does not exist, or a glob to a template.

    Heat silently ignores the entry. A glob can map types only to types, and the name of a template must end with .yaml or
    .template. An environment may map to a type that another one maps: a type in a namespace of such another one is not reported.
    """

    code = "HOT636"
    name = "unknown-registry-target"
    severity = "warning"
    bad = [
        Example("""\
resource_registry:
  Acme::Host: OS::Nova::Sever
              ^^^^^^^^^^^^^^^
""")
    ]
    good = [Example("resource_registry:\n  Acme::Host: OS::Nova::Server\n  Acme::*: OS::Heat::None\n")]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        mappings = list(environment.registry())
        patterns = [m.pattern for m in mappings]
        for mapped in mappings:
            target, place = mapped.target, Target(mapped.entry)
            if target is None:
                continue
            if mapped.is_template:
                if mapped.pattern.endswith("*"):
                    message = f"registry glob '{mapped.pattern}' must map to a type, not to a template; Heat ignores it"
                    yield ctx.report(Target(mapped.entry, "key"), message)
            elif mapped.is_path:
                if target.endswith((".yml", ".json", ".hot")):
                    endings = " or ".join(TEMPLATE_ENDINGS)
                    message = (
                        f"'{target}' is the name of a type for Heat; the name of a template must end with {endings}"
                    )
                    yield ctx.report(place, message)
            elif not target.endswith("*") and not _is_mapped(target, patterns):
                found = ctx.template_context.catalog.resource(target)
                renamed = ctx.template_context.catalog.new_name(target) is not None
                if isinstance(found, NoSuchType) and not renamed and not _is_of_another(found, ctx):
                    names = [found.instead] if found.instead else found.suggestions
                    message = f"unknown resource type '{target}'{did_you_mean(target, names)}; Heat ignores this entry"
                    yield ctx.report(place, message, fix=ctx.rename_fix(place, unambiguous_match(target, names)))


def _is_of_another(found: NoSuchType, ctx: RuleContext) -> bool:
    """Return whether another environment of the tree may map an unknown type."""
    world = ctx.template_context.project.open_world
    return world is not None and world.may_map(found.name, in_heat=found.namespace_known)


def _is_mapped(name: str, patterns: list[str]) -> bool:
    return any(name == p or (p.endswith("*") and name.startswith(p[:-1])) for p in patterns)
