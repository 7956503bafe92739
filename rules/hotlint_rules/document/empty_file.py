from __future__ import annotations

from hotlint.analysis.template import kind_of
from hotlint.linter.rule import Checked, Context, Example, Rule
from hotlint.syntax.nodes import Document
from hotlint.syntax.source import Span


class EmptyFile(Rule):
    """There is nothing in the file.

    Heat refuses it. A template holds `heat_template_version` at the least, and mostly `resources`.
    """

    code = "HOT010"
    name = "empty-file"
    severity = "error"
    bad = [Example("# to be written\n^\n")]
    good = [Example("heat_template_version: 2018-08-31\n")]

    def check_document(self, document: Document, ctx: Context) -> Checked:
        if kind_of(document) == "empty" and not document.broken and not document.problems:
            yield ctx.report(
                Span(0, 1), "There is nothing in this file; a template begins with 'heat_template_version'."
            )
