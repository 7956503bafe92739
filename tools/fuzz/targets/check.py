"""Check a text or a file, with or without an environment, and render the report in one of the formats."""

from __future__ import annotations

from fuzz.case import Case
from fuzz.promises import check_findings
from fuzz.workbench import Workbench
from hotlint.common.files import ReadError
from hotlint.linter.checking.file_result import FileResult
from hotlint.output.findings.conversion import file_report
from hotlint.output.findings.model import FileReport, summarize
from hotlint.output.formats import binary_writer, format_names, renderer

_RENDERED = 4
"""One case of so many has its report rendered."""


def checked(case: Case, bench: Workbench) -> FileResult | None:
    """Return the findings in the text of a case; None for an environment that is no text. Raises BrokenPromiseError."""
    path = bench.write(case)
    try:
        engine = bench.engine_for(case)
    except ReadError:  # as `Engine` promises
        return None
    result = engine.check_file(path, None if case.encoding else case.text)
    assert result is not None
    check_findings(result.diagnostics, result.document.text)
    return result


def run(case: Case, bench: Workbench) -> None:
    """Check the text of a case."""
    result = checked(case, bench)
    if result is not None and case.choice % _RENDERED == 0:
        report: FileReport = file_report(result)
        names = [name for name in format_names("findings") if binary_writer("findings", name) is None]
        text = renderer("findings", names[case.choice // _RENDERED % len(names)])([report], summarize([report]))
        text.encode("utf-8", "replace")
