"""The rules on parameter groups."""

from __future__ import annotations

from hotlint.analysis.template import span_of
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language import versions
from hotlint.rule import (
    Checked,
    Example,
    Group,
    Mapping,
    Related,
    Rule,
    RuleContext,
    Scalar,
    Sequence,
    Target,
    Template,
)
from hotlint_rules.structure._nodes import describe, is_lost, keys, place


class MalformedParameterGroup(Rule):
    """A parameter group is malformed.

    Each item of parameter_groups is a mapping with the list `parameters` and optionally a label and a description. Heat
    refuses anything else, and ignores other keys.
    """

    code = "HOT220"
    name = "malformed-parameter-group"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string}
parameter_groups:
  - size
    ^^^^
  - label: All
    ^^^^^
  - parameters: size
                ^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string}
parameter_groups:
  - label: All
    parameters: [size]
""")
    ]

    def check_group(self, group: Group, ctx: RuleContext) -> Checked:
        node = group.node
        if not isinstance(node, Mapping):
            if not is_lost(node, ctx):
                message = f"parameter group must be a mapping such as {{label: Network, parameters: [port]}}, not {describe(node)}"
                yield ctx.report(span_of(node), message)
            return
        for entry in keys(node):
            if entry.name not in versions.GROUP_KEYS:
                fix = ctx.rename_fix(Target(entry, "key"), unambiguous_match(str(entry.name), versions.GROUP_KEYS))
                hint = did_you_mean(entry.name, versions.GROUP_KEYS)
                message = f"unknown key '{entry.name}' in a parameter group{hint}; Heat ignores it"
                yield ctx.report(Target(entry, "key"), message, severity="warning", fix=fix)
        yield from self._parameters(node, ctx)

    def _parameters(self, node: Mapping, ctx: RuleContext) -> Checked:
        entry = node.entry("parameters")
        if entry is None or (isinstance(entry.value, Scalar) and entry.value.value is None):
            at = entry.key if entry is not None else node.entries[0].key if node.entries else node
            yield ctx.report(
                span_of(at), "parameter group requires 'parameters', the list of the names of its parameters"
            )
        elif not isinstance(entry.value, Sequence):
            yield ctx.report(
                place(entry), f"'parameters' of a parameter group must be a list of names, not {describe(entry.value)}"
            )


_GROUPABLE = frozenset({"OS::stack_id", "OS::project_id"})
"""Pseudo parameters that Heat accepts in a group (it does not know the third one at that point)."""


class UnknownGroupedParameter(Rule):
    """A parameter group names an undefined parameter.

    Heat refuses the template.
    """

    code = "HOT221"
    name = "unknown-grouped-parameter"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
parameter_groups:
  - parameters: [flavour]
                 ^^^^^^^
""",
            fixed="""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
parameter_groups:
  - parameters: [flavor]
""",
        )
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
parameter_groups:
  - parameters: [flavor]
""")
    ]

    def check_group(self, group: Group, ctx: RuleContext) -> Checked:
        listed = group.node.get("parameters") if isinstance(group.node, Mapping) else None
        for node in listed.items if isinstance(listed, Sequence) else ():
            name = node.value if isinstance(node, Scalar) else None
            if not isinstance(name, str):
                if not is_lost(node, ctx):
                    yield ctx.report(
                        span_of(node),
                        f"item of a parameter group must be the name of a parameter, not {describe(node)}",
                    )
            elif (
                name not in ctx.template.parameters and name not in _GROUPABLE and not ctx.may_be_in_unparsed_text(name)
            ):
                known = ctx.template.parameters
                fix = ctx.rename_fix(Target(node), unambiguous_match(name, known))
                message = f"parameter group names undefined parameter '{name}'{did_you_mean(name, known)}"
                yield ctx.report(span_of(node), message, fix=fix)


class ParameterGroupedTwice(Rule):
    """A parameter is in two groups, or twice in one.

    Heat refuses the template.
    """

    code = "HOT222"
    name = "parameter-grouped-twice"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
  image: {type: string}
parameter_groups:
  - parameters: [flavor]
  - parameters: [image, flavor]
                        ^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
  image: {type: string}
parameter_groups:
  - parameters: [flavor]
  - parameters: [image]
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        seen: dict[str, Scalar] = {}
        for group in template.groups:
            for node in group.names:
                if not isinstance(node.value, str):
                    continue
                first = seen.setdefault(node.value, node)
                if first is not node:
                    message = f"parameter '{node.value}' is already in a group; it can be in only one"
                    yield ctx.report(node, message, related=[Related("it is grouped here", first.span)])
