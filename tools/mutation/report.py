"""What a run found: the survivors with their changes, what is known to be equivalent, and the figures."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .runner import TIMEOUT, UNCOVERED, Verdict

EQUIVALENTS = Path(__file__).with_name("equivalents.toml")


class Figures(NamedTuple):
    """The counts of a run. `equivalent` of the `survived` are listed with a reason each."""

    mutants: int
    killed: int
    timeouts: int
    survived: int
    uncovered: int
    equivalent: int

    @property
    def share(self) -> float:
        """The percentage that was noticed, of all mutants."""
        return 100 * self.killed / max(1, self.mutants)

    @property
    def share_without_equivalents(self) -> float:
        """The percentage that was noticed, of those that a test could notice."""
        return 100 * self.killed / max(1, self.mutants - self.equivalent)


def equivalents(path: Path = EQUIVALENTS) -> dict[str, str]:
    """The mutants that no test can notice, by key, with the reason of each."""
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", [])
    return {row["key"]: row["reason"] for row in rows}


def figures(verdicts: Sequence[Verdict], known: dict[str, str]) -> Figures:
    """Count the verdicts."""
    left = [v for v in verdicts if not v.noticed]
    return Figures(
        mutants=len(verdicts),
        killed=len(verdicts) - len(left),
        timeouts=sum(v.outcome == TIMEOUT for v in verdicts),
        survived=len(left),
        uncovered=sum(v.outcome == UNCOVERED for v in left),
        equivalent=sum(v.mutant.key in known for v in left),
    )


def lines(verdicts: Sequence[Verdict], known: dict[str, str]) -> Iterator[str]:
    """The report: each survivor with its file, line and change, then the figures."""
    for verdict in sorted(verdicts, key=lambda v: v.mutant[:2]):
        if not verdict.noticed:
            mutant = verdict.mutant
            yield f"{mutant.file}:{mutant.line}: {mutant.operator} in {mutant.scope or 'the module'}, {verdict.tests} tests"
            yield mutant.diff()
            yield f"  equivalent: {known[mutant.key]}" if mutant.key in known else f"  key = {mutant.key!r}"
            yield ""
    counts = figures(verdicts, known)
    made = Counter(v.mutant.operator for v in verdicts)
    lost = Counter(v.mutant.operator for v in verdicts if not v.noticed)
    yield "kind: survived of made: " + ", ".join(f"{kind} {lost[kind]}/{n}" for kind, n in made.most_common())
    yield (
        f"{counts.mutants} mutants: {counts.killed} killed ({counts.share:.1f} %, {counts.timeouts} of them by the time limit),"
        f" {counts.survived} survived, of which {counts.uncovered} no test runs and {counts.equivalent} are equivalent"
        f" ({counts.share_without_equivalents:.1f} % without these)"
    )
