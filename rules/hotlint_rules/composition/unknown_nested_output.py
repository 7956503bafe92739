from __future__ import annotations

from collections.abc import Collection

from hotlint import heat_types
from hotlint.analysis.composition.uses import INLINE
from hotlint.analysis.template import span_of
from hotlint.analysis.template_type import STACK_ID_OUTPUT
from hotlint.common.annotations import Any
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.rule import (
    Call,
    Checked,
    Example,
    Part,
    Related,
    Resource,
    ResourceType,
    Rule,
    RuleContext,
    Severity,
    Use,
)
from hotlint_rules._deployed_files import use_template
from hotlint_rules.composition._nested import file_of, severity_of, validated

_LOOKING_IN = ("attributes", "outputs", "outputs_list")
_PATH_SINCE = "2014-10-16"
"""Version whose get_attr hands its path on to the resource. Before, it selects in the attribute's value, unvalidated."""


class UnknownNestedOutput(Rule):
    """get_attr reads an output that a nested template, or a member of a group, does not have, or a resource that is not there.

    If the members of a group are not nested templates, Heat validates the attributes of one member, and refuses the stack.
    Otherwise Heat notices the problem only after it has created the stack: the value is missing, or the stack fails. hotlint
    then reports a warning, as for the path of get_attr in 2013-05-23, which Heat does not validate.
    So it is with `resource.NAME`: a resource of the nested template, or the number of a member. And so it is with what a group itself
    does not have: another attribute of an OS::Heat::AutoScalingGroup than its own, and `outputs` without a name after it.
    """

    code = "HOT614"
    name = "unknown-nested-output"
    severity = "error"
    takes = "attribute"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
outputs:
  address:
    value: {get_attr: [web, adress]}
                            ^^^^^^
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\noutputs: {address: {value: 10.0.0.1}}\n"},
        ),
        Example("""\
heat_template_version: 2018-08-31
resources:
  words:
    type: OS::Heat::ResourceGroup
    properties: {count: 2, resource_def: {type: OS::Heat::RandomString}}
  third:
    type: OS::Heat::Value
    properties: {value: {get_attr: [words, resource.2.value]}}
                                           ^^^^^^^^^^^^^^^^
outputs:
  all: {value: {get_attr: [words, resource]}}
                                  ^^^^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  chain:
    type: OS::Heat::ResourceChain
    properties: {resources: [OS::Heat::None, OS::Heat::RandomString]}
outputs:
  word: {value: {get_attr: [chain, resource.1, valeu]}}
                                               ^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  chain:
    type: OS::Heat::ResourceChain
    properties: {resources: [OS::Heat::None, OS::Heat::RandomString]}
outputs:
  word: {value: {get_attr: [chain, resource.2, value]}}
                                   ^^^^^^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  group:
    type: OS::Heat::AutoScalingGroup
    properties: {min_size: 1, max_size: 3, resource: {type: OS::Heat::RandomString}}
outputs:
  size: {value: {get_attr: [group, current_sizes]}}
                                   ^^^^^^^^^^^^^
  words: {value: {get_attr: [group, outputs]}}
                                    ^^^^^^^
"""),
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
outputs:
  address:
    value: {get_attr: [web, address]}
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\noutputs: {address: {value: 10.0.0.1}}\n"},
        )
    ]

    def check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        args = call.args
        if not isinstance(args, list) or len(args) < 2 or not isinstance(args[1], str):
            return
        resource = ctx.template.resources.get(args[0]) if isinstance(args[0], str) else None
        uses = ctx.template_context.uses(resource) if resource is not None and ctx.is_enabled(resource) else []
        if len(uses) > 1 and args[1].startswith("resource."):  # the members of a chain have types of their own
            uses = [use for use in uses if use.member == args[1].split(".")[1]] or uses
        if resource is None or not uses:
            return
        number = _number(args, resource, uses[0], ctx)
        if number is not None and next(validated(uses, resource, ctx), None) is not None:
            message = f"attribute '{args[1]}' of a group requires the name of an attribute of its members, not {number}"
            checked = severity_of(uses[0], ctx) == "error" and ctx.version >= _PATH_SINCE
            severity = ctx.call_severity(part, call) if checked else "warning"
            yield ctx.report(ctx.argument(call, (2,)), message, severity=severity)
            return
        nobody = (
            missing_member(args[1], uses, ctx)
            or _missing_in_chain(args[1], resource, ctx)
            or _nothing(args, resource, uses[0], ctx)
        )
        if nobody is not None:
            owner = part.owner
            end = (
                f"the stack fails when it creates '{owner.name}'"
                if isinstance(owner, Resource)
                else "the output has no value"
            )
            yield ctx.report(ctx.argument(call, (1,)), f"{nobody}; {end}", severity="warning", values=args[1:2])
            return
        if any(_names(u) is None for u in uses):
            return
        wanted = _wanted(args, resource, uses, ctx)
        if wanted is None:
            return
        name, index, prefix = wanted
        known = [n for use in uses for n in _names(use) or ()]
        if name in known:
            return
        target = ctx.argument(call, (index,))
        whose = _whose(uses[0])
        checked = index < 2 or ctx.version >= _PATH_SINCE
        severity = _severity(call, part, resource, uses, ctx) if checked else "warning"
        missing = "; the value is null" if severity == "warning" else ""
        message = f"{whose} has no {_word(uses[0])} '{name}'{did_you_mean(name, known)}{missing}"
        fixed = unambiguous_match(name, known)
        fix = ctx.rename_fix(target, prefix + fixed if fixed else None)
        related = _outputs(uses[0], ctx)
        yield ctx.report(target, message, severity=severity, fix=fix, related=related, values=args[1:])


