"""Run the steps of the Dockerfile's build without Docker, in a temporary folder, and try what they make.

    python tools/ci/dockerfile_steps.py

The folders /src and /opt/hotlint of the image become folders of the temporary one. The image's last stage is tried with its
environment, its user (where that is allowed) and its entry point, on a file that is not the user's own.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).resolve().parents[2]
TEMPLATE = "heat_template_version: 2021-04-16\ndescription: nothing\nresources: {}\n"


class Instruction(NamedTuple):
    """One instruction of a Dockerfile: its name in capitals, and what follows on one line."""

    name: str
    value: str


def stages(text: str) -> list[list[Instruction]]:
    """Return the instructions of each stage of a Dockerfile, without what precedes the first."""
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"(?m)^#.*\n", "", text))
    found: list[list[Instruction]] = []
    for line in joined.splitlines():
        name, _, value = line.strip().partition(" ")
        if name == "FROM":
            found.append([])
        elif name and found:
            found[-1].append(Instruction(name.upper(), value.strip()))
    return found


def context(folder: Path, ignore: str) -> None:
    """Copy what .dockerignore lets into the context of the build: here, an exclusion of all with exceptions."""
    kept = [line[1:] for line in ignore.splitlines() if line.startswith("!")]
    dropped = [line.removeprefix("**/") for line in ignore.splitlines() if line.startswith("**/")]

    def skipped(_: str, names: list[str]) -> list[str]:
        return [n for n in names if any(fnmatch(n, pattern) for pattern in dropped)]

    for name in kept:
        source = TOP / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=skipped)
        elif source.exists():
            shutil.copy(source, folder / name)


def build(folder: Path, steps: list[Instruction]) -> None:
    """Run the RUN instructions of the first stage in `folder`. Raises CalledProcessError when one fails."""
    for step in steps:
        if step.name == "RUN":
            command = re.sub(r"(?<!/)\bpython -m", f"{sys.executable} -m", _inside(step.value, folder))
            print(f"+ {step.value}", flush=True)
            subprocess.run(["/bin/sh", "-c", command], check=True, cwd=folder / "src")


def run_image(folder: Path, steps: list[Instruction], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the entry point of the last stage in a folder with one template, as the stage's user if this one is root."""
    facts = {step.name: step.value for step in steps}
    pairs = (item.partition("=") for item in facts["ENV"].split())
    environment = {name: _inside(value, folder).replace("$PATH", "/usr/bin:/bin") for name, _, value in pairs}
    user = int(facts["USER"].partition(":")[0])
    entry = json.loads(facts["ENTRYPOINT"])
    words = list(arguments) or json.loads(facts["CMD"])
    if user == 0:
        raise SystemExit("the image runs as root")
    program = shutil.which(entry[0], path=environment["PATH"]) or entry[0]
    who = user if os.geteuid() == 0 and _open_to_all(program) else None
    return subprocess.run(
        [program, *entry[1:], *words], cwd=folder / "work", env=environment, text=True, capture_output=True, check=False,
        user=who, group=who,
    )  # fmt: skip


def main() -> int:
    """Build and try. Returns the exit code."""
    first, last = stages((TOP / "Dockerfile").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        for inside in ("src", "opt", "work"):
            (folder / inside).mkdir()
        (folder / "work" / "a.yaml").write_text(TEMPLATE, encoding="utf-8")
        context(folder / "src", (TOP / ".dockerignore").read_text(encoding="utf-8"))
        build(folder, first)
        tried = run_image(folder, last)
        print(tried.stdout + tried.stderr, end="")
        pip = subprocess.run([folder / "opt/hotlint/bin/python", "-c", "import pip"], capture_output=True, check=False)
        if tried.returncode or tried.stdout != "Nothing found in 1 file.\n" or pip.returncode == 0:
            print("the image is not right: a check of one good template must find nothing, and pip must not be there")
            return 1
    return 0


def _open_to_all(program: str) -> bool:
    """Return whether any user may run a Python program: the interpreter may be in someone's home."""
    interpreter = Path(os.path.realpath(Path(program).parent / "python"))
    return all(folder.stat().st_mode & 0o001 for folder in (interpreter, *interpreter.parents))


def _inside(text: str, folder: Path) -> str:
    """Return a text with the folders of the image replaced by those in `folder`."""
    return re.sub(r"(?<![\w.])/(src|opt/hotlint|tmp/cache)\b", lambda m: f"{folder}/{m[1]}", text)


if __name__ == "__main__":
    raise SystemExit(main())
