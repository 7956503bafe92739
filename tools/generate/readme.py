"""Generate the output of the commands in README.md and docs/guide.md, and the picture of a check: real output of this version.

In each ```console block, the lines that start with `$ ` are run, in a folder that holds the file which README.md tells the reader
to save. `--check` fails when a page or the picture is stale.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from _write import TOP, update
from terminal_picture import picture

PAGES = ("README.md", "docs/guide.md")
PICTURE, PICTURED = "docs/images/check.svg", "hotlint check server.yaml"
_BLOCK = re.compile(r"```console\n(.*?)```\n", re.S)
_SAVED = re.compile(r"as `([^`]+)`:\n\n```yaml\n(.*?)```\n", re.S)


def documents() -> dict[str, str]:
    """Return the pages with the output of their commands, and the picture, by path from the top folder."""
    made = {}
    saved = dict(_SAVED.findall((TOP / "README.md").read_text(encoding="utf-8")))
    for page in PAGES:
        with _folder(saved) as folder:
            text = (TOP / page).read_text(encoding="utf-8")
            made[page] = _BLOCK.sub(lambda block, at=folder: f"```console\n{_run(block[1], at)}```\n", text)  # type: ignore[misc]
    with _folder(saved) as folder:
        made[PICTURE] = picture(PICTURED, _output(f"{PICTURED} --color always", folder))
    return made


def _folder(files: dict[str, str]) -> tempfile.TemporaryDirectory[str]:
    """Return a temporary folder that holds the files."""
    folder = tempfile.TemporaryDirectory()
    for name, content in files.items():
        (Path(folder.name) / name).write_text(content, encoding="utf-8")
    return folder


def _run(block: str, folder: str) -> str:
    """Run the commands of a block in order, and return each with its output, a blank line between them."""
    commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
    return "\n".join(f"$ {command}\n{_output(command, folder)}" for command in commands)


def _output(command: str, folder: str) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {k: v for k, v in os.environ.items() if k != "GITHUB_ACTIONS"} | {"PATH": path, "COLUMNS": "100"}
    run = subprocess.run(
        command, shell=True, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        check=False,
    )  # fmt: skip
    return run.stdout.rstrip("\n") + "\n"


if __name__ == "__main__":
    raise SystemExit(update(documents(), check="--check" in sys.argv))
