"""Apply every fix to a text: it must parse no worse and keep its line ends."""

from __future__ import annotations

import re

from fuzz.case import Case
from fuzz.promises import BrokenPromiseError, check_findings, check_no_worse
from fuzz.targets.check import checked
from fuzz.workbench import Workbench
from hotlint.linter.checking.fixer import Fixer

_LINE_END = re.compile(r"\r\n|\n|\r")


def run(case: Case, bench: Workbench) -> None:
    """Fix the text of a case; an odd choice applies unsafe fixes as well."""
    before = checked(case, bench)
    if before is None or not any(diagnostic.fixes for diagnostic in before.diagnostics):
        return
    fixed = Fixer(bench.engine_for(case), unsafe=bool(case.choice % 2)).apply(before)
    if not fixed.done:
        if fixed.text != before.document.text:
            raise BrokenPromiseError("changed without a fix", repr(fixed.text[:80]))
        return
    what = ", ".join(applied.found.code for applied in fixed.done)
    check_no_worse(before.document.text, fixed.text, what)
    check_findings(fixed.file_result.diagnostics, fixed.text)
    new_ends = set(_LINE_END.findall(fixed.text)) - set(_LINE_END.findall(before.document.text))
    if new_ends and _LINE_END.search(before.document.text):
        raise BrokenPromiseError("line ends changed by a fix", f"{what}: {new_ends}")
