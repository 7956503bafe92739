"""Addresses at which forges serve the files of a repository, and the files of the checkout that they stand for.

The remotes of a checkout are read from its git configuration as text: no program starts, and nothing is fetched.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from hotlint.common.files import ReadError, read_text, real_path
from hotlint.common.records import NamedTuple

_REMOTE = re.compile(r'^\s*\[\s*remote\s+"')
_URL = re.compile(r"^\s*url\s*=\s*(\S+)\s*$", re.IGNORECASE)
_PLACE = re.compile(r"(?:\w[\w+.-]*://)?(?:[^@/\s]+@)?([\w.-]+)(?::\d+)?[:/]/*([^\s?#]+)\Z")
_RAW_HOSTS = {"raw.githubusercontent.com": "github.com", "raw.github.com": "github.com"}
_RAW = re.compile(r"/(?:-/)?(?:raw|plain)/(?:(?:branch|refs/heads)/)?")
_PINNED = re.compile(r"(?:[0-9a-f]{40}|v?\d+(?:\.\d+)+|commit|tag|tags)(?:/|\Z)|refs/tags/")
"""A commit or a tag, whose files are not those of the checkout."""
_STEPS_OF_BRANCH = 3
"""The most steps of the name of a branch that is looked for, such as `stable/2025.1`."""


class Repository(NamedTuple):
    """The folder of a checkout, and its remotes: each a host with a path, such as ("github.com", "acme/web")."""

    folder: str
    remotes: tuple[tuple[str, str], ...]

    def files_of(self, url: str) -> Iterator[str]:
        """Yield the paths in the checkout that a URL of a branch may stand for, the likeliest first."""
        host, _, path = url.partition("://")[2].partition("?")[0].partition("#")[0].partition("/")
        home = _RAW_HOSTS.get(host.lower(), host.lower())
        for remote, name in self.remotes:
            start = f"{name}/"
            if remote != home or path[: len(start)].lower() != start.lower():
                continue
            rest = path[len(name) :]
            if home == host.lower():
                raw = _RAW.match(rest)
                rest = rest[raw.end() :] if raw is not None else ""
            else:
                rest = rest[1:].removeprefix("refs/heads/")
            steps = rest.split("/")
            if os.pardir in steps or _PINNED.match(rest):
                continue
            for count in range(1, min(_STEPS_OF_BRANCH, len(steps) - 1) + 1):
                yield os.path.join(self.folder, *steps[count:])


def repository_of(folder: str) -> tuple[Repository | None, str | None]:
    """Return the repository that a folder is in, None where it has no remotes, and the file that says so, if any."""
    here = real_path(folder)
    while not os.path.exists(git := os.path.join(here, ".git")):
        if os.path.dirname(here) == here:
            return None, None
        here = os.path.dirname(here)
    config = os.path.join(git if os.path.isdir(git) else _common_folder(git), "config")
    try:
        remotes = tuple(dict.fromkeys(_remotes(read_text(config))))
    except (OSError, ReadError):
        remotes = ()
    return (Repository(here, remotes) if remotes else None), config


def _common_folder(link: str) -> str:
    """Return the folder with the configuration of a worktree or a submodule, whose `.git` is a file."""
    try:
        named = read_text(link).partition("gitdir:")[2].strip()
    except (OSError, ReadError):
        named = ""
    own = os.path.join(os.path.dirname(link), named)
    shared = os.path.dirname(os.path.dirname(own))
    return (
        shared if os.path.basename(shared) == ".git" and os.path.basename(os.path.dirname(own)) == "worktrees" else own
    )


def _remotes(config: str) -> Iterator[tuple[str, str]]:
    is_remote = False
    for line in config.splitlines():
        if line.lstrip().startswith("["):
            is_remote = _REMOTE.match(line) is not None
        elif is_remote and (url := _URL.match(line)) and (place := _PLACE.match(url[1])):
            name = place[2].strip("/").removesuffix(".git")
            if "/" in name:
                yield place[1].lower(), name
