#!/usr/bin/env python3
"""Speed, growth and memory of `hotlint check` in one table, mostly as ratios within one run: only these carry over.

    python benchmarks/bench_check.py [FOLDER] [--rows WORD...] [--templates 2500] [--overcloud ARGUMENTS] [--heat COMMAND]

FOLDER holds templates, such as a clone of heat-templates. WORD selects rows that contain it, such as `instructions` or
`growth`. Growth in templates compares a tree of so many `--templates` with one of four times as many. ARGUMENTS are those of
`hotlint check` for an overcloud, such as "/PLAN/overcloud.yaml -e /PLAN/overcloud-resource-registry-puppet.yaml -e /values.yaml".
COMMAND has Heat read and validate the same, as the command `verdict` of tools/heat_parity does, which an interpreter with Heat
runs. All paths are absolute. The exit code is 1 when a row misses its target.

Each row is a function in ROWS that returns what it measured, or None where it cannot be measured; a row is one line of the table.
"""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml
from instructions import counted, has_valgrind

from hotlint.linter.checking.engine import Engine
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

TOP = Path(__file__).resolve().parent.parent


class Given(NamedTuple):
    """What is given: a folder of templates, a number of them, arguments of a check of an overcloud, a command of Heat."""

    folder: Path
    templates: int
    overcloud: tuple[str, ...]
    heat: tuple[str, ...]


class Row(NamedTuple):
    """One line of the table: what is measured, its unit, the most that it may be (None for any), and what measures it."""

    what: str
    unit: str
    most: float | None
    measure: Callable[[Given], float | None]


def fastest(work: Callable[[], object], so_far: float) -> float:
    """Return the processor seconds of some work, or those of the fastest run so far."""
    start = time.thread_time()
    work()
    return min(time.thread_time() - start, so_far)


# -- a corpus, in this process ------------------------------------------------------------------------------------------


