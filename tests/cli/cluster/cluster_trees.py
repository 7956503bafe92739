"""Trees of templates, and their reports, for the tests of runs on a cluster."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hotlint.cli.cluster import worker
from hotlint.cli.cluster.check_run import ClusterRun, checked, sources_of
from hotlint.cli.cluster.tasks import Job, own_version
from hotlint.operations.check import CheckRequest, Runner
from hotlint.output.findings.model import FileReport

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
ROOT = """\
heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: ten}
resources:
  one: {type: nested/part.yaml, properties: {a: {get_param: nobody}}}
  two: {type: ../missing.yaml}
"""
NESTED = """\
heat_template_version: 2018-08-31
parameters:
  a: {type: string}
  b: {type: string, default: x}
resources:
  value: {type: OS::Heat::Value, properties: {value: {get_param: [c]}}}
"""


def write_tree(folder: Path, deployments: int) -> Path:
    """Write a tree of deployments, each of a root, a nested template and an environment."""
    for number in range(deployments):
        here = folder / f"d{number:03}"
        (here / "nested").mkdir(parents=True)
        (here / "root.yaml").write_text(ROOT.replace("ten", f"ten{number}"))
        (here / "nested" / "part.yaml").write_text(NESTED)
        (here / "root.env").write_text(f"parameters: {{size: {number}}}\n")
    (folder / ".hotlint.yaml").write_text("severity: {HOT801: error, HOT999: error}\n")
    return folder


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    yield tmp_path
    worker.close_all()


def plain(reports: Any) -> list[FileReport]:
    """Return reports without the time that they took."""
    return [r._replace(evaluation=0.0, budget=0.0) for r in reports]


def serial(paths: list[str]) -> list[FileReport]:
    """Return the reports of a run in this process alone."""
    return plain(Runner(CheckRequest(jobs=1, use_cache=False)).run(paths, None, ""))


def on(address: str | None, paths: list[str], jobs: int = 1) -> list[FileReport]:
    """Return the reports of a run elsewhere."""
    with checked(CheckRequest(jobs=jobs, use_cache=False), paths, address, quiet=True) as run:
        return plain(run)


def run_on(executor: Any, paths: list[str]) -> tuple[list[FileReport], int]:
    """Return the reports of a run on an executor, and how many files were not checked."""
    run = ClusterRun(Job(CheckRequest(use_cache=False), os.getcwd(), own_version()), executor, lambda done, total: None)
    run.check(sources_of(paths))
    try:
        return plain(run), run.unchecked
    finally:
        run.close()


def git(folder: Path, *arguments: str) -> None:
    """Run git in a folder, with an author."""
    identity = ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def bundle(folder: Path, file: Path, *refs: str) -> None:
    """Write a bundle of a folder's files."""
    git(folder, "init", "--quiet")
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "--message", "all")
    git(folder, "bundle", "create", str(file), *(refs or ("--all",)))
