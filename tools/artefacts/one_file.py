"""Build hotlint.pyz from a clean clone, and run it with each supported Python of this machine, without any packages."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.lsp_session import edits_a_template  # noqa: E402
from artefacts.steps import StepError, built_wheel, checkout, environment, expect, run, scratch, script  # noqa: E402

BROKEN = ["HOT211", "HOT501", "HOT301", "HOT405", "HOT503", "HOT302", "HOT508", "HOT002"]
"""The errors of examples/broken.yaml, in their order."""


def main() -> None:
    """Build the file, and check, preview and serve with it."""
    with checkout() as clone, scratch() as folder:
        programs = environment(folder / "environment", built_wheel(), "tzdata")
        archive = folder / "hotlint.pyz"
        run([programs / "python", clone / "tools/one_file.py", "--out", archive], cwd=clone)
        used = 0
        for python in interpreters():
            bare = folder / f"bare-{used}"
            run([python, "-m", "venv", "--without-pip", bare], cwd=folder)
            works(bare / "bin" / "python", archive, folder / f"cache-{used}", clone / "examples")
            used += 1
            print(run([python, "--version"], cwd=folder).strip())
        if not used:
            raise StepError("no Python 3.11 or newer is on this machine")


def interpreters() -> Iterator[Path]:
    """Yield this interpreter and each other version of Python from 3.11 on that is on PATH or in pyenv."""
    seen = set()
    pyenv = sorted((Path.home() / ".pyenv" / "versions").glob("*/bin/python"))
    names = [shutil.which(f"python3.{minor}") for minor in range(11, 20)]
    for python in [Path(sys.executable), *(Path(name) for name in names if name), *pyenv]:
        asked: list[str | Path] = [python, "-c", "import sys; print(*sys.version_info[:2])"]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        version = tuple(map(int, done.stdout.split())) if done.returncode == 0 else ()
        if version >= (3, 11) and version not in seen:
            seen.add(version)
            yield python


def works(python: Path, archive: Path, cache: Path, examples: Path) -> None:
    """Check and preview the examples with an interpreter, and edit a template with its language server."""
    packages = run(
        [python, "-I", "-c", "import importlib.metadata as m; print(len(list(m.distributions())))"], cwd=cache.parent
    )
    expect(packages.strip(), "0", of="the number of packages of a bare interpreter")
    command: list[str | Path] = [python, "-I", archive]
    own = {"HOTLINT_CACHE_DIR": str(cache)}
    found = json.loads(run([*command, "check", "-f", "json", "broken.yaml"], cwd=examples, env=own, codes=[1]))
    errors = [each["code"] for each in found["diagnostics"] if each["severity"] == "error"]
    if errors != BROKEN:
        raise StepError(f"the errors of broken.yaml are {BROKEN}, not {errors}")
    checked = run([*command, "check", "-e", "env.yaml", "web.yaml"], cwd=examples, env=own)
    expect(checked, "Nothing found", of="a check of web.yaml")
    preview = run([*command, "preview", "-e", "env.yaml", "web.yaml"], cwd=examples, env=own)
    expect(preview, "image: debian-12", of="a preview of web.yaml")
    edits_a_template(["env", f"HOTLINT_CACHE_DIR={cache}", *command, "server"], examples)


if __name__ == "__main__":
    script(main)
