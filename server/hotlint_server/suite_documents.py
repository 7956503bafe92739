"""Suites and files of policies as documents: their kind, their findings, and runs of tests with the texts of the editor."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from hotlint.analysis.project import Project
from hotlint.analysis.template import Template
from hotlint.common.files import ReadError
from hotlint.ide.suites import kind_of_text, policy_findings, suite_findings
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.engine import Engine
from hotlint.output.formats import renderer
from hotlint.output.preview.explain import explain_value
from hotlint.output.tests.model import suite_data
from hotlint.suites.coverage import Coverage
from hotlint.suites.model import PlannedTest, Suite
from hotlint.suites.reader import read_suite
from hotlint.suites.results import SuiteResult, SuiteTestResult
from hotlint.suites.runner import RunOptions, SuiteRunner
from hotlint_server import convert
from hotlint_server.editor_workspace import EditorWorkspace
from hotlint_server.open_document import OpenDocument
from hotlint_server.workspace_folder import WorkspaceFolder

PATIENCE = 5.0
"""Seconds that the tests of an open suite may take while its text changes; those that are left do not run."""


class FolderSurroundings:
    """The surroundings of suites in a workspace folder: open templates count as the editor has them."""

    def __init__(self, folder: WorkspaceFolder) -> None:
        self._folder = folder

    def project(self, template: str) -> Project:
        """Return the project that a template is linted in."""
        return self._folder.project_of(template)

    def environments(self, template: str) -> tuple[str, ...]:
        """Return the environment files that the configuration gives a template."""
        return self._folder.engine.settings(template).environments

    def engine(self) -> Engine:
        """Return the engine of the folder."""
        return self._folder.engine


def template_of(workspace: EditorWorkspace, path: str) -> Template | None:
    """Return a template as it is now; None for one that cannot be read."""
    try:
        project = workspace.folder(path).project_of(path)
        return project.template_of(project.document(path))
    except (OSError, ReadError):
        return None


def first_findings(document: OpenDocument) -> list[Diagnostic]:
    """Return the mistakes in a suite or a file of policies, without running a test."""
    text = document.buffer.text
    if kind_of_text(document.path, text) == "policies":
        return policy_findings(document.path, text, document.folder.confined_to)
    return suite_findings(read_suite(document.path, text))


async def findings(document: OpenDocument) -> list[Diagnostic]:
    """Return the mistakes in a document, and the failures of its tests; gives way to messages between tests."""
    text = document.buffer.text
    if kind_of_text(document.path, text) == "policies":
        return policy_findings(document.path, text, document.folder.confined_to)
    result = await run(document.folder, document.path, text, seconds=PATIENCE)
    return suite_findings(result.suite, result.tests)


def _every_test(suite: Suite, planned: PlannedTest) -> bool:
    return True


async def run(
    folder: WorkspaceFolder,
    path: str,
    text: str,
    *,
    wanted: Callable[[Suite, PlannedTest], bool] = _every_test,
    explain: bool = False,
    coverage: Coverage | None = None,
    update: bool = False,
    seconds: float | None = None,
) -> SuiteResult:
    """Return the results of the tests in a suite. Other messages have their turn after each test."""
    how = explain_value if explain else None
    options = RunOptions(renderer("preview", "yaml"), how, update, wanted, coverage)
    began = time.perf_counter()
    suite_run = SuiteRunner(FolderSurroundings(folder), options).begin(path, text)
    results: list[SuiteTestResult] = []
    for result in suite_run:
        results.append(result)
        await asyncio.sleep(0)
        if seconds is not None and time.perf_counter() - began > seconds:
            break
    return suite_run.finish(tuple(results), time.perf_counter() - began)


# -- requests --------------------------------------------------------------------------------------------------------


def _text(workspace: EditorWorkspace, uri: str) -> str:
    document = workspace.document(uri)
    path = convert.path_of(uri)
    return document.buffer.text if document is not None else workspace.folder(path).text(path)


def tests(workspace: EditorWorkspace, uri: str) -> dict[str, Any]:
    """Return the tests of a suite: {template, tests: [{id, name, range}]}. Raises OSError or ReadError."""
    suite = read_suite(convert.path_of(uri), _text(workspace, uri))
    positions = workspace.positions(uri)
    listed = [
        {"id": one.id, "name": one.test.name, "range": convert.range_of(positions, one.test.span)}
        for one in suite.planned()
    ]
    template = workspace.uri(suite.inputs.template) if suite.inputs.template else None
    return {"template": template, "tests": listed, "problems": len(suite.problems)}


async def run_tests(workspace: EditorWorkspace, uri: str, data: dict[str, Any]) -> dict[str, Any]:
    """Run tests of a suite: those of `ids`, or all. Raises OSError or ReadError.

    With `explain`, failures say how their value is computed; with `coverage`, what the tests reach is returned, too; with
    `updateSnapshots`, snapshots are stored.
    """
    path = convert.path_of(uri)
    ids = set(map(str, data["ids"])) if isinstance(data.get("ids"), list) else None
    coverage = Coverage() if data.get("coverage") else None
    result = await run(
        workspace.folder(path),
        path,
        _text(workspace, uri),
        wanted=lambda suite, planned: ids is None or planned.id in ids or planned.test.name in ids,
        explain=bool(data.get("explain")),
        coverage=coverage,
        update=bool(data.get("updateSnapshots")),
    )
    positions = workspace.positions(uri)
    answer = suite_data(result, lambda span: convert.range_of(positions, span))
    if coverage is not None:
        answer["coverage"] = [_coverage(workspace, one) for one in coverage.templates()]
    return answer


def _coverage(workspace: EditorWorkspace, one: Any) -> dict[str, Any]:
    uri = workspace.uri(one.path)
    positions = workspace.positions(uri)
    points = [
        {
            "kind": point.kind, "name": point.name, "outcome": point.outcome, "what": point.what,
            "range": convert.range_of(positions, point.span), "hits": one.hits[point],
        }
        for point in one.points()
    ]  # fmt: skip
    return {"uri": uri, "points": points}
