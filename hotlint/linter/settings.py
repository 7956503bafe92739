"""Settings: what counts for one file, whoever asked for it, and which rules they switch on.

`hotlint.linter.config` reads them from .hotlint.yaml; the command and the API put their own on top (`Settings.changed`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hotlint.linter.diagnostic import SEVERITIES, Diagnostic, Severity
from hotlint.linter.rule import Rule


class Settings(NamedTuple):
    """Settings of one file. Paths are ready to open; `select` None means every rule.

    `select`, `ignore` and the keys of `severity` are selectors: a code (HOT301), the start of one (HOT3), a rule's
    name, or `all`. `files` are the configuration files that they come from.
    """

    target: str | None = None
    environments: tuple[str, ...] = ()
    plugin_dirs: tuple[str, ...] = ()
    known_types: tuple[str, ...] = ()
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    severity: tuple[tuple[str, Severity], ...] = ()
    fail_on: Severity | None = None
    files: tuple[str, ...] = ()

    def changed(self, other: Settings) -> Settings:
        """These settings with those of `other` on top: lists are added to, the rest is replaced where it is given."""
        return Settings(
            other.target or self.target,
            self.environments + other.environments,
            self.plugin_dirs + other.plugin_dirs,
            self.known_types + other.known_types,
            other.select if other.select is not None else self.select,
            self.ignore + other.ignore,
            self.severity + other.severity,
            other.fail_on or self.fail_on,
            self.files + other.files,
        )

    def wants(self, rule: Rule) -> bool:
        """Whether a rule is switched on. What is ignored by the longer selector stays off, and the other way round."""
        chosen = 0 if self.select is None else _longest(self.select, rule.code, rule.name)
        return chosen >= 0 and _longest(self.ignore, rule.code, rule.name) < max(chosen, 1)

    def severity_of(self, found: Diagnostic, most: Severity) -> Severity:
        """The severity of a finding; `most` is its rule's own. What a rule made milder by itself stays as mild."""
        best, wanted = 0, None
        for selector, severity in self.severity:
            length = _longest((selector,), found.code, found.rule)
            if length >= max(best, 1):
                best, wanted = length, severity
        if wanted is None:
            return found.severity
        if found.severity == most:
            return wanted
        return max(wanted, found.severity, key=SEVERITIES.index)


def matches(selector: str, code: str, name: str) -> bool:
    """Whether a selector means the rule of that code and name."""
    return _longest((selector,), code, name) > 0


def _longest(selectors: Iterable[str], code: str, name: str) -> int:
    """How narrow the narrowest selector is that matches: 0 for none, 1 for all, 100 for a whole code or a name."""
    best = -1
    for selector in selectors:
        wanted = selector.casefold()
        if wanted in (code.casefold(), name.casefold()):
            return 100
        if wanted == "all":
            best = max(best, 1)
        elif code.casefold().startswith(wanted):
            best = max(best, 1 + len(wanted))
    return best
