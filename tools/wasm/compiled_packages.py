"""Compile a folder of packages, and pack it: packages.mjs calls this in Pyodide, so that its Python need not compile them."""

from __future__ import annotations

import compileall
import os
import py_compile
import sys
import zipfile
from collections.abc import Set as AbstractSet


def pack(folder: str, archive: str) -> None:
    """Write an archive of the folder's files, with each module in its compiled form only; its bytes depend on nothing else."""
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(folder, quiet=2, legacy=True, invalidation_mode=unchecked)
    _write(folder, archive, frozenset())


def pack_others(folder: str, archive: str) -> None:
    """Write an archive of the folder's files without the modules that this Python has loaded."""
    loaded = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    _write(folder, archive, frozenset(file for file in loaded if file))


def _write(folder: str, archive: str, left_out: AbstractSet[str]) -> None:
    with zipfile.ZipFile(archive, "w") as packed:
        for inside, _, names in sorted(os.walk(folder)):
            for path in (os.path.join(inside, name) for name in sorted(names)):
                if path not in left_out and not os.path.exists(path + "c"):
                    with open(path, "rb") as file:
                        entry = zipfile.ZipInfo(os.path.relpath(path, folder))
                        packed.writestr(entry, file.read(), zipfile.ZIP_DEFLATED, compresslevel=9)
