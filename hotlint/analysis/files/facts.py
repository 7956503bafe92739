"""What a file of a tree names, found by a search of its bytes.

That is enough to know which files belong together, and nothing is parsed but sections in flow style whose names count.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Callable
from itertools import islice
from sys import intern

from hotlint.analysis.file_marks import CHECKED, ENDINGS, has_marks, kind_of_name
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.files import FileStamp, ReadError, file_stamp, is_skipped_folder, read_bytes
from hotlint.common.records import NamedTuple
from hotlint.syntax.nodes import Mapping

FILE_LIMIT = 50_000
"""Files that are read of a folder that nobody asked to check: one with more is not a folder of templates."""
if TYPE_CHECKING:
    from hotlint.analysis.file_marks import Kind
    from hotlint.analysis.files.virtual_files import VirtualFiles

_VALUE = rb"""["']?[ \t]*:[ \t]*["']?([^\s"',{}\[\]#]+)"""
_TEMPLATE_NAMES = rb"type" + _VALUE + rb"|template" + _VALUE
_NAMES: dict[Kind, bytes] = {
    "hot": _TEMPLATE_NAMES + rb"|get_file" + _VALUE + rb"""|-[ \t]+["']?(\w+::[\w:]+)""",
    "cfn": _TEMPLATE_NAMES + rb"|Type" + _VALUE + rb"|TemplateURL" + _VALUE,
}
"""Alternatives that start with a letter, not with a group: so most of a text is skipped, in half of the time."""
_REGISTRY = rb"""(?<![\w:])([A-Za-z_]\w*+::(?:\w++::)*+(?:[\w*]++)?+)[^\s:]*+[ \t]*+:[ \t]+["']?([^\s"',{}\[\]#]*)"""
_SECTIONS = (
    rb"""(?m)^(?:---)?+[ \t{]*["']?(resource_registry|parameter_defaults|parameters|resources|outputs)["']?[ \t]*:"""
)

_WORDS = (b"resource", b"parameter", b"outputs")
"""Parts of the names of sections: a text without these has none, which is found out much faster."""


class FileFacts(NamedTuple):
    """What one file names. `kind` is "template", "environment", or "" for any other file.

    `names` are the types and files that a template names; `registry` are the entries (type or glob, target) of an
    environment.
    """

    kind: str = ""
    names: frozenset[str] = frozenset()
    registry: tuple[tuple[str, str], ...] = ()


def facts_of(files: VirtualFiles, path: str) -> FileFacts:
    """Return the facts of a file (a full path) as a snapshot has it; those of no template for one that cannot be read.

    A query (`VirtualFiles.query`): what is made of the facts of a file stays valid while its text has the same facts.
    """
    files.record(path)
    if kind_of_name(path) not in (None, *CHECKED):
        return FileFacts()  # a suite, a configuration, a script
    if files.is_overlay(path):
        return facts_in(files.text(path).encode("utf-8", "surrogatepass"))
    return _facts_on_disk(path) if files.may_read(path) else FileFacts()


_known: dict[str, tuple[FileStamp, FileFacts]] = {}
"""The facts of files on disk by path, each with the status of the file that they were read from."""
KNOWN_LIMIT = 100_000
_CLOCK = 50_000_000
"""Nanoseconds after a change in which a file may change again without a difference in its status."""


def _facts_on_disk(path: str) -> FileFacts:
    """Return the facts of a file on disk; a file is read again once its status has changed."""
    status = file_stamp(path)
    if status == FileStamp():
        return FileFacts()
    known = _known.get(path)
    if known is not None and known[0] == status:
        return known[1]
    facts = facts_in(_bytes(path))
    if time.time_ns() - max(status.modified, status.changed) > _CLOCK:
        if len(_known) >= KNOWN_LIMIT:
            _known.clear()
        _known[path] = (status, facts)
    return facts


def facts_in(data: bytes) -> FileFacts:
    """Return the facts of the content of a file."""
    for kind, names in _NAMES.items():
        if has_marks(kind, data):
            return FileFacts("template", frozenset(_text(b"".join(found)) for found in re.findall(names, data)))
    if not any(word in data for word in _WORDS) or has_marks("suite", data):
        return FileFacts()
    sections = set(re.findall(_SECTIONS, data))
    if not sections or sections & {b"resources", b"outputs"}:
        return FileFacts()
    entries = re.findall(_REGISTRY, data) if b"resource_registry" in sections else ()
    return FileFacts("environment", registry=tuple((_text(n), _text(t)) for n, t in entries))


class Listing(NamedTuple):
    """The subfolders and the files of a folder, by their full paths, sorted; only files that may be templates or environments."""

    folders: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


def listing(files: VirtualFiles, folder: str, excluded: Callable[[str], bool], limit: int | None) -> Listing:
    """Return what is directly in a folder; nothing for one that cannot be read. A query (`VirtualFiles.query`).

    It leaves out symbolic links to folders, and files above `limit`; None is no limit.
    """
    files.record(folder)
    folders: list[str] = []
    found = {path for path in files.overlays if os.path.dirname(path) == folder and path.endswith(ENDINGS)}
    with contextlib.suppress(OSError, ValueError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if not entry.is_symlink() and not is_skipped_folder(entry.name):
                    folders.append(entry.path)
            elif entry.name.endswith(ENDINGS):
                found.add(entry.path)
    inner, own = ((path for path in sorted(paths) if not excluded(path)) for paths in (folders, found))
    return Listing(tuple(inner), tuple(islice(own, limit)))


def folders_below(
    files: VirtualFiles, folder: str, excluded: Callable[[str], bool], limit: int | None
) -> tuple[str, ...]:
    """Return a folder and the folders below it that hold files that may be templates or environments, by their full paths.

    The search ends after the folder in which it reaches `limit` files; None is no limit. A query (`VirtualFiles.query`).
    """
    found: list[str] = []
    waiting, count = [folder], 0
    while waiting and (limit is None or count < limit):
        here = waiting.pop()
        within = files.query(listing, here, excluded, limit)
        if within.files:
            found.append(here)
            count += len(within.files)
        waiting.extend(reversed(within.folders))
    own = os.path.join(folder, "")
    given = [path for path in files.overlays if path.endswith(ENDINGS) and path.startswith(own) and not excluded(path)]
    return tuple(dict.fromkeys([*found, *map(os.path.dirname, given)]))


def files_below(
    files: VirtualFiles, folder: str, excluded: Callable[[str], bool], limit: int | None
) -> tuple[str, ...]:
    """Return the full paths of the files in `folders_below`. A query (`VirtualFiles.query`)."""
    folders = files.query(folders_below, folder, excluded, limit)
    return tuple(path for here in folders for path in files.query(listing, here, excluded, limit).files)


def facts_in_folder(
    files: VirtualFiles, folder: str, excluded: Callable[[str], bool], limit: int | None
) -> dict[str, FileFacts]:
    """Return what each template and environment directly in a folder names, by full path. A query (`VirtualFiles.query`).

    Files that have not changed need no query of their own: most of a folder never changes during a run.
    """
    found = {}
    for path in files.query(listing, folder, excluded, limit).files:
        facts = facts_of(files, path) if files.is_first(path) else files.query(facts_of, path)
        if facts.kind:
            found[path] = facts
    return found


def facts_below(
    files: VirtualFiles, folder: str, excluded: Callable[[str], bool], limit: int | None
) -> dict[str, FileFacts]:
    """Return what each template and environment in `folders_below` names, by full path. A query (`VirtualFiles.query`)."""
    found: dict[str, FileFacts] = {}
    for here in files.query(folders_below, folder, excluded, limit):
        found.update(files.query(facts_in_folder, here, excluded, limit))
    return found


def _text(data: bytes) -> str:
    return intern(data.decode("utf-8", "replace"))


def _bytes(path: str) -> bytes:
    try:
        return read_bytes(path)
    except (OSError, ReadError):
        return b""


_KEY = rb"""(?m)^([ \t]+)["']?([^\s"':#{}\[\]-][^\s"':{}]*)["']?[ \t]*:(?=[ \t\r\n]|$)"""
_FLOW = rb"""(?:\s|---\s|[#%][^\r\n]*|[&!][^\s{]*)*+[{]"""
"""The start of a text whose mapping is in flow style, where only its structure tells names from those further in."""


def parameter_names(files: VirtualFiles, path: str, sections: tuple[str, ...]) -> frozenset[str]:
    """Return the names under top-level sections of a file, such as its `parameters`; none for one that cannot be read.

    A query (`VirtualFiles.query`).
    """
    files.record(path)
    data = files.text(path).encode("utf-8", "surrogatepass") if files.is_overlay(path) else _bytes(path)
    names: set[str] = set()
    if re.match(_FLOW, data.removeprefix(b"\xef\xbb\xbf")):
        return _names_in_flow(files, path, sections)
    for section in sections:
        start = re.search(rb"""(?m)^["']?%s["']?[ \t]*:""" % section.encode(), data)
        if start is None:
            continue
        rest = data[start.end() :]
        if re.match(_FLOW, rest):
            return _names_in_flow(files, path, sections)
        end = re.search(rb"(?m)\n(?=[^\s#])", rest)
        block = rest[: end.start()] if end is not None else rest
        keys = re.findall(_KEY, block)
        names.update(_text(name) for indent, name in keys if indent == keys[0][0])
    return frozenset(names)


def _names_in_flow(files: VirtualFiles, path: str, sections: tuple[str, ...]) -> frozenset[str]:
    try:
        root = (files.parsed(path) or files.parse(path)).document.root
    except (OSError, ReadError):
        return frozenset()
    found = (root.get(section) for section in sections) if isinstance(root, Mapping) else ()
    return frozenset(name for node in found if isinstance(node, Mapping) for name in map(str, node.named))
