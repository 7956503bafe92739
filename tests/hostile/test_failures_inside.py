"""Exceptions inside of hotlint, injected at twenty places: one file's failure ends no run, and no session of the server."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from hotlint.cli.main import main
from hotlint.operations.check import Runner

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters: {p: {type: string, default: x}}
conditions: {c: {equals: [{get_param: p}, x]}}
resources: {r: {type: OS::Heat::Value, condition: c, properties: {valeu: {get_param: q}}}}
outputs: {o: {value: {get_attr: [r, value]}}}
"""
PLACES = [
    "hotlint.linter.checking.engine:recognize",
    "hotlint.linter.checking.engine:read_bytes",
    "hotlint.linter.checking.engine:Engine._project",
    "hotlint.linter.checking.file_checks:FileChecks._after_settings",
    "hotlint.linter.checking.file_checks:FileChecks.contexts_of",
    "hotlint.linter.checking.file_checks:FileChecks.run",
    "hotlint.linter.checking.file_checks:FileChecks.finished",
    "hotlint.linter.checking.file_checks:FileChecks.linter",
    "hotlint.linter.checking.contexts:ContextFinder.contexts",
    "hotlint.linter.checking.run:Linter.steps",
    "hotlint.linter.checking.run:Linter._on_file",
    "hotlint.linter.checking.run:Linter.owner",
    "hotlint.linter.checking.run:Linter.run",
    "hotlint.linter.checking.contexts:SourceTrees.depends_on",
    "hotlint.linter.checking.redacted_findings:places_of",
    "hotlint.analysis.files.project:Project.document",
    "hotlint.analysis.files.project:Project.with_source",
    "hotlint.analysis.composition.template_context:TemplateContext.resolved_type",
    "hotlint.operations.check:Runner._digest",
    "hotlint.operations.check:Runner._entry",
]


@pytest.fixture
def findings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[], Any]:
    """Check two templates, of which the check of one fails where `Runner.failing` says. Returns the codes by file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    for name in ("bad.yaml", "good.yaml"):
        (tmp_path / name).write_text(TEMPLATE)

    def check() -> Any:
        assert main(["check", "-j", "1", "-f", "json", "."]) == 1
        found: dict[str, set[str]] = {"bad.yaml": set(), "good.yaml": set()}
        for diagnostic in json.loads(capsys.readouterr().out)["diagnostics"]:
            found[Path(diagnostic["path"]).name].add(diagnostic["code"])
        return found

    return check


@pytest.mark.parametrize("place", PLACES)
def test_a_failure_is_a_finding_of_its_file(findings: Any, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    expected = findings()["good.yaml"]
    assert expected and "HOT000" not in expected
    current, one = [""], Runner.one
    fired: list[str] = []

    def of_one(self: Runner, candidate: Any) -> Any:
        current[0] = candidate.path
        return one(self, candidate)

    module, _, name = place.partition(":")
    owner: Any = import_module(module)
    for part in name.split(".")[:-1]:
        owner = getattr(owner, part)
    real = getattr(owner, name.split(".")[-1])

    def failing(*given: Any, **named: Any) -> Any:
        if "bad.yaml" in current[0] and not (fired and name == "Engine.linter"):
            fired.append(place)
            raise RuntimeError("injected")
        return real(*given, **named)

    monkeypatch.setattr(Runner, "one", of_one)
    monkeypatch.setattr(owner, name.split(".")[-1], failing)
    monkeypatch.setenv("HOTLINT_CACHE_DIR", str(Path.cwd() / "other"))
    found = findings()
    assert fired
    assert found["good.yaml"] == expected
    assert "HOT000" in found["bad.yaml"]
