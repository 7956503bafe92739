"""Finds installed rule packs, hotlint's own included, through the entry point group `hotlint.rules`.

It reads entry_points.txt of the installed distributions, and caches the result in the user's cache folder until a folder of
`sys.path` changes. `importlib.metadata` takes longer than checking a template.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from hotlint.common.cache_dir import read_private, write_private
from hotlint.common.printable import from_json
from hotlint.common.records import NamedTuple

GROUP = "hotlint.rules"
_FILE = "rule-packs.txt"
_MARK = "hotlint rule packs 1"


class RulePack(NamedTuple):
    """A rule pack: its entry point, and the distribution that installed it.

    `target` is "module" or "module:attribute". `distribution` is the name of its metadata folder, version included.
    `source` is the folder of an editable installation, whose code can change without its version; "" for any other.
    """

    name: str
    target: str
    distribution: str
    source: str


def installed_packs() -> tuple[RulePack, ...]:
    """Return the rule packs of `sys.path`, by name. The first folder with a name takes precedence."""
    folders = [p for p in dict.fromkeys(sys.path) if p and os.path.isdir(p)]
    stamp = "\t".join(f"{p}:{os.stat(p).st_mtime_ns}" for p in folders)
    kept = _read(stamp)
    if kept is not None:
        return kept
    found: dict[str, RulePack] = {}
    for folder in reversed(folders):
        found.update((pack.name, pack) for pack in _packs_in(folder))
    packs = tuple(found[name] for name in sorted(found))
    _keep(stamp, packs)
    return packs


def code_version(packs: Iterable[RulePack]) -> str:
    """Return an identifier of the code of rule packs: their versions, and the last change of editable installations."""
    versions = (f"{p.distribution} {_last_change(p.source)}" if p.source else p.distribution for p in packs)
    return ", ".join(dict.fromkeys(versions))


def _last_change(folder: str) -> int:
    """Return the newest modification time of a Python or data file below a folder, in nanoseconds."""
    newest = 0
    pending = [folder]
    while pending:
        try:
            entries = list(os.scandir(pending.pop()))
        except OSError:
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if not entry.name.startswith((".", "_")) and entry.name not in _NO_CODE:
                    pending.append(entry.path)
            elif entry.name.endswith((".py", ".json")):
                newest = max(newest, entry.stat().st_mtime_ns)
    return newest


_NO_CODE = frozenset(
    {"node_modules", "tests", "docs", "build", "dist", "venv", "benchmarks", "examples", "vscode-extension"}
)


def _packs_in(folder: str) -> Iterable[RulePack]:
    with os.scandir(folder) as found:
        names = [e.name for e in found if e.name.endswith((".dist-info", ".egg-info"))]
    for name in names:
        text = _text_of(os.path.join(folder, name, "entry_points.txt"))
        source = None
        for pack, target in _section(text, GROUP).items():
            if source is None:
                source = _editable_source(os.path.join(folder, name))
            yield RulePack(pack, target, name, source)


def _text_of(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return ""


def _editable_source(metadata: str) -> str:
    """Return the source folder of an editable installation (PEP 610), or ""."""
    text = _text_of(os.path.join(metadata, "direct_url.json"))
    if '"editable"' not in text:
        return ""
    from urllib.parse import unquote, urlparse

    try:
        facts = from_json(text)
        is_editable = facts["dir_info"]["editable"] is True and isinstance(facts["url"], str)
        path = unquote(urlparse(facts["url"]).path) if is_editable else ""
    except (ValueError, KeyError, TypeError):
        return ""
    return os.path.normpath(path) if path and "\0" not in path else ""


def _section(text: str, group: str) -> dict[str, str]:
    """Return the `name = target` lines of one section of an entry_points.txt."""
    found, inside = {}, False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            inside = line == f"[{group}]"
        elif inside and "=" in line and not line.startswith(("#", ";")):
            name, _, target = line.partition("=")
            found[name.strip()] = target.split("[")[0].strip()
    return found


def _read(stamp: str) -> tuple[RulePack, ...] | None:
    """Return the packs that an earlier run found; None if a package was installed or removed since."""
    found = read_private(_FILE)
    mark, _, rest = (found or b"").decode("utf-8", "surrogateescape").partition("\n")
    kept_stamp, _, rest = rest.partition("\n")
    if mark != _MARK or kept_stamp != stamp or not rest.endswith("end\n"):
        return None
    rows = [line.split("\t") for line in rest.split("\n")[:-2]]
    return tuple(RulePack(*row) for row in rows) if all(len(row) == len(RulePack._fields) for row in rows) else None


def _keep(stamp: str, packs: Iterable[RulePack]) -> None:
    """Write the packs as lines of text. Never raises: without the file, the next run searches again."""
    lines = [_MARK, stamp, *("\t".join(pack) for pack in packs), "end"]
    try:
        write_private(_FILE, ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape"))
    except (OSError, UnicodeEncodeError):
        return
