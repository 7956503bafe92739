from __future__ import annotations

from hotlint.analysis.template import span_of
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language import versions
from hotlint.rule import Checked, Example, Group, Mapping, Rule, RuleContext, Scalar, Sequence, Target
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
