"""The output of the commands in the documents, and the picture of a check: real output of this version.

In each ```console block, the lines that start with `$ ` are run, in the order of the page, in a folder of the page's own. It holds

- the template that docs/start.md tells the reader to save, and the examples where the page names them;
- what the page itself tells to save ("as `NAME`:", then a block), or shows by `$ cat NAME` before anything made such a file;
- what the page does not show, in comments: `<!-- file NAME`, the content, `-->`.

A block is left as it is where one of its programs is not installed, or is make. As a program, this compares one page with what its
commands print now, and fails where the two differ: python tools/generate/consoles.py PAGE.
"""

from __future__ import annotations

import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from terminal_picture import picture

TOP = Path(__file__).resolve().parents[2]
START = "docs/start.md"
PICTURE, PICTURED = "docs/images/check.svg", "hotlint check server.yaml"
_BLOCK = re.compile(r"```console\n(.*?)```\n", re.S)
_SAVED = re.compile(r"as `([^`]+)`:\n\n```\w*\n(.*?)```\n", re.S)
_HIDDEN = re.compile(r"<!-- file (\S+)\n(.*?)-->", re.S)
_SHOWN = re.compile(r"^\$ cat ([\w./-]+)\n(.*?)(?=^\$ |\Z)", re.S | re.M)


def pages() -> Iterator[str]:
    """Yield the documents that have commands with their output, as paths from the top folder."""
    listed = (p.relative_to(TOP).as_posix() for p in sorted((TOP / "docs").rglob("*.md")))
    for path in ("README.md", "examples/README.md", *listed):
        if _BLOCK.search((TOP / path).read_text(encoding="utf-8")):
            yield path


def files() -> dict[str, str]:
    """Return the pages with the output of their commands, and the picture, by path from the top folder."""
    return {path: document(path) for path in (*pages(), PICTURE)}


def document(path: str) -> str:
    """Return one page with the output of its commands, or the picture."""
    text = "" if path == PICTURE else (TOP / path).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder), text)
        if path == PICTURE:
            return picture(PICTURED, _output(f"{PICTURED} --color always", folder))
        return _BLOCK.sub(lambda block: f"```console\n{_run(block[1], folder)}```\n", text)


def fill(folder: Path, page: str) -> None:
    """Write the files that the commands of a page need into its folder. `page` is its text."""
    if any("examples" in block for block in _BLOCK.findall(page)):
        shutil.copytree(TOP / "examples", folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    files = dict(_SAVED.findall((TOP / START).read_text(encoding="utf-8")))
    for block in _BLOCK.findall(page):
        for name, content in _SHOWN.findall(block):
            files.setdefault(name, content)
    for name, content in (files | dict(_SAVED.findall(page)) | dict(_HIDDEN.findall(page))).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")


def _run(block: str, folder: str) -> str:
    """Run the commands of a block in order, and return each with its output, as close together as the page has them."""
    commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
    programs = {word for command in commands for word in re.findall(r"(?:^|\| *)([\w-]+)", command)}
    if "make" in programs or not all(shutil.which(program, path=_path()) for program in programs - {"cd"}):
        return block
    separator = "\n" if re.search(r"\n\n\$ ", block) else ""
    return separator.join(f"$ {command}\n{_output(command, folder)}" for command in commands)


def _output(command: str, folder: str) -> str:
    """Return what a command prints, without the spaces and empty lines at its end."""
    run = subprocess.run(
        command, shell=True, cwd=folder, env=environment(folder), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        check=False,
    )  # fmt: skip
    return f"{run.stdout.rstrip()}\n" if run.stdout.strip() else ""


def environment(folder: str) -> dict[str, str]:
    """Return the environment in which the commands of a page run: of no user, no CI and no cloud."""
    dropped = ("GITHUB_ACTIONS", "GITHUB_WORKSPACE", "CI_PROJECT_DIR", "FORCE_COLOR", "NO_COLOR")
    own = {
        "PATH": _path(),
        "COLUMNS": "100",
        "PYTHONUNBUFFERED": "1",
        "XDG_CACHE_HOME": os.path.join(folder, ".cache"),
        "HOME": os.path.join(folder, ".home"),  # the home folder itself is no project
    }
    return {k: v for k, v in os.environ.items() if k not in dropped and not k.startswith("OS_")} | own


def _path() -> str:
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"


def main(page: str) -> int:
    """Print where a page, a path from the top folder, differs from what its commands print. Returns 1 where it does."""
    shown, printed = (TOP / page).read_text(encoding="utf-8"), document(page)
    names = f"{page}, as it is recorded", "what its commands print"
    sys.stdout.writelines(difflib.unified_diff(shown.splitlines(True), printed.splitlines(True), *names))
    return int(shown != printed)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
