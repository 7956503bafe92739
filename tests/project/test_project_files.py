"""Files of the project that nothing else runs: hooks, the action, workflows, completion of shells."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from hotlint.cli.commands.completion import SHELLS, script
from hotlint.cli.main import main
from hotlint.cli.subcommands import SUBCOMMANDS, parser

TOP = Path(__file__).resolve().parents[2]


def test_the_hooks_call_the_command_as_it_is() -> None:
    hooks = yaml.safe_load((TOP / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    commands = {"hotlint": "check", "hotlint-fix": "check", "hotlint-format": "format", "hotlint-docs": "docs"}
    assert [hook["id"] for hook in hooks] == list(commands)
    for hook in hooks:
        program, command, *arguments = shlex.split(hook["entry"])
        assert (program, command) == ("hotlint", commands[hook["id"]])
        parser(command).parse_args([*arguments, "a.yaml"])
        assert re.search(hook["files"], "templates/a.yaml")
    extras = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for hook in hooks[:2]:
        assert hook["additional_dependencies"] == extras["policies"]


def _steps() -> Iterator[dict[str, Any]]:
    """Yield each step of each workflow."""
    workflows = list((TOP / ".github/workflows").glob("*.yml"))
    assert workflows
    for path in workflows:
        for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values():
            yield from job["steps"]


def test_the_workflows_use_actions_by_their_hash() -> None:
    for step in _steps():
        if step.get("uses", "./") != "./":
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", step["uses"])
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


def test_the_workflows_expand_nothing_in_a_shell() -> None:
    assert not [step["run"] for step in _steps() if "${{" in step.get("run", "")]


def test_the_action_and_the_job_are_yaml() -> None:
    action = yaml.safe_load((TOP / "action.yml").read_text(encoding="utf-8"))
    assert action["runs"]["using"] == "composite"
    job = yaml.safe_load((TOP / "docs" / "gitlab-ci.yml").read_text(encoding="utf-8"))["hotlint"]
    assert job["artifacts"]["reports"].keys() == {"codequality", "junit"}


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_each_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([name, "--help"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: hotlint {name}")


@pytest.mark.parametrize("shell", SHELLS)
def test_completions_are_scripts_of_their_shell(shell: str, tmp_path: Path) -> None:
    text = script(shell)
    assert "stdin-filename" in text
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "completion").write_text(text, encoding="utf-8")
    subprocess.run([program, "-n", str(tmp_path / "completion")], check=True)


def test_bash_completes(tmp_path: Path) -> None:
    program = shutil.which("bash")
    if program is None:
        pytest.skip("bash is not installed")
    (tmp_path / "completion").write_text(script("bash"), encoding="utf-8")

    def completed(*words: str) -> list[str]:
        listed = " ".join(f"'{w}'" for w in words)
        script = f"source completion; COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}; _shtab_hotlint; echo ${{COMPREPLY[@]}}"
        done = subprocess.run([program or "", "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
        return done.stdout.split()

    assert completed("hotlint", "che") == ["check"]
    assert completed("hotlint", "check", "--form") == ["--format"]
    assert completed("hotlint", "check", "--format", "s") == ["sarif"]
    assert completed("hotlint", "config", "sh") == ["show"]
