from __future__ import annotations

from hotlint.rule import Checked, Document, Edit, Example, Fix, Rule, RuleContext, Span


class LenientYaml(Rule):
    """Heat reads the YAML, but most other parsers refuse it.

    Heat tries a second, more lenient parser when the first one fails. That one accepts a `:` directly before a bracket, a
    comma or a brace in flow style, and a tab in the indentation of a block of text. Editors, formatters and CI tools that
    use another parser stop there.
    """

    code = "HOT012"
    name = "lenient-yaml"
    severity = "warning"
    looks_at = frozenset({"lenient-colon", "lenient-tab"})
    bad = [
        Example(
            """\
heat_template_version: rocky
resources:
  web: {type: OS::Nova::Server}
outputs:
  ip: {value: {get_attr:[web, first_address]}}
                       ^
""",
            fixed="""\
heat_template_version: rocky
resources:
  web: {type: OS::Nova::Server}
outputs:
  ip: {value: {get_attr: [web, first_address]}}
""",
        ),
    ]
    good = [
        Example("""\
heat_template_version: rocky
resources:
  web: {type: OS::Nova::Server}
outputs:
  ip: {value: {get_attr: [web, first_address]}}
""")
    ]

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        for problem in document.problems:
            if problem.slug not in self.looks_at:
                continue
            fix = None
            if problem.slug == "lenient-colon":
                fix = Fix("Add a blank", (Edit(Span(problem.span.end, problem.span.end), " "),), "safe")
            yield ctx.report(problem.span, f"{problem.message}; Heat accepts it, most YAML parsers refuse it", fix=fix)
