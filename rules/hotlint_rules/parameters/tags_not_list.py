from __future__ import annotations

from hotlint.language import versions
from hotlint.rule import Checked, Example, Parameter, Rule, RuleContext, Sequence
from hotlint_rules.structure._nodes import describe, is_lost, place


class TagsNotList(Rule):
    """The tags of a parameter are not a list.

    Heat refuses the template. Write a list, even for one tag.
    """

    code = "HOT214"
    name = "tags-not-list"
    severity = "error"
    needs = frozenset({"tags"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string, tags: web}
                             ^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string, tags: [web]}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        entry = parameter.fields.get("tags")
        if entry is None or versions.PARAMETER_KEYS["tags"] > ctx.version or isinstance(entry.value, Sequence):
            return
        if not is_lost(entry.value, ctx):
            yield ctx.report(
                place(entry), f"'tags' of parameter '{parameter.name}' must be a list, not {describe(entry.value)}"
            )
