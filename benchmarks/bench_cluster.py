"""Many templates on a cluster of this machine, one of whose workers is killed half way: throughput, memory, equal results.

    python benchmarks/bench_cluster.py [--templates 100000] [--workers 2] [CORPUS]

Templates are mutations of those in CORPUS (default: examples), in folders of a hundred, of which each tenth nests others. They are
checked serially, with processes, and on a cluster; ten folders are checked as git bundles. All reports must be equal.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import psutil
import pyarrow.parquet as pq

Lines = list[str]


class Measured(NamedTuple):
    """One run: its seconds by the clock, and of processor time of all its processes, which other programs do not change as much.

    `own` is the peak of memory of its process, `others` that of the largest of its children (MiB), `killed` how many of those were
    killed, and `killed_at` after how many seconds.
    """

    seconds: float
    processor: float
    own: float
    others: float
    killed: int
    killed_at: float = 0.0


# -- templates ----------------------------------------------------------------------------------------------------------


def _removed(lines: Lines, at: int, chance: random.Random) -> None:
    del lines[at]


def _repeated(lines: Lines, at: int, chance: random.Random) -> None:
    lines.insert(at, lines[at])


def _indented(lines: Lines, at: int, chance: random.Random) -> None:
    lines[at] = f"  {lines[at]}"


def _misspelled(lines: Lines, at: int, chance: random.Random) -> None:
    line = lines[at]
    letters = [n for n, char in enumerate(line) if char.isalpha()]
    if letters:
        place = chance.choice(letters)
        lines[at] = line[:place] + chance.choice("aeinrst") + line[place + 1 :]


def _retyped(lines: Lines, at: int, chance: random.Random) -> None:
    key, colon, _ = lines[at].partition(": ")
    if colon:
        lines[at] = f"{key}: {chance.choice(['17', 'no', '[]', '{a: b}', 'text', ''])}"


MUTATIONS: tuple[Callable[[Lines, int, random.Random], None], ...] = (
    _removed, _repeated, _indented, _misspelled, _misspelled, _retyped, _retyped,
)  # fmt: skip


def mutated(text: str, chance: random.Random) -> str:
    """Return a template with up to three changes, and one that makes it unlike any other."""
    lines = text.splitlines()
    for _ in range(chance.randrange(4)):
        if lines:
            chance.choice(MUTATIONS)(lines, chance.randrange(len(lines)), chance)
    return "\n".join([*lines, f"# {chance.getrandbits(64):016x}", ""])


def nesting(names: Iterable[str]) -> str:
    """Return a template that nests others."""
    resources = (f"  r{number}: {{type: {name}}}\n" for number, name in enumerate(names))
    return f"heat_template_version: 2018-08-31\nresources:\n{''.join(resources)}"


def originals(folder: Path, most: int = 40_000) -> list[str]:
    """Return the templates of a folder, those that are very large aside."""
    texts = []
    for path in sorted(p for p in folder.rglob("*") if p.suffix in (".yaml", ".template", ".hot") and p.is_file()):
        text = path.read_text(encoding="utf-8", errors="replace")
        if "heat_template_version" in text and len(text) <= most:
            texts.append(text)
    return texts


def generate(corpus: Path, target: Path, count: int, per_folder: int) -> int:
    """Write templates. Returns their bytes."""
    chance, texts, size = random.Random(17), originals(corpus), 0
    for start in range(0, count, per_folder):
        folder = target / f"r{start // per_folder:05}"
        folder.mkdir(parents=True)
        for number in range(start, min(start + per_folder, count)):
            text = mutated(chance.choice(texts), chance)
            if number % 10 == 9:
                text = nesting(f"t{n:06}.yaml" for n in range(number - 2, number))
            size += len(text)
            (folder / f"t{number:06}.yaml").write_text(text, encoding="utf-8")
    return size


# -- runs ---------------------------------------------------------------------------------------------------------------


def measure(arguments: Sequence[str], folder: Path, *, kill_after: float | None = None) -> Measured:
    """Run `hotlint check` in a folder; after some seconds, kill one of its workers."""
    command = [sys.executable, "-m", "hotlint", "check", "--no-cache", "--fail-on", "never", *arguments]
    start, own, others, killed, killed_at, before = time.monotonic(), 0, 0, 0, 0.0, os.times()
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL) as process:
        watched = psutil.Process(process.pid)
        while process.poll() is None:
            own = max(own, *_memory([watched]))
            children = list(_children(watched))
            others = max(others, *_memory(children))
            if kill_after is not None and not killed and time.monotonic() - start > kill_after:
                worker = next((c for c in children if _is_worker(c)), None)
                if worker is not None:
                    worker.send_signal(signal.SIGKILL)
                    killed, killed_at = 1, time.monotonic() - start
            time.sleep(0.5)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}")
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return Measured(time.monotonic() - start, used, own / 2**20, others / 2**20, killed, killed_at)


def _children(process: psutil.Process) -> Iterator[psutil.Process]:
    try:
        yield from process.children(recursive=True)
    except psutil.Error:
        return


def _memory(processes: Iterable[psutil.Process]) -> list[int]:
    found = [0, 0]
    for process in processes:
        try:
            found.append(process.memory_info().rss)
        except psutil.Error:
            continue
    return found


def _is_worker(process: psutil.Process) -> bool:
    try:
        line = " ".join(process.cmdline())
    except psutil.Error:
        return False
    return "spawn_main" in line and "resource_tracker" not in line


def show(name: str, run: Measured, count: int) -> None:
    """Print a row of the table."""
    rate = count / run.seconds
    times = f"{run.seconds:8.1f} s {rate:8.0f}/s {run.processor:8.1f} s"
    print(f"{name:<28} {times}  {run.own:6.0f} MiB  {run.others:6.0f} MiB", flush=True)
    if run.killed:
        print(f"{'':<28} killed after {run.killed_at:.0f} s", flush=True)


def same(one: Path, other: Path, what: str) -> None:
    """Say that two reports are equal. Raises SystemExit when they are not."""
    if one.read_bytes() != other.read_bytes():
        lines = zip(one.open(encoding="utf-8"), other.open(encoding="utf-8"), strict=False)
        different = next(((a, b) for a, b in lines if a != b), None)
        raise SystemExit(f"{what}: the reports differ, first in {different}")
    print(f"{what}: equal, {one.stat().st_size / 2**20:.1f} MiB", flush=True)


def bundles(folder: Path, workers: int) -> None:
    """Check ten folders as git bundles, on a cluster, and as they are, each by itself."""
    names = sorted(p.name for p in (folder / "tree").iterdir())[:10]
    identity = ["-c", "user.name=bench", "-c", "user.email=bench@example.org", "-c", "gc.auto=0"]
    for name in names:
        copy = folder / "repositories" / name
        shutil.copytree(folder / "tree" / name, copy)
        for command in (
            ["init", "-q"],
            ["add", "-A"],
            ["commit", "-qm", "all"],
            ["bundle", "create", "-q", f"../{name}.bundle", "--all"],
        ):
            subprocess.run(["git", *identity, *command], cwd=copy, check=True)
    here = folder / "repositories"
    with (here / "serial.jsonl").open("wb") as alone:  # trees know nothing of each other
        for name in names:
            measure(["-j1", "--report", f"jsonl={name}.jsonl", name], here)
            alone.write((here / f"{name}.jsonl").read_bytes())
    run = measure(["--cluster", f"local:{workers}", "--report", "jsonl=c.jsonl", *(f"{n}.bundle" for n in names)], here)
    shown = (here / "c.jsonl").read_text(encoding="utf-8").replace(".bundle/", "/")
    (here / "cluster.jsonl").write_text(shown, encoding="utf-8")
    show(f"{len(names)} bundles, cluster", run, sum(len(list((folder / "tree" / name).iterdir())) for name in names))
    same(here / "serial.jsonl", here / "cluster.jsonl", "bundles against folders")


def read_back(folder: Path) -> None:
    """Compare the Parquet file with the lines. Raises SystemExit when they differ."""
    file = pq.ParquetFile(folder / "cluster.parquet")
    rows = 0
    with (folder / "cluster.jsonl").open(encoding="utf-8") as lines:
        for batch in file.iter_batches(columns=["path", "code", "message", "line"]):
            for row in batch.to_pylist():
                found = json.loads(next(lines))
                if any(row[name] != found[name] for name in row):
                    raise SystemExit(f"Parquet differs: {row} is not {found}")
                rows += 1
        if next(lines, None) is not None:
            raise SystemExit("Parquet has fewer rows than there are findings")
    size = (folder / "cluster.parquet").stat().st_size / 2**20
    print(f"Parquet read back: {rows:,} rows in {file.num_row_groups} row groups, {size:.1f} MiB, equal", flush=True)


def compare(folder: Path, count: int, workers: int) -> None:
    """Run all, and print what was found."""
    print(f"{'':<28} {'time':>10} {'files':>10} {'processor':>10}  {'client':>10}  {'worker':>10}")
    forked = measure([f"-j{workers}", "--report", "jsonl=forked.jsonl", "tree"], folder)
    show(f"-j{workers}", forked, count)
    reports = ["--report", "jsonl=cluster.jsonl", "--report", "parquet=cluster.parquet"]
    command = ["--cluster", f"local:{workers}", *reports, "tree"]
    whole = measure(command, folder)
    show(f"--cluster local:{workers}", whole, count)
    same(folder / "forked.jsonl", folder / "cluster.jsonl", f"cluster against -j{workers}")
    half = measure(command, folder, kill_after=whole.seconds / 2)
    show(f"--cluster, {half.killed} worker killed", half, count)
    same(folder / "forked.jsonl", folder / "cluster.jsonl", "with a worker killed")
    read_back(folder)
    serial = measure(["-j1", "--report", "jsonl=serial.jsonl", "tree"], folder)
    show("-j1", serial, count)
    same(folder / "serial.jsonl", folder / "cluster.jsonl", "with a worker killed, against serial")
    bundles(folder, workers)
    print(f"throughput of the cluster against -j{workers}: {forked.seconds / whole.seconds:.2f} by the clock, ", end="")
    print(f"{forked.processor / whole.processor:.2f} by processor time")


def main() -> None:
    """Generate, run and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", default="examples", type=Path, metavar="CORPUS")
    parser.add_argument("--templates", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--per-folder", type=int, default=100, help="templates of a folder (default: 100)")
    parser.add_argument("--folder", type=Path, help="where templates are written (default: a temporary folder)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hotlint-bench-", dir=options.folder) as name:
        folder = Path(name)
        size = generate(options.corpus.resolve(), folder / "tree", options.templates, options.per_folder)
        print(f"{options.templates:,} templates, {size / 2**20:.0f} MiB, {os.cpu_count()} processors", flush=True)
        compare(folder, options.templates, options.workers)


if __name__ == "__main__":
    main()
