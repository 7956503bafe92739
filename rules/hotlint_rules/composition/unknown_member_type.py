from __future__ import annotations

from collections.abc import Iterator, Sequence

from hotlint import heat_types
from hotlint.analysis.composition.uses import INLINE
from hotlint.analysis.composition.value_origins import property_snippet
from hotlint.analysis.environments.registry import TEMPLATE_ENDINGS
from hotlint.analysis.template import node_at
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language.values import Value, describe_type, is_known
from hotlint.resource_types.catalog import NoSuchType
from hotlint.rule import (
    Checked,
    Example,
    Resource,
    ResourceType,
    Rule,
    RuleContext,
    Scalar,
    Target,
    TemplateContext,
    Use,
)
from hotlint_rules.composition._nested import severity_of, validated

_DEFINED = ("chain", "numbered", "scaled")
"""The kinds of groups with a property that defines their members, or lists their types."""


class UnknownMemberType(Rule):
    """The type of a group's members is unknown.

    Heat validates one member of each group before it creates anything, and refuses the stack. A ResourceChain accepts only
    types: map a type to the template in an environment's `resource_registry`.
    """

    code = "HOT612"
    name = "unknown-member-type"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  tokens:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: OS::Heat::RandomStrin}
                           ^^^^^^^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  tokens:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: OS::Heat::RandomString}
"""),
        Example("""\
heat_template_version: 2018-08-31
parameters:
  member: {type: string, default: 'https://example.com/member.yaml'}
resources:
  tokens:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: {get_param: member}}
"""),
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        found = ctx.template_context.resource_type(resource) if resource.type else None
        known = heat_types.of(found.name) if isinstance(found, ResourceType) else heat_types.NOTHING
        name = known.definition if known.group in _DEFINED else ""
        part = ctx.template.part(resource, "properties")
        if not name or part is None or ctx.call_severity(part) != "error":
            return
        context = _as_validated(resource, ctx)
        values = context.section(part.snippet)[0] or {}
        definition = {} if name == "resource" and values.get(name, 0) is None else values.get(name)
        checked = context.properties(resource)
        count = checked.values.get("count") if checked is not None and name == "resource_def" else None
        if count == 0:
            return
        node, entry = node_at(part.node, (name,))
        if isinstance(definition, dict) and name != "resources":
            for why in _form_problems(definition, name):
                judged = [property_snippet(ctx.template, resource, (name, "type"))]
                yield ctx.report(Target(entry or node), f"'{name}' of group '{resource.name}' {why}", values=judged)
        elif isinstance(definition, list) and name == "resources":
            for index, type_name in enumerate(definition):
                item, _ = node_at(part.node, (name, index))
                for why in _type_problems(type_name):
                    yield ctx.report(Target(item), f"item of 'resources' of '{resource.name}' {why}")
        if context is not ctx.template_context and not ctx.template_context.uses(resource):
            yield from self.check_uses((), resource, ctx) or ()

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        if not heat_types.of(ctx.template_context.resource_type(resource).name).group:
            return
        for use in validated(_as_validated(resource, ctx).uses(resource), resource, ctx):
            found, severity = use.kind.type, severity_of(use, ctx)
            if not use.member:
                continue
            if use.kind.loop:
                message = f"circular registry mapping of resource type '{use.type_name}'"
                yield ctx.report(Target(use.node), message, severity=severity)
            elif isinstance(found, NoSuchType):
                names = [found.instead] if found.instead else found.suggestions
                message = f"unknown resource type '{use.type_name}'{did_you_mean(use.type_name, names)}"
                fix = ctx.rename_fix(Target(use.node), unambiguous_match(use.type_name, names))
                values = [property_snippet(ctx.template, resource, (*use.path[:-1], "type"))] if use.path else ()
                yield ctx.report(Target(use.node), message, severity=severity, fix=fix, values=values)
            elif isinstance(found, ResourceType) and heat_types.of(found.name).group == "scaled":
                definition = (use.values() or {}).get("resource")
                for why in _form_problems(definition, "resource") if isinstance(definition, dict) else ():
                    yield ctx.report(
                        Target(use.node), f"'resource' of a member of '{resource.name}' {why}", severity=severity
                    )
            elif _is_not_sent(use):
                message = f"template '{use.type_name}' is not sent to Heat: its name must be written here, not computed"
                yield ctx.report(Target(use.node), message, severity=severity)
            elif _is_chain(resource, ctx) and use.type_name.endswith(TEMPLATE_ENDINGS):
                message = f"ResourceChain accepts only types; map one to '{use.type_name}' in an environment"
                yield ctx.report(Target(use.node), message, severity=severity)


def _as_validated(resource: Resource, ctx: RuleContext) -> TemplateContext:
    """Return the template as Heat validates a group of it: a type that refers to a resource is null, or a name, then."""
    context = ctx.template_context
    return context.before_creation() if context.refers(resource) else context


def _type_problems(given: Value) -> Iterator[str]:
    """Yield what is wrong with a value as the type of a member; nothing of what is not known."""
    if given is None or given == "":
        yield "requires a 'type'"
    elif not isinstance(given, str) and is_known(given):
        yield f"requires a string as its 'type', not {describe_type(given)}"


def _form_problems(definition: dict[str, Value], name: str) -> Iterator[str]:
    """Yield what is wrong with the form of a member's definition: that of an AutoScalingGroup has no schema."""
    given = definition.get("type")
    if name != "resource_def" or given is None or given == "":
        yield from _type_problems(given)
    for key in ("properties", "metadata", "update_policy") if name != "resource_def" else ():
        value = definition.get(key)
        if key in definition and is_known(value) and not isinstance(value, dict):
            yield f"requires a mapping as its '{key}', not {describe_type(value)}"


def _is_not_sent(use: Use) -> bool:
    """Return whether the name of a template is computed: the client sends only the files that a template names itself.

    Heat fetches the URL of a template itself.
    """
    written = isinstance(use.node, Scalar) and use.node.value == use.type_name
    is_file = use.kind.location is not None and not use.type_name.startswith(("http://", "https://"))
    return is_file and use.kind.mapped is None and use.type_name != INLINE and not written


def _is_chain(resource: Resource, ctx: RuleContext) -> bool:
    found = ctx.template_context.resource_type(resource)
    return isinstance(found, ResourceType) and heat_types.of(found.name).group == "chain"
