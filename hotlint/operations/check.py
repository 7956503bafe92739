"""Check files and folders, or one text, for what Heat would refuse."""

from __future__ import annotations

import os
from collections.abc import Callable

from hotlint.common.records import NamedTuple
from hotlint.operations.errors import as_operation_error
from hotlint.operations.runner import CheckRequest, Progress, Runner, silent
from hotlint.operations.scope import named_deployment
from hotlint.output.findings.model import FileReport


class DeploymentToCheck(NamedTuple):
    """What is checked for a named deployment: its template, with its environments and values, which are all there are."""

    template: str
    request: CheckRequest


def of_deployment(request: CheckRequest, name: str) -> DeploymentToCheck:
    """Return the check of a deployment of the configuration. Raises OperationError for one that it does not have."""
    found = named_deployment(request.scope, name)
    parameters = {**dict(found.values), **request.parameters}
    settings = dict(request.scope.with_deployment(found).settings)
    return DeploymentToCheck(found.template, request._replace(settings=settings, parameters=parameters, complete=True))


class CheckResult(NamedTuple):
    """The reports of a run, in the order of the files. `of_text` checks an earlier text of a file as the run does."""

    reports: list[FileReport]
    of_text: Callable[[bytes, str], FileReport]


def check(
    request: CheckRequest,
    paths: list[str],
    text: bytes | None = None,
    name: str = "stdin",
    progress: Progress = silent,
) -> CheckResult:
    """Return the reports of files and folders. `text` is the content for the path "-", and `name` its file name.

    `progress` is called with how many files are done, of how many. Raises OperationError.
    """
    run = Runner(request)
    try:
        reports = run.run(paths, text, name, progress)
        if run.cache is not None:
            run.cache.save()
    except Exception as exc:
        raise as_operation_error(exc) from None
    return CheckResult(reports, run.of_text)


def check_one(request: CheckRequest, path: str, text: str | None = None) -> FileReport:
    """Return the report of one file, or of `text` instead of its content, with the findings about its configuration.

    Raises FileNotFoundError or PermissionError for a file or an environment that cannot be read; whatever else they hold is a
    finding.
    """
    from hotlint.linter.run_diagnostics import UnreadableFile, run_diagnostic
    from hotlint.operations.engines import engine_of
    from hotlint.operations.named_files import must_open, not_text
    from hotlint.output.findings.conversion import file_report

    unreadable = not_text(request.environments)
    readable = {"environments": tuple(e for e in request.environments if e not in unreadable)}
    engine = engine_of(
        request.scope.with_settings(**readable), request.parameters, request.alternatives, complete=request.complete,
        show_hidden=request.show_hidden,
    )  # fmt: skip
    if text is None:
        must_open(path)
    found = engine.check_file(path, text)
    assert found is not None  # the file is named
    for environment, why in unreadable.items():
        message = f"environment '{os.path.basename(environment)}' cannot be read: {why}"
        found.diagnostics.append(run_diagnostic(UnreadableFile, message))
    return file_report(found, engine.run_level_diagnostics())
