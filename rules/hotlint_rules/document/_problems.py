"""What the rules on YAML share: each reports some kinds of the problems that the parser has found."""

from __future__ import annotations

from typing import ClassVar

from hotlint.linter.diagnostic import Related
from hotlint.linter.rule import Checked, Context, Rule
from hotlint.syntax.nodes import Document


class ProblemRule(Rule):
    """Base of the rules that report the parser's problems: those whose slug is in `slugs`."""

    severity = "error"
    slugs: ClassVar[frozenset[str]]
    explains: ClassVar[str] = "see here"
    """What is said of a problem's related place."""

    def check_document(self, document: Document, ctx: Context) -> Checked:
        for problem in document.problems:
            if problem.slug in self.slugs:
                related = [Related(self.explains, problem.related)] if problem.related else []
                yield ctx.report(problem.span, problem.message, related=related)
