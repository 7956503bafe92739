"""What is shown does not depend on hidden values, and what does not come from one is shown as it is.

Each random template is written twice, with other values of its hidden parameters: short ones that stand elsewhere, too, such as
`a`, `100`, `None` and `admin`. All that is shown must be the same. HOTLINT_HIDDEN_VALUES=500 tries so many templates.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hidden_values import Case

import hotlint
from hotlint.cli.main import main
from hotlint.mcp.answers import Answers
from hotlint.mcp.roots import Roots

COUNT = int(os.environ.get("HOTLINT_HIDDEN_VALUES", "4"))
POLICIES = {
    "policies": [
        {"code": "S1", "resources": "*", "assert": "name == ''", "message": "{{ properties }} {{ parameters }}"},
        {"code": "S2", "outputs": "*", "assert": "value == 'zzz'", "message": "{{ value }}"},
        {"code": "S3", "parameters": "*", "assert": "value == 'zzz'", "message": "{{ value }} {{ default }}"},
        {"code": "S4", "templates": "*", "assert": "false", "message": "{{ environment }} {{ resources }}"},
    ]
}
Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command, and return its whole output."""

    def run_(*args: str) -> str:
        main(list(args))
        said = capsys.readouterr()
        return said.out + said.err

    return run_


def faces(case: Case, run: Run) -> Iterator[tuple[str, str]]:
    """Yield what is shown of the template in the working folder, whose next version is in the folder `b` beside it, by name."""
    for form in ("yaml", "json", "html"):
        yield f"preview {form}", re.sub(r'data-(uri|range)="[^"]*"', "", run("preview", "-f", form, "t.yaml"))
    yield "explain", "".join(run("preview", "--explain", f"outputs.{name}", "t.yaml") for name in case.outputs)
    yield "docs", run("docs", "t.yaml")
    yield "graph", run("graph", "t.yaml")
    for form in ("text", "json", "markdown"):
        yield (
            f"diff {form}",
            run("diff", "-f", form, "t.yaml", "../b/t.yaml", "--old-environment", "env.yaml", "-e", "../b/env.yaml"),
        )
    yield from suite(case, run)
    yield from of_stack(case, run)
    answers = Answers(Roots([os.getcwd()], []))
    place = answers.roots.existing("t.yaml")
    yield "mcp", json.dumps(answers.shown(answers.template(place, [], {}), None), default=str)


def suite(case: Case, run: Run) -> Iterator[tuple[str, str]]:
    """Yield what the tests of a suite say that all fail, and what its stored preview holds."""
    tests: list[dict[str, Any]] = [{"name": name, "expect": {f"outputs.{name}": "zzz"}} for name in case.outputs]
    tests += [
        {"name": "update", "update": {"effects": {}, "environments": ["../b/env.yaml"]}},
        {"name": "whole", "snapshot": True},
    ]
    Path("s.hot-test.yaml").write_text(
        yaml.safe_dump({"template": "t.yaml", "environments": ["env.yaml"], "tests": tests})
    )
    yield "suite", re.sub(r"\([\d.]+ m?s\)", "", run("test", "--update-snapshots", "s.hot-test.yaml"))
    yield "stored preview", "".join(path.read_text() for path in Path("__snapshots__").iterdir())
    shutil.rmtree("__snapshots__")


def of_stack(case: Case, run: Run) -> Iterator[tuple[str, str]]:
    """Yield the plan of a stack that runs the template, and why it has failed."""
    template = yaml.safe_load(Path("t.yaml").read_text())
    real = hotlint.preview("t.yaml", show_hidden=True).to_dict()["resources"]
    given = yaml.safe_load(Path("env.yaml").read_text())["parameters"] or {}
    resources = {}
    for name, found in real.items():
        values = found["properties"].get("value") or {}
        if name not in ("n", "g"):
            shown = {"name": values.get("name")} if name == "s" else {"value": values.get("value")}
            resources[name] = {
                "type": found["type"],
                "id": f"{name}-1",
                "status": "CREATE_COMPLETE",
                "properties": values,
                "attributes": shown,
            }
    stack: dict[str, Any] = {
        "name": "web", "id": "s-1", "status": "UPDATE_FAILED", "reason": "it broke", "template": template,
        "parameters": {n: "******" if n in case.hidden else str(p.get("default")) for n, p in case.parameters.items()},
        "environment": {"parameters": dict.fromkeys(given, "******")}, "files": {}, "resources": resources,
    }  # fmt: skip
    for name in ("n", "g"):
        del template["resources"][name]
    for name in ("nested", "inner", "members"):
        del template["outputs"][name]
    recording = Path("web.stack.yaml")
    recording.write_text(json.dumps({"recorded_stack": 1, "recorded": "now", "stack": stack}, default=str))
    for form in ("text", "json"):
        yield f"plan {form}", run("plan", "--from", "web.stack.yaml", "../b/t.yaml", "-e", "../b/env.yaml", "-f", form)
    for resource in resources.values():
        resource |= {"status": "CREATE_FAILED", "reason": "BadRequest: resources.x: the value is bad"}
    recording.write_text(json.dumps({"recorded_stack": 1, "recorded": "now", "stack": stack}, default=str))
    said = run("failure", "--from", "web.stack.yaml", "t.yaml", "-e", "env.yaml")
    yield "failure", "\n".join(line for line in said.splitlines() if "hotlint check" not in line)


def findings() -> dict[tuple[str, int], str]:
    """Return what is shown of findings, those of policies included, by rule and line."""
    found = hotlint.check("t.yaml").diagnostics
    said = {}
    for one in found:
        told = (
            one.message,
            [r.message for r in one.related],
            one.lines,
            [(f.title, [e.text for e in f.edits]) for f in one.fixes],
        )
        said[one.code, one.span.start_line] = str(told)
    return said


@pytest.mark.parametrize("seed", range(COUNT))
def test_what_is_shown_does_not_depend_on_hidden_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, seed: int
) -> None:
    case = Case(seed)
    (tmp_path / "policies.yaml").write_text(json.dumps(POLICIES))
    shown, told = [], []
    for which in (0, 1):
        for folder, value in (("a", which), ("b", 1 - which)):
            case.write(tmp_path / folder, value)
        (tmp_path / "a" / ".hotlint.yaml").write_text("environments: [env.yaml]\npolicies: [../policies.yaml]\n")
        monkeypatch.chdir(tmp_path / "a")
        shown.append(dict(faces(case, run)))
        told.append(findings())
    for name, text in shown[0].items():
        assert text == shown[1][name], name
    for place in told[0].keys() & told[1].keys():
        assert told[0][place] == told[1][place], place
    assert "'******'" in shown[0]["preview yaml"]


@pytest.mark.parametrize("seed", range(COUNT))
def test_what_comes_from_nothing_hidden_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    case = Case(seed)
    case.write(tmp_path, 0)
    monkeypatch.chdir(tmp_path)
    shown, real = (hotlint.preview("t.yaml", show_hidden=hidden).to_dict() for hidden in (False, True))
    for name, output in case.outputs.items():
        if name.startswith("o") and not case.reads_hidden(output):
            assert shown["outputs"][name] == real["outputs"][name]
    for name, parameter in shown["parameters"].items():
        assert (parameter == {"value": "******"}) is (name in case.hidden)
