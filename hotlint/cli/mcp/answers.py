"""The answers of the tools, computed as the commands compute them. Nothing here knows the protocol."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hotlint.cli import subcommands, template_input
from hotlint.cli.errors import UsageError
from hotlint.common.files import SIZE_LIMIT, read_text
from hotlint.output.formats import renderer

if TYPE_CHECKING:
    from hotlint.cli.batch.runner import Runner
    from hotlint.cli.mcp.roots import RootedPath, Roots
    from hotlint.dry_run.stack_preview import Preview
    from hotlint.linter.checking.file_result import FileResult
    from hotlint.output.findings.model import FileReport, Finding
    from hotlint.resource_types.catalog import Catalog

TEXT_LIMIT = 30_000
"""Characters of a long text that a tool answers, such as a preview."""
ERROR_LIMIT = 50
"""Errors of a dry run that are listed."""


class Answers:
    """Answers the questions of one call, with the files in these roots. Raises UsageError and OSError."""

    def __init__(self, roots: Roots) -> None:
        self.roots = roots

    # -- findings ----------------------------------------------------------------------------------------------------

    def runner(self, place: RootedPath, environments: Sequence[str], parameters: Mapping[str, Any]) -> Runner:
        """Return the run that checks a file or folder in its root."""
        from hotlint.cli.batch.runner import Request, Runner

        settings = {"environments": self.environments(environments)} if environments else {}
        made = Runner(Request(settings=settings, parameters=dict(parameters)), place.root)
        made.check_as_a_whole([place.path])
        return made

    def environments(self, paths: Sequence[str]) -> tuple[str, ...]:
        """Return the full paths of environment files."""
        return tuple(self.roots.existing(path).path for path in paths)

    def reports(self, place: RootedPath, runner: Runner, text: str | None) -> Iterator[FileReport]:
        """Yield the reports of a file or of the files of a folder; `text` is checked instead of the file's own."""
        if text is not None:
            yield _report(self.checked(place, runner, text))
        else:
            for candidate in runner.files([place.path]):
                if (report := runner.one(candidate)[0]) is not None:
                    yield report
        yield from runner.common()

    def checked(self, place: RootedPath, runner: Runner, text: str | None) -> FileResult:
        """Return the result of one file. Raises UsageError for a folder, and for a text that is too long."""
        if os.path.isdir(place.path):
            raise UsageError(f"'{place.path}' is a folder; name a file")
        _limited(text)
        found = runner.engine.check_file(place.path, text)
        assert found is not None
        return found

    def fixed(
        self, place: RootedPath, runner: Runner, text: str | None, *, unsafe: bool, write: bool
    ) -> dict[str, Any]:
        """Return the fixes of a file that pass verification, as edits of its text; with `write`, the file is replaced."""
        from hotlint.common.file_replacement import replace_text
        from hotlint.ide.formatting import line_edits
        from hotlint.linter.checking.fixer import Fixer
        from hotlint.linter.checking.redacted_findings import redactor_of
        from hotlint.output.findings.conversion import place as place_of
        from hotlint.syntax.source import LineIndex

        before = self.checked(place, runner, text)
        result = Fixer(runner.engine, unsafe=unsafe).apply(before)
        lines = LineIndex(before.document.text)
        redactor = redactor_of(before.context) if before.context is not None else None
        edits = line_edits(before.document.text, result.text)
        shown = all(redactor is None or redactor.foreign(e.text) == e.text for e in edits)
        if write and result.done:
            replace_text(place.path, before.document.text, result.text)
        left = _report(result.file_result).diagnostics
        return {
            "fixed": [{"code": a.found.code, "title": a.fix.title, "safety": a.fix.safety} for a in result.done],
            "edits": [{**_lines(place_of(e.span, lines)), "text": e.text} for e in edits] if shown else [],
            "note": ""
            if shown
            else "an edit writes a hidden value, so no edits are shown; hotlint check --fix applies them",
            "written": write and bool(result.done),
            "left": len(left),
        }

    # -- dry runs ----------------------------------------------------------------------------------------------------

    def preview(
        self, place: RootedPath, environments: Sequence[str], parameters: Mapping[str, Any], text: str | None = None
    ) -> Preview:
        """Return the dry run of a template, with the environments and values that `hotlint preview` chooses."""
        _limited(text)
        options = self._options("preview", [place.path], place, environments, parameters)
        return template_input.preview(options, place.path, text=text)

    def shown(self, preview: Preview, value: str | None) -> dict[str, Any]:
        """Return a preview as YAML with its errors, or how one value is computed."""
        from hotlint.cli.commands.preview import explanation
        from hotlint.dry_run.errors import errors

        text = explanation(preview, value) if value else renderer("preview", "yaml")(preview)
        found = [f"{where}: {message}" for where, message in errors(preview)]
        return {
            **cut(text),
            "errors": found[:ERROR_LIMIT],
            "more_errors": max(0, len(found) - ERROR_LIMIT),
            "complete": preview.context.evaluation.meter.exhausted is None,
        }

    def difference(self, old: Preview, new: Preview) -> dict[str, Any]:
        """Return what an update from one template to another does to each resource."""
        from hotlint.dry_run.diff import compare

        changes = compare(old, new)
        return {**cut(renderer("diff", "text")(changes)), "counts": changes.counts(), "refused": list(changes.refused)}

    def planned(
        self,
        recording: str,
        place: RootedPath,
        environments: Sequence[str],
        parameters: Mapping[str, Any],
        *,
        existing: bool,
    ) -> dict[str, Any]:
        """Return what an update does to each resource of a recorded stack."""
        from hotlint.cli import stack_plans

        options = self._options("plan", [place.path], place, environments, parameters)
        options.existing = existing
        found = stack_plans.planned(options, place.path, stack_plans.recorded(self.roots.existing(recording).path))
        text = renderer("plan", "text")(found)
        return {
            **cut(text),
            "counts": found.diff.counts(),
            "refused": list(found.diff.refused),
            "notes": list(found.notes),
        }

    def _options(
        self,
        command: str,
        words: list[str],
        place: RootedPath,
        environments: Sequence[str],
        parameters: Mapping[str, Any],
    ) -> Namespace:
        """Return the options of a command, confined to the root of a file."""
        options = subcommands.parser(command).parse_args(words)
        options.environment = list(self.environments(environments))
        options.values = dict(parameters)
        options.confined_to = place.root
        return options

    # -- tests and policies ------------------------------------------------------------------------------------------

    def tested(self, place: RootedPath, selection: str | None, limit: int) -> dict[str, Any]:
        """Return the results of the suites in a file or folder."""
        from hotlint.cli.batch.suite_runs import SuiteRuns
        from hotlint.output.tests import suite_data
        from hotlint.suites.results import totals

        if not os.path.isdir(place.path) and _kind(place.path) != "suite":
            raise UsageError(f"'{place.path}' is not a test suite")
        options = subcommands.parser("test").parse_args([place.path])
        options.k, options.confined_to = selection, place.root
        results, _ = SuiteRuns(options, [place.path], with_coverage=False).run(lambda result: None)
        count = totals(results)
        failures = [failure for result in results for failure in _failures(suite_data(result), place.root)]
        return {
            "suites": len(results), "passed": count.passed, "failed": count.failed, "skipped": count.skipped,
            "failures": failures[:limit], "left_out": max(0, len(failures) - limit),
        }  # fmt: skip

    def policies(self, place: RootedPath) -> dict[str, Any]:
        """Return the policies of a file of policies with the results of its tests, or those that apply to a template."""
        from hotlint.cli.commands import policy

        found, problems, tests = policy.summary(place.path, place.root)
        return {
            "policies": [
                {
                    "code": p.code, "name": p.name, "severity": p.severity, "message": p.message, "subject": p.subject,
                    "applies_to": list(p.patterns), "file": p.file,
                }
                for p in found
            ],
            "problems": problems,
            "tests": [{"policy": t.test.policy, "name": t.test.name, "failures": list(t.failures)} for t in tests],
        }  # fmt: skip

    # -- reference ---------------------------------------------------------------------------------------------------

    def catalog(self) -> Catalog:
        """Return the resource types of the first root."""
        from hotlint.linter.settings.catalog import catalog
        from hotlint.linter.settings.finder import Finder

        root = self.roots.folders[0]
        return catalog(Finder(top=root).settings(os.path.join(root, "template.yaml")))


