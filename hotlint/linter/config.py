"""The configuration file .hotlint.yaml: found upward from a file, the nearest one wins; read, checked, explained.

`KEYS` is the one table of what may stand in it: the reader, its messages, the JSON schema and the documentation are all
made from it. What is wrong in a configuration file is a finding at its place, and the rest of the file still counts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from hotlint.analysis.template import span_of
from hotlint.common import globs
from hotlint.common.files import ReadError, read_text
from hotlint.common.suggestions import did_you_mean
from hotlint.linter.config_search import Nearest
from hotlint.linter.diagnostic import SEVERITIES, Diagnostic, Severity
from hotlint.linter.run_diagnostics import BadConfiguration, run_diagnostic
from hotlint.linter.settings import Settings
from hotlint.resource_types import releases
from hotlint.syntax.nodes import Document, Mapping, Node, Problem, Scalar, Sequence
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span


class Key(NamedTuple):
    """One key of the configuration. `kind` says what stands there; `in_templates` whether it may stand under a glob."""

    name: str
    kind: str
    summary: str
    example: str
    in_templates: bool = True


_KEYS = (
    Key(
        "target", "text",
        "The OpenStack release, or the release of openstack-heat, that types and properties are checked against.",
        "target: 2025.1",
    ),
    Key(
        "environments", "paths", "Environment files to judge templates with, merged in this order.",
        "environments: [env/common.yaml]",
    ),
    Key(
        "plugin_dirs", "paths", "Folders of Heat resource plugins. They are read, never run.",
        "plugin_dirs: [plugins]",
    ),
    Key(
        "known_types", "texts", "Resource types that exist though nothing is known of them: names or globs.",
        'known_types: ["Acme::*"]',
    ),
    Key(
        "select", "selectors", "The rules to run, by code, start of a code, or name; all when it is left out.",
        "select: [HOT3, HOT4]",
    ),
    Key(
        "ignore", "selectors", "Rules not to run, by code, start of a code, or name.",
        "ignore: [HOT8, missing-description]",
    ),
    Key(
        "severity", "severities", "The severity of rules: error, warning or info.",
        "severity: {HOT301: warning}",
    ),
    Key(
        "exclude", "globs", "Files and folders that are not checked, even when they are named.",
        "exclude: [vendor/, '*.j2.yaml']", False,
    ),
    Key(
        "fail_on", "severity", "The mildest severity that fails a run: error (as without it), warning or info.",
        "fail_on: warning", False,
    ),
    Key(
        "templates", "templates", "Settings for the files that a glob matches, on top of the others.",
        "templates: {'web/*.yaml': {environments: [env/web.yaml]}}", False,
    ),
)  # fmt: skip
KEYS = {key.name: key for key in _KEYS}


class Setting(NamedTuple):
    """One value as it was read: `glob` is that of `templates:` in which it stands, None for all files."""

    key: str
    value: Any
    span: Span
    glob: str | None = None


class Config:
    """One configuration file, as far as it is right. `problems` are findings about it."""

    __slots__ = ("_reader", "document", "exclude", "folder", "path", "settings")

    def __init__(self, path: str, document: Document, known: KnownRules | None = None) -> None:
        self.path = path
        self.folder = os.path.dirname(os.path.abspath(path))
        self.document = document
        self._reader = _Reader(path, document, known)
        self.settings: list[Setting] = list(self._reader.read())
        self.exclude: tuple[str, ...] = tuple(g for s in self.settings if s.key == "exclude" for g in s.value)

    @property
    def problems(self) -> list[Diagnostic]:
        return self._reader.problems

    def relative(self, path: str) -> str | None:
        """A path as seen from the configuration's folder, with slashes; None for one outside."""
        found = os.path.relpath(os.path.abspath(path), self.folder).replace(os.sep, "/")
        return None if found == ".." or found.startswith("../") else found

    def excludes(self, path: str) -> bool:
        """Whether a file or folder is not to be checked."""
        relative = self.relative(path) if self.exclude else None
        return relative is not None and any(globs.matches(g, relative) for g in self.exclude)

    def counting(self, path: str) -> Iterator[Setting]:
        """The values that count for one file, in the order in which they are put on top of each other."""
        relative = self.relative(path)
        yield from (s for s in self.settings if s.glob is None)
        if relative is not None:
            yield from (s for s in self.settings if s.glob is not None and globs.matches(s.glob, relative))

    def for_file(self, path: str) -> Settings:
        """The settings of one file."""
        made = Settings(files=(self.path,))
        for setting in self.counting(path):
            if setting.key not in ("exclude", "templates"):
                made = made.changed(Settings(**{setting.key: setting.value}))
        return made


