"""The answers of the tools: operations in the folders of a session, as JSON. Nothing here knows the protocol."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hotlint.common.counts import counted
from hotlint.common.files import SIZE_LIMIT, read_text
from hotlint.common.printable import printable
from hotlint.operations.errors import OperationError
from hotlint.operations.inputs import TemplateRequest
from hotlint.operations.scope import SettingsScope
from hotlint.output.formats import renderer
from hotlint.syntax.source import LineIndex

if TYPE_CHECKING:
    from hotlint.mcp.roots import RootedPath, Roots
    from hotlint.operations.check import Runner
    from hotlint.operations.rewrite import Rewrite
    from hotlint.output.findings.model import FileReport, Finding
    from hotlint.resource_types.catalog import Catalog
    from hotlint.syntax.edits import Edit
    from hotlint.syntax.source import LineIndex

TEXT_LIMIT = 30_000
"""Characters of a long text that a tool answers, such as a preview."""
ERROR_LIMIT = 50
"""Errors of a dry run that are listed."""


class Answers:
    """Answers the questions of one call, with the files in these roots. Raises OperationError and OSError."""

    def __init__(self, roots: Roots) -> None:
        self.roots = roots

    # -- findings ----------------------------------------------------------------------------------------------------

    def runner(self, place: RootedPath, environments: Sequence[str], parameters: Mapping[str, Any]) -> Runner:
        """Return the run that checks a file or folder in its root."""
        from hotlint.operations.check import CheckRequest, Runner

        settings = self.scope(place, environments).settings
        made = Runner(CheckRequest(settings=dict(settings), parameters=dict(parameters)), place.root)
        made.check_as_a_whole([place.path])
        return made

    def scope(self, place: RootedPath, environments: Sequence[str] = ()) -> SettingsScope:
        """Return the scope of a file or folder: its root, with environment files of the roots on top."""
        given = {"environments": tuple(self.roots.existing(path).path for path in environments)} if environments else {}
        return SettingsScope(given, confined_to=place.root)

    def reports(self, place: RootedPath, runner: Runner, text: str | None) -> Iterator[FileReport]:
        """Yield the reports of a file or of the files of a folder; `text` is checked instead of the file's own."""
        if text is not None:
            _must_be_file(place, text)
            yield runner.named(place.path, text)
        else:
            for candidate in runner.files([place.path]):
                if (report := runner.one(candidate)[0]) is not None:
                    yield report
        yield from runner.common()

    def fixed(
        self, place: RootedPath, runner: Runner, text: str | None, *, unsafe: bool, write: bool
    ) -> dict[str, Any]:
        """Return the fixes of a file that pass verification, as edits of its text; with `write`, the file is replaced."""
        from hotlint.operations.fix import ENDED, fix_text

        _must_be_file(place, text)
        found = fix_text(runner, place.path, text, unsafe=unsafe, write=write)
        lines = LineIndex(found.before)
        is_hidden = found.edits is None
        tried = found if unsafe or found.is_ended else fix_text(runner, place.path, found.after, unsafe=True)
        return {
            "fixed": [{"code": a.found.code, "title": a.fix.title, "safety": a.fix.safety} for a in found.done],
            "unsafe": [{"code": a.found.code, "title": a.fix.title} for a in tried.done if tried is not found],
            "edits": [_edit(edit, lines) for edit in found.edits or ()],
            "note": "an edit writes a hidden value, so no edits are shown; hotlint check --fix applies them"
            if is_hidden
            else ENDED
            if found.is_ended
            else "",
            "written": write and bool(found.done),
            "left": len(found.left.diagnostics),
        }

    def rewritten(self, place: RootedPath, rewrite: Rewrite, text: str | None) -> dict[str, Any]:
        """Return the edits that rewrite a file, or `text` instead of its own, and what is left to decide."""
        from hotlint.rewriting.upgrader import UpgradeResult
        from hotlint.syntax.differences import line_edits

        _must_be_file(place, text)
        before = text if text is not None else read_text(place.path)
        result = rewrite(place.path, before)
        lines, after = LineIndex(before), LineIndex(result.text)
        upgraded = result if isinstance(result, UpgradeResult) else UpgradeResult(result.text)
        return {
            "edits": [_edit(edit, lines) for edit in line_edits(before, result.text)],
            "refused": result.reason or "",
            "replaced": dict(upgraded.done),
            "decisions": [
                f"line {after.position(d.span.start).line + 1} of the new text: {d.message}" for d in upgraded.decisions
            ],
        }

    # -- dry runs ----------------------------------------------------------------------------------------------------

    def template(
        self, place: RootedPath, environments: Sequence[str], parameters: Mapping[str, Any], text: str | None = None
    ) -> TemplateRequest:
        """Return the request for a template, with the environments and values that `hotlint preview` chooses."""
        _limited(text)
        return TemplateRequest(place.path, self.scope(place, environments), text, parameters=dict(parameters))

    def shown(self, request: TemplateRequest, value: str | None) -> dict[str, Any]:
        """Return a preview as YAML with its errors, or how one value is computed."""
        from hotlint.dry_run.errors import errors
        from hotlint.operations.preview import explanation, preview

        found = preview(request).preview
        text = explanation(found, value) if value else renderer("preview", "yaml")(found)
        failing = [f"{where}: {message}" for where, message in errors(found)]
        return {
            **cut(text),
            "errors": failing[:ERROR_LIMIT],
            "more_errors": max(0, len(failing) - ERROR_LIMIT),
            "incomplete": found.context.evaluation.meter.exhausted is not None,
        }

    def difference(self, old: TemplateRequest, new: TemplateRequest) -> dict[str, Any]:
        """Return what an update from one template to another does to each resource."""
        from hotlint.operations.diff import diff

        changes = diff(old, new).changes
        return {**cut(renderer("diff", "text")(changes)), "counts": changes.counts(), "refused": list(changes.refused)}

    def planned(self, recording: str, template: TemplateRequest, *, existing: bool) -> dict[str, Any]:
        """Return what an update does to each resource of a recorded stack."""
        from hotlint.operations.plan import PlanRequest, plan

        stack = self.roots.existing(recording).path
        found = plan(PlanRequest(template, recording=stack, existing=existing)).plan
        return {
            **cut(renderer("plan", "text")(found)),
            "counts": found.diff.counts(),
            "refused": list(found.diff.refused),
            "notes": list(found.notes),
        }

    def failed(self, template: TemplateRequest, recording: str | None, message: str) -> dict[str, Any]:
        """Return why a recorded stack has failed, or what a message of Heat says of a template."""
        from hotlint.operations.failure import FailureRequest, failure

        if (recording is None) == (not message):
            raise OperationError("give either 'message' or 'recording'")
        stack = self.roots.existing(recording).path if recording is not None else ""
        found, notes = failure(FailureRequest(template, recording=stack, message=message))
        return {**cut(renderer("failure", "text")(found)), "notes": list(notes)}

    # -- tests and policies ------------------------------------------------------------------------------------------

    def tested(self, place: RootedPath, selection: str | None, limit: int) -> dict[str, Any]:
        """Return the results of the suites in a file or folder."""
        from hotlint.operations.test import SuiteRequest, SuiteRuns
        from hotlint.output.tests import suite_data
        from hotlint.suites.results import totals

        if not os.path.isdir(place.path) and _kind(place.path) != "suite":
            raise OperationError(f"'{place.path}' is not a test suite")
        request = SuiteRequest([place.path], self.scope(place), selection)
        results, _ = SuiteRuns(request).run(lambda result: None)
        count = totals(results)
        failures = [failure for result in results for failure in _failures(suite_data(result), place.root)]
        return {
            "suites": len(results), "passed": count.passed, "failed": count.failed, "skipped": count.skipped,
            "failures": failures[:limit], "left_out": max(0, len(failures) - limit),
        }  # fmt: skip

    def policies(self, place: RootedPath) -> dict[str, Any]:
        """Return the policies of a file of policies with the results of its tests, or those that apply to a template."""
        from hotlint.operations.policies import policies

        found = policies(place.path, place.root)
        return {
            "policies": [
                {
                    "code": p.code, "name": p.name, "severity": p.severity, "message": p.message, "subject": p.subject,
                    "applies_to": list(p.patterns), "file": p.file,
                }
                for p in found.policies
            ],
            "problems": found.problems,
            "tests": [{"policy": t.test.policy, "name": t.test.name, "failures": list(t.failures)} for t in found.tests],
        }  # fmt: skip

    # -- reference ---------------------------------------------------------------------------------------------------

    def catalog(self) -> Catalog:
        """Return the resource types of the first root."""
        from hotlint.operations.explain import types_of

        root = self.roots.folders[0]
        return types_of(root, SettingsScope(confined_to=root))


