"""Make sets of cases with Heat, compare hotlint with them, and print the figures as one table.

sets (a count of 0, or --no-NAME, leaves one out):
  mutations    templates with one change each: template validation
  creations    the same, by all that `stack create` validates
  expressions  random calls of HOT functions
  unknowns     calls and chains of resources that only the cloud knows a part of
  resources    resources with random properties, by their types' own rules
  references   resources that refer to others, by their types' own rules
  faults       a function that fails in a property, in the root and in nested templates
  packed       the deployments of data/creations.jsonl.gz
  corpus       the templates of --sources as they are, by all that `stack create` validates
  own-tests    the templates of Heat's own tests, by all that `stack create` validates
  peers        the templates of Heat's peers (Tacker, heat-translator, ...): tests, samples and documentation
  systems      whole systems, with nested templates, groups and environments
  updates      pairs of templates for `hotlint diff`

The table, and each case in which the two disagree, go to report.md in the folder of the cases.
The exit code is 1 when hotlint raised, a set could not be made, or a figure is below its --at-least; else 0.
"""

import argparse
import importlib.metadata
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from ..releases import installed_release, target_of
from .figures import Disagreement, Figures, Threshold, required_share, threshold_option, unmet
from .findings import compare_folder, compare_updates

AUTOMATIC = "auto"
PACKAGE = Path(__file__).resolve().parents[1]
DATA = PACKAGE / "data"
SETS: dict[str, int | bool] = {
    "mutations": 1000,
    "creations": 1000,
    "expressions": 1000,
    "unknowns": 500,
    "resources": 1000,
    "references": 1000,
    "faults": 1000,
    "packed": True,
    "corpus": True,
    "own-tests": True,
    "peers": True,
    "systems": 300,
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
        (options.unknowns, CaseSet("unknowns", seeded("unknowns", options.unknowns))),
        (options.resources, CaseSet("resources", seeded("resources", options.resources))),
        (options.references, CaseSet("references", seeded("references", options.references))),
        (options.faults, CaseSet("faults", seeded("faults", options.faults))),
        (options.packed, CaseSet("packed", ("packed", str(DATA / "creations.jsonl.gz")))),
        (options.corpus, CaseSet("corpus", ("corpus", "--create", *sources))),
        (options.own_tests, CaseSet("own-tests", ("own-tests",))),
        (options.peers, CaseSet("peers", ("peers",))),
        (options.systems, CaseSet("systems", seeded("systems", options.systems))),
        (options.updates, CaseSet("updates", seeded("updates", options.updates), pairs=True)),
    ]
    return [case_set for wanted, case_set in sets if wanted]


