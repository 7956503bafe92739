"""What a packaged extension must hold: the files that it names, and a README whose pictures and links lead somewhere."""

from __future__ import annotations

import json
import posixpath
import re
import zipfile
from collections.abc import Collection, Iterator
from pathlib import Path

TOP = "extension/"
"""Where an archive has the files of the extension."""
_LINK = re.compile(r"!?\[[^\[\]]*\]\(([^()\s]+)\)|<(?:img|a)\b[^>]*?(?:src|href)=[\"']([^\"']+)")
_CODE = re.compile(r"(?ms)^```.*?^```$|`[^`\n]*`")
_ABSOLUTE = re.compile(r"https://[\w.-]+\.\w+(?:/[\w./#?=&%+@~-]*)?")


def missing_files(archive: Path, folder: Path) -> list[str]:
    """Return the files that an archive lacks: those in `dist` of the extension's folder, and those that its manifest names."""
    with zipfile.ZipFile(archive) as packed:
        held = {name.removeprefix(TOP).lower() for name in packed.namelist()}
        manifest = json.loads(packed.read(f"{TOP}package.json"))
    built = {path.relative_to(folder).as_posix() for path in (folder / "dist").rglob("*") if path.is_file()}
    wanted = {name for name in built if not name.endswith(".map")} | set(_named(manifest, folder))
    return sorted(name for name in wanted if name.lower() not in held)


def _named(value: object, folder: Path) -> Iterator[str]:
    """Yield each file of the folder that some text of a manifest names."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _named(item, folder)
    elif isinstance(value, str) and re.fullmatch(r"[\w./-]+", value) and (folder / value).is_file():
        yield posixpath.normpath(value)


def lost_links(archive: Path, address: str, tracked: Collection[str]) -> list[str]:
    """Return the pictures and links of an archive's texts that lead nowhere, each behind the name of its text.

    A link leads to a file of the archive, to a place of its own text, or to an absolute address. Below the address of the project, it
    leads to a path under version control; while the project has none (""), no address may look like it.
    """
    lost = []
    with zipfile.ZipFile(archive) as packed:
        held = {name.removeprefix(TOP).lower() for name in packed.namelist()}
        for name in held:
            if name.endswith(".md"):
                text = _CODE.sub("", packed.read(_own_name(packed, name)).decode("utf-8"))
                links = (inline or tag for inline, tag in _LINK.findall(text))
                lost += [f"{name}: {link}" for link in links if not _leads(link, name, held, address, tracked)]
    return sorted(lost)


def _own_name(packed: zipfile.ZipFile, lowered: str) -> str:
    return next(name for name in packed.namelist() if name.removeprefix(TOP).lower() == lowered)


def _leads(link: str, name: str, held: Collection[str], address: str, tracked: Collection[str]) -> bool:
    path = link.partition("#")[0]
    if not path or path.startswith("command:"):
        return True
    if not re.match(r"(?i)[a-z][a-z0-9+.-]*:", path):
        return posixpath.normpath(posixpath.join(posixpath.dirname(name), path)).lower() in held
    if not _ABSOLUTE.fullmatch(link) or "OWNER/" in link:
        return False
    if not address or not path.startswith(f"{address}/"):
        return True
    kind, _, rest = path.removeprefix(f"{address}/").partition("/")
    inside = posixpath.normpath(rest.partition("/")[2])
    return kind in ("blob", "raw", "tree") and (
        inside in tracked or any(one.startswith(f"{inside}/") for one in tracked)
    )
