"""Ignore files of git: https://git-scm.com/docs/gitignore.

Written for `hotlint.common.globs`, whose time no pattern can inflate. Libraries translate a pattern into one regular
expression, which a line such as `a*a*a*a*a*a*a*a*b` keeps busy for minutes with a single name of 80 letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from hotlint.common.globs import Glob, glob_of
from hotlint.common.records import NamedTuple

RULES_LIMIT = 10_000
"""Lines of one file that count; what follows is ignored."""
_NAMES_REMEMBERED = 50_000


class _Rule(NamedTuple):
    glob: Glob
    ignores: bool
    folders_only: bool

    def matches(self, names: Sequence[str], is_folder: bool) -> bool:
        return (is_folder or not self.folders_only) and self.glob.matches(names, whole=True)


class IgnoreFile:
    """The rules of one ignore file; of those that match a path, the last one decides."""

    def __init__(self, lines: Iterable[str]) -> None:
        rules = list(_rules(lines))
        self._rules = rules[::-1]
        self._long = [rule for rule in rules if rule.glob.from_top]
        short = [rule.glob.parts[0] for rule in rules if not rule.glob.from_top]
        self._names = frozenset(part for part in short if isinstance(part, str))
        patterns = [part.pattern for part in short if isinstance(part, re.Pattern)]
        self._pattern = re.compile("|".join(f"(?:{p})" for p in patterns)) if patterns else None
        self._known: dict[str, bool] = {}

    def __bool__(self) -> bool:
        return bool(self._rules)

    def ignores(self, path: str, *, is_folder: bool) -> bool | None:
        """Return whether a path, relative to the file's folder and with slashes, is ignored; None when no rule matches it.

        Rules for the folders that it is in do not count.
        """
        names = path.split("/")
        if not self._is_named(names[-1]) and not any(rule.matches(names, is_folder) for rule in self._long):
            return None
        return next((rule.ignores for rule in self._rules if rule.matches(names, is_folder)), None)

    def _is_named(self, name: str) -> bool:
        """Return whether a rule for a name at any depth may match."""
        known = self._known.get(name)
        if known is None:
            if len(self._known) >= _NAMES_REMEMBERED:
                self._known.clear()
            matched = name in self._names or (self._pattern is not None and self._pattern.match(name) is not None)
            known = self._known[name] = matched
        return known


def _rules(lines: Iterable[str]) -> Iterator[_Rule]:
    count = 0
    for line in lines:
        rule = _rule(line)
        if rule is not None:
            count += 1
            if count > RULES_LIMIT:
                return
            yield rule


def _rule(line: str) -> _Rule | None:
    """Return the rule of a line; None for an empty line, a comment, or an invalid one."""
    pattern = line.rstrip("\r\n")
    kept = pattern.rstrip(" ")
    backslashes = len(kept) - len(kept.rstrip("\\"))
    if backslashes % 2 and kept != pattern:  # an escaped space at the end
        kept += " "
    elif backslashes % 2:
        return None
    if not kept or kept.startswith("#"):
        return None
    ignores = not kept.startswith("!")
    body = kept if ignores else kept[1:]
    whole = body.rstrip("/")
    if not whole:
        return None
    parts = [_for_fnmatch(part) for part in whole.strip("/").split("/")]
    return _Rule(glob_of(parts, from_top="/" in whole or whole == "**"), ignores, body.endswith("/"))


def _for_fnmatch(part: str) -> str:
    """Return a part in the notation of `fnmatch`, which has no backslash and negates a choice by `!` only."""
    if part == "**" or ("\\" not in part and "[^" not in part):
        return part
    made, at = "", 0
    while at < len(part):
        if part[at] == "\\" and at + 1 < len(part):
            at += 1
            made += f"[{part[at]}]" if part[at] in "*?[" else part[at]
        elif part.startswith("[^", at):
            at += 1
            made += "[!"
        else:
            made += part[at]
        at += 1
    return made
