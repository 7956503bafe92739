from __future__ import annotations

from hotlint.rule import Checked, Document, Example, RuleContext
from hotlint_rules.document._problems import ProblemRule


class InvalidJson(ProblemRule):
    """A template begins with `{` but is not valid JSON.

    Heat's client reads such a template as JSON only, in which all keys and strings have double quotes, and which has no
    comments and no comma after the last item. Write it as JSON, or begin with the version in YAML's block style. (A nested
    template may be in YAML's flow style: the client takes it for any other file, and Heat reads it as YAML.)
    """

    code = "HOT011"
    name = "invalid-json"
    looks_at = frozenset({"json"})
    bad = [
        Example("""\
{heat_template_version: 2018-08-31}
 ^
""")
    ]
    good = [
        Example("""\
{"heat_template_version": "2018-08-31"}
""")
    ]

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        return () if ctx.template_context.chain else super().check_document(document, ctx)
