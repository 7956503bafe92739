"""Shell scripts, read by programs of this machine: `bash -n`, and shellcheck where it is installed. Neither runs a script."""

from __future__ import annotations

import json
import re
from functools import lru_cache

from hotlint.common.platforms import HAS_PROCESSES
from hotlint.common.processes import ProgramError, Surroundings, plain_environment, running
from hotlint.common.records import NamedTuple

_SHELLS = ("sh", "bash", "dash", "ksh")
_BASH_LINE = r"^\S+: line (\d+): (.*)$"
_KEPT = 256
"""Scripts whose errors are remembered: an editor asks for the same one after each edit."""
_LONGEST = 100_000
"""Characters of a script that is read."""


class ScriptError(NamedTuple):
    """What a program says about a line of a script, from zero."""

    line: int
    message: str


def _is_shell(script: str) -> bool:
    """Return whether the first line of a script names a shell, by itself or through env."""
    if not script.startswith("#!"):
        return False
    words = [word for word in script.partition("\n")[0][2:].split() if word != "-S"]
    names = [word.rpartition("/")[2] for word in words]
    return next((name for name in names if name != "env"), "") in _SHELLS


@lru_cache(maxsize=_KEPT)
def errors(script: str) -> tuple[ScriptError, ...]:
    """Return where bash stops reading a shell script, or else the errors that shellcheck finds; none for another script."""
    if not HAS_PROCESSES or len(script) > _LONGEST or not _is_shell(script):
        return ()
    _, said = _printed(["bash", "--norc", "-n", "/dev/stdin"], script)
    first = re.search(_BASH_LINE, said, re.MULTILINE)
    if first is not None:
        return (ScriptError(int(first[1]) - 1, first[2]),)
    printed, _ = _printed(["shellcheck", "--norc", "--format=json", "--severity=error", "-"], script)
    try:
        rows = json.loads(printed or "[]")
        return tuple(ScriptError(row["line"] - 1, f"{row['message']} (SC{row['code']})") for row in rows)
    except (ValueError, KeyError, TypeError, RecursionError):
        return ()


def _printed(command: list[str], script: str) -> tuple[str, str]:
    """Return what a program prints about a script, and what it says as it fails; nothing where it cannot be started."""
    printed, said = b"", ""
    try:
        with running(command, Surroundings(environment=plain_environment())) as program:
            assert program.stdin is not None and program.stdout is not None
            try:
                program.stdin.write(script.encode("utf-8", "surrogatepass"))
                program.stdin.close()
            except BrokenPipeError:
                pass
            printed = program.stdout.read()
    except ProgramError as exc:
        said = exc.said
    except OSError:
        return "", ""
    return printed.decode("utf-8", "replace"), said
