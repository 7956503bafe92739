from __future__ import annotations

from hotlint.analysis.template import span_of
from hotlint.rule import Checked, Example, RuleContext, Template
from hotlint_rules.document._problems import ProblemRule


class TooMuchNesting(ProblemRule):
    """The template is nested too deeply, or its aliases expand to too many values.

    Heat reads values recursively and fails after a few hundred levels. A few aliases, each of which repeats the one before
    ten times, expand to more values than fit in memory.
    """

    code = "HOT007"
    name = "too-much-nesting"
    looks_at = frozenset({"depth", "overflow"})
    bad = [
        Example(
            "heat_template_version: 2018-08-31\n"
            "description: " + "[" * 210 + "x" + "]" * 210 + "\n" + " " * (len("description: ") + 199) + "^\n"
        )
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
outputs:
  table: {value: [[[[1]]]]}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if template.overflow and template.document.root is not None:
            start = span_of(template.document.root).start
            entry = template.sections.get("resources") or template.sections.get("outputs")
            message = "aliases of this template expand to more values than Heat can load"
            yield ctx.report(
                span_of(entry.key) if entry else span_of(template.document.root)._replace(end=start + 1), message
            )
