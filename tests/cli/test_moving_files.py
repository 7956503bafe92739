"""A tree that others change while it is checked, and ten checks of one tree at once: no crash, and the same findings as ever."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from time_limits import HANG_SECONDS

FILES = 24
RUNS = 4
TEXTS = (
    "heat_template_version: 2018-08-31\nresources:\n  r: {type: OS::Heat::Value, properties: {value: {get_param: Flavor}}}\n",
    "heat_template_version: 2018-08-31\nparameters: {p: {type: string}}\n"
    "resources:\n  c: {type: t1.yaml, properties: {p: {get_file: t2.yaml}}}\n",
    "heat_template_version: 2018-08-31\nresources: {",
    "parameters: {p: 1}\n",
    "",
)
BUFFER = {**os.environ, "PYTHONFAULTHANDLER": "1"}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setitem(BUFFER, "XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "tree"
    folder.mkdir()
    for number in range(FILES):
        (folder / f"t{number}.yaml").write_text(TEXTS[number % 2])
    yield folder


def check(tree: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "hotlint", "check", "--no-config", "--format", "json", *options, "."]
    return subprocess.Popen(command, cwd=tree, env=BUFFER, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def change(tree: Path, chance: random.Random) -> None:
    """Do to one file what another program may do at any moment."""
    path = tree / f"t{chance.randrange(FILES)}.yaml"
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    kind = chance.randrange(6)
    if kind == 0:
        path.unlink(missing_ok=True)
    elif kind == 1:
        path.unlink(missing_ok=True)
        path.mkdir()
    elif kind == 2:
        path.unlink(missing_ok=True)
        path.symlink_to(f"t{chance.randrange(FILES)}.yaml")
    elif kind == 3:
        new = tree / "new.tmp"
        new.write_text(chance.choice(TEXTS))
        path.unlink(missing_ok=True)
        new.replace(path)
    elif not path.is_symlink():
        path.write_text(chance.choice(TEXTS))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize(
    "options", [(), ("--fix",), ("--no-cache", "--jobs", "2")], ids=["check", "fix", "two processes"]
)
def test_a_tree_that_changes_all_the_time(tree: Path, options: tuple[str, ...]) -> None:
    chance, done = random.Random(13), threading.Event()

    def disturb() -> None:
        while not done.wait(0.0005):
            change(tree, chance)

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        for _ in range(RUNS):
            process = check(tree, *options)
            out, err = process.communicate(timeout=HANG_SECONDS)
            assert process.returncode in (0, 1, 2), err
            assert "Traceback" not in err, err
            assert "HOT000" not in out
            assert out, err
            json.loads(out)
    finally:
        done.set()
        thread.join()
    assert [name for name in os.listdir(tree) if name.startswith(".hotlint")] == []


def test_ten_checks_at_once_find_the_same(tree: Path) -> None:
    alone = check(tree, "--no-cache").communicate(timeout=HANG_SECONDS)[0]
    running = [check(tree) for _ in range(10)]
    reports = {process.communicate(timeout=HANG_SECONDS) for process in running}
    assert reports == {(alone, "")}
    assert check(tree).communicate(timeout=HANG_SECONDS) == (alone, "")
