"""Kill commands that write, at random moments: every file is what it was or what it becomes, and the next run leaves nothing behind."""

from __future__ import annotations

import contextlib
import io
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple
from unittest.mock import patch

from fuzz.command_cases import COMMANDS
from fuzz.command_cases import FILES as KINDS
from hotlint.cli.main import main
from hotlint.cloud.snapshot_reader import plain_snapshot
from hotlint.common import cache_dir, file_replacement
from hotlint.operations import heat_validation, plan
from hotlint.plans.recording import read as read_recording
from hotlint.resource_types import cloud_import

TEMPLATE = """\
heat_template_version: 2013-05-23
parameters: {p: {type: string, default: a}}
resources:
  r:   {type: 'OS::Heat::Value', properties: {value: {get_param: P}}}
  net: {type: OS::Neutron::Net, deletion_policy: delete}
outputs:
  o: {value: {get_attr: [r, value]}}
"""
FILES = {
    "t.yaml": TEMPLATE,
    "linked.yaml": TEMPLATE,
    "s.yaml": TEMPLATE.replace("{get_param: P}", "a"),
    "t.hot-test.yaml": KINDS["t.hot-test.yaml"].replace("t.yaml", "s.yaml"),
    "page.md": "# Page\n",
    "kept.txt": "an older report\n",
    "type.json": '{"resource_type": "Acme::A", "properties": {}, "attributes": {}}',
    "old.cloud.yaml": KINDS["cloud.yaml"].replace("m1.small", "m1.tiny"),
    **{name: KINDS[name] for name in ("s.stack.yaml", ".hotlint-baseline.json")},
}
WRITING: list[list[str]] = [command.split() for command in COMMANDS["writing"]]
"""Commands that write."""
_LINKS = {"linked.yaml": "linked.txt", "kept.txt": "link.txt"}
"""Files with a second name."""
_DATES = ("seconds", 'time="', "timestamp", "TN:", "recorded:", "taken:")
"""What differs between two runs of a command, in reports of tests."""

_CATALOG = os.path.join("cache", "catalog", "current")
_RESULTS = re.compile(r"cache.(results|facts)-[0-9a-f]{8}\.txt")
_RANDOM = re.compile(r"\btypes-[a-z0-9_]{8}")


class Kills(NamedTuple):
    """What came of many kills: how many ended a run, and the broken promises."""

    kills: int
    ended: int
    torn: tuple[str, ...]
    left: tuple[str, ...]


def kill_commands(count: int, seed: int) -> Kills:
    """Run each command `count` times in all, and kill it after a random part of the time that it takes."""
    with _made_up_cloud():
        return _kill_commands(count, random.Random(seed))


@contextlib.contextmanager
def _made_up_cloud() -> Iterator[None]:
    """Answer what commands ask a cloud, without a network.

    Modules that import `connect` by name are imported before it is replaced: this process may use them later.
    """
    with (
        patch.object(cloud_import, "connect", lambda *_, **__: None),
        patch.object(heat_validation, "connected", lambda *_, **__: None),
        patch("hotlint.cloud.connection.connect", lambda *_, **__: None),
        patch("hotlint.cloud.snapshot.take", lambda *_, **__: plain_snapshot(KINDS["cloud.yaml"])),
        patch.object(plan, "running", lambda *_: read_recording("s.stack.yaml", KINDS["s.stack.yaml"])),
    ):
        yield


def _kill_commands(count: int, rng: random.Random) -> Kills:
    ended = 0
    torn: Counter[str] = Counter()
    left: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="hotlint-kills-") as top:
        seconds, after = {}, {}
        for number, command in enumerate(WRITING):
            _warm_up(_folder(top), command)
            folder = _folder(top)
            began = time.perf_counter()
            _finish(folder, command)
            seconds[number], after[number] = time.perf_counter() - began, _contents(folder)
        for _ in range(count):
            number = rng.randrange(len(WRITING))
            folder, command = _folder(top), WRITING[number]
            before = _contents(folder)
            ended += _killed(folder, command, rng.uniform(0, 1.2 * seconds[number]))
            for name in _torn(before, after[number], _contents(folder)):
                torn[f"{' '.join(command)}: {name}"] += 1
            _restore(folder, {*after[number], *_contents(folder)} - {*FILES, *_LINKS.values()})
            _finish(folder, command)
            for name in _left(after[number], _contents(folder)):
                left[f"{' '.join(command)}: {name}"] += 1
    return Kills(count, ended, tuple(torn), tuple(left))


