"""Standard streams that are closed, full, gone, or of another encoding: no traceback, and an exit code that says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from forks import Fork
from time_limits import HANG_SECONDS

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full and a shell")
TEMPLATE = """\
heat_template_version: 2018-08-31
parameters: {p: {type: strin, description: 'é ☃', default: 'é☃'}}
outputs: {o: {value: {get_param: 'é☃x'}}}
"""
HOTLINT = f"'{sys.executable}' -m hotlint"
COMMANDS = ("check --no-cache t.yaml", "check --no-cache -f json t.yaml", "preview t.yaml", "graph t.yaml", "--version")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "t.yaml").write_text(TEMPLATE, "utf-8")
    return tmp_path


def shell(folder: Path, line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line in a shell. Fails when it does not end."""
    return subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        capture_output=True,
        check=False,
        timeout=HANG_SECONDS,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_full_output(folder: Path, command: str) -> None:
    errors = folder / "errors"
    with open(os.devnull) as nothing, open("/dev/full", "w") as full, errors.open("w") as stderr:
        streams = (nothing.fileno(), full.fileno(), stderr.fileno())
        assert Fork("hotlint", *command.split(), streams=streams, folder=folder).wait() == 2
    assert errors.read_text() == "hotlint: cannot write the output: No space left on device\n"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-", "| true"])
def test_output_that_nobody_takes(folder: Path, command: str, closed: str) -> None:
    done = shell(folder, f"{HOTLINT} {command} {closed}; exit ${{PIPESTATUS[0]}}")
    assert done.returncode in (0, 1)
    assert b"Traceback" not in done.stderr + done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_messages_that_nobody_takes(folder: Path, command: str) -> None:
    output = folder / "output"
    with open(os.devnull) as nothing, open("/dev/full", "w") as full, output.open("w") as stdout:
        streams = (nothing.fileno(), stdout.fileno(), full.fileno())
        assert Fork("hotlint", *command.split(), streams=streams, folder=folder).wait() in (0, 1, 2)
    assert "Traceback" not in output.read_text()


@pytest.mark.parametrize("command", ["--version", "rules"])
def test_what_nobody_has_read_is_an_exit_code(folder: Path, command: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "hotlint", command], cwd=folder, stdout=writer, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


def test_statistics_that_nobody_reads(folder: Path) -> None:
    (folder / "many.yaml").write_text("outputs:\n" + "  o: {value: {get_param: p}}\n" * 3_000)
    done = shell(folder, f"{HOTLINT} check --no-cache --statistics many.yaml 2>&1 | head -1; exit ${{PIPESTATUS[0]}}")
    assert done.returncode == 1
    assert b"Traceback" not in done.stdout


@pytest.mark.parametrize("command", ["check -", "preview -", "check --fix -", "format -", "upgrade --to wallaby -"])
def test_standard_input_that_is_closed(folder: Path, command: str) -> None:
    done = shell(folder, f"{HOTLINT} {command} <&-")
    assert done.returncode == 2
    assert done.stderr == b"hotlint: cannot read standard input: it is closed\n"


@pytest.mark.parametrize(
    "locale",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "POSIX"},
    ],
)
@pytest.mark.parametrize("command", [*COMMANDS, "check --no-cache --diff t.yaml"])
def test_another_locale(folder: Path, command: str, locale: dict[str, str]) -> None:
    done = shell(folder, f"{HOTLINT} {command}", **locale)
    assert done.returncode in (0, 1)
    assert b"Traceback" not in done.stderr
    done.stdout.decode("ascii" if "PYTHONIOENCODING" in locale else "utf-8")


def test_the_server_ends_without_input(folder: Path) -> None:
    assert shell(folder, f"{HOTLINT} server <&-").returncode is not None
