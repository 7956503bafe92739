"""Find the suites of a run: those that are named, and those in folders, by their names or their content."""

from __future__ import annotations

import os
from collections.abc import Callable

from hotlint.analysis.file_kinds import recognize
from hotlint.analysis.file_marks import YAML_ENDINGS, kind_of_name, may_be
from hotlint.common.files import ReadError, decode, read_bytes
from hotlint.documents.discovery import candidates

SIZE_LIMIT = 1 << 20
"""Bytes of a file that is looked at for its content."""


def suites(paths: list[str], excluded: Callable[[str], bool]) -> list[str]:
    """Return the paths of the suites of a run, each once, in the order of `paths` and within a folder by name."""
    found = candidates(paths, excluded, wanted=_is_suite)
    return [candidate.path for candidate in found if not os.path.isdir(candidate.path)]


def _is_suite(path: str, entry: os.DirEntry[str]) -> bool:
    """Return whether a file is a suite: by its name, or a YAML file by its content."""
    if (kind := kind_of_name(path)) is not None:
        return kind == "suite"
    try:
        if not path.endswith(YAML_ENDINGS) or not entry.is_file() or entry.stat().st_size > SIZE_LIMIT:
            return False
        data = read_bytes(path)
        return may_be(path, data, ("suite",)) and recognize(path, decode(data)) == "suite"
    except (OSError, ReadError):
        return False
