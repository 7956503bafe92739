"""What is done with a case, one function a target: each raises for a broken promise. Editing and messages are in their own modules."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
from collections.abc import Callable
from unittest import mock

from fuzz import edits, protocol
from fuzz.case import BrokenPromiseError, Case, check_findings, check_no_worse
from fuzz.workbench import TEMPLATE, Workbench
from hotlint.api import preview
from hotlint.cli.main import main
from hotlint.common.cache_dir import catalog_folder
from hotlint.common.files import ReadError
from hotlint.dry_run.dependency_graph import dependency_graph
from hotlint.linter.checking.file_result import FileResult
from hotlint.linter.checking.fixer import Fixer
from hotlint.operations.errors import OperationError, as_operation_error
from hotlint.output.findings.conversion import file_report
from hotlint.output.findings.model import FileReport, summarize
from hotlint.output.formats import binary_writer, format_names, renderer

_RENDERED = 4
"""One case of so many has its report or its preview rendered, every other one of the previews as a graph."""
_LEFTOVER = re.compile(r"\.hotlint-[0-9a-f]{16}|.*\.tmp")
_LINE_END = re.compile(r"\r\n|\n|\r")


def run(case: Case, bench: Workbench) -> None:
    """Run a case. Raises BrokenPromiseError, or whatever exception the code under test lets out."""
    TARGETS[case.target](case, bench)


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


def check(case: Case, bench: Workbench) -> None:
    """Check the text of a case, and render the report in one of the formats."""
    result = checked(case, bench)
    if result is not None and case.choice % _RENDERED == 0:
        report: FileReport = file_report(result)
        names = [name for name in format_names("findings") if binary_writer("findings", name) is None]
        text = renderer("findings", names[case.choice // _RENDERED % len(names)])([report], summarize([report]))
        text.encode("utf-8", "replace")


def fix(case: Case, bench: Workbench) -> None:
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


def show(case: Case, bench: Workbench) -> None:
    """Dry run the text of a case, and show it in one of the formats, or as a graph."""
    path = bench.write(case)
    dry_run = preview(path, text=None if case.encoding else case.text, environments=bench.environments(case))
    dry_run.to_dict()
    choice = case.choice // _RENDERED
    if case.choice % _RENDERED:
        return
    if choice % 2:
        names = format_names("preview")
        renderer("preview", names[choice // 2 % len(names)])(dry_run)
    else:
        names = format_names("graph")
        renderer("graph", names[choice // 2 % len(names)])(dependency_graph(dry_run), path)


def command(case: Case, bench: Workbench) -> None:
    """Run the command of a case, whose step is the list of its arguments; the files of the case are all that is in the folder.

    It ends with a documented exit code, and writes text that is safe to show. The arguments of `mcp` are a tool of the server for
    coding agents, and its named values as JSON.
    """
    folder, before = os.path.join(bench.folder, "commands"), os.getcwd()
    os.makedirs(folder)
    environment = mock.patch.dict(os.environ, {"HOTLINT_CACHE_DIR": bench.cache})
    environment.start()
    output, errors = io.StringIO(), io.StringIO()
    try:
        for name, text in {TEMPLATE: case.text, **case.files}.items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "wb") as file:
                file.write(text.encode("utf-8", "surrogatepass"))
        os.chdir(folder)
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            name, *arguments = case.steps[0]
            code = _answer(folder, *arguments) if name == "mcp" else main(case.steps[0])
        left = [name for _, _, names in os.walk(".") for name in names if _LEFTOVER.fullmatch(name)]
    finally:
        os.chdir(before)
        shutil.rmtree(folder)
        shutil.rmtree(catalog_folder(), ignore_errors=True)  # imported types are those of one case
        environment.stop()
    _check_command(code, output.getvalue(), errors.getvalue(), left)


def _answer(folder: str, tool: str, values: str) -> int:
    """Call a tool of the server for coding agents; 2 for a usage error. Its answer must be JSON."""
    from mcp.types import ListRootsResult

    from hotlint.mcp.server import Tools

    call = getattr(Tools([folder], may_write=True), tool)
    try:
        json.dumps(call(ListRootsResult(roots=[]), **json.loads(values)))
    except UnicodeError:
        return 2  # as the server says to the agent
    except Exception as error:
        if not isinstance(as_operation_error(error), OperationError):
            raise
        return 2
    return 0


def _check_command(code: int, shown: str, said: str, left: list[str]) -> None:
    if code not in (0, 1, 2) or "Traceback" in said or "HOT000" in shown:
        raise BrokenPromiseError("command", f"exit code {code}: {said[-600:]} {shown[:300]}")
    odd = {c for c in shown + said if (c < " " and c not in "\n\t\r") or "\x7f" <= c <= "\x9f"}
    if odd or left:
        raise BrokenPromiseError("command", f"it shows {sorted(odd)}, and leaves {left}")


TARGETS: dict[str, Callable[[Case, Workbench], None]] = {
    "check": check,
    "preview": show,
    "fix": fix,
    "edits": edits.run,
    "protocol": protocol.run,
    "commands": command,
}
