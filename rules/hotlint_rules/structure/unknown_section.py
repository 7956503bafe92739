from __future__ import annotations

from hotlint.analysis.template import CFN_KEYS
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language import versions
from hotlint.language.dialects import Dialect
from hotlint.rule import Checked, Entry, Example, Mapping, Rule, RuleContext, Scalar, Target, Template
from hotlint.syntax.nodes import entry_name, key_name
from hotlint_rules._versions import later_part

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
            sections = template.dialect.sections
            if name in sections:
                continue
            since = versions.SECTIONS.get(name) if template.dialect.is_hot else None
            place = Target(entry, "key")
            if since is None:
                free = [word for s, word in sections.items() if s not in template.sections]
                fix = ctx.rename_fix(place, unambiguous_match(key_name(entry.key), free))
                hint = _hint(entry, free, template.dialect)
                yield ctx.report(place, f"unknown section '{entry.key.text}'{hint}", fix=fix)
            else:
                yield later_part(f"section '{name}'", since, entry, ctx)


def _hint(entry: Entry, free: list[str], dialect: Dialect) -> str:
    """Return the end of the message: the section, or the kind of entry, that is probably meant."""
    if entry.name in CFN_KEYS:
        return " alongside heat_template_version; it is a section of CloudFormation"
    name = entry_name(entry.key)
    found = did_you_mean(name, free) or did_you_mean(name, dialect.sections.values())
    if found:
        return found
    kind = entry.value.get(dialect.word("type")) if isinstance(entry.value, Mapping) else None
    if isinstance(kind, Scalar) and isinstance(kind.value, str):
        if "::" in kind.value:
            return f"; a resource is indented under '{dialect.word('resources')}'"
        if kind.value in dialect.parameter_types:
            return f"; a parameter is indented under '{dialect.word('parameters')}'"
    return ""