class KnownRules(NamedTuple):
    """What the values of a configuration may name: rules, by code and by name."""

    codes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def selector_problem(selector: str, known: KnownRules) -> str | None:
    """Why a selector means no rule at all, in a sentence; None when it does mean one."""
    folded = selector.casefold()
    if folded == "all" or any(c.casefold().startswith(folded) for c in known.codes) or folded in known.names:
        return None
    return f"No rule has the code or name '{selector}'{did_you_mean(selector, [*known.codes, *known.names])}."


def target_problem(target: str) -> str | None:
    """Why a target is no release that hotlint knows, in a sentence; None when it is one."""
    if releases.number_of(target) is not None:
        return None
    known = releases.known()
    newest = f" (it knows {known[0].series} to {known[-1].series})" if known else ""
    hint = did_you_mean(target, releases.spellings()) or newest
    return f"'{target}' is no OpenStack release that hotlint knows{hint}."


class Finder:
    """Finds and remembers the configuration that counts for a file.

    `explicit` is a file that counts for everything; with `enabled` false none counts. `known` is asked when a
    configuration is read for the first time: it costs loading the rules.
    """

    def __init__(
        self, explicit: str | None = None, *, enabled: bool = True, known: Callable[[], KnownRules] = KnownRules
    ) -> None:
        self.explicit = explicit
        self.enabled = enabled
        self._known = known
        self._nearest = Nearest()
        self._files: dict[str, Config] = {}

    def config(self, path: str) -> Config | None:
        """The configuration for a file. Raises FileNotFoundError or PermissionError for an explicit one."""
        if not self.enabled:
            return None
        if self.explicit is not None:
            return self._open(self.explicit)
        nearest = self._nearest.of_file(path)
        return self._open(_shown(nearest)) if nearest is not None else None

    def settings(self, path: str) -> Settings:
        """The settings that the configuration gives a file."""
        config = self.config(path)
        return config.for_file(path) if config else Settings()

    def opened(self) -> Iterable[Config]:
        """Every configuration that was used so far."""
        return self._files.values()

    def _open(self, path: str) -> Config:
        if path not in self._files:
            problem = None
            try:
                text = read_text(path)
            except ReadError as exc:
                text, problem = (
                    "",
                    run_diagnostic(BadConfiguration, f"This configuration cannot be read: {exc.message}."),
                )
            config = Config(path, parse(Source(path, text)), self._known())
            if problem is not None:
                config.problems.append(problem)
            self._files[path] = config
        return self._files[path]


def _shown(path: str) -> str:
    """A path relative to the working folder where it is below that, as people want to see it."""
    here = os.getcwd() + os.sep
    return path[len(here) :] if path.startswith(here) else path


def _about(problem: Problem, text: str) -> str:
    """What is wrong with the YAML, said of a configuration."""
    if problem.slug == "duplicate-key":
        return f"'{text[problem.span.start : problem.span.end]}' stands here a second time: only this one counts."
    return problem.message


