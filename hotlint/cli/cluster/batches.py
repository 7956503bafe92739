"""The files of a tree in batches: a deployment, which is a root with all that it uses, stays together."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from hotlint.analysis.composition.source_tree import SourceTree
from hotlint.common.records import NamedTuple

FILES = 96
"""Files of a batch. A whole tree with not more than this is one."""
BYTES = 512 * 1024
"""Bytes of a batch: one with more templates takes longer, and is lost longer when its worker dies."""
MOST = 4 * FILES
"""Files of a deployment that still stays together."""

TreeOf = Callable[[str], SourceTree | None]
"""Returns the folder of templates to which a file belongs; None for one that was named."""


class BatchFile(NamedTuple):
    """A file of a batch: its number in the tree, its path, and whether it was named itself.

    The path is relative to the folder of a tree that is unpacked; otherwise it is as it was found.
    """

    number: int
    path: str
    named: bool


def in_batches(files: Sequence[BatchFile], tree_of: TreeOf, folder: str) -> Iterator[tuple[BatchFile, ...]]:
    """Yield batches with each file once, roughly in order. `folder` is the one that paths are relative to."""
    batch: list[BatchFile] = []
    size = 0
    for group in _deployments(files, tree_of, folder):
        if len(group) > MOST:
            yield from (tuple(group[at : at + FILES]) for at in range(0, len(group), FILES))
            continue
        batch += group
        size += sum(_size(os.path.join(folder, file.path)) for file in group)
        if len(batch) >= FILES or size >= BYTES:
            yield tuple(batch)
            batch, size = [], 0
    if batch:
        yield tuple(batch)


def _deployments(files: Sequence[BatchFile], tree_of: TreeOf, folder: str) -> Iterator[list[BatchFile]]:
    """Yield the files of each deployment, the first file of the run that is in none before first."""
    numbers = {os.path.abspath(os.path.join(folder, file.path)): index for index, file in enumerate(files)}
    taken = bytearray(len(files))
    for path, index in numbers.items():
        if taken[index]:
            continue
        tree = tree_of(path)
        together = {path, *_used_together(path, tree)} if tree is not None else {path}
        members = sorted(n for p in together if (n := numbers.get(p)) is not None and not taken[n])
        for member in members:
            taken[member] = 1
        yield [files[n] for n in members]


def _used_together(path: str, tree: SourceTree) -> set[str]:
    """Return the templates of the first deployment that a file belongs to."""
    kind = tree.kind(path)
    root: str | None = path
    if kind == "environment":
        root = next(iter(tree.finder.templates_of(path)), None)
    elif kind == "template" and tree.is_used(path):
        root = next(iter(tree.roots(path)), path)
    return tree.below({root}) if root is not None and kind else set()


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