def _number(args: list[object], resource: Resource, use: Use, ctx: RuleContext) -> int | None:
    """Return the number that is written where the name of a member's attribute belongs; None where there is none."""
    group = ctx.template_context.resource_type(resource)
    own = heat_types.of(group.name).group_attributes if isinstance(group, ResourceType) and use.member else ()
    below = args[2] if len(args) > 2 and args[1] in own and args[1] in _LOOKING_IN else None
    return below if isinstance(below, int) else None


def _nothing(args: list[Any], resource: Resource, use: Use, ctx: RuleContext) -> str | None:
    """Return the words for an attribute of a group that Heat has no value for; None where it may have one."""
    group = ctx.template_context.resource_type(resource)
    if not use.member or not isinstance(group, ResourceType):
        return None
    known, asked = heat_types.of(group.name), args[1]
    if asked in known.group_attributes:
        needs = asked in _LOOKING_IN and len(args) == 2
        return f"attribute '{asked}' of a group requires the name of an attribute of its members" if needs else None
    if known.group != "scaled" or asked == "show" or asked.startswith("resource."):
        return None
    return f"{group.name} has no attribute '{asked}'{did_you_mean(asked, known.group_attributes)}"


def missing_member(asked: str, uses: list[Use], ctx: RuleContext) -> str | None:
    """Return the words for a resource of a nested template, or a member of a numbered group, that is not there, else None."""
    use, steps = uses[0], asked.split(".")
    if steps[0] != "resource" or len(steps) == 1 or len(uses) > 1:
        return None
    name = steps[1]
    if not use.member:
        template = use_template(use, ctx)
        if template is None or template.document.broken or name in template.resources:
            return None
        return f"{_whose(use)} has no resource '{name}'{did_you_mean(name, template.resources)}"
    if use.index_var is None or not use.size or name in use.names(use.size):
        return None
    size, last = use.size, list(use.names(use.size))[-1]
    return f"group of '{use.type_name}' has no member '{name}', only {f'{use.member} to {last}' if size > 1 else use.member}"


def _missing_in_chain(asked: str, resource: Resource, ctx: RuleContext) -> str | None:
    """Return the words for a member of a chain that is not there, else None."""
    steps, group = asked.split("."), ctx.template_context.resource_type(resource)
    if steps[0] != "resource" or len(steps) == 1 or heat_types.of(group.name).group != "chain":
        return None
    checked = ctx.template_context.properties(resource)
    listed = checked.values.get("resources") if checked is not None else None
    if not isinstance(listed, list) or steps[1] in map(str, range(len(listed))):
        return None
    return f"member '{steps[1]}' is not in the chain, which has {len(listed)}, from 0 on"


def _severity(call: Call, part: Part, resource: Resource, uses: list[Use], ctx: RuleContext) -> Severity:
    """Return error where Heat validates the attribute: of the members of a group that are no nested templates.

    Of a ResourceGroup it validates one member, so that the attributes of the others are missing later.
    """
    use, asked = uses[0], str(call.args[1])
    checked = list(validated(uses, resource, ctx))
    if not use.member or not checked or any(u.kind.location is not None for u in uses):
        return "warning"
    if asked.startswith("resource.") and asked.split(".")[1] not in {u.member for u in uses}:
        return "warning"
    return ctx.call_severity(part, call) if severity_of(use, ctx) == "error" else "warning"


def _names(use: Use) -> Collection[str] | None:
    """Return the attributes or outputs of what is used; None where they are unknown."""
    found = use.kind.type
    if not isinstance(found, ResourceType) or (found.any_attributes and use.kind.location is None):
        return None
    extra = (STACK_ID_OUTPUT,) if use.kind.location is not None else ()
    return (*found.attributes, *extra)


def _wanted(args: list[object], resource: Resource, uses: list[Use], ctx: RuleContext) -> tuple[str, int, str] | None:
    """Return the name that is read, the index of its argument, and the prefix before it there; None to skip."""
    asked, use = args[1], uses[0]
    assert isinstance(asked, str)
    if not use.member:
        return None if asked.startswith("resource.") else (asked, 1, "")
    below = args[2] if len(args) > 2 else None
    if use.type_name == INLINE:
        return (below, 2, "") if asked == "outputs" and isinstance(below, str) else None
    group = ctx.template_context.resource_type(resource)
    known = heat_types.of(group.name) if isinstance(group, ResourceType) else heat_types.NOTHING
    if asked in known.group_attributes or asked == "show":
        return (below, 2, "") if asked in _LOOKING_IN and isinstance(below, str) else None
    if asked.startswith("resource."):
        _, _, rest = asked.split(".", 2) if asked.count(".") > 1 else (asked, "", "")
        before = asked[: len(asked) - len(rest)]
        if rest:
            return rest, 1, before
        return (below, 2, "") if isinstance(below, str) else None
    if known.group == "scaled":
        return None
    return asked, 1, ""


def _whose(use: Use) -> str:
    if use.type_name == INLINE:
        return "template of that stack"
    return f"'{use.type_name}'" if not use.member else f"member '{use.type_name}' of the group"


def _word(use: Use) -> str:
    return "output" if use.kind.location is not None else "attribute"


def _outputs(use: Use, ctx: RuleContext) -> list[Related]:
    template, path = use_template(use, ctx), file_of(use)
    entry = template.sections.get("outputs") if template is not None else None
    if entry is None or path is None:
        return []
    return [Related("outputs of the nested template", span_of(entry.key), path)]
