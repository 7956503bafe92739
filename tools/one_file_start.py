"""Start hotlint from hotlint.pyz: `__main__` of the archive.

hotlint starts processes and reads its data by path, so the archive is unpacked once into the user's cache folder.
"""

import os
import shutil
import stat
import sys
import tempfile
import zipfile

DIGEST = "@DIGEST@"


def cache_folder() -> str:
    """Return the folder for what hotlint keeps, as `hotlint.common.cache_dir` has it."""
    own = os.environ.get("HOTLINT_CACHE_DIR")
    if own:
        return own
    local = os.environ.get("LOCALAPPDATA") if os.name == "nt" else None
    base = os.environ.get("XDG_CACHE_HOME") or local or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "hotlint")


def private(folder: str) -> bool:
    """Whether a folder is one that only this user can write to."""
    try:
        found = os.lstat(folder)
    except OSError:
        return False
    if os.name == "nt":
        return stat.S_ISDIR(found.st_mode)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022


def unpacked(archive: str, cache: str) -> str:
    """Return the folder of the unpacked archive, which this process unpacks when no other has. Raises OSError."""
    parent = os.path.join(cache, "one-file")
    os.makedirs(parent, mode=0o700, exist_ok=True)
    if not private(parent):
        raise OSError("another user can write to " + parent)
    folder = os.path.join(parent, DIGEST)
    if private(folder):
        return folder
    part = tempfile.mkdtemp(dir=parent)
    try:
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(part)
        os.rename(part, folder)
    except OSError:
        shutil.rmtree(part, ignore_errors=True)
        if not private(folder):  # else another process was faster
            raise
    return folder


def start() -> None:
    """Unpack the archive where needed, and run the command."""
    if sys.version_info < (3, 11):  # noqa: UP036 - an older Python reads this file, too
        sys.exit("hotlint needs Python 3.11 or newer; this is Python " + sys.version.split()[0])
    archive = os.path.dirname(os.path.abspath(__file__))
    try:
        sys.path[0] = unpacked(archive, cache_folder())
    except OSError as error:
        sys.exit("hotlint cannot unpack itself: " + str(error) + "\nSet HOTLINT_CACHE_DIR to a folder of your own.")
    from hotlint.cli.main import entry

    entry()


if __name__ == "__main__":
    start()
