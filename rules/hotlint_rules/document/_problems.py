"""Base of the rules on YAML: each reports some kinds of the parser's problems."""

from __future__ import annotations

from hotlint.rule import Checked, Document, Related, Rule, RuleContext


class ProblemRule(Rule):
    """Base of the rules that report the parser's problems: those whose slug is in `looks_at`."""

    severity = "error"
    explains: str = "see here"
    """Message at the related place of a problem."""

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        for problem in document.problems:
            if problem.slug in self.looks_at:
                related = [Related(self.explains, problem.related)] if problem.related else []
                yield ctx.report(problem.span, problem.message, related=related)
