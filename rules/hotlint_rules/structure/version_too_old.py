from __future__ import annotations

from collections.abc import Iterator

from hotlint.language import functions, versions
from hotlint.rule import Checked, Example, Mapping, Rule, RuleContext, Target, Template, version_cause

_NAMED = 2
"""How many of the newer parts the message names; it counts the rest."""


class VersionTooOld(Rule):
    """The version of a template is older than the sections, keys and functions that it uses.

    Heat reads a template by its version, and refuses what only later versions have. Each such place is reported as well:
    raise `heat_template_version`, or do without them.
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
        newer = {name: since for name, since in _used(template) if since > ctx.version}
        if not newer or not template.known_version:
            return
        needed = max(newer.values())
        named = sorted(newer, key=lambda name: newer[name], reverse=True)
        more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
        message = (
            f"version {versions.display_name(ctx.version)} is too old for {', '.join(named[:_NAMED])}{more}; "
            f"this template requires {versions.display_name(needed)} or later"
        )
        target = Target(node)
        causes = [version_cause(ctx.template_context.path)]
        yield ctx.report(target, message, fix=ctx.rename_fix(target, needed, "unsafe"), causes=causes)


def _used(template: Template) -> Iterator[tuple[str, str]]:
    """Yield what a template uses that Heat refuses in versions that lack it: its name, and the version that brought it."""
    for name in template.sections:
        if name in versions.SECTIONS:
            yield f"section '{name}'", versions.SECTIONS[name]
    for name in dict.fromkeys(name for parameter in template.parameters.values() for name in parameter.fields):
        if name in versions.PARAMETER_KEYS:
            yield f"key '{name}' of a parameter", versions.PARAMETER_KEYS[name]
    for name in dict.fromkeys(name for resource in template.resources.values() for name in resource.fields):
        if name in versions.RESOURCE_KEYS:
            yield f"key '{name}' of a resource", versions.RESOURCE_KEYS[name]
    for part, entry in template.suspects:
        function = functions.get(entry.name)
        whole = part.node.items() if isinstance(part.node, Mapping) else ()
        if part.field == "condition" and function is not None and any(e is entry for e in whole):
            yield f"function '{function.name}' in a condition", function.condition_since or function.since
