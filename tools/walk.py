#!/usr/bin/env python3
"""Count how often one has to go to another file, to follow a path through `hotlint check FILE` from the command to the report.

    python tools/walk.py [FILE] [--at COMMIT ...] [--list]

A function is handed the path when one of its arguments, `self` apart, is the path, or a record or a collection that directly has
it. A stay is a call of such a function from another file of `hotlint` or `hotlint_rules`: once for a caller and its callee, however
many times a loop repeats it, and without the return. To make a record is no stay. `files` are those between which these calls go.
A climb is a stay in a higher layer than the one it is called from, by the layers in `pyproject.toml`: a callback.

`--at` measures other commits by the same definition, with the dependencies of this environment. `--list` prints the stays.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

TOP = Path(__file__).resolve().parents[1]
FILE = TOP / "examples" / "web.yaml"
RECORDS = "hotlint/common/records.py"
"""Makes records, as `typing.NamedTuple` does in earlier commits."""
ROW = "{:<20} {:>6} {:>6} {:>7}"


def has(value: object, path: Path, *, inside: bool = True) -> bool:
    """Return whether a value is the path, or, with `inside`, a record of hotlint or a collection with it."""
    if isinstance(value, str | Path) or not inside:
        return isinstance(value, str | Path) and str(value) == str(path)
    if isinstance(value, tuple | list | set | frozenset):
        return any(has(part, path, inside=False) for part in value)
    if not type(value).__module__.startswith(("hotlint", "argparse")):
        return False
    slots = [name for kind in type(value).__mro__ for name in vars(kind).get("__slots__", ()) if name != "__dict__"]
    fields = [*getattr(value, "__dict__", {}).values(), *(getattr(value, name, None) for name in slots)]
    return any(has(part, path, inside=False) for part in fields)


def stays(tree: Path, path: Path) -> Iterator[tuple[CodeType, CodeType]]:
    """Check a file with the hotlint of a source tree, and yield the stays: caller and callee, in the order of the first calls."""
    roots = (f"{tree / 'hotlint'}/", f"{tree / 'rules'}/")
    sys.path[:0] = [str(tree), str(tree / "rules"), str(tree / "server")]
    from hotlint.cli.main import main as hotlint

    found: dict[tuple[CodeType, CodeType], bool] = {}

    def see(frame: FrameType, event: str, _: object) -> None:
        code, caller = frame.f_code, frame.f_back
        if event != "call" or not code.co_filename.startswith(roots) or code.co_filename.endswith(RECORDS):
            return
        while caller is not None and not caller.f_code.co_filename.startswith(roots):
            caller = caller.f_back
        if caller is None or caller.f_code.co_filename == code.co_filename or found.get((caller.f_code, code)):
            return
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        handed = (frame.f_locals.get(name) for name in names if name != "self")
        found[caller.f_code, code] = any(has(value, path) for value in handed)

    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        sys.setprofile(see)
        try:
            hotlint(["check", "--no-cache", "--quiet", "--jobs", "1", str(path)])
        finally:
            sys.setprofile(None)
    return (pair for pair, handles in found.items() if handles)


def layers(tree: Path) -> dict[str, float]:
    """Return the height of each package, by the layers of `hotlint` in the contracts of a source tree."""
    settings: dict[str, Any] = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    packages, rules = (one["layers"] for one in contracts if one["type"] == "layers")
    heights = {f"hotlint.{name}": float(n) for n, row in enumerate(reversed(packages)) for name in row.split(" | ")}
    return heights | {"hotlint_rules": heights[rules[rules.index("hotlint_rules") + 1]] + 0.5}


def height(code: CodeType, tree: Path, heights: dict[str, float]) -> float:
    """Return the height of the layer that a function is in."""
    first, second, *_ = Path(code.co_filename).relative_to(tree).with_suffix("").parts
    return heights.get("hotlint_rules" if first == "rules" else f"hotlint.{second}", 0.0)


def measured(name: str, tree: Path, path: Path, *, listed: bool) -> str:
    """Return the row of a source tree, after the list of its stays if that is asked for. Imports this tree: once in a process."""
    found, heights = list(stays(tree, path)), layers(tree)
    climbs = {pair for pair in found if height(pair[0], tree, heights) < height(pair[1], tree, heights)}
    lines = [
        f"{'climb' if pair in climbs else '':<5} "
        + " -> ".join(f"{Path(code.co_filename).relative_to(tree)}:{code.co_qualname}" for code in pair)
        for pair in found
    ]
    row = ROW.format(name, len(found), len({code.co_filename for pair in found for code in pair}), len(climbs))
    return "\n".join([*lines, row] if listed else [row])


def main() -> int:
    """Print a row for each commit, and one for this source tree. Returns 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", metavar="FILE", type=Path, default=FILE, help="default: examples/web.yaml")
    parser.add_argument("--at", nargs="+", metavar="COMMIT", default=[], help="commits to measure as well")
    parser.add_argument("--list", action="store_true", help="print each stay")
    parser.add_argument("--tree", nargs=2, metavar=("NAME", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    path = options.file.resolve()
    if options.tree:
        print(measured(options.tree[0], Path(options.tree[1]), path, listed=options.list))
        return 0
    print(ROW.format("", "stays", "files", "climbs"), flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        trees = {commit: Path(scratch).resolve() / commit for commit in options.at} | {"this tree": TOP}
        for name, tree in trees.items():
            if tree != TOP:
                tree.mkdir()
                archive = subprocess.run(["git", "archive", name], cwd=TOP, stdout=subprocess.PIPE, check=True).stdout
                subprocess.run(["tar", "-x"], cwd=tree, input=archive, check=True)
            again = [sys.executable, __file__, str(path), "--tree", name, str(tree), *["--list"] * options.list]
            subprocess.run(again, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
