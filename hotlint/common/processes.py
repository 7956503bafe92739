"""Other programs: the one module that starts them, and gives each its surroundings and limits."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from hotlint.common.annotations import TypeAlias
from hotlint.common.records import NamedTuple

Program: TypeAlias = "subprocess.Popen[bytes]"
SECONDS = 900
"""Seconds that a program may take."""
PRINTED = 256 << 20
"""Bytes that a program may print, where nothing less is said."""
SAID = 1 << 20
"""Bytes that are read of what a program says about its failure."""


class Surroundings(NamedTuple):
    """What a program gets: its folder and variables, None for those of this process; `memory` in bytes, 0 for no limit."""

    folder: str | None = None
    environment: Mapping[str, str] | None = None
    memory: int = 0


_KEPT = ("PATH", "SYSTEMROOT", "TMPDIR", "LD_LIBRARY_PATH")
"""The variables of this process that a program needs to start."""


def plain_environment(*more: str) -> dict[str, str]:
    """Return the variables of this process that any program needs, and those of the names in `more`: others may be secrets."""
    return {name: os.environ[name] for name in (*_KEPT, *more) if name in os.environ}


HERE = Surroundings()
"""Those of this process."""


class ProgramError(Exception):
    """Raised when a program fails: `said` is what it says about that, `code` its exit code."""

    def __init__(self, said: str, code: int = 0) -> None:
        super().__init__(said)
        self.said = said
        self.code = code


class SlowProgramError(ProgramError):
    """Raised when a program takes too long, and is ended."""


class TalkativeProgramError(ProgramError):
    """Raised when a program prints too much, and is ended."""


def run(command: Sequence[str], around: Surroundings = HERE, *, most: int = PRINTED) -> bytes:
    """Return what a program prints, which has no standard input.

    Raises what `running` raises, and ProgramError for more than `most` bytes.
    """
    with running(command, around) as program:
        assert program.stdin is not None and program.stdout is not None
        program.stdin.close()
        printed: bytes = program.stdout.read(most + 1)
        if len(printed) > most:
            raise TalkativeProgramError(f"prints more than {most:,} bytes")
    return printed


@contextmanager
def running(command: Sequence[str], around: Surroundings = HERE) -> Iterator[Program]:
    """Run a program, which ends with this block, or after `SECONDS`.

    Raises OSError when it cannot be started, and ProgramError when it fails; an exception of the block counts before that.
    """
    from tempfile import TemporaryFile

    with TemporaryFile() as said:
        program = subprocess.Popen(
            command, cwd=around.folder, env=around.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said,
        )  # fmt: skip
        if around.memory:
            _limit_memory(program.pid, around.memory)
        late: list[bool] = []

        def end() -> None:
            late.append(True)
            program.kill()

        watch = threading.Timer(SECONDS, end)
        watch.start()
        try:
            with program:
                try:
                    yield program
                except BaseException:
                    program.kill()
                    raise
        finally:
            watch.cancel()
        if late:
            raise SlowProgramError(f"takes more than {SECONDS} seconds")
        if program.returncode:
            said.seek(0)
            raise ProgramError(said.read(SAID).decode("utf-8", "replace").strip(), program.returncode)


def worker(command: Sequence[str]) -> Program | None:
    """Start a program that answers over its pipes, and that the caller ends; None where it cannot be started."""
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=plain_environment(),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0)
            | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            start_new_session=True,  # an interrupt at the terminal is for this process to handle
        )
    except (OSError, ValueError):
        return None


def _limit_memory(process: int, limit: int) -> None:
    """Limit the memory of a process that has just started, where the system can do that (Linux)."""
    with suppress(ImportError, AttributeError, OSError):
        import resource

        resource.prlimit(process, resource.RLIMIT_AS, (limit, limit))
