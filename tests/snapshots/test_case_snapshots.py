"""Templates made to reach what others do not: all that is found, resolved, explained and shown in an editor, word for word."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from editor_answers import at_words, rewrite_once, shown
from finding_lines import full
from heat_parity.recorded import Composition, read_compositions
from snapshot_files import FOLDER, RecordedAnswers

import hotlint
from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.cli import template_input
from hotlint.cli.main import main
from hotlint.cli.subcommands import parser
from hotlint.dry_run.errors import errors
from hotlint.dry_run.stack_preview import Preview
from hotlint.ide.code_actions import actions
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.hover import hover
from hotlint.linter.checking.run import Linter
from hotlint.linter.packs import registry
from hotlint.operations.errors import OperationError
from hotlint.operations.preview import explanation, preview
from hotlint.output.preview import explain_value
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.source import Span

CASES = list(read_compositions(FOLDER / "cases"))
DENSE = {
    "cycles",
    "functions-cfn-in-hot",
    "functions-cfn-more",
    "functions-unknown",
    "jinja-filters",
    "keys",
    "networks-wrong",
    "security",
}
"""Templates of which nearly each line is wrong, or that have to be rendered: what an editor shows is recorded in others."""
RECORDED = RecordedAnswers("templates")
NESTED = ("nested.outputs.address", "0.resources.it.properties.value", "nested.resources.it.properties.value")
EXPLAINED = 60
"""How many values of a case are explained."""
COMMAND_EVERY = 20
"""One of so many is also explained by the command, which has to resolve the template again."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def opened(case: Composition, folder: Path, meter: Meter) -> TemplateContext:
    """A case's template with its environments."""
    template, environments = case.lay_out(folder)
    project = Project(Catalog())
    environment = project.environment([str(path) for path in environments])
    return TemplateContext.open(project, str(template), environment, meter)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_findings(case: Composition, folder: Path) -> None:
    template, environments = case.lay_out(folder)
    lines = [line for f in hotlint.check(template, environments=environments).diagnostics for line in full(f, folder)]
    for path in environments:
        lines += [f"-- {path.name}", *(line for f in hotlint.check(path).diagnostics for line in full(f, folder))]
    RECORDED.check(f"{case.name}: findings", "\n".join(lines))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_preview(case: Composition, folder: Path) -> None:
    template, environments = case.lay_out(folder)
    found = hotlint.preview(template, environments=environments)
    RECORDED.check(
        f"{case.name}: preview", json.dumps(found.to_dict(), indent=1, ensure_ascii=False).replace(str(folder), ".")
    )
    failed = [f"{where}: {message}" for where, message in errors(found)]
    RECORDED.check(f"{case.name}: errors", "\n".join(failed).replace(str(folder), "."))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_units_of_work(case: Composition, folder: Path) -> None:
    """What is counted is the same on each machine: what a budget of work allows depends on nothing else."""
    budget = Budget(seconds=60)
    meter = Meter(budget)
    Preview(opened(case, folder, meter)).to_dict()
    RECORDED.check(f"{case.name}: units of work", f"{budget.units - meter.left:,}")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_explanations(case: Composition, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    template, environments = case.lay_out(folder)
    words = [template.name, *(word for path in environments for word in ("-e", path.name))]
    values = _values(hotlint.preview(template, environments=environments).to_dict())
    options = parser("preview").parse_args(words)
    try:
        resolved = preview(template_input.request(options, template.name)).preview
    except OperationError:  # such as for a template that is no YAML
        resolved = None
    lines = []
    for number, name in enumerate(values[:: max(1, len(values) // EXPLAINED)]):
        text = ""
        with suppress(OperationError):
            text = explanation(resolved, name) if resolved is not None else ""
        if number % COMMAND_EVERY == 0:
            main(["preview", *words, "--explain", name])
            assert capsys.readouterr().out == text
        lines.append(f"-- {name}\n{text}")
    RECORDED.check(f"{case.name}: explanations", "".join(lines))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_explanations_of_nested_values(case: Composition, folder: Path) -> None:
    preview = Preview(opened(case, folder, Meter(Budget(seconds=60))))
    paths = list(_nested_values(preview.to_dict(), "", 3))
    lines = [f"-- {path}\n{explain_value(preview, path)}" for path in paths[:: max(1, len(paths) // EXPLAINED)]]
    RECORDED.check(f"{case.name}: nested", "".join(lines).replace(str(folder), "."))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_graph(case: Composition, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    template, environments = case.lay_out(folder)
    main(["graph", template.name, *(word for path in environments for word in ("-e", path.name))])
    RECORDED.check(f"{case.name}: graph", capsys.readouterr().out)


@pytest.mark.parametrize("case", [case for case in CASES if case.name not in DENSE], ids=lambda case: case.name)
def test_editor(case: Composition, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rewrite_once(monkeypatch)
    analysis = FileAnalysis(opened(case, folder, Meter(Budget())))
    findings = Linter(registry.load().rules).lint(analysis.context)
    seen: dict[str, str] = {}
    for word in re.finditer(r"[\w.:$%-]+", analysis.text):
        for action in actions(analysis, Span(word.start(), word.start() + 1), findings, lambda path: []):
            seen.setdefault(shown(action._replace(fixes=None)), f"{word.start()} {word[0]}")
    lines = [at_words(analysis, hover), *(f"{where}: {action}" for action, where in seen.items())]
    RECORDED.check(f"{case.name}: editor", "\n".join(lines).replace(str(folder) + os.sep, ""))


def test_nothing_else_is_recorded() -> None:
    kinds = ("findings", "preview", "errors", "units of work", "explanations", "nested", "graph", "editor")
    names = {f"{case.name}: {kind}" for case in CASES for kind in kinds}
    RECORDED.keep_only(names - {f"{name}: editor" for name in DENSE})


def _values(found: dict[str, object]) -> list[str]:
    """The paths of all sections, entries and items of the first three levels of a preview."""
    paths = []
    for section in ("parameters", "conditions", "resources", "outputs"):
        entries = found.get(section)
        for name, entry in entries.items() if isinstance(entries, dict) else ():
            paths.append(f"{section}.{name}")
            value: object = entry
            for step in ("properties", "value", "value") if section == "resources" else ("value",):
                value = value.get(step) if isinstance(value, dict) else None
            start = f"{section}.{name}" + (".properties.value" if section == "resources" else "")
            paths += [f"{start}.{inner}" for inner in _below(value, 2)]
    paths += [f"resources.{name}.{inner}" for name in ("group", "mapped") for inner in NESTED]
    return [*paths, "outputs.nope", "nope", "resources"]


def _nested_values(found: dict[str, Any], path: str, depth: int) -> Iterator[str]:
    """The paths of parameters, outputs and properties in the nested stacks of a preview, of the first levels."""
    for name, resource in found.get("resources", {}).items() if depth else ():
        inner, start = resource.get("nested"), f"{path}resources.{name}.nested."
        if isinstance(inner, dict):
            yield from (f"{start}{s}.{n}" for s in ("parameters", "outputs") for n in inner.get(s, {}))
            for own, result in inner.get("resources", {}).items():
                values = result.get("properties", {}).get("value")
                yield from (
                    f"{start}resources.{own}.properties.{n}" for n in (values if isinstance(values, dict) else ())
                )
            yield from _nested_values(inner, start, depth - 1)


def _below(value: object, depth: int) -> Iterator[str]:
    """The paths of the items and entries below a value."""
    entries = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    for name, inner in entries if depth else ():
        yield str(name)
        yield from (f"{name}.{path}" for path in _below(inner, depth - 1))
