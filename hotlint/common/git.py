"""git, as every part of hotlint starts it: it runs no program that a repository names, and opens no connection.

A repository is untrusted input: its settings can name programs that git starts for a change of a file, a filter, a difference, a hook
or a missing object. Settings that are given here count before those of the repository.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from hotlint.common.processes import HERE, PRINTED, Program, ProgramError, Surroundings, plain_environment, run, running

MEMORY = 2 << 30
"""Bytes that git may take for a repository of strangers, where the system can limit that."""
FILTERS = 100
"""Settings of filters that a repository may have: each must be named to be turned off."""
_SETTINGS = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.bigFileThreshold": "16m",
    "core.packedGitWindowSize": "32m",
    "core.packedGitLimit": "256m",
    "fetch.bundleURI": "",
    "pack.threads": "1",
    "protocol.allow": "never",
    "gc.auto": "0",
}
_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
_PLACES = (
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR",
    "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_",
)  # fmt: skip
"""The variables of git that a user may set, by the start of their names: where a repository is, and his own settings."""
_OFF = {"clean": "", "process": "", "required": "false"}
"""What each setting of a filter is set to."""


class Git:
    """Runs git in the working folder, or, where `folder` is given, in that repository without any setting of the user.

    All methods raise FileNotFoundError where git is not installed, and ProgramError where it fails.
    """

    def __init__(self, folder: str | None = None) -> None:
        if folder is None:
            kept = {n: v for n, v in os.environ.items() if not n.startswith("GIT_") or n.startswith(_PLACES)}
            self._around = HERE._replace(environment=kept | _ENVIRONMENT)
        else:
            own = {
                "HOME": folder,
                "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_CONFIG_GLOBAL": os.devnull,
                "GIT_ATTR_NOSYSTEM": "1",
                "GIT_NO_REPLACE_OBJECTS": "1",
                "GIT_CEILING_DIRECTORIES": os.path.dirname(folder),
            }
            self._around = Surroundings(folder, plain_environment() | own | _ENVIRONMENT, MEMORY)

    def run(self, *arguments: str, most: int = PRINTED) -> bytes:
        """Return what a command prints, which is at most `most` bytes."""
        return run(self._command(arguments), self._around, most=most)

    @contextmanager
    def running(self, *arguments: str) -> Iterator[Program]:
        """Run a command, which ends with this block."""
        with running(self._command(arguments), self._around) as program:
            yield program

    def _command(self, arguments: tuple[str, ...]) -> list[str]:
        settings = _SETTINGS | (self._filters(arguments) if self._around.folder is None else {})
        return [
            "git",
            "--no-pager",
            *(p for name, value in settings.items() for p in ("-c", f"{name}={value}")),
            *arguments,
        ]

    def _filters(self, arguments: tuple[str, ...]) -> dict[str, str]:
        """Return the settings that turn off each filter that a repository has, or the user: which ones there are, git says."""
        where = arguments[:2] if arguments[:1] == ("-C",) else ()
        listed = run(["git", *where, "config", "--list", "--name-only", "-z"], self._around)
        names = {name for name in map(os.fsdecode, listed.split(b"\0")) if name.startswith("filter.")}
        drivers = {name.rpartition(".")[0] for name in names if name.count(".") > 1}
        if len(drivers) > FILTERS or any("=" in driver for driver in drivers):
            raise ProgramError(f"the repository has more than {FILTERS} filters, or one whose name holds '='")
        return {f"{driver}.{key}": value for driver in drivers for key, value in _OFF.items()}
