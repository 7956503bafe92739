"""The command line, as ``python tools/heat_parity`` and as ``python -m heat_parity``.

Each command is imported only when it is run, since no interpreter has what all of them need.
"""

import importlib
import sys
from pathlib import Path
from typing import NamedTuple


class Command(NamedTuple):
    """Where a command is implemented: `module` has a function main(arguments, prog) that returns the exit code."""

    module: str
    needs: str
    summary: str


COMMANDS = {
    "run": Command(
        "compare.run", "hotlint", "make cases with Heat, compare hotlint with them, print one table of figures"
    ),
    "install": Command("releases", "", "make a virtual environment with one release of Heat"),
    "judge": Command("judge.command", "Heat", "ask Heat about templates: create, verdict, resolve, update, serve"),
    "mutations": Command("cases.mutations", "Heat", "make cases: real templates, each with one change"),
    "expressions": Command("cases.expressions", "Heat", "make cases: random calls of HOT functions"),
    "unknowns": Command("cases.unknowns", "Heat", "make cases: calls and chains of resources, partly unknown"),
    "resources": Command("cases.resources", "Heat", "make cases: resources with random properties"),
    "references": Command("cases.references", "Heat", "make cases: resources that refer to others"),
    "faults": Command("cases.faults", "Heat", "make cases: a function that fails, in the root and in nested templates"),
    "systems": Command(
        "cases.systems", "Heat", "make cases: whole systems, with nested templates, groups and environments"
    ),
    "own-tests": Command("cases.own_tests", "Heat", "write Heat's verdicts on the templates of its own tests"),
    "peers": Command("cases.peers", "Heat", "write Heat's verdicts on the templates of its peers' distributions"),
    "updates": Command("cases.updates", "Heat", "make pairs of templates: an old and a new one"),
    "corpus": Command("cases.corpus", "Heat", "write Heat's verdicts on a folder of templates"),
    "packed": Command("cases.packed", "Heat", "lay packed cases out as a folder, and ask Heat about them again"),
    "compare": Command("compare.findings", "hotlint", "compare hotlint with a folder of cases, or of pairs"),
    "record": Command("recorded", "Heat", "record the verdicts that the tests need"),
}


def usage() -> str:
    """Return the list of commands, and which interpreter each needs."""
    lines = ["usage: python tools/heat_parity COMMAND ...   (COMMAND --help tells more)", ""]
    for name, command in COMMANDS.items():
        needs = f" [interpreter with {command.needs}]" if command.needs else ""
        lines.append(f"  {name:16} {command.summary}{needs}")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Run the command that the arguments name (default: those of the process) and return its exit code."""
    name, *rest = (sys.argv[1:] if arguments is None else arguments) or [""]
    if name in ("-h", "--help"):
        print(usage())
        return 0
    if name not in COMMANDS:
        print(f"unknown command {name!r}\n\n{usage()}" if name else usage(), file=sys.stderr)
        return 2
    module = importlib.import_module(f"heat_parity.{COMMANDS[name].module}")
    return int(module.main(rest, f"heat_parity {name}"))


if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])  # the package is found by its name only
    sys.exit(main())
