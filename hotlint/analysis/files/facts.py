"""What a file of a tree names, found by a search of its bytes.

That is enough to know which files belong together, and nothing is parsed but sections in flow style whose names count.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from itertools import islice
from sys import intern

from hotlint.analysis.file_kinds import CHECKED, ENDINGS, Kind, has_marks, kind_of_name
from hotlint.analysis.files.evidence import HIDDEN_FOLDERS, may_tell, pairs_in
from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.common.cache_dir import cache_folder
from hotlint.common.files import FileStamp, ReadError, file_stamp, is_skipped_folder, read_bytes
from hotlint.common.records import NamedTuple
from hotlint.syntax.nodes import Mapping

FILE_LIMIT = 50_000
"""Files that are read of a folder that nobody asked to check: one with more is not a folder of templates."""
if TYPE_CHECKING:
    from hotlint.analysis.files.virtual_files import VirtualFiles

_VALUE = rb"""["']?[ \t]*:[ \t]*["']?([^\s"',{}\[\]#]+)"""
_TEMPLATE_NAMES = rb"type" + _VALUE + rb"|template" + _VALUE
_NAMES: dict[Kind, bytes] = {
    "hot": _TEMPLATE_NAMES + rb"|get_file" + _VALUE + rb"""|-[ \t]+["']?(\w+::[\w:]+)""",
    "cfn": _TEMPLATE_NAMES + rb"|Type" + _VALUE + rb"|TemplateURL" + _VALUE,
}
"""Alternatives that start with a letter, not with a group: so most of a text is skipped, in half of the time."""
_REGISTRY = rb"""(?<![\w:])([A-Za-z_]\w*+::(?:\w++::)*+(?:[\w*]++)?+)[^\s:]*+[ \t]*+:[ \t]+["']?([^\s"',{}\[\]#]*)"""
_COMMENT = rb"(?m)^[ \t]*#.*"
_PLUGIN = rb"(?m)^(?:def (?:available_)?resource_mapping\b|(?:available_)?resource_mapping[ \t]*=)"
_TYPE = rb"""["']([A-Za-z_]\w*::(?:\w+::)*\w*)"""
_SECTIONS = (b"resource_registry", b"parameter_defaults", b"parameters", b"resources", b"outputs")
_LIST = rb"(?:[ \t]*(?:#[^\n]*)?\r?\n|---[^\n]*\n)*+-[ \t]"
"""The start of a list, such as the tasks of a playbook, whose keys are no sections."""
_BEFORE_SECTION = rb"""(?:---)?+[ \t{]*["']?\Z"""
_AFTER_SECTION = rb"""["']?[ \t]*:"""


class FileFacts(NamedTuple):
    """What one file is.

    `kind` is "template", "environment", "plugin" for a plugin of Heat, "telling" for a file that names deployments, or "" for any other
    file. `registry` are the entries (type or glob, target) of an environment, of a plugin the namespaces of types that it names, and of
    deployments the template and its environments, with zero bytes between them.
    """

    kind: str = ""
    registry: tuple[tuple[str, str], ...] = ()


def facts_of(files: VirtualFiles, path: str) -> FileFacts:
    """Return the facts of a file (a full path) as a snapshot has it; those of no template for one that cannot be read.

    A query (`VirtualFiles.query`): what is made of the facts of a file stays valid while its text has the same facts.
    """
    files.record(path)
    return _content(files, path)[0]


def current_facts(files: VirtualFiles, path: str) -> FileFacts:
    """Return what `facts_of` does. A file that has not changed needs no query of its own: most never change during a run."""
    return facts_of(files, path) if files.is_first(path) else files.query(facts_of, path)


def names_of(files: VirtualFiles, path: str) -> frozenset[str]:
    """Return the types and files that a template (a full path) names; none for any other file. A query (`VirtualFiles.query`)."""
    files.record(path)
    return _content(files, path)[1]


def _content(
    files: VirtualFiles, path: str, may_read: Callable[[str], bool] | None = None
) -> tuple[FileFacts, frozenset[str]]:
    """Return what a file is, and what it names. `may_read`: what the snapshot says of files in the same folder."""
    if kind_of_name(path) not in (None, *CHECKED):
        return FileFacts(), frozenset()  # a suite, a configuration, a script
    if files.is_overlay(path):
        data = _overlay(files, path)
        return facts_in(data), names_in(data)
    known = _on_disk(path) if (may_read or files.may_read)(path) else _NOTHING
    return known.facts, known.names


def plugins_below(files: VirtualFiles, folder: str, excluded: Callable[[str], bool]) -> dict[str, frozenset[str]]:
    """Return the folders below one that hold plugins of Heat, and the first parts of the names of types in each.

    A plugin is a Python file that defines `resource_mapping()`. A query (`VirtualFiles.query`).
    """
    found: dict[str, frozenset[str]] = {}
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        waiting += files.query(listing, here, excluded, None).folders
        for name in files.names(here):
            if name.endswith(".py"):
                path = os.path.join(here, name)
                files.record(path)
                facts = _on_disk(path).facts if files.may_read(path) else FileFacts()
                if facts.kind == "plugin":
                    found[here] = found.get(here, frozenset()) | {name for name, _ in facts.registry}
    return found


class _Known(NamedTuple):
    """The facts of a file on disk, what it names if it is a template, and the status of the file that they were read from."""

    stamp: FileStamp
    facts: FileFacts
    names: frozenset[str] = frozenset()


_known: dict[str, _Known] = {}
"""The facts of files on disk by path."""
_NOTHING = _Known(FileStamp(), FileFacts())
KNOWN_LIMIT = 100_000
_CLOCK = 50_000_000
"""Nanoseconds after a change in which a file may change again without a difference in its status."""


def _on_disk(path: str) -> _Known:
    """Return what is known of a file on disk; a file is read again once its status has changed."""
    stamp = file_stamp(path)
    if stamp == _NOTHING.stamp:
        return _NOTHING
    known = _known.get(path)
    if known is not None and known.stamp == stamp:
        return known
    data = _bytes(path)
    facts = _plugin_in(data) if path.endswith(".py") else facts_in(data) if path.endswith(ENDINGS) else FileFacts()
    if not facts.kind and not path.endswith(".py") and (pairs := pairs_in(data)):
        facts = FileFacts("telling", tuple((template, "\0".join(environments)) for template, environments in pairs))
    names = names_in(data) if facts.kind == "template" else frozenset()  # both are asked of a tree, which is read once
    return _kept(path, _Known(stamp, facts, names))


def _kept(path: str, known: _Known) -> _Known:
    """Keep what is known of a file that has not changed just now, and return it."""
    if time.time_ns() - max(known.stamp.modified, known.stamp.changed) > _CLOCK:
        if len(_known) >= KNOWN_LIMIT:
            _known.clear()
        _known[path] = known
    return known


def may_count(name: str) -> bool:
    """Return whether a file may say something about others, by its name."""
    return name.endswith((*ENDINGS, ".py")) or may_tell(name) or kind_of_name(name) == "configuration"


def kept_facts(path: str, stamp: tuple[int, ...], *, read: bool = False) -> list[Any]:
    """Return what is known of a file on disk with this status as plain data; empty if nothing is, or it is to be `read` again.

    A file that has changed just now is not known. `restore_facts` takes the data in another process.
    """
    if read:
        _on_disk(path)
    known = _known.get(path)
    if known is None or known.stamp != stamp:
        return []
    return [known.facts.kind, known.facts.registry, sorted(known.names)]


def is_any_kept() -> bool:
    """Return whether anything is known of files on disk."""
    return bool(_known)


def restore_facts(path: str, stamp: list[int], kept: list[Any]) -> None:
    """Take the facts of a file that an earlier process kept. It is read again once its status is another one.

    Raises TypeError or ValueError for data of another form.
    """
    kind, registry, names = kept
    facts = FileFacts(kind, tuple((name, target) for name, target in registry))
    _known[path] = _Known(FileStamp(*stamp), facts, frozenset(names))


def _overlay(files: VirtualFiles, path: str) -> bytes:
    return files.text(path).encode("utf-8", "surrogatepass")


def facts_in(data: bytes) -> FileFacts:
    """Return the facts of the content of a file."""
    if _language(data) is not None:
        return FileFacts("template")
    sections = {section for section in _SECTIONS if _has_section(section, data)}
    if not sections or sections & {b"resources", b"outputs"} or has_marks("suite", data) or re.match(_LIST, data):
        return FileFacts()
    entries = re.findall(_REGISTRY, re.sub(_COMMENT, b"", data)) if b"resource_registry" in sections else ()
    return FileFacts("environment", tuple((_text(name), _text(target)) for name, target in entries))


def _plugin_in(data: bytes) -> FileFacts:
    """Return the facts of the content of a Python file."""
    if b"resource_mapping" not in data or re.search(_PLUGIN, data) is None:
        return FileFacts()
    return FileFacts(
        "plugin", tuple((namespace_of(name), "") for name in sorted(set(map(_text, re.findall(_TYPE, data)))))
    )


def namespace_of(type_name: str) -> str:
    """Return the namespace that a site or project chose: "OS::TripleO::" of OS::TripleO::Services::Ntp, "Acme::" of Acme::Web."""
    parts = type_name.split("::")
    count = 2 if parts[0] in ("OS", "AWS") and len(parts) > 2 else 1
    return "::".join(parts[:count]) + "::" if len(parts) > count else ""


def _has_section(name: bytes, data: bytes) -> bool:
    """Return whether a line of a text begins with the key of a section."""
    at = data.find(name)
    while at >= 0:
        start, end = data.rfind(b"\n", 0, at) + 1, at + len(name)
        if re.match(_BEFORE_SECTION, data[start:at]) and re.compile(_AFTER_SECTION).match(data, end):
            return True
        at = data.find(name, end)
    return False


def names_in(data: bytes) -> frozenset[str]:
    """Return the types and files that the content of a template names; none for any other content."""
    kind = _language(data)
    found = re.findall(_NAMES[kind], data) if kind is not None else ()
    return frozenset(map(_text, {b"".join(groups) for groups in found}))


def _language(data: bytes) -> Kind | None:
    """Return the language of a template by its marks; None for the content of another file."""
    return next((kind for kind in _NAMES if has_marks(kind, data)), None)


class Listing(NamedTuple):
    """The subfolders and the files of a folder, by their full paths, sorted; only files that may be templates or environments.

    `telling` are other files that may say which of these belong together.
    """

    folders: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    telling: tuple[str, ...] = ()


def listing(files: VirtualFiles, folder: str, excluded: Callable[[str], bool], limit: int | None) -> Listing:
    """Return what is directly in a folder; nothing for one that cannot be read. A query (`VirtualFiles.query`).

    It leaves out symbolic links to folders, hotlint's own cache, and files above `limit`; None is no limit.
    """
    own_cache, below = os.path.abspath(cache_folder()), os.path.join(folder, "")
    folders: list[str] = []
    telling: list[str] = []
    found = {path for path in files.overlays if os.path.dirname(path) == folder and path.endswith(ENDINGS)}
    for name, what in files.entries(folder).items():
        if what == "folder" and not is_skipped_folder(name) and (path := below + name) != own_cache:
            folders.append(path)
        elif what == "file" and name.endswith(ENDINGS):
            found.add(below + name)
        elif what == "file" and may_tell(name):
            telling.append(below + name)
    inner, own = ((path for path in sorted(paths) if not excluded(path)) for paths in (folders, found))
    return Listing(tuple(inner), tuple(islice(own, limit)), tuple(sorted(telling)))


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
    """Return the facts of each template and environment directly in a folder, by full path. A query (`VirtualFiles.query`)."""
    return {path: facts for path, (facts, _) in files.query(contents_in_folder, folder, excluded, limit).items()}


def contents_in_folder(
    files: VirtualFiles, folder: str, excluded: Callable[[str], bool], limit: int | None
) -> dict[str, tuple[FileFacts, frozenset[str]]]:
    """Return the facts of each template and environment directly in a folder, and what it names, by full path.

    A query (`VirtualFiles.query`). Each file is looked at once for both.
    """
    found, may_read = {}, files.may_read_in(folder)
    paths = files.query(listing, folder, excluded, limit).files
    files.record(*filter(files.is_first, paths))
    for path in paths:
        if files.is_first(path):
            content = _content(files, path, may_read)
        else:
            content = files.query(facts_of, path), files.query(names_of, path)
        if content[0].kind in ("template", "environment"):
            found[path] = content
    return found


def telling_below(
    files: VirtualFiles, folder: str, excluded: Callable[[str], bool], limit: int | None
) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Return the scripts, playbooks and documents below a folder that name deployments, with these (see `FileFacts.registry`).

    A query (`VirtualFiles.query`).
    """
    known = files.query(facts_below, folder, excluded, limit)
    found: list[tuple[str, tuple[tuple[str, str], ...]]] = []
    hidden = (os.path.join(folder, name) for name in HIDDEN_FOLDERS)
    waiting, count = [*filter(files.may_read, hidden), folder], 0
    while waiting and (limit is None or count < limit):
        here = waiting.pop()
        within, may_read = files.query(listing, here, excluded, limit), files.may_read_in(here)
        waiting += reversed(within.folders)
        count += len(within.files) + len(within.telling)
        for path in (*within.telling, *within.files):
            is_asked = path not in known and kind_of_name(path) != "configuration"  # whose deployments are known
            facts = _told_in(files, path, may_read) if is_asked else FileFacts()
            if facts.kind == "telling":
                found.append((path, facts.registry))
    return tuple(found)


def _told_in(files: VirtualFiles, path: str, may_read: Callable[[str], bool]) -> FileFacts:
    files.record(path)
    return _on_disk(path).facts if may_read(path) else FileFacts()


def names_in_folder(
    files: VirtualFiles, folder: str, excluded: Callable[[str], bool], limit: int | None
) -> dict[str, frozenset[str]]:
    """Return what each template directly in a folder names, by full path. A query (`VirtualFiles.query`)."""
    contents = files.query(contents_in_folder, folder, excluded, limit)
    return {path: names for path, (_, names) in contents.items() if names}


def facts_below(
    files: VirtualFiles, folder: str, excluded: Callable[[str], bool], limit: int | None
) -> dict[str, FileFacts]:
    """Return the facts of each template and environment in `folders_below`, by full path. A query (`VirtualFiles.query`)."""
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
    data = _overlay(files, path) if files.is_overlay(path) else _bytes(path) if files.may_read(path) else b""
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
