"""What a file of a tree names, found by a search of its bytes.

That is enough to know which files belong together, and nothing is parsed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from sys import intern

from hotlint.analysis.jinja_sources import ENDINGS as JINJA_ENDINGS
from hotlint.common.files import ReadError, is_skipped_folder, read_bytes
from hotlint.common.records import NamedTuple

ENDINGS = (".yaml", ".yml", ".template", ".hot", ".env", ".environment", *(f".{e}" for e in JINJA_ENDINGS))
FILE_LIMIT = 50_000
"""Files that are read of a folder that nobody asked to check: one with more is not a folder of templates."""
_VALUE = rb"""["']?[ \t]*:[ \t]*["']?([^\s"',{}\[\]#]+)"""
_NAMES = rb"type" + _VALUE + rb"|template" + _VALUE + rb"|get_file" + _VALUE + rb"""|-[ \t]+["']?(\w+::[\w:]+)"""
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


def facts_of(path: str) -> FileFacts:
    """Return the facts of a file; those of no template for one that cannot be read."""
    data = _bytes(path)
    if b"heat_template_version" in data:
        return FileFacts("template", frozenset(_text(a or b or c or d) for a, b, c, d in re.findall(_NAMES, data)))
    if not any(word in data for word in _WORDS):
        return FileFacts()
    sections = set(re.findall(_SECTIONS, data))
    if not sections or sections & {b"resources", b"outputs"}:
        return FileFacts()
    entries = re.findall(_REGISTRY, data) if b"resource_registry" in sections else ()
    return FileFacts("environment", registry=tuple((_text(n), _text(t)) for n, t in entries))


def files_below(folder: str, excluded: Callable[[str], bool]) -> Iterator[str]:
    """Yield the absolute paths of the files that may be templates or environments by their names."""
    for here, folders, files in os.walk(os.path.abspath(folder)):
        folders[:] = sorted(
            f for f in folders if not is_skipped_folder(f) and not excluded(os.path.join(here, f))
        )  # fmt: skip
        for name in sorted(files):
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


def parameter_names(path: str, sections: tuple[str, ...]) -> frozenset[str]:
    """Return the names under top-level sections of a file, such as its `parameters`; none for one that cannot be read."""
    data = _bytes(path)
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