def make_set(case_set: CaseSet, interpreter: Path, out: Path) -> str | None:
    """Make a set with Heat's interpreter in a folder below `out`; return the end of what went wrong, or None.

    The interpreter has fixed hashes, so that the order of sets in Heat's answers is the same each time.
    """
    folder = out / case_set.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = [str(interpreter), str(PACKAGE), *case_set.arguments, "--out", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": "0"})
    return None if done.returncode == 0 else done.stderr.strip()[-2000:]


def table(figures: dict[str, Figures], thresholds: list[Threshold]) -> str:
    """Return the figures of all sets as one table."""
    rows = [("set", "figure", "agree", "of", "share", "at least")]
    for case_set, found in figures.items():
        for name, figure in found.by_name.items():
            share = required_share(thresholds, case_set, name)
            required = "" if share is None else f"{share:.2%}"
            rows.append((case_set, name, str(figure.agreeing), str(figure.total), f"{figure.share:.2%}", required))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if i < 2 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def write_config(out: Path, target: str | None) -> Path:
    """Write a configuration for a Heat of the target with its packaged environment, in a folder without templates."""
    config = out / "config" / ".hotlint.yaml"
    config.parent.mkdir(parents=True, exist_ok=True)
    lines = ["default_environment: true", *([f"target: {target}"] if target is not None else [])]
    config.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return config


def make_sets(sets: list[CaseSet], options: argparse.Namespace) -> list[str]:
    """Make the sets, some at a time; return a line for each that could not be made."""
    with ThreadPoolExecutor(options.jobs) as pool:
        errors = pool.map(lambda one: make_set(one, options.heat_python, options.out), sets)
        return [
            f"{one.name}: cases could not be made: {error}" for one, error in zip(sets, errors, strict=True) if error
        ]


def compare_sets(sets: list[CaseSet], out: Path, config: Path | None) -> dict[str, Figures]:
    """Return the figures of each set."""
    figures = {}
    for one in sets:
        if one.pairs:
            figures[one.name] = compare_updates(out / one.name, [sys.executable, "-m", "hotlint"], config)
        else:
            figures[one.name] = compare_folder(out / one.name, config=config)
    return figures


def write_report(path: Path, title: str, figures: dict[str, Figures], shown: str) -> None:
    """Write the table of figures, and every case in which hotlint and Heat disagree."""
    exceptions = (
        f"- {one.figure} {case_set}/{one.case}: {' '.join(str(one.detail).split())}"
        for case_set, found in figures.items()
        for one in found.disagreements
    )
    lines = [f"# {title}", "", "```text", shown, "```", "", "## Exceptions", "", *exceptions]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def show_disagreements(figures: dict[str, Figures], count: int) -> None:
    """Print the first disagreements of each set."""
    for case_set, found in figures.items():
        for one in found.disagreements[:count]:
            print(Disagreement(one.figure, f"{case_set}/{one.case}", one.detail))


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--heat-python", type=Path, required=True, metavar="PYTHON", help="the interpreter that has Heat")
    add("--out", type=Path, default=Path(".parity"), metavar="DIR", help="where the cases go (default: %(default)s)")
    add("--seed", type=int, default=1)
    for name, default in SETS.items():
        if isinstance(default, bool):
            add(f"--{name}", action=argparse.BooleanOptionalAction, default=default)
        else:
            add(f"--{name}", type=int, default=default, metavar="COUNT", help="(default: %(default)s)")
    add("--sources", type=Path, nargs="+", default=[DATA / "sources"], metavar="PATH", help="templates to change")
    add("--target", default=AUTOMATIC, help="the release that hotlint checks for (default: that of Heat)")
    add(
        "--at-least",
        nargs="+",
        action="extend",
        default=[],
        type=threshold_option(SETS),
        metavar="[SET:]FIGURE=PERCENT",
    )
    add(
        "--show", type=int, default=5, metavar="COUNT", help="disagreements to print of each set (default: %(default)s)"
    )
    add("--jobs", type=int, default=min(4, os.cpu_count() or 1), help="sets to make at a time (default: %(default)s)")
    add("--reuse", action="store_true", help="compare with the cases that are there, and make none")
    return parser


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code: 2 when the interpreter has no Heat."""
    options = _parser(prog).parse_args(arguments)
    release = installed_release(options.heat_python)
    if release is None:
        print(
            f"{prog}: {options.heat_python} has no Heat; `python tools/heat_parity install VENV` makes one",
            file=sys.stderr,
        )
        return 2
    target = target_of(release) if options.target == AUTOMATIC else options.target
    sets = planned_sets(options)
    config = write_config(options.out, target)
    failures = [] if options.reuse else make_sets(sets, options)
    if not failures:
        figures = compare_sets(sets, options.out, config)
        show_disagreements(figures, options.show)
        version = importlib.metadata.version("hotlint")
        title = f"hotlint {version}, target {target or 'newest'}; Heat {release}; seed {options.seed}"
        shown = table(figures, options.at_least)
        write_report(options.out / "report.md", title, figures, shown)
        print(f"\n{title}\n\n{shown}")
        failures = [line for name, found in figures.items() for line in unmet(found, options.at_least, name)]
    print("".join(f"{line}\n" for line in failures), end="", file=sys.stderr)
    return 1 if failures else 0