def found_names(types: Catalog, query: str, limit: int) -> dict[str, Any]:
    """Return the resource types and properties whose name has each word of a query, without regard to case."""
    words = query.casefold().replace(":", " ").replace("_", " ").split()
    found = []
    for name in types.names() if words else ():
        resource = types.resource(name)
        for path in (name, *_properties(resource)):
            text = path.casefold()
            if all(word in text for word in words) and (path == name or not all(w in name.casefold() for w in words)):
                found.append(path)
    return {"names": found[:limit], "left_out": max(0, len(found) - limit)}


def _properties(resource: Any) -> Iterator[str]:
    properties: Mapping[str, Any] = getattr(resource, "properties", None) or {}
    return (f"{resource.name}.{name}" for name, prop in properties.items() if prop.support.status != "HIDDEN")


def explained(name: str, types: Catalog) -> str:
    """Return the page of a rule, a function, a resource type or its property. Raises UsageError."""
    from hotlint.cli.commands.explain import page_of

    return page_of(name, types)


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


def _finding(found: Finding, root: str) -> dict[str, Any]:
    return {
        "path": _short(found.path, root), "line": found.span.start_line + 1, "column": found.span.start_column + 1,
        "code": found.code, "rule": found.rule, "severity": found.severity, "message": found.message, "where": found.where,
        "related": [f"{_short(r.path, root)}:{r.span.start_line + 1}: {r.message}" for r in found.related],
        "fixes": [
            {
                "title": f.title, "safety": f.safety,
                "edits": [{"path": _short(e.path, root), **_lines(e.span), "text": e.text} for e in f.edits],
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
    from hotlint.analysis.file_kinds import recognize
    from hotlint.analysis.file_marks import kind_of_name

    return kind_of_name(path) or recognize(path, read_text(path))


def _report(result: FileResult) -> FileReport:
    from hotlint.output.findings.conversion import file_report

    return file_report(result)


def _lines(span: Any) -> dict[str, int]:
    """Return a span with lines and columns that count from 1."""
    return {name: number + 1 for name, number in span._asdict().items()}


def _short(path: str, root: str) -> str:
    """Return a path relative to a root that it is in; that of a configuration is relative to the working folder."""
    full, folder = os.path.abspath(path), os.path.join(root, "")
    return full.removeprefix(folder) if full.startswith(folder) else path


def _limited(text: str | None) -> None:
    """Raises UsageError for a text that is longer than a file may be."""
    if text is not None and len(text) > SIZE_LIMIT:
        raise UsageError("the text is longer than 16 MiB, which no template is")


def cut(text: str) -> dict[str, Any]:
    """Return a text of at most `TEXT_LIMIT` characters, whole lines, and how many lines are left out."""
    if len(text) <= TEXT_LIMIT:
        return {"text": text, "lines_left_out": 0}
    end = text.rfind("\n", 0, TEXT_LIMIT) + 1 or TEXT_LIMIT
    return {"text": text[:end], "lines_left_out": text.count("\n", end) + (not text.endswith("\n"))}
