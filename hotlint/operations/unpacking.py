"""Files of strangers, written into an empty folder: nothing outside of it, nothing that is run, and not more than fits."""

from __future__ import annotations

import bz2
import errno
import gzip
import io
import lzma
import os
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import PurePosixPath
from typing import IO, cast

from hotlint.common.files import SIZE_LIMIT

FILES = 500_000
"""Files of one tree, at most."""
BYTES = 4 * 1024**3
"""Bytes of one tree, at most, as they are unpacked."""
TIMES = 100
SMALL = 64 << 20
"""An archive may unpack to `TIMES` its size and this many bytes: templates of one project shrink to a tenth or so."""
NAMES = 256 << 20
"""Characters of all names of one tree, at most."""
HEADERS = 1 << 20
"""Bytes of the headers of one member of an archive, at most."""
MEMORY = 1 << 30
"""Bytes that this process may grow by while it unpacks, where the system can limit that."""
_LINK = 4096
_CHUNK = 1 << 20
_BROKEN = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    struct.error,
)


_LEFT_OUT = (errno.EEXIST, errno.ENOTDIR, errno.ENAMETOOLONG)
"""Errors for a file that is left out: a file has the name of its folder, or its own name is longer than the system allows."""


class SourceError(Exception):
    """A source that cannot be read; the message says why, in a clause that fits behind "because"."""


class Unpacker:
    """Writes the files of one tree into a folder, which must be empty.

    A file whose name leads elsewhere, or is too long, is left out, as are devices and links that lead out of the folder. Of a file
    that hotlint does not read for its size only so much is written that this shows. Files are never executable.
    """

    def __init__(self, folder: str) -> None:
        self.folder = os.path.realpath(folder)
        self.limit = BYTES
        self._files = self._bytes = self._names = 0
        self._links: dict[str, str] = {}
        self._folders: set[str] = {self.folder}

    def add(self, name: str, content: IO[bytes], counted: int = 0) -> None:
        """Write a file, of which so many bytes are counted already. Raises SourceError when there are too many, or too large ones."""
        path = self._path(name)
        if path is None:
            return
        left = SIZE_LIMIT + 1
        with open(path, "wb") as file:
            while chunk := content.read(min(left, _CHUNK)):
                self.count(max(0, len(chunk) - counted))
                counted = max(0, counted - len(chunk))
                left -= len(chunk)
                file.write(chunk)

    def add_large(self, name: str) -> None:
        """Write a file that is too large to be checked: one of no content, which takes no space."""
        path = self._path(name)
        if path is not None:
            with open(path, "wb") as file:
                file.truncate(SIZE_LIMIT + 1)

    def link(self, name: str, target: str) -> None:
        """Write a symbolic link, once `finish` is called."""
        path = self._path(name)
        if path is not None and len(target) <= _LINK and "\0" not in target:
            self._links[path] = target

    def count(self, size: int) -> None:
        """Count bytes that were unpacked. Raises SourceError when they are too many."""
        self._bytes += size
        if self._bytes > BYTES:
            raise SourceError(f"it holds more than {BYTES // 1024**3} GiB")
        if self._bytes > self.limit:
            raise SourceError(f"it holds more than {TIMES} times its size")

    def finish(self) -> None:
        """Make the links that lead into the folder; after all files, so that none was written through a link.

        Without the links that the system does not make, such as Windows for most users.
        """
        for path, target in self._links.items():
            leads_to = os.path.normpath(os.path.join(os.path.dirname(path), target))
            if (
                not os.path.isabs(target)
                and leads_to.startswith(os.path.join(self.folder, ""))
                and not os.path.lexists(path)
            ):
                with suppress(OSError):
                    os.symlink(target, path)
        for path in self._links:
            inside = os.path.join(os.path.realpath(path), "").startswith(os.path.join(self.folder, ""))
            if os.path.islink(path) and not inside:  # it leads out by way of another link
                os.unlink(path)

    def _path(self, name: str) -> str | None:
        """Return where a file belongs, and make its folder; None for a name that is not below the folder."""
        self._names += len(name)
        if self._names > NAMES:
            raise SourceError("the names of its files are too long together")
        parts = PurePosixPath(name).parts
        bad = not parts or "\0" in name or name.startswith("/") or ".." in parts
        if bad or (os.sep != "/" and any(os.sep in part or ":" in part for part in parts)):
            return None
        if parts[0] == ".git":
            parts = (".git",)  # nothing of it is needed but that it is there: .gitignore files apply in a checkout
        self._files += 1
        if self._files > FILES:
            raise SourceError(f"it holds more than {FILES:,} files")
        path = os.path.join(self.folder, *parts)
        try:
            self._make_folder(path if parts == (".git",) else os.path.dirname(path))
            os.lstat(path)
        except FileNotFoundError:
            return path
        except OSError as exc:
            if exc.errno not in _LEFT_OUT:
                raise
        return None

    def _make_folder(self, folder: str) -> None:
        if folder not in self._folders:
            os.makedirs(folder, exist_ok=True)
            self._folders.add(folder)


