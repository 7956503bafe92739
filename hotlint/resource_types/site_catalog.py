"""The imported resource types of a site's own cloud, kept in the user's cache folder.

The folder (`hotlint.common.cache_dir.catalog_folder`) contains
    current        the name of the subfolder that is in use
    <subfolder>/   types.json and types/*.json, as in hotlint/data (see hotlint/resource_types/extraction/__main__.py), and
                   also "source" in the index, where the types came from; "description" in facts, "message" in support
A new import is written to a subfolder of its own, to which `current` then changes over, so that it is never incomplete.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from hotlint.common import cache_dir
from hotlint.resource_types.catalog import PACKAGED, Layer
from hotlint.resource_types.facts import Facts


def catalog_folder() -> Path:
    """Return the folder of imported types, which may not exist."""
    return Path(cache_dir.catalog_folder())


def site_layer(folder: Path | None = None) -> Layer | None:
    """Return the types that were imported last, for `Catalog`; None when there are none, or they cannot be read."""
    folder = folder or catalog_folder()
    try:
        current = folder / (folder / "current").read_text(encoding="utf-8").strip()
        layer = Layer("cloud", lambda name: (current / name).read_bytes())
        return layer if isinstance(layer.index.get("types"), dict) else None
    except (OSError, ValueError):
        return None


def remove_imported(folder: Path | None = None) -> bool:
    """Remove all imported types and return whether there were any. Raises OSError."""
    import shutil

    folder = folder or catalog_folder()
    existed = folder.is_dir()
    if existed:
        shutil.rmtree(folder)
    return existed


def install(folder: Path, index: Facts, types: Mapping[str, Facts]) -> Path:
    """Write imported types to a new subfolder, make it the one in use, and return it. Raises OSError or ValueError.

    `index` has what types.json says apart from the types; entries of types that it has are kept. Other subfolders, and
    what a killed import has left, are removed.
    """
    import shutil
    import tempfile

    known = index.get("types", {})
    entries = {name: known.get(name) or PACKAGED.index["types"].get(name, {}) for name in sorted(types)}
    folder.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix="types-", dir=folder))
    (new / "types").mkdir()
    _write_json(new / "types.json", {**index, "types": entries})
    for name, facts in types.items():
        _write_json(new / "types" / f"{name.replace('::', '__')}.json", facts)
    _write(folder / f"{new.name}.current", new.name + "\n")
    os.replace(folder / f"{new.name}.current", folder / "current")
    for old in folder.iterdir():
        if old.is_dir() and old != new:
            shutil.rmtree(old, ignore_errors=True)
        elif old.suffix == ".current":  # of a killed import
            old.unlink()
    return new


def _write_json(path: Path, facts: Facts) -> None:
    _write(path, json.dumps(facts, ensure_ascii=False, separators=(",", ":")) + "\n")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
