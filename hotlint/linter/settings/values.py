"""The kinds of values that settings have, each a method of `ValueReader`."""

from __future__ import annotations

import os
from collections.abc import Iterable

from hotlint.common.boundary import Boundary
from hotlint.common.suggestions import did_you_mean
from hotlint.formats.configuration import KEYS
from hotlint.formats.reader import FieldReader, entries_of, items_of
from hotlint.linter.diagnostic import SEVERITIES, Severity
from hotlint.linter.settings.catalog import snapshot_problem
from hotlint.linter.settings.model import is_snapshot_name
from hotlint.linter.settings.selectors import KnownRules
from hotlint.resource_types import releases
from hotlint.syntax.nodes import Document, Mapping, Node, Scalar


def target_problem(target: str) -> str | None:
    """Return why a target is neither a release that hotlint knows nor a snapshot of a cloud, as a sentence; None for one."""
    if releases.number_of(target) is not None:
        return None
    if is_snapshot_name(target):
        return snapshot_problem(target)
    known = releases.known()
    newest = f" (known are {known[0].series} to {known[-1].series})" if known else ""
    hint = did_you_mean(target, releases.spellings()) or newest
    return f"'{target}' is not an OpenStack release that hotlint knows{hint}"


class ValueReader(FieldReader):
    """Reads values of settings. Each method takes a node and its key, and returns None where nothing in the node is valid.

    Without `rules`, selectors and profiles are not checked. `unknown_selectors` are those that match no rule: they may name
    policies (see `report_selectors`).
    """

    paths_hint = " (paths are relative to the configuration's folder)"

    def __init__(
        self, path: str, document: Document, rules: KnownRules | None, confined_to: Boundary | None = None
    ) -> None:
        super().__init__(path, document, confined_to)
        self.rules = rules
        self.unknown_selectors: list[tuple[str, Node]] = []

    def such_as(self, key: str) -> str:
        """Return the end of a message that shows an example of a setting."""
        return f", such as '{KEYS[key].example}'" if key in KEYS else ""

    def resolved(self, text: str) -> str:
        """Return the path that a text in the configuration stands for, with ~ for the home folder."""
        return super().resolved(os.path.expanduser(text))

    def target(self, node: Node, key: str) -> str | None:
        """Return a release, or the path of a snapshot of a cloud."""
        text = self.text(node, key)
        if text is None or is_snapshot_name(text):
            return self.existing(node, text) if text is not None else None
        if problem := target_problem(text):
            self.report(node, problem)
            return None
        return text

    def targets(self, node: Node, key: str) -> str | tuple[str, ...] | None:
        """Return a target, or those of a list."""
        if isinstance(node, Scalar):
            return self.target(node, key)
        return tuple(found for item in items_of(node) if (found := self.target(item, key)) is not None) or None

    def seconds(self, node: Node, key: str) -> float | None:
        """Return a number of seconds, of at most a day."""
        value = node.value if isinstance(node, Scalar) else None
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 86_400:
            return float(value)
        self.report(node, f"'{key}' takes a number of seconds above 0{self.such_as(key)}")
        return None

    def limit(self, node: Node, key: str) -> int | None:
        """Return a number of things, or -1 for no limit."""
        value = node.value if isinstance(node, Scalar) else None
        if isinstance(value, int) and not isinstance(value, bool) and value >= -1:
            return value
        self.report(node, f"'{key}' takes a whole number, or -1 for no limit{self.such_as(key)}")
        return None

    def strings(self, node: Node, key: str) -> tuple[str, ...]:
        """Return strings."""
        return tuple(text for text, _ in self.texts(node, key))

    globs = strings
    name = FieldReader.text

    def paths(self, node: Node, key: str) -> tuple[str, ...]:
        """Return the paths of files that exist."""
        return self._existing(node, key)

    def folders(self, node: Node, key: str) -> tuple[str, ...]:
        """Return the paths of folders that exist."""
        return self._existing(node, key, is_folder=True)

    def urls(self, node: Node, key: str) -> tuple[tuple[str, str], ...] | None:
        """Return folders that exist by the start of URLs, which ends with a slash."""
        if not isinstance(node, Mapping):
            self.report(node, f"'{key}' must be a mapping from URLs to folders{self.such_as(key)}")
            return None
        found = []
        for url, at, value in entries_of(node):
            if not url.startswith(("http://", "https://")):
                self.report(at, f"'{url}' is no URL: it must start with http:// or https://")
            elif not isinstance(value, Scalar) or not isinstance(value.value, str):
                self.report(value, f"the folder of '{url}' must be a text")
            elif (folder := self.existing(value, value.value, is_folder=True)) is not None:
                found.append((url.rstrip("/") + "/", folder))
        return tuple(found)

    def _existing(self, node: Node, key: str, *, is_folder: bool = False) -> tuple[str, ...]:
        found = (self.existing(item, text, is_folder=is_folder) for text, item in self.texts(node, key))
        return tuple(path for path in found if path is not None)

    def selectors(self, node: Node, key: str) -> tuple[str, ...]:
        """Return selectors of rules."""
        return tuple(self._selector(text, item) for text, item in self.texts(node, key))

    def _selector(self, selector: str, node: Node) -> str:
        if self.rules is not None and self.rules.problem(selector):
            self.unknown_selectors.append((selector, node))
        return selector

    def report_selectors(self, policies: Iterable[str]) -> None:
        """Report the selectors that match neither a rule nor a policy with one of these codes."""
        known = (self.rules or KnownRules()).and_codes(policies)
        for selector, node in self.unknown_selectors:
            if problem := known.problem(selector):
                self.report(node, problem)

    def profiles(self, node: Node, key: str) -> tuple[str, ...]:
        """Return the names of profiles that rules belong to."""
        found = []
        for text, item in self.texts(node, key):
            problem = self.rules.profile_problem(text) if self.rules is not None else None
            if problem:
                self.report(item, problem)
            else:
                found.append(text)
        return tuple(found)

    def severities(self, node: Node, key: str) -> tuple[tuple[str, Severity], ...] | None:
        """Return severities by selector."""
        if not isinstance(node, Mapping):
            self.report(node, f"'severity' must be a mapping from rules to severities{self.such_as(key)}")
            return None
        overrides = []
        for name, name_node, value in entries_of(node):
            severity, selector = self.choice(value, key, SEVERITIES), self._selector(name, name_node)
            if severity is not None:
                overrides.append((selector, severity))
        return tuple(overrides)
