from __future__ import annotations

from hotlint.language import versions
from hotlint.rule import Checked, Example, Rule, RuleContext, Target, Template
from hotlint_rules._versions import future_calls, refused_parts, version_causes

_NAMED = 2
"""How many of the newer parts the message names; it counts the rest."""


class VersionTooOld(Rule):
    """The version of a template is older than the sections, keys and functions that it uses.

    Heat reads a template by its version, and refuses what only later versions have. It takes the call of
    a later function (HOT401) for data. Raise `heat_template_version`, or do without them: hotlint lists all such places.
    If there is only one, the finding is there.
    """

    code = "HOT118"
    name = "version-too-old"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2015-10-15
                       ^^^^^^^^^^
conditions:
  small: true
resources:
  web: {type: OS::Heat::None, condition: small}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2016-10-14
conditions:
  small: true
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        node = template.version_node
        if node is None or ctx.version == versions.NEWEST or not template.dialect.is_hot:
            return
        newer = {name: since for name, since in refused_parts(template) if since > ctx.version}
        if not newer or not template.known_version:
            return
        newer |= {f"function '{function.name}'": function.since for function, _ in future_calls(template)}
        needed = max(newer.values())
        named = sorted(newer, key=lambda name: newer[name], reverse=True)
        more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
        message = (
            f"version {versions.display_name(ctx.version)} is too old for {', '.join(named[:_NAMED])}{more}; "
            f"this template requires {versions.display_name(needed)} or later"
        )
        target = Target(node)
        fix = ctx.rename_fix(target, needed, "unsafe")
        yield ctx.report(target, message, fix=fix, causes=version_causes(ctx))
