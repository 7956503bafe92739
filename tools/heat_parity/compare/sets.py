"""The sets of cases of a parity run: what makes each, and what compares it."""

import argparse
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parents[1]
DATA = PACKAGE / "data"
SETS: dict[str, int | bool] = {
    "mutations": 1000,
    "creations": 1000,
    "expressions": 1000,
    "resources": 1000,
    "references": 1000,
    "packed": True,
    "corpus": True,
    "updates": 200,
}
"""The sets, and how many cases each has when nothing else is said; True where the number is not chosen."""


class CaseSet(NamedTuple):
    """A set of cases in a folder of its name. `arguments` are those of the command that makes it, without --out."""

    name: str
    arguments: tuple[str, ...]
    pairs: bool = False
    """Whether it is compared with `hotlint diff`."""


def planned_sets(options: argparse.Namespace) -> list[CaseSet]:
    """Return the sets that the options of `run` ask for. A count of 0 leaves a set out."""
    sources = [str(path) for path in options.sources]

    def seeded(command: str, count: int, *more: str) -> tuple[str, ...]:
        return (command, "--seed", str(options.seed), "--count", str(count), *more)

    sets = [
        (options.mutations, CaseSet("mutations", seeded("mutations", options.mutations, *sources))),
        (options.creations, CaseSet("creations", seeded("mutations", options.creations, "--create", *sources))),
        (options.expressions, CaseSet("expressions", seeded("expressions", options.expressions))),
        (options.resources, CaseSet("resources", seeded("resources", options.resources))),
        (options.references, CaseSet("references", seeded("references", options.references))),
        (options.packed, CaseSet("packed", ("rejudge", str(DATA / "creations.jsonl.gz")))),
        (options.corpus, CaseSet("corpus", ("corpus", "--create"))),
        (options.updates, CaseSet("updates", seeded("updates", options.updates), pairs=True)),
    ]
    return [case_set for wanted, case_set in sets if wanted]


def make_set(case_set: CaseSet, interpreter: Path, out: Path, sources: Sequence[Path]) -> str | None:
    """Make a set with Heat's interpreter in a folder below `out`; return the end of what went wrong, or None."""
    folder = out / case_set.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command: list[str | Path] = [interpreter, PACKAGE, *case_set.arguments]
    maker: Callable[[Sequence[str | Path], Path], subprocess.CompletedProcess[str]] = _make_by_option
    if case_set.name == "corpus":
        _copy_sources(sources, folder)
        maker = _make_by_output
    done = maker(command, folder)
    return None if done.returncode == 0 else done.stderr.strip()[-2000:]


def _make_by_option(command: Sequence[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    return _run([*command, "--out", folder])


def _make_by_output(command: Sequence[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    done = _run([*command, folder])
    (folder / "index.jsonl").write_text(done.stdout, encoding="utf-8")
    return done


def _run(command: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
    """Run a command with fixed hashes, so that the order of sets in Heat's answers is the same each time."""
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def _copy_sources(sources: Sequence[Path], folder: Path) -> None:
    """Copy folders of templates, since the environments for them are written to the same folder."""
    for number, source in enumerate(sources):
        target = folder / f"{number}-{source.resolve().name}"
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns(".git", ".hotlint.yaml"))
        else:
            target.mkdir()
            shutil.copy(source, target)