def corpus(folder: Path) -> dict[str, str]:
    """Return the templates below a folder, by path."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in (".yaml", ".yml", ".template", ".hot"):
            try:
                text = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
            if "heat_template_version" in text:
                found[str(path)] = text
    return found


def compose(path: str, text: str) -> None:
    """Read a text with PyYAML's C parser, as Heat does."""
    with suppress(yaml.YAMLError):
        yaml.compose(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


WAYS: dict[str, Callable[[], Callable[[str, str], object]]] = {
    "check": lambda: Engine().check_file,
    "parse": lambda: lambda path, text: parse(Source(path, text)),
    "compose": lambda: compose,
}
"""What can be done with the path and the text of each template."""


def corpus_time(given: Given) -> float:
    """Return the time to check a corpus against that to compose it.

    The fastest run of each file counts, and both kinds of runs take turns: so load of the machine changes both alike.
    """
    check, texts = Engine().check_file, corpus(given.folder)
    for path, text in texts.items():
        check(path, text)
    composing, checking = dict.fromkeys(texts, 9e9), dict.fromkeys(texts, 9e9)
    for _ in range(15):
        for path, text in texts.items():
            composing[path] = fastest(lambda p=path, t=text: compose(p, t), composing[path])  # type: ignore[misc]
        for path, text in texts.items():
            checking[path] = fastest(lambda p=path, t=text: check(p, t), checking[path])  # type: ignore[misc]
        gc.collect()
    return sum(checking.values()) / sum(composing.values())


def passes(way: str, folder: Path, count: int) -> None:
    """Go over every third template `count` times: `corpus_instructions` starts processes that do this."""
    gc.disable()
    work, texts = WAYS[way](), list(corpus(folder).items())[::3]
    for _ in range(count):
        for path, text in texts:
            work(path, text)


@cache
def corpus_instructions(folder: Path, way: str) -> float:
    """Return the millions of instructions of one pass: the difference between three passes and one, over two."""
    three, one = (counted([sys.executable, __file__, "--passes", way, str(folder), str(n)]) for n in (3, 1))
    return (three - one) / 2e6


def instructions_of(way: str, *, relative: bool = True) -> Callable[[Given], float | None]:
    """Return a measure: instructions of a pass, in millions or against those of compose; None without valgrind."""

    def measure(given: Given) -> float | None:
        if not has_valgrind():
            return None
        divisor = corpus_instructions(given.folder, "compose") if relative else 1
        return corpus_instructions(given.folder, way) / divisor

    return measure


# -- growth -------------------------------------------------------------------------------------------------------------

HEAD = """\
heat_template_version: 2018-08-31
description: generated
parameters:
  prefix: {type: string, description: start of all names}
  image: {type: string, description: the image}
  network: {type: string, description: the network}
resources:
"""
RESOURCES = """\
  server{n}:
    type: OS::Nova::Server
    properties:
      name: {{list_join: ['-', [{{get_param: prefix}}, server, '{n}']]}}
      image: {{get_param: image}}
      flavor: m1.small
      networks:
        - port: {{get_resource: port{n}}}
  port{n}:
    type: OS::Neutron::Port
    properties:
      network: {{get_param: network}}
      fixed_ips:
        - subnet: {{get_param: network}}
"""
CONFIG = "target: 2025.1\nseverity: {HOT801: warning}\ntemplates:\n  'folder0*/**': {ignore: [HOT9]}\n"
NESTED = """\
heat_template_version: 2018-08-31
description: disk
parameters:
  size: {{type: number, description: in GB, constraints: [{{range: {{min: 1, max: {limit}}}}}]}}
resources:
  disk:
    type: OS::Cinder::Volume
    properties: {{size: {{get_param: size}}}}
outputs:
  id: {{description: of the disk, value: {{get_resource: disk}}}}
"""
ROOT = """\
heat_template_version: 2018-08-31
description: web
parameters:
  image: {{type: string, description: the image}}
  size: {{type: number, description: of the disk, default: 10}}
resources:
  port:
    type: OS::Neutron::Port
    properties: {{network: public}}
  web:
    type: OS::Nova::Server
    properties:
      name: {{list_join: ['-', [web, '{number}']]}}
      image: {{get_param: {image}}}
      flavor: m1.small
      networks: [{{port: {{get_resource: port}}}}]
  disk:
    type: {disk}
    properties: {{size: {{get_param: size}}}}
outputs:
  address: {{description: of web, value: {{get_attr: [web, first_address]}}}}
  disk: {{description: its disk, value: {{get_attr: [disk, id]}}}}
"""


def template(lines: int) -> str:
    """Return a template of about that many lines."""
    count = max(1, (lines - HEAD.count("\n")) // RESOURCES.count("\n"))
    return HEAD + "".join(RESOURCES.format(n=n) for n in range(count))


def growth_in_lines(given: Given) -> float:
    """Return the time to check a line of a template of 50,000 lines, against that of one of 1,000."""
    check, each = Engine().check_file, {}
    for lines in (1_000, 50_000):
        text, seconds = template(lines), 9e9
        for _ in range(3):
            seconds = fastest(lambda text=text: check("t.yaml", text), seconds)  # type: ignore[misc]
        each[lines] = seconds / text.count("\n")
    return each[50_000] / each[1_000]


def write_tree(folder: Path, count: int) -> None:
    """Write templates in folders of 50 with a nested one, environments of their names, a registry, and 20 % of mistakes."""
    (folder / ".hotlint.yaml").write_text(CONFIG, encoding="utf-8")
    for number in range(count):
        here = folder / f"folder{number // 50:03}"
        if number % 50 == 0:
            here.mkdir()
            files = {
                "disk.yaml": NESTED.format(limit=100 + number),
                "registry.env": "resource_registry: {'Site::Disk': disk.yaml}\n",
            }
        else:
            image = "imaeg" if number % 5 == 0 else "image"
            disk = "disk.yaml" if number % 2 else "Site::Disk"
            environment = f"parameters: {{image: debian}}\nresource_registry: {{'Site::Disk': {here}/disk.yaml}}\n"
            files = {
                f"web{number}.yaml": ROOT.format(number=number, image=image, disk=disk),
                f"web{number}.env": environment,
            }
        for name, text in files.items():
            (here / name).write_text(text, encoding="utf-8")


class Used(NamedTuple):
    """The processor seconds and the peak memory (MiB) of a process."""

    seconds: float
    memory: float


_PEAK = """\
import os, sys
from hotlint.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
times = os.times()
print(times.user + times.system, int(peak.split()[1]) / 1024, file=sys.stderr)
"""


def used_by(folder: Path, cache_folder: str, *options: str) -> Used | None:
    """Return what a check of a folder uses in one process; None where the system does not tell it.

    The memory is not ru_maxrss, which starts with what the parent process had.
    """
    if not Path("/proc/self/status").exists():
        return None
    command = [sys.executable, "-c", _PEAK, "check", "-j1", "--format", "concise", *options, "."]
    environment = {**os.environ, "XDG_CACHE_HOME": cache_folder}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    seconds, memory = done.stderr.split()[-2:]
    return Used(float(seconds), float(memory))


@cache
def in_tree(count: int) -> tuple[Used, Used] | None:
    """Return what a check of a tree of so many templates uses, and another one when nothing has changed."""
    with tempfile.TemporaryDirectory(prefix="hotlint-bench-") as name, tempfile.TemporaryDirectory() as kept:
        write_tree(Path(name), count)
        first, second = used_by(Path(name), kept), used_by(Path(name), kept)
        return None if first is None or second is None else (first, second)


def growth(run: int, *, memory: bool = False) -> Callable[[Given], float | None]:
    """Return a measure of a first (0) or unchanged (1) check: time a template in four times as many, or KiB for each one more."""

    def measure(given: Given) -> float | None:
        few, many = in_tree(given.templates), in_tree(4 * given.templates)
        if few is None or many is None:
            return None
        if memory:
            return 1024 * (many[run].memory - few[run].memory) / (3 * given.templates)
        return many[run].seconds / few[run].seconds / 4

    return measure


def peak_memory(given: Given) -> float | None:
    """Return the most memory that a check of a corpus takes, in MiB; None where the system does not tell it."""
    used = used_by(given.folder, "", "-q", "--no-cache")
    return used.memory if used else None


# -- the installed command ----------------------------------------------------------------------------------------------


@cache
def installed() -> tuple[str, Path]:
    """Return the interpreter of an environment into which a wheel of this tree is installed, and a project for files.

    Users have it like this, with compiled bytecode. Dependencies are downloaded by pip. Raises CalledProcessError.
    """
    folder = Path(tempfile.mkdtemp(prefix="hotlint-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    project = folder / "project"  # without the environment, whose files a check would look through
    (project / ".git").mkdir(parents=True)
    (project / "two-hundred.yaml").write_text(template(200), encoding="utf-8")
    _pip(sys.executable, "wheel", "--no-deps", "--wheel-dir", str(folder / "wheels"), str(TOP))
    venv.create(folder / "venv", with_pip=True, symlinks=os.name != "nt")
    python = str(folder / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    _pip(python, "install", "--compile", *map(str, (folder / "wheels").glob("hotlint-*.whl")))
    return python, project


def _pip(python: str, *arguments: str) -> None:
    command = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)


def check_command(*arguments: str | Path) -> list[str]:
    """Return the installed command `hotlint check`."""
    return [installed()[0], "-m", "hotlint", "check", *map(str, arguments)]


def ratio(ours: Sequence[str], other: Sequence[str], *, rounds: int = 25, processor: bool = True) -> float:
    """Return the time of a command against that of another one: each the fastest of `rounds` runs, which take turns.

    `processor`: the processor time of the command and of the processes that it waits for counts, not that by the clock.
    """
    best = [9e9, 9e9]
    for _ in range(rounds):
        for index, command in enumerate((ours, other)):
            before, start = _of_children(), time.perf_counter()
            _run(command)
            spent = _of_children() - before if processor else time.perf_counter() - start
            best[index] = min(best[index], spent)
    return best[0] / best[1]


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    project = installed()[1]
    environment = {**os.environ, "XDG_CACHE_HOME": str(project.parent / "cache")}
    # in a folder of its own, so that `-m` finds the wheel, and not this tree
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environment, cwd=project)


def _of_children() -> float:
    """Return the processor seconds of all processes that have ended, in microseconds where the system tells them."""
    try:
        from resource import RUSAGE_CHILDREN, getrusage
    except ImportError:  # Windows
        times = os.times()
        return times.children_user + times.children_system
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def one_file(*options: str) -> Callable[[Given], float]:
    """Return a measure: the time to check a file of 200 lines with these options, against `python -c pass`."""

    def measure(given: Given) -> float:
        command = check_command(*options, installed()[1] / "two-hundred.yaml")
        _run(command)
        return ratio(command, [installed()[0], "-c", "pass"])

    return measure


def two_processes(given: Given) -> float | None:
    """Return the time by the clock to check a corpus with two processes, against that with one; None without fork."""
    if not hasattr(os, "fork") or (os.cpu_count() or 1) < 2:
        return None
    two, one = (check_command("-q", "--no-cache", f"-j{n}", given.folder) for n in (2, 1))
    return ratio(two, one, rounds=7, processor=False)


def overcloud(given: Given) -> float | None:
    """Return the processor time to check an overcloud, against what Heat's command needs to read and validate it."""
    if not given.overcloud or not given.heat:
        return None
    return ratio(check_command("-q", "--no-cache", *given.overcloud), given.heat, rounds=3)


def overcloud_preview(given: Given) -> float | None:
    """Return the part of its usual budget that the whole preview of an overcloud takes, of seconds or of units of work."""
    if not given.overcloud:
        return None
    said = _run([installed()[0], "-m", "hotlint", "preview", "--statistics", *given.overcloud]).stderr
    found = re.search(r"used ([\d.]+) of ([\d.]+) seconds, and ([\d,]+) of ([\d,]+) units", said)
    assert found is not None, "the preview does not say what it used"
    seconds, most, units, limit = (float(part.replace(",", "")) for part in found.groups())
    return max(seconds / most, units / limit)


ROWS = (
    Row("corpus: instructions of a check / of compose by libyaml", "x", 3.0, instructions_of("check")),
    Row("corpus: instructions of hotlint's parser / of compose", "x", None, instructions_of("parse")),
    Row("corpus: instructions of a check, a third of the files", "million", None, instructions_of("check", relative=False)),
    Row("corpus: processor time of a check / of compose", "x", 3.0, corpus_time),
    Row("corpus: check by two processes / by one", "x", 0.6, two_processes),
    Row("corpus: peak memory of a check", "MiB", 60.0, peak_memory),
    Row("file: check of a changed one of 200 lines / bare Python", "x", 6.0, one_file("--no-cache")),
    Row("file: check of an unchanged one of 200 lines / bare Python", "x", 3.0, one_file()),
    Row("growth: time a line in 50,000 lines / in 1,000", "x", None, growth_in_lines),
    Row("growth: time a template in four times as many templates", "x", None, growth(0)),
    Row("growth: memory for each template more", "KiB", None, growth(0, memory=True)),
    Row("growth, nothing changed: time a template", "x", None, growth(1)),
    Row("growth, nothing changed: memory for each template more", "KiB", None, growth(1, memory=True)),
    Row("overcloud: check / Heat's reading and validation of it", "x", 0.5, overcloud),
    Row("overcloud: preview, of its budget", "x", 1.0, overcloud_preview),
)  # fmt: skip


def show(rows: Iterable[Row], given: Given) -> bool:
    """Print the table. Returns whether a target is missed."""
    print("| what | measured | target | |\n|---|---|---|---|")
    missed = False
    for row in rows:
        measured = row.measure(given)
        shown, verdict = "not measured (see --help)", ""
        if measured is not None:
            shown = f"{measured:.2f} {row.unit}"
            if row.most is not None:
                verdict = "reached" if measured <= row.most else "MISSED"
        missed = missed or verdict == "MISSED"
        target = "" if row.most is None else f"{row.most:g} {row.unit}"
        print(f"| {row.what} | {shown} | {target} | {verdict} |", flush=True)
    return missed


def main() -> int:
    """Read the arguments, and print the table. Returns the exit code."""
    if sys.argv[1:2] == ["--passes"]:
        way, folder, count = sys.argv[2:]
        passes(way, Path(folder), int(count))
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default="examples", type=Path)
    parser.add_argument("--rows", nargs="+", default=[""], metavar="WORD", help="only rows that contain one of these")
    parser.add_argument("--templates", type=int, default=2_500, help="of the smaller tree (default: 2,500)")
    parser.add_argument("--overcloud", default="", help="arguments of `hotlint check` for an overcloud")
    parser.add_argument("--heat", default="", help="command that has Heat read and validate it")
    options = parser.parse_args()
    gc.disable()
    arguments = tuple(shlex.split(options.overcloud)), tuple(shlex.split(options.heat))
    given = Given(options.folder.resolve(), options.templates, *arguments)
    return int(show((row for row in ROWS if any(word in row.what for word in options.rows)), given))


if __name__ == "__main__":
    sys.exit(main())
