"""Find the suites of a run: those that are named, and those in folders, by their names or their content."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from hotlint.cli.batch.discovery import candidates
from hotlint.suites.model import ENDINGS

SIZE_LIMIT = 1 << 20
"""Bytes of a file that is looked at for its content."""
_YAML = (".yaml", ".yml")
_TESTS = re.compile(rb"^tests:[ \t]*(#.*)?\r?$", re.M)
_TEMPLATE = re.compile(rb"^template:[ \t]*\S", re.M)


def suites(paths: list[str], excluded: Callable[[str], bool]) -> list[str]:
    """Return the paths of the suites of a run, each once, in the order of `paths` and within a folder by name."""
    found = candidates(paths, excluded, wanted=_is_suite)
    return [candidate.path for candidate in found if not os.path.isdir(candidate.path)]


def _is_suite(path: str, entry: os.DirEntry[str]) -> bool:
    """Return whether a file is a suite: by its ending, or a YAML file with `template` and `tests` at its top."""
    if path.endswith(ENDINGS):
        return True
    try:
        if not path.endswith(_YAML) or not entry.is_file() or entry.stat().st_size > SIZE_LIMIT:
            return False
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        return False
    return b"heat_template_version" not in data and bool(_TESTS.search(data) and _TEMPLATE.search(data))
