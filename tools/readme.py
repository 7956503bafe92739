"""Puts real output below the commands of README.md: of each ```console block, the lines that start with `$ ` are run.

`--check` fails when what stands there is not what the commands print. The commands run in a folder of their own, in which
the file that README.md tells the reader to save is there.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
_BLOCK = re.compile(r"```console\n(.*?)```\n", re.S)
_SAVED = re.compile(r"Save this as `([^`]+)`:\n\n```yaml\n(.*?)```\n", re.S)


def refreshed(text: str) -> str:
    """The README with the output of its commands."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in _SAVED.findall(text):
            (Path(folder) / name).write_text(content, encoding="utf-8")
        return _BLOCK.sub(lambda block: f"```console\n{_run(block.group(1), folder)}```\n", text)


def _run(block: str, folder: str) -> str:
    commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
    return "\n".join(f"$ {command}\n{_output(command, folder)}" for command in commands)


def _output(command: str, folder: str) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {k: v for k, v in os.environ.items() if k != "GITHUB_ACTIONS"} | {"PATH": path, "COLUMNS": "100"}
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        check=False,
    )  # fmt: skip
    return done.stdout.rstrip("\n") + "\n"


def main() -> int:
    path = TOP / "README.md"
    text = path.read_text(encoding="utf-8")
    made = refreshed(text)
    if "--check" in sys.argv:
        if made != text:
            print("stale: README.md (run `make docs`)")
        return int(made != text)
    path.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
