"""Starts the command fast: the compiled code of the modules that a run needs, kept in one file.

Importing some two hundred small modules one by one takes longer than checking a template. So the first run puts their
code (what Python keeps in __pycache__ anyway) into one file of the user's cache, and later runs take it from there.
The file counts only while every module is as it was, by size and time of change; it is written again otherwise.

Only `hotlint.cli` uses this, before it imports anything else; so this module imports next to nothing itself.
"""

from __future__ import annotations

import marshal
import os
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import SourceFileLoader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any

_LIBRARY = os.path.dirname(os.__file__) + os.sep
_MARK = b"hotlint\2"  # with the number of the form
FEW = 8
"""Modules that may be missing from the file before it is written again."""

_codes: dict[str, bytes | memoryview] = {}
_places: dict[str, tuple[str, int, int, bool, int, int]] = {}
"""Of each module: its file, when that was changed, its size, whether it is a package, and where its code is."""


class KeptLoader(SourceFileLoader):
    """Loads a module as always, but for where its code is taken from."""

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = marshal.loads(_codes[fullname])
        return code


class KeptFinder:
    """Finds the modules of the file."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> Any:
        place = _places.get(name)
        if place is None:
            return None
        spec = ModuleSpec(name, KeptLoader(name, place[0]), origin=place[0], is_package=place[3])
        if place[3]:
            spec.submodule_search_locations = [os.path.dirname(place[0])]
        spec.has_location = True
        spec.cached = place[0]  # else the place of the .pyc is worked out, which nobody wants to know
        return spec


def cache_folder() -> str:
    """The folder for what can be worked out again: $XDG_CACHE_HOME/hotlint, or ~/.cache/hotlint."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "hotlint")


def _file() -> str:
    """One for each Python and each installation of hotlint."""
    here = f"{sys.executable}\0{__file__}\0{sys.version}"
    return os.path.join(cache_folder(), f"modules-{sys.implementation.cache_tag}-{checksum(here):08x}.bin")


def checksum(text: str) -> int:
    """FNV-1a: no hash of the standard library is as cheap to import."""
    found = 0x811C9DC5
    for byte in text.encode("utf-8", "surrogateescape"):
        found = (found ^ byte) * 0x01000193 & 0xFFFFFFFF
    return found


def newest() -> int | None:
    """When the code of hotlint and of rule packs was last changed; None when that is not known."""
    changed = [place[1] for place in _places.values() if _may_change(place[0])]
    return max(changed, default=None)


def _may_change(path: str) -> bool:
    """Whether a module may change while Python stays the same: all but the standard library."""
    return not path.startswith(_LIBRARY) or "site-packages" in path


def install() -> None:
    """Use the file from here on, if there is one that counts."""
    if KeptFinder in sys.meta_path:
        return
    try:
        with open(_file(), "rb") as file:
            if hasattr(os, "getuid") and os.fstat(file.fileno()).st_uid != os.getuid():
                return
            data = memoryview(file.read())
        size = int.from_bytes(data[8:16], "little")
        if data[:8] != _MARK or int.from_bytes(data[16:24], "little") != len(data):
            return  # not one that was written whole
        places = marshal.loads(data[24 : 24 + size])
        data = data[24 + size :]
        for path, changed, length, _, _, _ in places.values():
            if not _may_change(path):
                continue
            status = os.stat(path)
            if status.st_mtime_ns != changed or status.st_size != length:
                return
    except (OSError, ValueError, EOFError, TypeError, AttributeError):
        return  # there is none, or it is of another shape: it is written again
    _places.update(places)
    _codes.update((name, data[place[4] : place[5]]) for name, place in places.items())
    sys.meta_path.insert(0, KeptFinder)


def uninstall() -> None:
    """Leave everything as it was: for those who call the command from a program of their own."""
    if KeptFinder in sys.meta_path:
        sys.meta_path.remove(KeptFinder)


def keep() -> None:
    """Write the file when there is none that counts, or when too many modules were not in it. Never raises."""
    missing = [n for n, m in list(sys.modules.items()) if n not in _places and _is_source(n, m)]
    if len(missing) <= FEW:
        return
    try:
        for name in missing:
            loader = sys.modules[name].__spec__.loader  # type: ignore[union-attr]
            path = loader.path  # type: ignore[union-attr]
            status = os.stat(path)
            package = hasattr(sys.modules[name], "__path__")
            _codes[name] = marshal.dumps(loader.get_code(name))  # type: ignore[union-attr]
            _places[name] = (path, status.st_mtime_ns, status.st_size, package, 0, 0)
        _write(_file())
    except (OSError, ValueError, ImportError):
        return


def _write(path: str) -> None:
    """A mark, the size of the table, the size of all, the table, and the code of all modules one after the other."""
    at = 0
    for name, code in _codes.items():
        _places[name] = (*_places[name][:4], at, at + len(code))
        at += len(code)
    table = marshal.dumps(_places)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(f"{path}.{os.getpid()}", "wb") as file:
        sizes = len(table), 24 + len(table) + at
        file.writelines([_MARK, *(n.to_bytes(8, "little") for n in sizes), table, *_codes.values()])
    os.replace(f"{path}.{os.getpid()}", path)


def _is_source(name: str, module: object) -> bool:
    loader = getattr(getattr(module, "__spec__", None), "loader", None)
    return type(loader) is SourceFileLoader and name != "__main__" and loader.name == name
