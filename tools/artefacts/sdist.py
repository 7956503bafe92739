"""Build the sdist from a clean clone, install it in a new environment, and build the wheel from it: the same one as the clone's.

Of the sdist's own tests it runs a part that takes under a minute: the command, the fixes, the API and the files of the project.
The job `sdist` of .github/workflows/release.yml runs all of them.
"""

from __future__ import annotations

import sys
import tarfile
import zipfile
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])

from artefacts.steps import StepError, built_wheel, checkout, environment, run, scratch, script  # noqa: E402

TOOLS = ("hatchling", "pytest", "pytest-xdist", "pytest-lsp", "pytest-asyncio", "jsonschema", "hypothesis")
TESTS = ("tests/cli/test_check.py", "tests/cli/test_help.py", "tests/syntax", "tests/project/test_project_files.py")


def main() -> None:
    """Build the sdist, compare, install and test it."""
    with checkout() as clone, scratch() as folder:
        programs = environment(folder / "environment", *TOOLS)
        run([programs / "python", "-m", "hatchling", "build", "-t", "sdist", "-d", folder], cwd=clone)
        (archive,) = folder.glob("hotlint-*.tar.gz")
        holds_the_clone(archive, clone)
        with tarfile.open(archive) as opened:
            opened.extractall(folder / "unpacked", filter="data")
        (source,) = (folder / "unpacked").iterdir()
        run([programs / "python", "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, source], cwd=folder)
        (wheel,) = folder.glob("hotlint-*.whl")
        equal(contents(built_wheel()), contents(wheel), "the wheel of the clone and that of the sdist")
        run([programs / "python", "-m", "pip", "install", "--quiet", wheel], cwd=folder)
        print(run([programs / "python", "-m", "pytest", "-n", "2", *TESTS], cwd=source).splitlines()[-1])


def holds_the_clone(archive: Path, clone: Path) -> None:
    """Fail unless the sdist holds each file that is under version control, and besides them only PKG-INFO."""
    wanted = {name for name in run(["git", "ls-files", "-z"], cwd=clone).split("\0") if name}
    with tarfile.open(archive) as opened:
        held = {entry.name.partition("/")[2] for entry in opened if not entry.isdir()}
    wrong = sorted(held ^ (wanted | {"PKG-INFO"}))
    if wrong:
        raise StepError(f"{archive.name} and the clone differ in {len(wrong)} files:\n" + "\n".join(wrong[:20]))


def contents(wheel: Path) -> dict[str, bytes]:
    """Return the files of a wheel by their names."""
    with zipfile.ZipFile(wheel) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def equal(one: dict[str, bytes], other: dict[str, bytes], which: str) -> None:
    """Fail unless two archives hold the same files with the same contents."""
    wrong = sorted({name for name, _ in one.items() ^ other.items()})
    if wrong:
        raise StepError(f"{which} differ in {len(wrong)} files:\n" + "\n".join(wrong[:20]))


if __name__ == "__main__":
    script(main)
