from __future__ import annotations

from hotlint.analysis.template import CFN_KEYS
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language import versions
from hotlint.rule import Checked, Entry, Example, Mapping, Rule, RuleContext, Scalar, Target, Template

_UNDOCUMENTED = "__undefined__"
"""A name that Heat uses internally and therefore accepts."""


class UnknownSection(Rule):
    """A template has an unknown section.

    Heat refuses a template with any other section than heat_template_version, description, parameter_groups, parameters,
    resources, outputs and, from 2016-10-14, conditions. The usual cause is a typo, or lines that should be indented more.
    """

    code = "HOT104"
    name = "unknown-section"
    severity = "error"
    looks_at = frozenset({"other sections"})
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameter:
^^^^^^^^^
  size: {type: string}
""",
            fixed="""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string}
""",
        ),
        Example("""\
heat_template_version: 2015-04-30
conditions:
^^^^^^^^^^
  small: true
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
conditions:
  small: true
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for name, entry in template.sections.items():
            if not isinstance(entry.key, Scalar) or name == _UNDOCUMENTED:
                continue
            since = versions.SECTIONS.get(name)
            place = Target(entry, "key")
            if since is None:
                free = [s for s in versions.first_version(versions.SECTIONS, ctx.version) if s not in template.sections]
                fix = ctx.rename_fix(place, unambiguous_match(name, free)) if isinstance(name, str) else None
                yield ctx.report(place, f"unknown section '{entry.key.text}'{_hint(entry, free)}", fix=fix)
            elif since > ctx.version:
                has = versions.display_name(ctx.version)
                message = f"section '{name}' requires version {since} or later; this template has version {has}"
                yield ctx.report(place, message)


def _hint(entry: Entry, free: list[str]) -> str:
    """Return the end of the message: the section, or the kind of entry, that is probably meant."""
    if entry.name in CFN_KEYS:
        return " alongside heat_template_version; it is a section of CloudFormation"
    found = did_you_mean(entry.name, free) or did_you_mean(entry.name, versions.SECTIONS)
    if found:
        return found
    kind = entry.value.get("type") if isinstance(entry.value, Mapping) else None
    if isinstance(kind, Scalar) and isinstance(kind.value, str):
        if "::" in kind.value:
            return "; a resource is indented under 'resources'"
        if kind.value in versions.PARAMETER_TYPES:
            return "; a parameter is indented under 'parameters'"
    return ""