def findings(reports: Sequence[FileReport], root: str, limit: int) -> dict[str, Any]:
    """Return findings with their places, errors first; lines and columns count from 1."""
    from hotlint.output.findings.model import summarize

    ranks = {"error": 0, "warning": 1, "info": 2}
    found = sorted(
        (f for r in reports for f in r.diagnostics), key=lambda f: (ranks[f.severity], _short(f.path, root), f.span)
    )
    summary = summarize(reports)
    return {
        "files": summary.files,
        "counts": dict(summary.counts),
        "findings": [_finding(f, root) for f in found[:limit]],
        "left_out": max(0, len(found) - limit),
        "environments": {_short(r.path, root): list(r.environments) for r in reports if r.environments},
    }


def concise(reports: Sequence[FileReport], root: str, limit: int) -> str:
    """Return findings as lines, errors first, each with the titles of its fixes; the last line counts them."""
    found = findings(reports, root, limit)
    lines = []
    for one in found["findings"]:
        titles = "; ".join(f"{fix['title']} ({fix['safety']})" for fix in one["fixes"])
        place = f"{one['path']}:{one['line']}:{one['column']}"
        lines.append(
            f"{place}: {one['severity']} {one['code']} {one['message']}{f' [fix: {titles}]' if titles else ''}"
        )
    counts = [counted(number, name) for name, number in found["counts"].items() if number] or ["no findings"]
    left = f", {found['left_out']} not listed" if found["left_out"] else ""
    used = [name for names in found["environments"].values() for name in names]
    environments = f" Environments: {', '.join(dict.fromkeys(used))}." if used else ""
    lines.append(f"{', '.join(counts)} in {counted(found['files'], 'file')}{left}.{environments}")
    return "\n".join(map(printable, lines))


