from __future__ import annotations

from hotlint.rule import Checked, Example, Rule, RuleContext, Template
from hotlint_rules.structure._misplaced import CODE, misplaced

_ONE = {"parameters": "a parameter", "resources": "a resource", "outputs": "an output"}


class MisnamedSection(Rule):
    """An entry, or all entries of a section, belong in another section.

    For example parameters under `resources`, or outputs under `conditions`: Heat reads them as what the section's name
    says, and refuses the template.
    """

    code = CODE
    name = "misnamed-section"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
^^^^^^^^^
  size: {type: string, default: small}
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
  secret: {value: {get_attr: [token, value]}}
  ^^^^^^
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  size: {type: string, default: small}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        word = template.dialect.word
        reported = set()
        for (_, name), found in misplaced(ctx).items():
            if found.place.span() in reported:
                continue
            reported.add(found.place.span())
            section, kind = word(found.section), word(found.kind)
            if found.is_whole:
                message = f"section '{section}' has only entries that look like {found.kind}; rename it to '{kind}'"
                fix = ctx.rename_fix(found.place, kind, "unsafe") if found.kind not in template.sections else None
            else:
                message, fix = f"'{name}' looks like {_ONE[found.kind]}; move it from '{section}' to '{kind}'", None
            yield ctx.report(found.place, message, fix=fix)
