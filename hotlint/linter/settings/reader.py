"""Read a configuration's document into settings; every mistake is a problem at its place, and the rest still applies."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from hotlint.common.boundary import Boundary, UserFolders, is_absent
from hotlint.common.files import ReadError, read_text
from hotlint.formats.configuration import DEPLOYMENT, JINJA, KEYS, NAME, SECTION
from hotlint.formats.reader import TooLargeError, entries_of, items_of
from hotlint.formats.table import Level
from hotlint.linter.settings.model import JinjaSettings, NamedDeployment
from hotlint.linter.settings.selectors import KnownRules
from hotlint.linter.settings.values import ValueReader
from hotlint.syntax.nodes import Document, Mapping, Node, Scalar, Sequence
from hotlint.syntax.source import LineIndex, Span

if TYPE_CHECKING:
    from hotlint.policies.model import Policy
    from hotlint.policies.reader import PolicyReader

OLD_NAMES = {"cloud": "cloud_snapshot"}
"""Earlier names of settings, which are read, and reported."""
SHOWN = 3
"""Mistakes of one file of policies that are reported in the configuration."""
Entry = TypeVar("Entry", NamedDeployment, JinjaSettings)


class Setting(NamedTuple):
    """One value as it was read. `glob` is the key of `templates` that it is under, None when it applies to all files.

    `file` is the configuration that it is written in, None for the one that was read.
    """

    key: str
    value: Any
    span: Span
    glob: str | None = None
    file: str | None = None


class ConfigReader(ValueReader):
    """Reads one configuration: a method for each kind of key that is more than a value.

    `base` is the folder that globs are relative to; paths are relative to the configuration's own. `read_files` are the absolute
    paths of the policies that it names.
    """

    def __init__(
        self, path: str, document: Document, rules: KnownRules | None, base: str, confined_to: Boundary | None = None
    ) -> None:
        super().__init__(path, document, rules, confined_to)
        self._base = base
        self.read_files: set[str] = set()

    def read(self) -> Iterator[Setting]:
        """Return the valid settings in the order of the file."""
        root = self.document.root
        if root is None or (isinstance(root, Scalar) and root.value is None):
            return
        if not isinstance(root, Mapping):
            self.report(root, "a configuration must be a mapping of settings, such as 'ignore: [HOT8]'")
            return
        for written, name, node in self.known(root, [*KEYS, *OLD_NAMES], "unknown setting {}", list(KEYS)):
            key = self._current(written, name)
            if key == "templates":
                yield from self._templates(node)
            else:
                yield from self._setting(key, node, None)

    def _templates(self, node: Node) -> Iterator[Setting]:
        if not isinstance(node, Mapping):
            example = "{'web/*.yaml': {ignore: [HOT8]}}"
            self.report(node, f"'templates' must be a mapping from globs to settings, such as {example}")
            return
        allowed = SECTION.names
        for glob, _, settings in entries_of(node):
            if not isinstance(settings, Mapping):
                keys = ", ".join(allowed)
                self.report(settings, f"the value of glob '{glob}' must be a mapping of settings: any of {keys}")
                continue
            for written, name, value in self.known(settings, [*KEYS, *OLD_NAMES], "unknown setting {}", allowed):
                key = self._current(written, name)
                if key in allowed:
                    yield from self._setting(key, value, glob)
                else:
                    self.report(name, f"'{key}' applies to all files and is not allowed under a glob")

    def _current(self, written: str, name: Node) -> str:
        """Return the name of a setting, for one of its earlier names, too, which is a problem."""
        if written in OLD_NAMES:
            self.report(name, f"setting '{written}' is called '{OLD_NAMES[written]}' now")
        return OLD_NAMES.get(written, written)

    def _setting(self, key: str, node: Node, glob: str | None) -> Iterator[Setting]:
        value = self.value(node, KEYS[key])
        if value is not None:
            yield Setting(key, value, Span(node.start, node.end), glob)

    # -- other configurations ----------------------------------------------------------------------------------------

    def extends(self, node: Node, key: str) -> tuple[str, ...]:
        """Return the paths of the configurations to start from."""
        found = []
        for text, item in self.texts(node, key):
            file = self.resolved(text)
            is_there = os.path.isfile(file) and not is_absent(file, self.confined_to)
            path = file if is_there else packaged_config(text)
            if path is None:
                message = f"'{text}' is neither a file nor an installed package with a .hotlint.yaml{self.paths_hint}"
                self.report(item, message)
            elif (not is_there and isinstance(self.confined_to, UserFolders)) or self.may_use(path, item, f"'{text}'"):
                found.append(path)
        return tuple(found)

    # -- deployments and Jinja sources -------------------------------------------------------------------------------

    def deployments(self, node: Node, key: str) -> tuple[NamedDeployment, ...]:
        """Return the valid deployments of a list, or a single one."""
        is_single = isinstance(node, Mapping) and any(entry.name in DEPLOYMENT.names for entry in node.items())
        if isinstance(node, Sequence) or is_single:
            return _each(node, self._deployment)
        self.report(node, f"'deployments' must be a list of mappings, such as [{_DEPLOYMENT}]")
        return ()

    def _deployment(self, node: Node) -> NamedDeployment | None:
        """Return one deployment; None where its name or template is missing, which is reported once."""
        if not isinstance(node, Mapping):
            self.report(node, f"an entry of 'deployments' must be a mapping, such as {_DEPLOYMENT}")
            return None
        entries = self._section(node, "deployments", DEPLOYMENT)
        name, template = (_text(entries.get(key)) for key in ("name", "template"))
        if name is None or template is None:
            if len(entries) == len(node.items()):  # no unknown key, which may be the missing one, misspelled
                self.report(node, "an entry of 'deployments' requires 'name' and 'template', both strings")
            return None
        values = self._values(
            entries.pop("values", None), f"'values' of deployment '{name}'", "from parameters to values"
        )
        read = self.values(entries, DEPLOYMENT)
        return NamedDeployment(values=values, **read) if "template" in read else None

    def jinja(self, node: Node, key: str) -> tuple[JinjaSettings, ...]:
        """Return the valid entries of a list, or a single one."""
        return _each(node, self._jinja_entry)

    def _jinja_entry(self, node: Node) -> JinjaSettings | None:
        if not isinstance(node, Mapping):
            self.report(node, "'jinja' must be a mapping, such as 'jinja: {variable_files: [vars.yaml]}'")
            return None
        entries = self._section(node, "jinja", JINJA)
        variables = self._values(entries.pop("variables", None), "'variables' of 'jinja'", "from names to values")
        return JinjaSettings(variables=variables, folder=self._base, **self.values(entries, JINJA))

    def _section(self, node: Mapping, section: str, level: Level) -> dict[str, Node]:
        found = self.known(node, level.names, f"unknown key {{}} of '{section}'")
        return {name: value for name, _, value in found}

    def _values(self, node: Node | None, named: str, form: str) -> tuple[tuple[str, Any], ...]:
        """Return the values of a mapping by name; none, with a problem, for anything else."""
        if not isinstance(node, Mapping):
            if node is not None:
                self.report(node, f"{named} must be a mapping {form}")
            return ()
        try:
            return tuple(self.plain(node).items())
        except (TooLargeError, RecursionError):
            self.report(node, f"{named} must not expand to more than 100,000 values")
            return ()

    # -- policies ----------------------------------------------------------------------------------------------------

    def policies(self, node: Node, key: str) -> tuple[Policy, ...]:
        """Return the policies that the configuration names or holds. Of what it may not read, only the packs of hotlint."""
        from hotlint.policies.reader import PolicyReader

        reader = PolicyReader(self.path, Document(self.document.source), self.confined_to)
        found: list[Policy] = []
        for item in items_of(node):
            if isinstance(item, Scalar):
                found += _extended_policies(reader, item)
            elif isinstance(item, Mapping):
                try:
                    policy = reader.policy(item)
                except (TooLargeError, RecursionError):
                    policy = None
                    reader.report(item, "the policy expands to more than 100,000 values")
                found += [policy] if policy is not None else []
            else:
                reader.report(item, "'policies' must be a list of files and policies, such as [policies.yaml]")
        self.problems += reader.sorted_problems()
        self.read_files |= reader.looked_for
        return tuple(found)


_DEPLOYMENT = "{name: prod, template: web.yaml}"


def packaged_config(name: str) -> str | None:
    """Return the path of the configuration that an installed package holds; None when there is no such package.

    A package is looked for and never imported. Only top-level packages count, since to look for one inside another would
    import the other.
    """
    if not name.isidentifier():
        return None
    try:
        spec = PathFinder.find_spec(name)
    except (ImportError, ValueError):
        return None
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        path = os.path.join(folder, NAME)
        if os.path.isfile(path):
            return path
    return None


def _extended_policies(reader: PolicyReader, item: Scalar) -> tuple[Policy, ...]:
    """Return the policies of a file or pack; its mistakes are reported where it is named."""
    from hotlint.policies.reader import read_policies

    path = reader.extended_path(item)
    if path is None:
        return ()
    try:
        read = read_policies(path, confined_to=reader.confined_to)
    except (OSError, ReadError) as exc:
        why = exc.message if isinstance(exc, ReadError) else exc.strerror
        reader.report(item, f"policies '{item.text}' cannot be read: {why}")
        return ()
    reader.looked_for |= read.looked_for
    folder = os.path.join(os.path.dirname(reader.path), "")
    for file, problems in read.problems.items():
        try:
            lines = LineIndex(read_text(file))
        except (OSError, ReadError):
            continue
        for problem in problems[:SHOWN]:
            reader.report(
                item, f"{file.removeprefix(folder)}:{lines.position(problem.span.start).line + 1}: {problem.message}"
            )
    return read.policies


def _each(node: Node, read: Callable[[Node], Entry | None]) -> tuple[Entry, ...]:
    """Return what `read` returns for each item of a list, or for a single one."""
    return tuple(entry for item in items_of(node) if (entry := read(item)) is not None)


def _text(node: Node | None) -> str | None:
    return node.text if isinstance(node, Scalar) and node.value is not None else None
