"""The command line of the parity tools, and the releases of Heat that it installs."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from heat_parity import __main__ as main
from heat_parity import releases

PACKAGE = Path(main.__file__).parent


def test_every_command_is_implemented() -> None:
    for name, command in main.COMMANDS.items():
        assert importlib.util.find_spec(f"heat_parity.{command.module}"), name


def test_the_folder_runs_as_a_program(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, PACKAGE, "--help"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0
    assert all(name in done.stdout for name in main.COMMANDS)
    listed = subprocess.run(
        [sys.executable, PACKAGE, "install", "--list"], capture_output=True, text=True, cwd=tmp_path
    )
    assert listed.stdout.splitlines()[-1].split() == ["27.0.1", "2026.2", "-"]


def test_an_unknown_command_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["nope"]) == 2
    assert "unknown command 'nope'" in capsys.readouterr().err
    assert main.main([]) == 2


def test_requirements_of_releases() -> None:
    assert "sqlalchemy<1.4" in releases.requirements_of("11.0.3").pins
    assert releases.requirements_of("9.0.0") == releases.requirements_of("11.0.3")
    assert "sqlalchemy<2" in releases.requirements_of("20.0.0").pins
    assert releases.requirements_of("22.0.0").pins == ("setuptools<80", "netaddr<1")
    assert releases.requirements_of("27.0.1").pins == releases.requirements_of(None).pins == ()
    with pytest.raises(ValueError):
        releases.requirements_of("newest")


def test_targets_of_releases() -> None:
    assert releases.target_of("11.0.3") == "rocky"
    assert releases.target_of("22.0.7") == "2024.1"
    assert releases.target_of("24.0.0") == "2025.1"
    assert releases.target_of("27.0.1") is None
    assert releases.target_of("30.0.0") is None


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that would be run."""
    found: list[list[str]] = []

    def run(command: list[Any], **options: Any) -> subprocess.CompletedProcess[str]:
        found.append([str(word) for word in command])
        return subprocess.CompletedProcess(command, 0, "27.0.1\n", "")

    monkeypatch.setattr(subprocess, "run", run)
    return found


def test_installing(tmp_path: Path, commands: list[list[str]]) -> None:
    releases.install(tmp_path / "venv", "11.0.3", "python3")
    make, heat, late = commands
    assert make == ["python3", "-m", "venv", str(tmp_path / "venv")]
    assert "openstack-heat==11.0.3" in heat and "oslo.db<12" in heat
    assert late[-1] == "oslo.context<4"
    commands.clear()
    releases.install(tmp_path / "venv", None, "python3")
    assert commands[-1][-2:] == ["--upgrade", "openstack-heat"]


def test_an_installed_release_is_kept(tmp_path: Path, commands: list[list[str]]) -> None:
    interpreter = releases.interpreter_of(tmp_path)
    interpreter.parent.mkdir()
    assert releases.installed_release(interpreter) is None
    interpreter.touch()
    releases.install(tmp_path, "27.0.1", "python3")
    assert len(commands) == 1 and commands[0][1] == "-c"
    releases.install(tmp_path, "26.0.0", "python3")
    assert "openstack-heat==26.0.0" in commands[-1]
