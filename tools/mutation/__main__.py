"""The command: draw mutants, run the tests against each, report which survived."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])  # runs as `python tools/mutation` and as `python -m mutation`

from mutation import contexts, mutants, report  # noqa: E402
from mutation.mutants import Mutant  # noqa: E402
from mutation.operators import Edit  # noqa: E402
from mutation.runner import SECONDS, Runner, Verdict  # noqa: E402
from mutation.workspace import CORE, EVERYTHING, NOT_MUTATED, ROOT, Workspace  # noqa: E402


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit code is 1 when fewer mutants were killed than --at-least says."""
    options = _parser().parse_args(arguments)
    workspace = Workspace(options.folder.resolve())
    workspace.folder.mkdir(parents=True, exist_ok=True)
    workspace.create()
    if options.measure is not None or not (workspace.folder / "contexts.json").exists():
        print("measuring which tests run which lines ...", file=sys.stderr)
        contexts.measure(workspace, options.measure or (), jobs=options.jobs, only=options.only or EVERYTHING)
    number, parts = options.part
    drawn = _draw(workspace, options.count, options.seed, options.only)[number - 1 :: parts]
    verdicts = _check(workspace, drawn, options.folder / f"verdicts-{options.seed}.jsonl", options)
    known = report.equivalents()
    print("\n".join(report.lines(verdicts, known)))
    return int(report.figures(verdicts, known).share_without_equivalents < options.at_least)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mutation", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many mutants (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default: %(default)s)")
    parser.add_argument(
        "--only", action="append", metavar="PREFIX", help="only files whose path starts with this or another PREFIX"
    )
    parser.add_argument("--folder", type=Path, default=ROOT / ".mutation", help="where the copy of the tree is made")
    parser.add_argument(
        "--measure", nargs="*", metavar="TESTS", help="measure again which lines all or these tests run"
    )
    parser.add_argument("--jobs", type=int, default=2, help="how many processes measure (default: %(default)s)")
    parser.add_argument(
        "--seconds",
        type=float,
        default=SECONDS,
        help="how long the tests of a mutant take at most (default: %(default)s)",
    )
    parser.add_argument(
        "--again", action="store_true", help="check only those that survived the last run with this seed"
    )
    parser.add_argument(
        "--part",
        type=_part,
        default=(1, 1),
        metavar="K/N",
        help="check only every Nth mutant, from the Kth; each part needs its own --folder",
    )
    parser.add_argument(
        "--at-least", type=float, default=0, metavar="PERCENT", help="fail below this share of killed mutants"
    )
    return parser


def _part(text: str) -> tuple[int, int]:
    number, parts = map(int, text.split("/"))
    return number, parts


def _draw(workspace: Workspace, count: int, seed: int, only: list[str] | None) -> list[Mutant]:
    """Draw `count` mutants that are code and other code: a few more are drawn, and those that are not are left out."""
    found = mutants.of_tree(workspace.tree, EVERYTHING if only else CORE, NOT_MUTATED)
    found = [m for m in found if m.file.startswith(tuple(only or ("",)))]
    texts: dict[str, str] = {}
    drawn: list[Mutant] = []
    for mutant in mutants.sample(found, count + count // 5 + 5, seed):
        if mutant.file not in texts:
            texts[mutant.file] = (workspace.tree / mutant.file).read_text(encoding="utf-8")
        if len(drawn) < count and mutants.is_viable(texts[mutant.file], mutant):
            drawn.append(mutant)
    return drawn


def _check(workspace: Workspace, drawn: list[Mutant], kept: Path, options: argparse.Namespace) -> list[Verdict]:
    """Check each mutant, and write its verdict to a file at once: --again takes the killed ones from there."""
    before = {v.mutant.key: v for v in _read(kept) if v.noticed} if options.again and kept.exists() else {}
    verdicts = []
    start = time.monotonic()
    with (
        Runner(workspace, contexts.load(workspace), options.seconds) as runner,
        kept.open("w", encoding="utf-8") as output,
    ):
        _must_pass(runner)
        for number, mutant in enumerate(drawn, 1):
            verdict = before.get(mutant.key) or runner.check(mutant)
            verdicts.append(verdict)
            output.write(json.dumps(verdict) + "\n")
            output.flush()
            minutes = (time.monotonic() - start) / 60
            print(f"{number}/{len(drawn)} {minutes:.1f} min {verdict.outcome} {mutant.key[:100]}", file=sys.stderr)
        return _without_false_alarms(runner, verdicts)


def _must_pass(runner: Runner) -> None:
    """Raises RuntimeError when tests do not even run on the unchanged code: every mutant would seem killed."""
    code, failing = runner.run(["tests/tools/test_mutation.py::test_report"], stop=True)
    if code != "0":
        raise RuntimeError(
            f"pytest ends with {code} on the unchanged code: {', '.join(failing) or 'it does not start'}"
        )


def _without_false_alarms(runner: Runner, verdicts: list[Verdict]) -> list[Verdict]:
    """Run the tests that killed mutants on the unchanged code: what a failing one said does not count."""
    killers = sorted({v.by for v in verdicts if v.by})
    failing = {*runner.run(killers, stop=False)[1], *runner.ask(killers, stop=False)[1]}
    if failing:
        print("fail without any mutant: " + ", ".join(sorted(failing)), file=sys.stderr)
    return [v._replace(outcome="survived") if v.by in failing else v for v in verdicts]


def _read(kept: Path) -> list[Verdict]:
    rows = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    return [Verdict(_mutant(row[0]), *row[1:]) for row in rows]


def _mutant(row: list[object]) -> Mutant:
    file, line, scope, in_function, edit, before, after = row
    return Mutant(file, line, scope, in_function, Edit(*edit), before, after)  # type: ignore[arg-type,misc]


if __name__ == "__main__":
    raise SystemExit(main())
