"""Measure the templates of tests/data/hostile, for the table in docs/hostile.md.

Time is that of the whole command, start-up included; memory is the most that the command or one of its helpers held.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "data" / "hostile"
PAGE = ROOT / "docs" / "hostile.md"
LIMIT_SECONDS = 60


class Run(NamedTuple):
    """What one command took: seconds, MiB, its exit code and the first line of what it said."""

    seconds: float
    memory: float
    code: int
    said: str


def run(command: str, path: Path) -> Run:
    """Run a subcommand on a template, with the time and the memory that it takes."""
    args = [
        sys.executable,
        "-m",
        "hotlint",
        command,
        path.name,
        "--no-config",
        *(["--no-cache"] if command == "check" else []),
    ]
    start = time.monotonic()
    process = subprocess.Popen(args, cwd=path.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    watch = Watch(process.pid)
    watch.start()
    try:
        out, err = process.communicate(timeout=LIMIT_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = b"", b"not stopped"
    seconds = time.monotonic() - start
    watch.join()
    said = (err or out).decode(errors="replace").strip().split("\n")[0]
    return Run(seconds, watch.most / 1024, process.returncode, said)


class Watch(threading.Thread):
    """Looks every few milliseconds at the memory of a process and of all that it starts; `most` is in KiB (Linux only)."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid = pid
        self.most = 0

    def run(self) -> None:
        while (now := self._memory(self.pid)) or os.path.exists(f"/proc/{self.pid}/stat"):
            self.most = max(self.most, now)
            if not now:
                break
            time.sleep(0.004)

    def _memory(self, pid: int) -> int:
        """The most that one process of the tree has held so far."""
        try:
            status = Path(f"/proc/{pid}/status").read_text()
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        except OSError:
            return 0
        own = next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")), 0)
        return max([own, *(self._memory(int(child)) for child in children)])


def table() -> str:
    """The measured table, as Markdown."""
    lines = ["| Template | What it does | preview | memory | check | memory |", "|---|---|---:|---:|---:|---:|"]
    for path in sorted(FOLDER.glob("*.yaml")):
        what = path.read_text(encoding="utf-8").split("\n", 1)[0].removeprefix("# ").rstrip(".")
        preview, check = run("preview", path), run("check", path)
        lines.append(
            f"| `{path.name}` | {what} | {preview.seconds:.2f} s | {preview.memory:.0f} MiB | {check.seconds:.2f} s "
            f"| {check.memory:.0f} MiB |"
        )
        print(lines[-1], preview.code, preview.said[:150], "|", check.code, file=sys.stderr)
    return "\n".join(lines)
