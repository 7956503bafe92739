"""What CI systems run: the action for GitHub, and the container image."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from for_each import for_each
from github_action import EXTRAS, InputError, arguments, check_arguments, interpreter, main, paths, requirement

TOP = Path(__file__).resolve().parents[2]


def test_paths_are_one_a_line() -> None:
    assert paths("my templates\n\n  b.yaml\n") == ["my templates", "b.yaml"]
    assert paths("") == ["."]


def test_arguments_are_quoted_as_in_a_shell_and_nothing_is_expanded() -> None:
    assert arguments("-e 'my env.yaml' -P 'a=$(id) ;*'\n--strict") == [
        "-e",
        "my env.yaml",
        "-P",
        "a=$(id) ;*",
        "--strict",
    ]
    with pytest.raises(InputError, match="'arguments' cannot be split"):
        arguments("-e 'open")


@for_each("version", ["1.2.3 --index-url=http://x", "git+https://x", "1;x", "-r x"])
def test_a_version_is_nothing_else(version: str) -> None:
    with pytest.raises(InputError, match="is not a version such as"):
        requirement(version, "/action")
    assert requirement("1.2.3rc1", "/action") == "hotlint[policies]==1.2.3rc1"
    assert requirement("", "/action") == "/action[policies]"


def test_a_path_is_never_an_option() -> None:
    words = check_arguments({"PATHS": "--fix\nb.yaml", "ARGUMENTS": "--strict"})
    assert words == ["check", "--format", "github", "--strict", "--", "--fix", "b.yaml"]


def test_code_scanning_gets_every_severity() -> None:
    words = check_arguments({"SARIF": "my report.sarif"})
    assert words == ["check", "--format", "github", "--report=sarif=my report.sarif", "--", "."]


def test_the_job_gets_a_summary() -> None:
    words = check_arguments({"GITHUB_STEP_SUMMARY": "/tmp/a b"})
    assert words == ["check", "--format", "github", "--report=markdown=/tmp/a b", "--", "."]


def test_the_job_for_gitlab_takes_paths_with_spaces(tmp_path: Path) -> None:
    job = yaml.safe_load((TOP / "docs" / "gitlab-ci.yml").read_text(encoding="utf-8"))["hotlint"]
    (script,) = job["script"]
    (tmp_path / "my templates").mkdir()
    text = "heat_template_version: 2018-08-31\noutputs: {o: {value: {get_resource: r}}}\n"
    (tmp_path / "my templates" / "a $(id).yaml").write_text(text, encoding="utf-8")
    environment = job["variables"] | {
        "HOTLINT_PATHS": "my templates\n",
        "HOTLINT_ARGUMENTS": "--no-cache --fail-on warning --exclude 'x $(id)'",
    }
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    done = subprocess.run(
        ["sh", "-c", script], cwd=tmp_path, env=os.environ | environment | {"PATH": path}, check=False
    )
    assert done.returncode == 1
    (issue,) = json.loads((tmp_path / "hotlint-codequality.json").read_text(encoding="utf-8"))
    assert issue["location"]["path"] == "my templates/a $(id).yaml"
    assert "HOT302" in (tmp_path / "hotlint-junit.xml").read_text(encoding="utf-8")


def test_the_action_imports_nothing_of_the_folder_that_it_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        calls.append(command)
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setattr(subprocess, "run", run)
    output = tmp_path / "output"
    inputs = {"ACTION": "/action", "RUNNER_TEMP": str(tmp_path), "SARIF": "a.sarif", "GITHUB_OUTPUT": str(output)}
    assert main(inputs) == 1
    assert [command[1] for command in calls] == ["-I", "-I", "-I"]
    assert calls[2][0] == interpreter(str(tmp_path / "hotlint-action"))
    assert output.read_text(encoding="utf-8") == f"sarif={Path('a.sarif').resolve()}\n"


def test_a_wrong_input_is_an_annotation(capsys: pytest.CaptureFixture[str]) -> None:
    assert main({"ACTION": "/action", "VERSION": "latest!?"}) == 2
    assert capsys.readouterr().out.startswith("::error title=hotlint::the input 'version' is not")


def test_the_action_gives_inputs_to_no_shell() -> None:
    action = yaml.safe_load((TOP / "action.yml").read_text(encoding="utf-8"))
    (step,) = action["runs"]["steps"]
    assert "${{" not in step["run"]
    assert step["working-directory"] == "${{ inputs.working-directory }}"
    named = {value.split("inputs.")[1].rstrip(" }") for value in step["env"].values() if "inputs." in value}
    assert named | {"working-directory"} == set(action["inputs"])


def test_the_image_has_a_user_without_rights_and_no_pip() -> None:
    head, build, last = re.split(r"(?m)^FROM ", (TOP / "Dockerfile").read_text(encoding="utf-8"))
    assert re.search(r"(?m)^ARG PYTHON=\d+\.\d+\.\d+-slim-\w+$", head)  # one release of Python and of Debian
    assert "venv --without-pip" in build
    assert f"ARG EXTRAS={EXTRAS}\n" in build and "/src[${EXTRAS}]" in build
    assert (
        "/src/requirements/dev.txt > /src/pinned.txt" in build
        and "PIP_CONSTRAINT=/src/pinned.txt python -m pip" in build
    )
    assert "pip uninstall" in last
    assert re.search(r"(?m)^USER [1-9]\d*:[1-9]\d*$", last)


def test_a_release_installs_nothing_unpinned() -> None:
    release = yaml.safe_load((TOP / ".github/workflows/release.yml").read_text(encoding="utf-8"))
    steps = [step for job in release["jobs"].values() for step in job["steps"]]
    assert all(re.fullmatch(r"[^@]+@[0-9a-f]{40}", step["uses"]) for step in steps if "uses" in step)
    installs = [
        line.split("pip install ")[1]
        for step in steps
        for line in step.get("run", "").splitlines()
        if "pip install " in line
    ]
    pinned = ("--require-hashes ", "--no-deps ")
    assert [i for i in installs if not i.startswith(pinned) and not all("==" in word for word in i.split())] == []
    for name in (
        "dist",
        "one-file",
        "extension",
    ):  # what is published: all that ran before in its job is pinned with hashes
        steps = next(job["steps"] for job in release["jobs"].values() if name in _uploads(job["steps"]))
        before = "\n".join(step.get("run", "") for step in steps[: _uploads(steps)[name]])
        assert all(
            f"pip install {pinned[0]}" in line or pinned[1] in line for line in before.splitlines() if "pip " in line
        )
        assert not re.search(r"^ *(make|\.ci)\b", before, re.MULTILINE)


def _uploads(steps: list[dict[str, Any]]) -> dict[str, int]:
    """Return the steps that upload something for later jobs, by its name."""
    return {step["with"]["name"]: n for n, step in enumerate(steps) if "upload-artifact" in step.get("uses", "")}
