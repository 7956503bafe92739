"""Compare hotlint's errors and its dry run with Heat's verdicts on a folder of cases, or `hotlint diff` on one of pairs.

figures:
  uncrashed  hotlint did not raise
  caught     Heat rejects the case, and hotlint gives an error
  quiet      Heat accepts the case, and hotlint gives no error (other than a code named with --stricter)
  placed     caught, and some error touches the changed lines (only for mutations whose error is where the change is)
  value      Heat resolves the output, and hotlint resolves it to the same value
  failure    Heat fails to resolve the output, and hotlint reports an error too
  sound      what hotlint knows of an output is so in each cloud, and where it has an error, Heat fails (only of `unknowns`)
  known      Heat has the same value in each cloud, and hotlint knows it (only of `unknowns`)
  later      Heat accepts the case, the creation of a nested stack then fails, and hotlint says so with an error

figures of pairs, which `updates` makes:
  answered    hotlint printed a difference
  refused     Heat refuses the update as a whole, and so does hotlint
  same        each resource's action; what hotlint calls unknown counts as different
  not-milder  Heat replaces or refuses, and hotlint does not say less: the dangerous direction

The exit code is 1 when hotlint raised or a figure is below its --at-least, else 0.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import time
import traceback
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import hotlint

from ..cases.folder import Row, environments_of, read_cases
from ..cases.mutation_table import PLACED
from ..judge.verdict import STACK_NAME, TENANT
from .figures import NAMES, Figures, threshold_option, unmet

STRICTER = ("HOT002", "HOT401")
"""Codes that are errors on purpose where Heat is silent: duplicate keys, and functions of a later version."""
OF_SERVICES = "HOT55"
"""How the codes begin of what services refuse later: whatever Heat says, these findings neither agree nor disagree."""
DISRUPTIVE = ("replace", "refuse")
STACK_PARAMETERS = {"OS::stack_name": STACK_NAME, "OS::project_id": TENANT}


class Comparison:
    """Compares hotlint with the cases of one folder, and collects the figures."""

    def __init__(self, folder: Path, stricter: Collection[str] = STRICTER, config: Path | None = None) -> None:
        self.folder = folder
        self.figures = Figures()
        self._stricter = frozenset(stricter)
        self._config = config

    def compare(self, row: Row) -> None:
        """Count one case. Cases on which Heat gives no verdict count for nothing."""
        if row["valid"] is None:
            return
        case = f"{row['file']} {row.get('op', '')} {row.get('source', '')}"
        try:
            found = self._errors(row)
            errors = [error for error in found if not error.code.startswith(OF_SERVICES)]
            resolved = row["valid"] and (row.get("result") is not None or "results" in row)
            outputs = self._outputs(row) if resolved else {}
        except Exception:  # whatever it is, it is a crash of hotlint
            self.figures.count("uncrashed", False, case, traceback.format_exc(limit=-3))
            return
        self.figures.count("uncrashed", True, case)
        if row.get("later"):
            self.figures.count("later", len(found) > len(errors), case, _brief(errors))
        if row["valid"]:
            self._compare_accepted(row, case, errors, outputs)
        else:
            self._compare_rejected(row, case, errors)

    def _compare_accepted(self, row: Row, case: str, errors: Sequence[Any], outputs: dict[str, Any]) -> None:
        unexpected = [error for error in errors if error.code not in self._stricter]
        self._count_verdict("quiet", not unexpected, row, case, _brief(errors))
        for name, in_clouds in row.get("results", {}).items():
            self._compare_output(f"{case}{name}", in_clouds, outputs[name])
        expected, output = row.get("result"), outputs.get("it")
        if expected is None or errors:
            return
        detail = {"heat": expected, "hotlint": output}
        if "error" in expected:
            self.figures.count("failure", "error" in (output or {}), case, detail)
        else:
            agrees = output is not None and "value" in output and same_value(expected["value"], output["value"])
            self.figures.count("value", agrees, case, detail)

    def _compare_output(self, case: str, in_clouds: Sequence[Any], found: Any) -> None:
        """Count an output by what it is in each cloud: {"value": v}, {"error": message}, or None behind another failure."""
        if None in in_clouds:
            return
        values, detail = [one.get("value", one) for one in in_clouds], {"heat": in_clouds, "hotlint": found}
        fails, is_known = ["error" in one for one in in_clouds], "value" in found and "unknown" not in found
        if is_known:
            agrees = not any(fails) and all(same_value(value, found["value"]) for value in values)
            self.figures.count("sound", agrees, case, detail)
        elif "error" in found:
            self.figures.count("sound", all(fails), case, detail)
        if not any(fails) and same_value(*values):
            self.figures.count("known", is_known, case, detail)

    def _compare_rejected(self, row: Row, case: str, errors: Sequence[Any]) -> None:
        self._count_verdict("caught", bool(errors), row, case, row["error"])
        if errors and row.get("op") in PLACED:
            first, last = row["line"], row["end_line"]
            touches = any(error.span.start_line <= last and error.span.end_line >= first for error in errors)
            detail = {"changed": [first + 1, last + 1], "hotlint": _brief(errors), "heat": row["error"]}
            self.figures.count("placed", touches, case, detail)

    def _count_verdict(self, figure: str, agrees: bool, row: Row, case: str, detail: Any) -> None:
        self.figures.count(figure, agrees, case, detail)
        self.figures.count_group(row.get("op") or "expression", agrees)

    def _errors(self, row: Row) -> list[Any]:
        environments = environments_of(row, self.folder)
        report = hotlint.check(self.folder / row["file"], environments=environments, config=self._config or False)
        return [d for d in report.diagnostics if d.severity == "error"]

    def _outputs(self, row: Row) -> dict[str, Any]:
        """Return what the dry run has for each output: {"value": v}, {"error": message} or {"unknown": why}."""
        preview = hotlint.preview(
            self.folder / row["file"],
            environments=environments_of(row, self.folder),
            attributes=row.get("attrs"),
            parameters=STACK_PARAMETERS,
            show_hidden=True,
        )
        outputs: dict[str, Any] = preview.to_dict()["outputs"]
        return outputs


def same_value(first: Any, second: Any) -> bool:
    """Return whether two values are the same in JSON: keys are strings, true is not 1, and NaN is NaN."""
    if isinstance(first, bool) or isinstance(second, bool):
        return first is second
    if isinstance(first, dict) and isinstance(second, dict):
        left, right = ({str(key): value for key, value in mapping.items()} for mapping in (first, second))
        return left.keys() == right.keys() and all(same_value(value, right[key]) for key, value in left.items())
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(same_value, first, second))
    return bool(first == second) or (first != first and second != second)


def compare_folder(folder: Path, stricter: Collection[str] = STRICTER, config: Path | None = None) -> Figures:
    """Return the figures of a folder of cases.

    `config` is a .hotlint.yaml, such as one with a `target`; without one hotlint takes none, wherever the folder is.
    """
    os.environ["HOTLINT_ALLOW_OUTSIDE"] = str(folder.resolve())  # a case may include whatever the set has
    comparison = Comparison(folder, stricter, config)
    for row in read_cases(folder):
        comparison.compare(row)
    return comparison.figures


def compare_updates(folder: Path, command: Sequence[str], config: Path | None = None, workers: int = 2) -> Figures:
    """Return the figures of a folder of pairs. `command` runs hotlint; `config` is a .hotlint.yaml, as in `compare`."""
    rows, figures = read_cases(folder), Figures()
    options = ["--config", str(config)] if config else ["--no-config"]

    def diff(row: Row) -> Any:
        files = [str(folder / row["old"]), str(folder / row["new"])]
        done = subprocess.run([*command, "diff", "-f", "json", *options, *files], capture_output=True, text=True)
        try:
            return json.loads(done.stdout)
        except ValueError:
            return {"failed": done.stderr[-300:]}

    with ThreadPoolExecutor(workers) as pool:
        for row, found in zip(rows, pool.map(diff, rows), strict=True):
            _compare_pair(figures, row, found)
    return figures


def _compare_pair(figures: Figures, row: Row, found: Any) -> None:
    case = f"{row['new']} {row['source']}"
    figures.count("answered", "failed" not in found, case, found)
    if "failed" in found:
        return
    if row["refused"]:
        refuses = "refuse" in found.get("summary", {}) or bool(found.get("refused"))
        figures.count("refused", refuses, case, row["refused"])
        return
    actions = {resource["path"][0]: resource["action"] for resource in found["resources"] if len(resource["path"]) == 1}
    for name, expected in row["actions"].items():
        if expected == "asked":  # the cloud decides
            continue
        action = actions.get(name, "unchanged")
        detail = {"heat": expected, "hotlint": action}
        figures.count("same", action == expected, case, detail)
        if expected in DISRUPTIVE:
            figures.count("not-milder", action in (*DISRUPTIVE, "unknown"), case, detail)


def _brief(errors: Sequence[Any]) -> list[str]:
    return [f"{error.code}@{error.span.start_line + 1}: {error.message}" for error in errors[:3]]


def print_figures(figures: Figures, show: int, only: str | None) -> None:
    """Print disagreements, the groups in which there are some, and the figures."""
    shown = [found for found in figures.disagreements if only in (None, found.figure)]
    for found in shown[:show]:
        print(found)
    for group, figure in sorted(figures.by_group.items(), key=lambda item: item[1].share):
        if figure.agreeing < figure.total:
            print(f"   {group}: {figure.agreeing}/{figure.total}")
    for name in NAMES:
        if name in figures.by_name:
            print(f"{name:10} {figures.by_name[name]}")


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--show", type=int, default=10, help="how many disagreements to print")
    parser.add_argument("--config", type=Path, help="a .hotlint.yaml, such as one with `target: rocky` (default: none)")
    parser.add_argument("--only", metavar="FIGURE", help="print only disagreements of this figure")
    parser.add_argument("--stricter", default=",".join(STRICTER), metavar="CODES", help="(default: %(default)s)")
    parser.add_argument("--at-least", action="append", default=[], metavar="FIGURE=PERCENT", type=threshold_option())
    parser.add_argument("--command", default=f"{sys.executable} -m hotlint", help="for pairs (default: %(default)s)")
    parser.add_argument("--json", action="store_true")
    return parser


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code."""
    args = _parser(prog).parse_args(arguments)
    began = time.perf_counter()
    if any("old" in row for row in read_cases(args.folder)):
        figures = compare_updates(args.folder, shlex.split(args.command), args.config)
    else:
        figures = compare_folder(args.folder, [code for code in args.stricter.split(",") if code], args.config)
    seconds = round(time.perf_counter() - began, 3)
    if args.json:
        print(json.dumps({**figures.to_dict(), "seconds": seconds}))
    else:
        print_figures(figures, args.show, args.only)
        print(f"seconds    {seconds}")
    missed = unmet(figures, args.at_least)
    print("".join(f"{line}\n" for line in missed), end="", file=sys.stderr)
    return 1 if missed else 0
