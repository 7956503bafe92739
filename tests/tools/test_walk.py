"""The walk of a path through `hotlint check`: what is a stay, and that the tool runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import walk


class Request(NamedTuple):
    """A record with a path."""

    path: Path


def test_a_path_is_handled_where_it_or_a_record_with_it_is_handed_on() -> None:
    path = Path("/t/web.yaml")
    assert walk.has(str(path), path)
    assert walk.has(Request(path), path)
    assert not walk.has([Request(path)], path)
    assert not walk.has(Path("/t/other.yaml"), path)


def test_a_row_has_the_stays_that_are_listed() -> None:
    run = subprocess.run([sys.executable, walk.__file__, "--list"], capture_output=True, text=True, check=True)
    _, *stays, row = run.stdout.splitlines()
    climbs = [stay for stay in stays if stay.startswith("climb ")]
    files = {end.partition(":")[0] for stay in stays for end in stay.removeprefix("climb").strip().split(" -> ")}
    assert "hotlint/linter/checking/engine.py" in files
    assert row.split() == ["this", "tree", str(len(stays)), str(len(files)), str(len(climbs))]
