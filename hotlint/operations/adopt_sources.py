"""Propose how the template sources of a tree are to be rendered: with the values that the tree itself gives.

A source is rendered with what is proposed before it is proposed. Nothing is guessed for a variable that no file gives.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from hotlint.analysis.file_kinds import kind_of
from hotlint.analysis.files.evidence import LONGEST, may_tell
from hotlint.analysis.files.project import Project
from hotlint.common.counts import counted
from hotlint.common.files import ReadError, read_start, walked
from hotlint.formats.reader import PlainReader, TooLargeError
from hotlint.language.jinja_marks import is_of_other_engine, jinja_span
from hotlint.language.jinja_rendering import RenderingError
from hotlint.linter.checking.jinja_check import rendering_of
from hotlint.linter.settings.model import JinjaSettings
from hotlint.syntax.nodes import Document, Mapping, Sequence

_VALUE_FOLDERS = ("group_vars", "host_vars", "vars", "defaults")
_VALUE_NAME = re.compile(r"(?:^|[-_.])(?:vars|variables|values|defaults|config|settings|params)\.(?:ya?ml|json)$")
_DATA = (".yaml", ".yml", ".json")
_ROLE_FILE = re.compile(r"(.*/|)(?:defaults|vars)/main\.ya?ml$")
_TAG = re.compile(r"\{[{%][^{}]{1,1000}[%}]\}")
_WORD = re.compile(r"(?<![\w.'\"])[A-Za-z_]\w*")
_UNDEFINED = re.compile(r"'(\w+)' is undefined$")
_ROUNDS = 20
"""Variables and included files that are looked for, one after the other, until a source is rendered."""


class Values(NamedTuple):
    """Values of variables that a file gives. `is_file`: they are the whole file, which `variable_files` can name."""

    path: str
    values: dict[str, Any]
    is_file: bool


class Rendered(NamedTuple):
    """Sources that the same settings render, with their texts. `value` is an entry of `jinja` without its `files`."""

    value: dict[str, Any]
    texts: dict[str, str | None]


class Sources(NamedTuple):
    """The sources of a tree: those that settings render, why others are not rendered, by path, and those of other engines.

    `others` are files that give other values to the same variables. `tools` are scripts of the tree that render with jinja2.
    All paths are relative to the tree, with slashes.
    """

    rendered: list[Rendered]
    others: set[str]
    failed: dict[str, str]
    foreign: list[str]
    tools: list[str]

    def reasons(self) -> list[tuple[str, int]]:
        """Return why sources are not rendered, each with their number, the most frequent first."""
        return Counter(self.failed.values()).most_common()

    def setting(self) -> Any:
        """Return the value of the setting `jinja`: a mapping, or a list of them; None where it renders no source."""
        if not self.rendered:
            return None
        if len(self.rendered) == 1 and not self.failed and self.rendered[0].value:
            return self.rendered[0].value
        others = {path for one in self.rendered for path in one.texts} | self.failed.keys()
        entries = [{"files": _globs(list(one.texts), others), **one.value} for one in self.rendered]
        return entries if len(entries) > 1 else entries[0]

    def reason(self) -> str:
        """Return how the sources are rendered that the setting `jinja` names."""
        number = sum(len(one.texts) for one in self.rendered)
        why = f"hotlint renders {counted(number, 'source')}"
        why += " with values that this tree gives." if any(one.value for one in self.rendered) else "."
        if self.others:
            shown = ", ".join(sorted(self.others)[:3]) + (", ..." if len(self.others) > 3 else "")
            why += f" Other values of the same variables: {shown}."
        return why


def sources_of(paths: Iterable[str], project: Project) -> Sources:
    """Return what is proposed for template sources in the working folder, by their paths relative to it."""
    found = Sources([], set(), {}, [], [])
    jinja = []
    for path in paths:
        document = project.document(path)
        span = jinja_span(document)
        if span is not None and is_of_other_engine(document, span):
            found.foreign.append(path)
        else:
            jinja.append(path)
    if not jinja:
        return found
    files = sorted(
        os.path.join(folder, name)[2:].replace(os.sep, "/") for folder, _, names in walked(".") for name in names
    )
    given = list(_values(files, project))
    for path in jinja:
        near = sorted((v for v in given if _applies(v, path)), key=lambda v: _distance(v, path))
        own = _settings_for(path, near, files, project)
        if isinstance(own, str):
            found.failed[path] = own
        else:
            _join(found.rendered, path, own, project)
            found.others.update(_others(own, near))
    if found.failed:
        found.tools.extend(
            path for path in files if path.endswith((".py", ".sh", "Makefile")) and "jinja2" in _text(path)
        )
    return found


def _text(path: str) -> str:
    try:
        return read_start(path, LONGEST).decode("utf-8", "replace")
    except (OSError, ReadError):
        return ""


# -- values --------------------------------------------------------------------------------------------------------------


def _values(files: list[str], project: Project) -> Iterator[Values]:
    """Yield what may give values: files in the folders and with the names of Ansible, those that a script names, and plays."""
    told = "\n".join(_text(path) for path in files if may_tell(os.path.basename(path)) or path.endswith(".py"))
    for path in files:
        folders = set(path.split("/")[:-1])
        name = os.path.basename(path)
        is_named = not folders.isdisjoint(_VALUE_FOLDERS) or _VALUE_NAME.search(name) is not None or name in told
        if path.endswith(_DATA) or not folders.isdisjoint(_VALUE_FOLDERS[:2]):
            with contextlib.suppress(OSError, ReadError, TooLargeError, RecursionError):
                yield from _values_in(path, project.document(path), is_named=is_named)


def _values_in(path: str, document: Document, *, is_named: bool) -> Iterator[Values]:
    """Yield the values that a file gives: all of it where it is named as such a file, or those of its plays.

    Raises TooLargeError and RecursionError.
    """
    root = document.root
    if document.broken:
        return
    if isinstance(root, Sequence):
        for play in root.items:
            entry = play.named.get("vars") if isinstance(play, Mapping) else None
            if entry is not None and isinstance(entry.value, Mapping):
                yield Values(path, PlainReader()(entry.value), is_file=False)
    elif is_named and isinstance(root, Mapping) and kind_of(document) == "other":
        yield Values(path, PlainReader()(root), is_file=True)


def _distance(values: Values, source: str) -> tuple[int, int, str]:
    """Return how near values are to a source: defaults of a role are the last, since all others replace them."""
    steps = os.path.relpath(values.path, os.path.dirname(source) or ".").count(os.sep)
    return "defaults" in values.path.split("/"), steps, values.path


def _applies(values: Values, source: str) -> bool:
    """Return whether values count for a source: those of a role only for the sources in it."""
    role = _ROLE_FILE.match(values.path)
    return role is None or source.startswith(role[1])


# -- rendering -----------------------------------------------------------------------------------------------------------


def _settings_for(source: str, near: list[Values], files: list[str], project: Project) -> JinjaSettings | str:
    """Return the settings with which a source is rendered, or why there are none."""
    text = project.text(source)
    names = {name for tag in _TAG.findall(text) for name in _WORD.findall(tag)}
    search: tuple[str, ...] = ()
    for _ in range(_ROUNDS):
        try:
            own = _with_values(source, names, near, search, project)
            rendering_of(source, text, own, project)
        except RenderingError as exc:
            undefined = _UNDEFINED.search(exc.message)
            if exc.kind == "undefined" and undefined is not None:
                if undefined[1] in names and not any(undefined[1] in v.values for v in near):
                    return f"nothing in the tree gives '{undefined[1]}'"
                if undefined[1] in names:
                    return exc.message
                names.add(undefined[1])
            elif exc.kind == "missing" and (folder := _folder_of(exc.message, files, search)) is not None:
                search = (*search, folder)
            else:
                return exc.message.rstrip(".")
        else:
            return own
    return "too many variables have no value"


def _with_values(
    source: str, names: set[str], near: list[Values], search: tuple[str, ...], project: Project
) -> JinjaSettings:
    """Return settings with the nearest values of these names. A value that is itself an expression is rendered, as Ansible does.

    Raises RenderingError.
    """
    chosen = {name: v for v in reversed(near) for name in v.values if name in names}
    used = [v for v in reversed(near) if v in chosen.values()]
    plain = {name: v.values[name] for name, v in chosen.items() if not v.is_file}
    own = JinjaSettings(
        variable_files=tuple(v.path for v in used if v.is_file),
        variables=tuple(sorted(plain.items())),
        search_path=search,
        folder=os.getcwd(),
    )
    for _ in range(3):  # values of values
        values = {name: v.values[name] for name, v in chosen.items()} | dict(own.variables)
        filled = {name: _filled(source, value, own, project) for name, value in values.items() if "{{" in str(value)}
        if not filled:
            break
        own = own._replace(variables=tuple(sorted((dict(own.variables) | filled).items())))
    return own


def _others(own: JinjaSettings, near: list[Values]) -> Iterator[str]:
    """Yield the files that give other values to variables than the files of the settings; defaults of a role are no such files."""
    used = [v for v in near if v.is_file and v.path in own.variable_files]
    chosen = {name: value for v in reversed(used) for name, value in v.values.items()}
    for v in near:
        differs = any(value != chosen.get(name, value) for name, value in v.values.items())
        if v.is_file and v not in used and "defaults" not in v.path.split("/") and differs:
            yield v.path


def _filled(source: str, value: Any, own: JinjaSettings, project: Project) -> Any:
    if isinstance(value, dict):
        return {key: _filled(source, item, own, project) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled(source, item, own, project) for item in value]
    return rendering_of(source, value, own, project).text if isinstance(value, str) and "{{" in value else value


def _folder_of(name: str, files: list[str], search: tuple[str, ...]) -> str | None:
    """Return the folder from which a source includes the file `name`; None where there is none that is not searched yet."""
    folders = (path.removesuffix(name).rstrip("/") or "." for path in files if f"/{path}".endswith(f"/{name}"))
    return next((folder for folder in sorted(folders, key=len) if folder not in search), None)


def _join(groups: list[Rendered], path: str, own: JinjaSettings, project: Project) -> None:
    """Add a source to the first group whose settings, or its own, render all of them to the same text, or to a new group."""
    entry = _entry(own)
    text = _text_with(path, entry, project)
    for number, group in enumerate(groups):
        texts = group.texts | {path: text}
        for shared, other in ((group.value, entry), (entry, group.value)):
            if _covers(shared, other) and all(_text_with(p, shared, project) == wanted for p, wanted in texts.items()):
                groups[number] = Rendered(shared, texts)
                return
    groups.append(Rendered(entry, {path: text}))


def _covers(entry: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether an entry has all files, variables and folders of another."""
    return all(set(values) <= set(entry.get(name, ())) for name, values in other.items())


def _entry(own: JinjaSettings) -> dict[str, Any]:
    given = {
        "variable_files": list(own.variable_files),
        "variables": dict(own.variables),
        "search_path": list(own.search_path),
    }
    return {name: value for name, value in given.items() if value}


def _text_with(path: str, entry: dict[str, Any], project: Project) -> str | None:
    """Return the text that a source is rendered to with an entry of `jinja`; None where that fails."""
    own = JinjaSettings(
        variable_files=tuple(entry.get("variable_files", ())),
        variables=tuple(entry.get("variables", {}).items()),
        search_path=tuple(entry.get("search_path", ())),
    )
    try:
        return rendering_of(path, project.text(path), own, project).text
    except RenderingError:
        return None


def _globs(paths: list[str], others: set[str]) -> list[str]:
    """Return globs of sources, of a folder at once where they are all that it has of these."""
    by_folder: dict[str, list[str]] = {}
    for path in paths:
        by_folder.setdefault(os.path.dirname(path), []).append(path)
    found: list[str] = []
    for folder, own in sorted(by_folder.items()):
        all_of_it = [path for path in others if os.path.dirname(path) == folder]
        found += [f"{folder}/*"] if folder and len(own) > 1 and len(own) == len(all_of_it) else sorted(own)
    return found