def plain(answer: Mapping[str, Any]) -> str:
    """Return an answer as text in few words: a text as it is, an item of a list on a line, and nothing that is empty."""
    parts = []
    for name, value in answer.items():
        if name == "text":
            parts.append(value.rstrip("\n"))
        elif isinstance(value, list) and value:
            parts.append("\n".join([f"{name}:", *(v if isinstance(v, str) else _compact(v) for v in value)]))
        elif value not in ("", [], {}, 0, None, False) or name in ("left", "passed", "failed"):
            parts.append(f"{name}: {value if isinstance(value, str) else _compact(value)}")
    return "\n".join(parts) or "nothing"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "), default=str)


def _edit(edit: Edit, lines: LineIndex) -> dict[str, Any]:
    """Return an edit with its place; lines and columns count from 1."""
    from hotlint.output.findings.conversion import place

    return {**place(edit.span, lines).from_one(), "text": edit.text}


def _finding(found: Finding, root: str) -> dict[str, Any]:
    return {
        "path": _short(found.path, root), "line": found.span.start_line + 1, "column": found.span.start_column + 1,
        "code": found.code, "rule": found.rule, "severity": found.severity, "message": found.message, "where": found.where,
        "related": [f"{_short(r.path, root)}:{r.span.start_line + 1}: {r.message}" for r in found.related],
        "fixes": [
            {
                "title": f.title, "safety": f.safety,
                "edits": [{"path": _short(e.path, root), **e.span.from_one(), "text": e.text} for e in f.edits],
            }
            for f in found.fixes
        ],
    }  # fmt: skip


def _failures(suite: dict[str, Any], root: str) -> Iterator[dict[str, Any]]:
    """Yield the mistakes of a suite and the failures of its tests, each with its place."""
    found = [("", problem) for problem in suite["problems"]]
    found += [(test["name"], failure) for test in suite["tests"] for failure in test["failures"]]
    for test, failure in found:
        at = failure["range"]
        yield {
            "path": _short(suite["path"], root), "line": at["start_line"] + 1, "column": at["start_column"] + 1, "test": test,
            "value": failure.get("path", ""), "message": failure["message"],
        }  # fmt: skip


def _kind(path: str) -> str | None:
    """Return the kind of a file, by its name or its content."""
    from hotlint.analysis.file_kinds import kind_of_name, recognize

    return kind_of_name(path) or recognize(path, read_text(path))


def _short(path: str, root: str) -> str:
    """Return a path relative to a root that it is in; that of a configuration is relative to the working folder."""
    full, folder = os.path.abspath(path), os.path.join(root, "")
    return full.removeprefix(folder) if full.startswith(folder) else path


def _must_be_file(place: RootedPath, text: str | None) -> None:
    """Raises OperationError for a folder, and for a text that is longer than a file may be."""
    if os.path.isdir(place.path):
        raise OperationError(f"'{place.path}' is a folder; name a file")
    _limited(text)


def _limited(text: str | None) -> None:
    """Raises OperationError for a text that is longer than a file may be."""
    if text is not None and len(text) > SIZE_LIMIT:
        raise OperationError("the text is longer than 16 MiB, which no template is")


def cut(text: str) -> dict[str, Any]:
    """Return a text of at most `TEXT_LIMIT` characters, whole lines, and how many lines are left out."""
    if len(text) <= TEXT_LIMIT:
        return {"text": text, "lines_left_out": 0}
    end = text.rfind("\n", 0, TEXT_LIMIT) + 1 or TEXT_LIMIT
    return {"text": text[:end], "lines_left_out": text.count("\n", end) + (not text.endswith("\n"))}
