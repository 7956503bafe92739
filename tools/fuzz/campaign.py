"""Many cases over several processes; what is done is kept in a folder, from which a later run goes on."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fuzz.case_factory import make_case
from fuzz.isolated import minimize
from fuzz.worker import BLOCK, BLOCKS

PATIENCE, BUSY_SECONDS = 600.0, 30.0
"""Seconds without a sign of life after which a worker is taken to hang: elapsed ones, or of a processor."""
RECORD = "blocks.jsonl"
_LIMITS = ("time at", "memory at", "hang at")
_KEPT = 2
"""Failing cases that are kept of one cause."""
TOOLS = Path(__file__).resolve().parents[1]


class Limits(NamedTuple):
    """When a campaign ends: after so many cases, or so many seconds; whichever is first."""

    cases: int | None = None
    seconds: float | None = None


class Campaign:
    """The cases of one seed. `folder` holds the record of blocks and the failing cases."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.seed = seed
        folder.mkdir(parents=True, exist_ok=True)
        self.blocks = [b for b in _records(folder / RECORD) if b["seed"] == seed]
        self._done = {b["first"] for b in self.blocks}
        self._lock = threading.Lock()
        self._numbers = self._open_blocks()

    def _open_blocks(self) -> Iterator[int]:
        first = 0
        while True:
            if first not in self._done:
                yield first
            first += BLOCK

    def run(self, limits: Limits, jobs: int) -> None:
        """Run cases until a limit is reached, with so many processes."""
        end = time.monotonic() + limits.seconds if limits.seconds is not None else None
        threads = [threading.Thread(target=self._work, args=(limits.cases, end)) for _ in range(jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _next(self, cases: int | None, end: float | None) -> int | None:
        with self._lock:
            if end is not None and time.monotonic() >= end:
                return None
            first = next(self._numbers)
            return None if cases is not None and first >= cases else first

    def _work(self, cases: int | None, end: float | None) -> None:
        while True:
            with _Worker() as worker:
                for _ in range(BLOCKS):
                    first = self._next(cases, end)
                    if first is None:
                        return
                    result = worker.block(self.seed, first)
                    if result.get("ended"):
                        _confirm(result)
                    with self._lock:
                        self._record(result)
                    if result.get("ended"):
                        break

    def _record(self, result: dict[str, Any]) -> None:
        self.blocks.append(result)
        with open(self.folder / RECORD, "a", encoding="ascii") as file:
            file.write(json.dumps(result) + "\n")

    def failures(self) -> dict[str, list[dict[str, Any]]]:
        """Return the failures by signature."""
        found: dict[str, list[dict[str, Any]]] = {}
        for block in self.blocks:
            for failure in block["failures"]:
                found.setdefault(f"{failure['kind']} at {failure['place']}", []).append(failure)
        return found

    def save_failures(self) -> list[Path]:
        """Write a few cases of each failure, made as small as they get; returns their paths."""
        paths = []
        for failures in self.failures().values():
            for failure in failures[:_KEPT]:
                path = self.folder / f"case-{self.seed}-{failure['number']}.json"
                if not path.exists():
                    minimize(make_case(self.seed, failure["number"])).save(path)
                paths.append(path)
        return paths

    def summary(self) -> str:
        """Return the figures of all blocks so far, as Markdown."""
        cases = sum(b["cases"] for b in self.blocks)
        seconds, cpu = (sum(b[key] for b in self.blocks) or 1e-9 for key in ("seconds", "cpu"))
        targets: Counter[str] = Counter()
        for block in self.blocks:
            targets.update(block["targets"])
        kinds = Counter({signature: len(found) for signature, found in self.failures().items()})
        slow = sum(b.get("slow", 0) for b in self.blocks)
        lines = [
            f"{cases:,} cases of seed {self.seed} ({', '.join(f'{n:,} {t}' for t, n in targets.most_common())}): "
            f"{sum(kinds.values()):,} failures.",
            "",
            f"{cases / cpu:.0f} cases a second of one core ({cases / seconds:.0f} with what else the machine did); slowest case "
            f"{max((b['slowest'] for b in self.blocks), default=0):.1f} s, most memory "
            f"{max((b['megabytes'] for b in self.blocks), default=0):.0f} MB. {slow:,} cases went over a limit of time or memory at "
            f"first, {sum(kinds[k] for k in kinds if k.startswith(_LIMITS)):,} in each of three tries alone.",
        ]
        lines += ["", *(f"- {n:,} x {signature}" for signature, n in kinds.most_common())] if kinds else []
        return "\n".join(lines)


def _records(path: Path) -> list[dict[str, Any]]:
    """Return the complete lines of a record; the last one may have been cut short."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="ascii").split("\n")
    return [json.loads(line) for line in lines if line.endswith("}")]


def _confirm(result: dict[str, Any]) -> None:
    """Take back a failure that the case alone does not show: a worker may get no processor for a minute, or lose its memory to others."""
    with _Worker() as worker:
        outcome = worker.alone(result["seed"], result["failures"][0]["number"])
    if not outcome["failure"]:
        result["failures"], result["slowest"] = [], outcome["seconds"]


class _Worker:
    """A worker process. One that hangs or ends by itself is a failure of the case that it was at."""

    def __enter__(self) -> _Worker:
        paths = [str(TOOLS), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "fuzz.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=environment, start_new_session=True,
        )  # fmt: skip
        self._rest = b""
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def block(self, seed: int, first: int) -> dict[str, Any]:
        """Return the result of a block; a short one, marked as ended, where the process did not get through."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"%d %d\n" % (seed, first))
        self._process.stdin.flush()
        began, at = time.monotonic(), first
        while True:
            line = self._line()
            if line.startswith(b"{"):
                found: dict[str, Any] = json.loads(line)
                return found
            if not line:
                break
            at = int(line)
        kind = "hang" if self._process.poll() is None else "killed"
        self._process.kill()
        self._process.wait()
        seconds = time.monotonic() - began
        failure = {"number": at, "kind": kind, "place": "", "message": f"exit code {self._process.poll()}"}
        return {
            "seed": seed, "first": first, "cases": at - first + 1, "seconds": seconds, "targets": {}, "cpu": seconds,
            "slowest": seconds, "megabytes": 0, "failures": [failure], "ended": True, "slow": 1,
        }  # fmt: skip

    def alone(self, seed: int, number: int) -> dict[str, Any]:
        """Return the outcome of a case as plain data, tried alone; without "failure" where one try was within the limits."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"%d %d alone\n" % (seed, number))
        self._process.stdin.flush()
        while (line := self._line()) and not line.startswith(b"{"):
            pass
        return json.loads(line or b'{"failure": true}')  # type: ignore[no-any-return]

    def _processor_seconds(self) -> float:
        """Return how long the worker has had a processor; 0 where the system does not tell."""
        try:
            with open(f"/proc/{self._process.pid}/schedstat", encoding="ascii") as file:
                return int(file.read().split()[0]) / 1e9
        except OSError:
            return 0.0

    def _line(self) -> bytes:
        """Return the next line of the worker; nothing when it has ended, or shows no sign of life."""
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            deadline, busy = time.monotonic() + PATIENCE, self._processor_seconds() + BUSY_SECONDS
            while b"\n" not in self._rest:
                if selector.select(5.0):
                    data = os.read(self._process.stdout.fileno(), 1 << 16)
                    if not data:
                        return b""
                    self._rest += data
                elif time.monotonic() > deadline or self._processor_seconds() > busy:
                    return b""
        line, _, self._rest = self._rest.partition(b"\n")
        return line
