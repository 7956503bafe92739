from __future__ import annotations

from hotlint.analysis.template import kind_of
from hotlint.rule import Checked, Document, Example, Rule, RuleContext, Span


class EmptyFile(Rule):
    """The file is empty.

    Heat refuses it. A template has at least `heat_template_version`, and usually `resources`.
    """

    code = "HOT010"
    name = "empty-file"
    severity = "error"
    looks_at = frozenset({"empty"})
    bad = [Example("# to be written\n^\n")]
    good = [Example("heat_template_version: 2018-08-31\n")]

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        if kind_of(document) == "empty" and not document.broken and not document.problems:
            yield ctx.report(Span(0, 1), "file is empty; a template starts with 'heat_template_version'")
