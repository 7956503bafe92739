"""The plugin of pytest: suites as tests, and the fixture `hot`, in a run of pytest of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

SUITE = """\
template: t.yaml
tests:
- name: passes
  assert: {outputs.image: cirros}
- name: fails
  assert: {outputs.image: debian}
- name: later
  skip: not yet
"""
PYTHON = """\
import pytest


def test_preview(hot):
    preview = hot.preview("t.yaml", env="env.yaml", attributes={"server": {"first_address": "10.0.0.5"}})
    assert preview["outputs"]["ip"] == "10.0.0.5"
    assert preview["outputs"]["image"] == "debian"
    assert preview["resources"]["server"]["enabled"] is True
    assert preview["resources"]["server"]["properties"]["flavor"] == "m1.small"
    assert preview["parameters"]["secret"] == "hunter22"
    assert "volume" in preview["resources"]
    assert len(preview["conditions"]) == 1


def test_what_is_not_known_is_a_label(hot):
    assert hot.preview("t.yaml")["outputs"]["url"] == "http://<server.first_address>/"


def test_a_failing_value(hot):
    with pytest.raises(AssertionError, match="outputs.fails fails as it would in Heat"):
        hot.preview("t.yaml")["outputs"]["fails"]


def test_check(hot):
    assert {d.code for d in hot.check("t.yaml", config=False).diagnostics if d.severity == "error"} != set()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a template, an environment and a suite."""
    from suite_fixture import TEMPLATE

    (tmp_path / "t.yaml").write_text(TEMPLATE)
    (tmp_path / "env.yaml").write_text("parameters: {image: debian}\n")
    (tmp_path / "t.hot-test.yaml").write_text(SUITE)
    return tmp_path


class Done(NamedTuple):
    """What a run of pytest ended with, and printed."""

    returncode: int
    stdout: str
    stderr: str


Run = Callable[..., Done]


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run pytest in the folder and in this process, with no other plugin that is installed."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def run_here(*options: str) -> Done:
        # "unraisableexception" collects all garbage of this process in the end
        left_out = [f"-pno:{name}" for name in ("cacheprovider", "faulthandler", "unraisableexception")]
        code = pytest.main([*left_out, "-p", "hotlint", *options])
        return Done(int(code), *capsys.readouterr())

    return run_here


def run_alone(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a process of its own, with the plugin as it is found after an installation."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "COV"))}
    others = {"cacheprovider", "anyio", "asyncio", "hypothesispytest", "pytest-lsp", "xdist"} - set(options)
    command = [sys.executable, "-m", "pytest", *(part for name in others for part in ("-p", f"no:{name}")), *options]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_suites_are_collected_as_tests(folder: Path, run: Run) -> None:
    done = run("-v")
    assert done.returncode == 1
    assert "t.hot-test.yaml::passes PASSED" in done.stdout
    assert "t.hot-test.yaml::fails FAILED" in done.stdout
    assert "t.hot-test.yaml::later SKIPPED (not yet)" in done.stdout
    assert "t.hot-test.yaml:6:27: outputs.image is 'cirros'; expected 'debian'" in done.stdout
    assert "  6 |   assert: {outputs.image: debian}" in done.stdout


def test_a_suite_with_mistakes_fails(folder: Path, run: Run) -> None:
    (folder / "t.hot-test.yaml").write_text(SUITE.replace("skip:", "skp:"))
    done = run()
    assert "unknown key 'skp' in a test (did you mean 'skip'?)" in done.stdout
    assert "2 failed, 2 passed" in done.stdout


def test_suites_can_be_left_out_or_chosen(folder: Path, run: Run) -> None:
    assert run("--no-hot-suites").returncode == 5
    assert "1 passed" in run("-k", "passes").stdout
    (folder / "other.yaml").write_text(SUITE)
    assert "2 failed" not in run().stdout
    assert "1 failed, 1 passed, 1 skipped" in run("other.yaml").stdout


def test_no_name_or_value_is_a_command_to_a_build_server_or_terminal(folder: Path, run: Run) -> None:
    text = json.dumps("a\x1b]0;x\x07\u202e\r::error::x\n::error::x\n##[error]x ##teamcity[x]")
    (folder / "t.hot-test.yaml").write_text(
        f"template: t.yaml\ntests:\n- {{name: {text}, assert: {{outputs.image: {text}}}}}\n"
        f"- {{name: other, skip: {text}}}\n- {{name: third, snapshot: true, parameters: {{image: {text}}}}}\n"
    )
    done = run("-v", "-rA", "--hot-update-snapshots", "-p", "no:terminalprogress")
    assert "1 failed, 1 passed, 1 skipped" in done.stdout
    shown = done.stdout + done.stderr
    assert [c for c in shown if not c.isprintable() and c not in "\n\t"] == []
    assert re.findall(r"^\s*::[a-z]+.*|##\w*\[.*", shown, re.MULTILINE) == []


def test_snapshots_are_updated(folder: Path, run: Run) -> None:
    (folder / "t.hot-test.yaml").write_text("template: t.yaml\ntests:\n- name: all\n  snapshot: true\n")
    assert run().returncode == 1
    assert run("--hot-update-snapshots").returncode == 0
    assert run().returncode == 0


@pytest.mark.slow
def test_workers_of_xdist_lose_no_snapshot(folder: Path, run: Run) -> None:
    pytest.importorskip("xdist")
    tests = "".join(f"- {{name: t{n}, snapshot: true, parameters: {{image: i{n}}}}}\n" for n in range(12))
    (folder / "t.hot-test.yaml").write_text(f"template: t.yaml\ntests:\n{tests}")
    assert run_alone(folder, "-p", "xdist", "-n2", "--hot-update-snapshots").returncode == 0
    stored = (folder / "__snapshots__" / "t.hot-test.yaml.snap").read_text()
    assert [n for n in range(12) if f"t{n}:" not in stored] == []
    assert run().returncode == 0
    damaged = stored.replace("t7:", "<<<<<<< ours\nt7:", 1)
    (folder / "__snapshots__" / "t.hot-test.yaml.snap").write_text(damaged)
    done = run("--hot-update-snapshots")
    assert done.returncode == 1 and "cannot be read, and are not changed" in done.stdout
    assert (folder / "__snapshots__" / "t.hot-test.yaml.snap").read_text() == damaged


def test_the_fixture(folder: Path) -> None:
    (folder / "test_it.py").write_text(PYTHON)
    done = run_alone(folder, "test_it.py")
    assert done.returncode == 0, done.stdout


def test_the_plugin_imports_nothing_that_is_not_needed(folder: Path) -> None:
    wanted = ["hotlint.common", "hotlint.common.version", "hotlint.pytest_plugin"]
    line = f"assert sorted(m for m in sys.modules if m.startswith('hotlint.')) == {wanted}"
    (folder / "test_it.py").write_text(f"import sys\n\n\ndef test_it():\n    {line}\n")
    assert run_alone(folder, "test_it.py").returncode == 0
