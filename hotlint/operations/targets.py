"""Check for several OpenStack releases in one run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hotlint.operations.check import CheckRequest, CheckResult, Progress, check, silent
from hotlint.output.findings.model import FileReport, Finding


def check_for(
    targets: Sequence[str],
    request: CheckRequest,
    paths: list[str],
    text: bytes | None = None,
    name: str = "stdin",
    progress: Progress = silent,
) -> CheckResult:
    """Return the reports of files and folders for several targets, as `check` does for one. Raises OperationError."""
    results: dict[str, CheckResult] = {}
    for number, target in enumerate(targets):
        asked = request._replace(settings={**request.settings, "target": target})

        def shown(done: int, total: int, number: int = number) -> None:
            progress(number * total + done, len(targets) * total)

        results[target] = check(asked, paths, text, name, shown)
    reports = merged({target: result.reports for target, result in results.items()})
    return results[targets[0]]._replace(reports=reports)


def merged(by_target: Mapping[str, Sequence[FileReport]]) -> list[FileReport]:
    """Return one report of each file. A finding that not all targets have names those that have it."""
    of_file: dict[str, dict[str, FileReport]] = {}
    for target, reports in by_target.items():
        for report in reports:
            of_file.setdefault(report.path, {})[target] = report
    return [_one(reports, len(by_target)) for reports in of_file.values()]


def _one(reports: Mapping[str, FileReport], count: int) -> FileReport:
    found: dict[tuple[object, ...], tuple[Finding, list[str]]] = {}
    for target, report in reports.items():
        for finding in report.diagnostics:
            key = (finding.code, finding.span, finding.severity, finding.message)
            found.setdefault(key, (finding, []))[1].append(target)
    named = [
        finding
        if len(targets) == count
        else finding._replace(message=f"{finding.message} (target {', '.join(targets)})")
        for finding, targets in found.values()
    ]
    first = next(iter(reports.values()))
    evaluation = max(report.evaluation for report in reports.values())
    return first._replace(diagnostics=tuple(sorted(named, key=lambda each: each.span)), evaluation=evaluation)
