"""Read a configuration's document into settings; every mistake is a diagnostic at its place, and the rest still applies."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hotlint.analysis.template import span_of
from hotlint.common.files import OUTSIDE, is_absent, is_refused
from hotlint.common.suggestions import did_you_mean
from hotlint.linter import config_sections
from hotlint.linter.config_keys import KEYS, Setting
from hotlint.linter.config_search import NAME
from hotlint.linter.diagnostic import SEVERITIES, Diagnostic, Severity
from hotlint.linter.run_diagnostics import BadConfiguration, RenamedRule, run_diagnostic
from hotlint.linter.selectors import KnownRules
from hotlint.linter.settings import is_snapshot_name
from hotlint.linter.settings_catalog import snapshot_problem
from hotlint.resource_types import releases
from hotlint.syntax.nodes import Document, Mapping, Node, Problem, Scalar, Sequence
from hotlint.syntax.source import Span

if TYPE_CHECKING:
    from hotlint.policies.model import Policy


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


class ConfigReader:
    """Reads one configuration. `problems` collects the diagnostics; without `known`, selectors are not checked.

    `base` is the folder that globs are relative to; paths are relative to the configuration's own. Files outside of the
    folder `confined_to` are reported rather than used; None is no limit.
    """

    def __init__(
        self,
        path: str,
        document: Document,
        known: KnownRules | None,
        base: str | None = None,
        confined_to: str | None = None,
    ) -> None:
        self._confined_to = confined_to
        self.folder = os.path.dirname(path)
        self.base = os.path.abspath(base if base is not None else self.folder)
        self.document = document
        self.known = known
        self.problems: list[Diagnostic] = [
            run_diagnostic(BadConfiguration, _syntax_message(p, document.text), p.span) for p in document.problems
        ]

    def read(self) -> Iterator[Setting]:
        """Return the valid settings in the order of the file."""
        root = self.document.root
        if root is None or (isinstance(root, Scalar) and root.value is None):
            return
        if not isinstance(root, Mapping):
            self.report(root, "a configuration must be a mapping of settings, such as 'ignore: [HOT8]'")
            return
        for key, node in self._entries(root, list(KEYS)):
            if key == "templates":
                yield from self._templates(node)
            else:
                yield from self._setting(key, node, None)

    def report(self, node: Node, message: str) -> None:
        """Add a problem at a node."""
        self.problems.append(run_diagnostic(BadConfiguration, message, span_of(node)))

    def _entries(self, node: Mapping, allowed: list[str]) -> Iterator[tuple[str, Node]]:
        for entry in node.items():
            name = entry.name
            if isinstance(name, str) and name in allowed:
                yield name, entry.value
            elif name in KEYS:
                self.report(entry.key, f"'{name}' applies to all files and is not allowed under a glob")
            else:
                self.report(entry.key, f"unknown setting '{name}'{did_you_mean(name, allowed)}")

    def _templates(self, node: Node) -> Iterator[Setting]:
        if not isinstance(node, Mapping):
            example = "{'web/*.yaml': {ignore: [HOT8]}}"
            self.report(node, f"'templates' must be a mapping from globs to settings, such as {example}")
            return
        allowed = [k.name for k in KEYS.values() if k.in_templates]
        for entry in node.items():
            if not isinstance(entry.value, Mapping):
                keys = ", ".join(allowed)
                self.report(
                    entry.value, f"the value of glob '{entry.name}' must be a mapping of settings: any of {keys}"
                )
                continue
            for key, value in self._entries(entry.value, allowed):
                yield from self._setting(key, value, str(entry.name))

    def _setting(self, key: str, node: Node, glob: str | None) -> Iterator[Setting]:
        value = getattr(self, f"_{KEYS[key].kind}")(node, key)
        if value is not None:
            yield Setting(key, value, Span(node.start, node.end), glob)

    # one method for each kind of value; None when nothing in it is valid

    def _string(self, node: Node, key: str) -> str | None:
        if not isinstance(node, Scalar) or node.value is None:
            self.report(node, f"'{key}' must be a string, such as '{KEYS[key].example}'")
            return None
        return node.text

    def _target(self, node: Node, key: str) -> str | None:
        text = self._string(node, key)
        if text is None or is_snapshot_name(text):
            return self._snapshot(node, key) if text is not None else None
        if problem := target_problem(text):
            self.report(node, problem)
            return None
        return text

    def _snapshot(self, node: Node, key: str) -> str | None:
        if self._string(node, key) is None:
            return None
        return next(iter(self.existing(node, key)), None)

    def _boolean(self, node: Node, key: str) -> bool | None:
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        self.report(node, f"'{key}' takes true or false")
        return None

    def _seconds(self, node: Node, key: str) -> float | None:
        value = node.value if isinstance(node, Scalar) else None
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 86_400:
            return float(value)
        self.report(node, f"'{key}' takes a number of seconds above 0, such as '{KEYS[key].example}'")
        return None

    def _strings(self, node: Node, key: str) -> tuple[str, ...] | None:
        return tuple(text for text, _ in self._items(node, key))

    _globs = _strings

    def texts(self, node: Node, key: str) -> tuple[str, ...]:
        """Return the strings of a list, or a single one, of the key `key`."""
        return tuple(text for text, _ in self._items(node, key))

    def _deployments(self, node: Node, key: str) -> Any:
        return tuple(config_sections.deployments(node, self))

    def _jinja(self, node: Node, key: str) -> Any:
        return tuple(config_sections.each(node, config_sections.jinja, self))

    def _extends(self, node: Node, key: str) -> tuple[str, ...]:
        """Return the configurations to start from."""
        from hotlint.linter.config_packages import packaged_config

        found = []
        for text, item in self._items(node, key):
            path = os.path.normpath(os.path.join(self.folder, os.path.expanduser(text)))
            if is_absent(path, self._confined_to) or not os.path.isfile(path):
                packaged = packaged_config(text)
                if packaged is None:
                    message = f"'{text}' is neither a file nor an installed package with a .hotlint.yaml"
                    self.report(item, f"{message} (paths are relative to the configuration's folder)")
                    continue
                path = packaged
            if self._may_use(path, text, item):
                found.append(path)
        return tuple(found)

    def target(self, node: Node) -> str | None:
        """Return a release; None for one that is not known, which is reported."""
        return self._target(node, "target")

    def _items(self, node: Node, key: str) -> Iterator[tuple[str, Scalar]]:
        """Return the strings of a list, or of a single string, each with its node."""
        for item in node.items if isinstance(node, Sequence) else [node]:
            if isinstance(item, Scalar) and item.value is not None:
                yield item.text, item
            else:
                example = f", such as '{KEYS[key].example}'" if key in KEYS else ""
                self.report(item, f"'{key}' must be a list of strings{example}")

    def _paths(self, node: Node, key: str) -> tuple[str, ...] | None:
        return self.existing(node, key, is_folder=key == "plugin_dirs")

    def existing(self, node: Node, key: str, *, is_folder: bool = False) -> tuple[str, ...]:
        """Return the paths of a list that exist, ready to open; the others are reported."""
        paths = []
        for text, item in self._items(node, key):
            path = os.path.normpath(os.path.join(self.folder, os.path.expanduser(text)))
            if not self._may_use(path, text, item):
                continue
            is_there = os.path.isdir(path) if is_folder else os.path.isfile(path)
            if is_there and not is_absent(path, self._confined_to):
                paths.append(path)
            else:
                kind = "folder" if is_folder else "file"
                self.report(item, f"{kind} '{text}' does not exist (paths are relative to the configuration's folder)")
        return tuple(paths)

    def _may_use(self, path: str, text: str, node: Node) -> bool:
        """Return whether a path may be read; one that may not is reported."""
        if not is_refused(path, self._confined_to):
            return True
        self.report(node, f"'{text}' cannot be used: {OUTSIDE}")
        return False

    def _policies(self, node: Node, key: str) -> tuple[Policy, ...] | None:
        from hotlint.linter.config_policies import read_policies_of

        policies, problems = read_policies_of(os.path.join(self.folder, NAME), self.document, node, self._confined_to)
        for problem in problems:
            self.problems.append(run_diagnostic(BadConfiguration, problem.message, problem.span))
        return policies

    def _selectors(self, node: Node, key: str) -> tuple[str, ...] | None:
        return tuple(self._selector(text, item) for text, item in self._items(node, key))

    def _selector(self, selector: str, node: Node) -> str:
        """Return a selector with the rule's current name, after checking it."""
        if self.known is None:
            return selector
        problem = self.known.problem(selector)
        if problem:
            self.report(node, problem)
        elif self.known.is_outdated(selector):
            message = f"rule '{selector}' has been renamed to '{self.known.current(selector)}'"
            self.problems.append(run_diagnostic(RenamedRule, message, span_of(node), tags=("deprecated",)))
        return self.known.current(selector)

    def _profiles(self, node: Node, key: str) -> tuple[str, ...] | None:
        found = []
        for text, item in self._items(node, key):
            problem = self.known.profile_problem(text) if self.known is not None else None
            if problem:
                self.report(item, problem)
            else:
                found.append(text)
        return tuple(found)

    def _severity(self, node: Node, key: str) -> Severity | None:
        severity = next((s for s in SEVERITIES if isinstance(node, Scalar) and node.value == s), None)
        if severity is None:
            written = node.text if isinstance(node, Scalar) else None
            self.report(node, f"'{key}' takes error, warning or info{did_you_mean(written, SEVERITIES)}")
        return severity

    def _severities(self, node: Node, key: str) -> tuple[tuple[str, Severity], ...] | None:
        if not isinstance(node, Mapping):
            self.report(node, f"'severity' must be a mapping from rules to severities, such as '{KEYS[key].example}'")
            return None
        overrides = []
        for entry in node.items():
            severity = self._severity(entry.value, key)
            name = str(entry.name)
            selector = self._selector(name, entry.key) if isinstance(entry.key, Scalar) else name
            if severity is not None:
                overrides.append((selector, severity))
        return tuple(overrides)


def _syntax_message(problem: Problem, text: str) -> str:
    """Return the message of a YAML problem, in the words of a configuration."""
    if problem.slug == "duplicate-key":
        return f"duplicate key '{text[problem.span.start : problem.span.end]}'; only the last value applies"
    return problem.message
