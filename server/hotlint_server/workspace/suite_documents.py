"""Runs of the tests of suites, with the texts of the editor."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from typing import Any

from hotlint.analysis.template import Template
from hotlint.common.files import ReadError
from hotlint.operations.suite_findings import EngineSurroundings
from hotlint.output.formats import renderer
from hotlint.output.preview import explain_value
from hotlint.output.tests import suite_data
from hotlint.suites.coverage import Coverage
from hotlint.suites.model import PlannedTest, Suite
from hotlint.suites.reader import read_suite
from hotlint.suites.results import SuiteResult, SuiteTestResult
from hotlint.suites.runner import RunOptions, SuiteRunner
from hotlint_server import convert
from hotlint_server.workspace.editor_workspace import EditorWorkspace
from hotlint_server.workspace.workspace_folder import WorkspaceFolder


def template_of(workspace: EditorWorkspace, path: str) -> Template | None:
    """Return a template as it is now; None for one that cannot be read."""
    try:
        project = workspace.folder(path).project_of(path)
        return project.template(path)
    except (OSError, ReadError):
        return None


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
) -> SuiteResult:
    """Return the results of the tests in a suite. Other messages have their turn after each test."""
    how = explain_value if explain else None
    options = RunOptions(renderer("preview", "yaml"), how, update, wanted, coverage)
    began = time.perf_counter()
    suite_run = SuiteRunner(EngineSurroundings(folder.engine), options).begin(path, text)
    results: list[SuiteTestResult] = []
    for result in suite_run:
        results.append(result)
        await asyncio.sleep(0)
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

    The answer names the files that the results depend on. With `explain`, failures say how their value is computed; with
    `coverage`, what the tests reach is returned, too; with `updateSnapshots`, snapshots are stored.
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
    files = [file for file in sorted(result.files) if "\0" not in file and not os.path.isdir(file)]
    answer["files"] = [workspace.uri(file) for file in files]
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
