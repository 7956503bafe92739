"""The trees of a run, by the paths of the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hotlint.cli.cluster.sources import TreeSource, is_address, kind_of_source

_WILD = re.compile(r"[*?\[]")


def sources_of(paths: Iterable[str]) -> Iterator[TreeSource]:
    """Yield the trees of a run: all files and folders are one, as they may use each other; the others as they are given.

    An address with a wildcard is as many trees as it matches. Raises SourceError for one that cannot be asked, or matches none.
    """
    given = list(paths)
    plain = tuple(p for p in given if kind_of_source(p) == "paths")
    if plain:
        yield TreeSource("paths", plain)
    for path in given:
        if kind_of_source(path) == "paths":
            continue
        if is_address(path) and _WILD.search(path):
            from hotlint.cli.cluster.object_store import matching

            yield from (TreeSource(kind_of_source(found), (found,)) for found in matching(path))
        else:
            yield TreeSource(kind_of_source(path), (path,))
