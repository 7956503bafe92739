"""What a file of a tree names, found by a search of its bytes.

That is enough to know which files belong together, and nothing is parsed.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from itertools import islice
from sys import intern

from hotlint.analysis.file_marks import CHECKED, ENDINGS, has_marks, kind_of_name
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.files import FileStamp, ReadError, file_stamp, is_skipped_folder, read_bytes
from hotlint.common.records import NamedTuple

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
_SECTIONS = rb"""(?m)^[ \t{]*["']?(resource_registry|parameter_defaults|parameters|resources|outputs)["']?[ \t]*:"""

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


def files_below(
    files: VirtualFiles, folder: str, excluded: Callable[[str], bool], limit: int | None
) -> tuple[str, ...]:
    """Return the full paths of the files below a folder that may be templates or environments by their names.

    At most `limit` files are returned; None is no limit. A query (`VirtualFiles.query`).
    """
    given = [path for path in files.overlays if path.endswith(ENDINGS) and path.startswith(os.path.join(folder, ""))]
    found = dict.fromkeys(islice(_walked(files, folder, excluded), limit))
    found.update(dict.fromkeys(path for path in given if not excluded(path)))
    return tuple(found)


def _walked(files: VirtualFiles, folder: str, excluded: Callable[[str], bool]) -> Iterator[str]:
    for here, folders, names in os.walk(folder):
        files.record(here)
        folders[:] = sorted(
            f for f in folders if not is_skipped_folder(f) and not excluded(os.path.join(here, f))
        )  # fmt: skip
        for name in sorted(names):
            path = os.path.join(here, name)
            if name.endswith(ENDINGS) and not excluded(path):
                yield path


def _text(data: bytes) -> str:
    return intern(data.decode("utf-8", "replace"))


def _bytes(path: str) -> bytes:
    try:
        return read_bytes(path)
    except (OSError, ReadError):
        return b""


_KEY = rb"""(?m)^([ \t]+)["']?([^\s"':#{}\[\]-][^\s"':{}]*)["']?[ \t]*:(?=[ \t\r\n]|$)"""
_FLOW_KEY = rb"""[{,]\s*["']?([^\s"':{}\[\],]+)["']?\s*:\s"""


def parameter_names(files: VirtualFiles, path: str, sections: tuple[str, ...]) -> frozenset[str]:
    """Return the names under top-level sections of a file, such as its `parameters`; none for one that cannot be read.

    A query (`VirtualFiles.query`).
    """
    files.record(path)
    data = files.text(path).encode("utf-8", "surrogatepass") if files.is_overlay(path) else _bytes(path)
    names: set[str] = set()
    for section in sections:
        start = re.search(rb"""(?m)^["']?%s["']?[ \t]*:""" % section.encode(), data)
        if start is None:
            continue
        rest = data[start.end() :]
        end = re.search(rb"(?m)\n(?=[^\s#])", rest)
        block = rest[: end.start()] if end is not None else rest
        keys = re.findall(_KEY, block)
        own = [name for indent, name in keys if indent == keys[0][0]] or re.findall(_FLOW_KEY, block)
        names.update(map(_text, own))
    return frozenset(names)