def unpack_archive(path: str, unpacker: Unpacker) -> None:
    """Unpack a tar or zip file. Raises OSError when it cannot be read, and SourceError when it is damaged or too large."""
    unpacker.limit = SMALL + TIMES * os.path.getsize(path)
    try:
        if path.lower().endswith(".zip"):
            _unpack_zip(path, unpacker)
        else:
            _unpack_tar(path, unpacker)
    except _BROKEN as exc:
        raise SourceError(f"it is damaged, or not an archive ({str(exc) or type(exc).__name__})") from None
    except OSError as exc:
        if exc.filename is not None or exc.errno is not None:
            raise
        raise SourceError(f"it is damaged, or not an archive ({exc})") from None  # gzip and bz2 raise OSError
    unpacker.finish()


def _unpack_zip(path: str, unpacker: Unpacker) -> None:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            mode = member.external_attr >> 16
            if member.is_dir() or member.flag_bits & 1:  # folders come with their files; encrypted ones cannot be read
                continue
            with archive.open(member) as content:
                if mode & 0o170000 == 0o120000:
                    unpacker.link(member.filename, content.read(_LINK + 1).decode("utf-8", "surrogateescape"))
                else:
                    unpacker.add(member.filename, content)


def _unpack_tar(path: str, unpacker: Unpacker) -> None:
    with (
        open(path, "rb") as raw,
        _decompressed(raw) as content,
        _Bounded(content) as stream,
        tarfile.open(fileobj=stream, mode="r|") as archive,
    ):
        for member in archive:
            content_end = (
                archive.offset
            )  # where the next header is: what a member says of its size need not be what it holds
            stream.left = content_end - stream.position + HEADERS
            archive.pax_headers = {}  # global ones would add up
            size = content_end - member.offset_data
            unpacker.count(size)  # what is not written must be read all the same
            if member.issym():
                unpacker.link(member.name, member.linkname)
            elif member.isreg() and (file := archive.extractfile(member)) is not None:
                unpacker.add(member.name, file, size)
            archive.members.clear()  # type: ignore[attr-defined]  # a list of all would grow


class _Bounded(io.RawIOBase):
    """A stream of which only `left` bytes may be read: the content of a member, and the headers of the next one."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__()
        self._stream = stream
        self.left, self.position = HEADERS, 0

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes. Raises SourceError for too many headers."""
        data = self._stream.read(size)
        self.left -= len(data)
        self.position += len(data)
        if self.left < 0:
            raise SourceError(f"a member has more than {HEADERS >> 20} MiB of headers")
        return data


@contextmanager
def limited_memory() -> Iterator[None]:
    """Let this process grow by MEMORY at most: what takes more raises MemoryError, such as a decompressor's dictionary."""
    try:
        import resource

        with open("/proc/self/statm", "rb", buffering=0) as status:
            used = int(status.read().split()[0]) * resource.getpagesize()
    except (ImportError, OSError):  # only Linux says how much is used, and keeps such a limit
        yield
        return
    before, highest = resource.getrlimit(resource.RLIMIT_AS)
    bounds = [used + MEMORY, *(limit for limit in (before, highest) if limit != resource.RLIM_INFINITY)]
    resource.setrlimit(resource.RLIMIT_AS, (min(bounds), highest))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, highest))


def _decompressed(raw: IO[bytes]) -> IO[bytes]:
    """Return a stream of the content of a compressed file, by its first bytes."""
    start = raw.read(6)
    raw.seek(0)
    if start.startswith(b"\x1f\x8b"):
        return cast(IO[bytes], gzip.GzipFile(fileobj=raw))
    if start.startswith(b"BZh"):
        return cast(IO[bytes], bz2.BZ2File(raw))
    return cast(IO[bytes], lzma.LZMAFile(raw)) if start.startswith(b"\xfd7zXZ") else raw