def _folder(top: str) -> str:
    folder = os.path.join(top, "work")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "tmp"))
    _write(folder)
    for name, link in _LINKS.items():
        os.link(os.path.join(folder, name), os.path.join(folder, link))
    return folder


def _restore(folder: str, others: set[str]) -> None:
    """Make a folder what it was, but for temporary files that a killed command has left."""
    _write(folder)
    for name in others:
        own = name.startswith("cache") or os.path.basename(name).startswith((file_replacement.PREFIX, "tmp"))
        if not own:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(os.path.join(folder, name))


def _write(folder: str) -> None:
    for name, text in FILES.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def _environment(folder: str) -> dict[str, str]:
    own = {name: os.path.join(folder, "own") for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME")}
    return {**own, "TMPDIR": os.path.join(folder, "tmp"), "HOTLINT_CACHE_DIR": os.path.join(folder, "cache")}


def _warm_up(folder: str, command: list[str]) -> None:
    """Run a command in this process, so that its copies have everything imported and writing is a larger part of their time."""
    here = os.getcwd()
    os.chdir(folder)
    try:
        with (
            patch.dict(os.environ, _environment(folder)),
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(io.StringIO()),
        ):
            main(command)
    finally:
        os.chdir(here)


def _start(folder: str, command: list[str]) -> int:
    """Start a command in a process of its own, forked from this one, and return its number."""
    child = os.fork()
    if child:
        return child
    try:
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(null, stream)
        os.chdir(folder)
        tempfile.tempdir = os.path.join(folder, "tmp")
        os.environ.update(_environment(folder))
        file_replacement.LEFTOVER_AGE = cache_dir.LEFTOVER_AGE = -1  # of a second ago
        main(command)
    finally:
        os._exit(0)


def _finish(folder: str, command: list[str]) -> None:
    os.waitpid(_start(folder, command), 0)


def _killed(folder: str, command: list[str], seconds: float) -> bool:
    """Run a command and kill it after so many seconds. Returns whether it still ran; helpers may finish."""
    child = _start(folder, command)
    time.sleep(seconds)
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    time.sleep(0.02)  # for the process that writes in place
    return ended


def _contents(folder: str) -> dict[str, str]:
    """Return the texts of all files, without what differs between two runs; of the cache, which checks itself, only the names."""
    found = {}
    cache = os.path.join(folder, "cache")
    for here, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(here, name)
            if here == cache:
                found[os.path.relpath(path, folder)] = ""
                continue
            with open(path, encoding="utf-8", errors="replace") as file:
                lines = [line for line in file if not any(word in line for word in _DATES)]
            name, text = (_RANDOM.sub("types-", part) for part in (os.path.relpath(path, folder), "".join(lines)))
            while name in found:
                name += " again"
            found[name] = text
    return found


def _torn(before: dict[str, str], after: dict[str, str], now: dict[str, str]) -> list[str]:
    """Return the files that are neither as before nor as after the command. Temporary ones are for the next run."""
    return [
        name
        for name in {*before, *after, *now}
        if now.get(name) not in (before.get(name), after.get(name))
        and not os.path.basename(name).startswith(file_replacement.PREFIX)
        and not ("/types-/" in name and _CATALOG not in now)  # of an import that has not come to its end
        and (name in before or name in after)
    ]


def _left(after: dict[str, str], now: dict[str, str]) -> list[str]:
    """Return the files that are there, or differ, although the command has run again; a run need not keep its results."""
    return [name for name in {*after, *now} if now.get(name) != after.get(name) and not _RESULTS.fullmatch(name)]


def main_of_kills(count: int, seed: int, *, show: Callable[[str], object] = sys.stdout.write) -> int:
    """Kill commands, and write what came of it. Returns 1 for a broken promise."""
    found = kill_commands(count, seed)
    show(
        f"{found.kills:,} kills ({found.ended:,} of a running command): {len(found.torn)} torn files, {len(found.left)} left behind\n"
    )
    for name in (*found.torn, *found.left):
        show(f"- {name}\n")
    return 1 if found.torn or found.left else 0
