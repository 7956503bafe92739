"""`hotlint cache`: show or remove what hotlint keeps between runs."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from hotlint.cli.errors import UsageError
from hotlint.cli.options import add_options
from hotlint.common.cache_dir import cache_folder, use_cache_folder
from hotlint.common.counts import counted
from hotlint.common.printable import printable

DESCRIPTION = """Show or remove what hotlint keeps between runs: earlier results, and which rule packs are installed.

hotlint cache show     the folder, and how large it is
hotlint cache clean    remove all of it; imported resource types (`hotlint catalog`) stay

Removing it is always safe: the next run takes longer. It never grows beyond 256 MiB."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", choices=("show", "clean"), help="the action")
    add_options(parser, "--cache-dir")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    if options.cache_dir:
        use_cache_folder(options.cache_dir)
    folder = cache_folder()
    files = _files(folder)
    size = sum(os.lstat(path).st_size for path in files)
    if options.action == "show":
        print(f"{printable(folder)}: {counted(len(files), 'file')}, {size:,} bytes")
        return 0
    for path in files:
        try:
            os.unlink(path)
        except OSError as exc:
            raise UsageError(f"cannot remove '{path}': {exc.strerror}") from None
    print(f"{printable(folder)}: {counted(len(files), 'file')} removed, {size:,} bytes")
    return 0


def _files(folder: str) -> list[str]:
    """Return the files of the cache itself, folders aside; none where there is no folder."""
    try:
        with os.scandir(folder) as found:
            return sorted(e.path for e in found if e.is_file(follow_symlinks=False) and e.name.startswith(_NAMES))
    except OSError:
        return []


_NAMES = ("results-", "facts-", "rule-packs")
"""How the names of the cache's files begin."""
