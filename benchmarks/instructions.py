"""The instructions that a command executes, counted by valgrind's cachegrind: the same figure on a machine with any load."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path


def has_valgrind() -> bool:
    """Return whether this machine can count instructions."""
    return shutil.which("valgrind") is not None


def counting(command: Sequence[str], report: Path) -> list[str]:
    """Return a command that runs another one and writes to `report` what `read` reads."""
    return [
        "valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={os.devnull}", f"--log-file={report}",
        *command,
    ]  # fmt: skip


def read(report: Path) -> int:
    """Return the instructions that a report states. Raises ValueError when it states none."""
    text = report.read_text(encoding="utf-8")
    found = re.search(r"I\s+refs:\s+([\d,]+)", text)
    if found is None:
        raise ValueError(f"valgrind counted nothing: {text}")
    return int(found[1].replace(",", ""))


def counted(command: Sequence[str], folder: Path | None = None, environment: Mapping[str, str] | None = None) -> int:
    """Return the instructions of a command, whatever its exit code is. Raises ValueError when valgrind counts none."""
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.txt"
        fixed = {**(os.environ if environment is None else environment), "PYTHONHASHSEED": "0"}
        subprocess.run(counting(command, report), cwd=folder, env=fixed, capture_output=True, check=False)
        return read(report)