class _Reader:
    """Reads a configuration's document, and collects what is wrong in it."""

    def __init__(self, path: str, document: Document, known: KnownRules | None) -> None:
        self.folder = os.path.dirname(path)
        self.document = document
        self.known = known
        self.problems = [run_diagnostic(BadConfiguration, _about(p, document.text), p.span) for p in document.problems]

    def wrong(self, node: Node, message: str) -> None:
        self.problems.append(run_diagnostic(BadConfiguration, message, span_of(node)))

    def read(self) -> Iterator[Setting]:
        root = self.document.root
        if root is None or (isinstance(root, Scalar) and root.value is None):
            return
        if not isinstance(root, Mapping):
            self.wrong(root, "A configuration is a map of settings, such as 'ignore: [HOT8]'.")
            return
        for key, node in self.keys(root, list(KEYS)):
            if key == "templates":
                yield from self.templates(node)
            else:
                yield from self.setting(key, node, None)

    def keys(self, node: Mapping, allowed: list[str]) -> Iterator[tuple[str, Node]]:
        for entry in node.items():
            name = entry.name
            if not isinstance(name, str) or name not in allowed:
                if name in KEYS:
                    self.wrong(entry.key, f"'{name}' counts for all files, and cannot stand under a glob.")
                else:
                    self.wrong(entry.key, f"There is no setting '{name}'{did_you_mean(name, allowed)}.")
                continue
            yield name, entry.value

    def templates(self, node: Node) -> Iterator[Setting]:
        if not isinstance(node, Mapping):
            self.wrong(node, "'templates' is a map from globs to settings, such as {'web/*.yaml': {ignore: [HOT8]}}.")
            return
        allowed = [k.name for k in KEYS.values() if k.in_templates]
        for entry in node.items():
            if not isinstance(entry.value, Mapping):
                self.wrong(entry.value, f"Under a glob stands a map of settings: any of {', '.join(allowed)}.")
                continue
            for key, value in self.keys(entry.value, allowed):
                yield from self.setting(key, value, str(entry.name))

    def setting(self, key: str, node: Node, glob: str | None) -> Iterator[Setting]:
        value = getattr(self, KEYS[key].kind)(node, key)
        if value is not None:
            yield Setting(key, value, Span(node.start, node.end), glob)

    # one method for each kind of value; None when there is nothing right in it

    def text(self, node: Node, key: str) -> str | None:
        if not isinstance(node, Scalar) or node.value is None:
            self.wrong(node, f"'{key}' is one text, such as '{KEYS[key].example}'.")
            return None
        problem = target_problem(node.text) if key == "target" else None
        if problem:
            self.wrong(node, problem)
            return None
        return node.text

    def texts(self, node: Node, key: str) -> tuple[str, ...] | None:
        items = node.items if isinstance(node, Sequence) else [node]
        found = []
        for item in items:
            if isinstance(item, Scalar) and item.value is not None:
                found.append(item.text)
            else:
                self.wrong(item, f"'{key}' is a list of texts, such as '{KEYS[key].example}'.")
        return tuple(found)

    globs = texts

    def paths(self, node: Node, key: str) -> tuple[str, ...] | None:
        found = []
        for item in node.items if isinstance(node, Sequence) else [node]:
            for text in self.texts(item, key) or ():
                path = os.path.normpath(os.path.join(self.folder, os.path.expanduser(text)))
                if os.path.isdir(path) if key == "plugin_dirs" else os.path.isfile(path):
                    found.append(path)
                else:
                    what = "folder" if key == "plugin_dirs" else "file"
                    self.wrong(item, f"There is no {what} '{text}' (paths count from this configuration's folder).")
        return tuple(found)

    def selectors(self, node: Node, key: str) -> tuple[str, ...] | None:
        for item in node.items if isinstance(node, Sequence) else [node]:
            if isinstance(item, Scalar) and item.value is not None:
                self.check_selector(item)
        return self.texts(node, key)

    def check_selector(self, node: Node) -> None:
        problem = selector_problem(node.text, self.known) if self.known and isinstance(node, Scalar) else None
        if problem:
            self.wrong(node, problem)

    def severity(self, node: Node, key: str) -> Severity | None:
        found = next((s for s in SEVERITIES if isinstance(node, Scalar) and node.value == s), None)
        if found is None:
            written = node.text if isinstance(node, Scalar) else None
            self.wrong(node, f"A severity is error, warning or info{did_you_mean(written, SEVERITIES)}.")
        return found

    def severities(self, node: Node, key: str) -> tuple[tuple[str, Severity], ...] | None:
        if not isinstance(node, Mapping):
            self.wrong(node, f"'severity' is a map from rules to severities, such as '{KEYS[key].example}'.")
            return None
        found = []
        for entry in node.items():
            self.check_selector(entry.key)
            severity = self.severity(entry.value, key)
            if severity is not None:
                found.append((str(entry.name), severity))
        return tuple(found)
