"""Templates in object stores, and wherever else fsspec can read: S3, Google Cloud Storage, Azure, Swift, HTTP, memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import IO, Any, cast

from hotlint.common.files import SIZE_LIMIT
from hotlint.operations.errors import missing_extra
from hotlint.operations.unpacking import BYTES, SourceError, Unpacker

_CHUNK = 1 << 20


def matching(address: str) -> Iterator[str]:
    """Yield the addresses that one with wildcards matches, sorted. Raises SourceError when it matches none."""
    try:
        store, path = _store(address)
        found = sorted(cast("list[str]", _asked(lambda: store.glob(path))))
    except SourceError as exc:
        raise SourceError(f"'{address}' cannot be looked through: {exc}") from None
    if not found:
        raise SourceError(f"nothing matches '{address}'")
    yield from (str(store.unstrip_protocol(each)) for each in found)


def fetch_file(address: str, path: str) -> None:
    """Copy one object to a file. Raises SourceError."""
    store, remote = _store(address)

    def copy() -> None:
        left = BYTES
        with cast("IO[bytes]", store.open(remote, "rb")) as content, open(path, "wb") as file:
            while chunk := content.read(_CHUNK):
                left -= len(chunk)
                if left < 0:
                    raise SourceError(f"it is larger than {BYTES // 1024**3} GiB")
                file.write(chunk)

    _asked(copy)


def fetch_folder(address: str, unpacker: Unpacker) -> None:
    """Copy all objects below an address, or the one that it names, into a folder. Raises SourceError."""
    store, top = _store(address)
    listed = cast("dict[str, dict[str, Any]]", _asked(lambda: store.find(top, detail=True)))
    if not listed:
        raise SourceError("there is nothing at this address")

    def copy(path: str, name: str) -> None:
        with cast("IO[bytes]", store.open(path, "rb")) as content:
            unpacker.add(name, content)

    for path in sorted(listed):
        name = path.removeprefix(top.rstrip("/")).lstrip("/") or path.rpartition("/")[2]
        if (listed[path].get("size") or 0) > SIZE_LIMIT:
            unpacker.add_large(name)
        else:
            _asked(partial(copy, path, name))
    unpacker.finish()


def _store(address: str) -> tuple[Any, str]:
    """Return the file system of an address, and the path in it. Raises SourceError, and UsageError without fsspec."""
    try:
        import fsspec.core
    except ModuleNotFoundError as exc:
        raise missing_extra(exc, "dask", f"'{address}'") from None
    try:
        store, path = fsspec.core.url_to_fs(address)
    except ImportError as exc:
        raise SourceError(f"a package is missing for it ({exc})") from None
    except ValueError as exc:
        raise SourceError(str(exc)) from None
    return store, str(path)


def _asked(ask: Callable[[], Any]) -> Any:
    """Return what a store answers. Raises SourceError for what it does not."""
    try:
        return ask()
    except SourceError:
        raise
    except FileNotFoundError:
        raise SourceError("there is nothing at this address") from None
    except Exception as exc:  # stores have exceptions of their own
        raise SourceError(f"the store refuses it ({str(exc) or type(exc).__name__})") from exc
