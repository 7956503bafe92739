"""The baseline: findings that are known and no longer reported, by file, logical path and code.

Lines and columns are not part of it, so that a finding stays known when its lines move.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from hotlint.common.annotations import Any
from hotlint.common.files import ReadError, read_text
from hotlint.common.records import NamedTuple
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.settings.model import Settings
from hotlint.operations.errors import OperationError, cannot_read
from hotlint.output.findings.model import FileReport, Finding, PositionSpan, portable
from hotlint.syntax.logical_path import has_path, steps_of
from hotlint.syntax.nodes import Node

VERSION = 1
MOST = 1_000_000
"""Findings that a baseline may know, at most."""


class BaselineKey(NamedTuple):
    """What identifies known findings: a file relative to the folder of the baseline, a logical path, and a code."""

    path: str
    where: str
    code: str


class BaselineError(OperationError):
    """A file that is no baseline; the message says why."""


class _Compared(NamedTuple):
    """What each finding is known by, None for a new one, and how often each known finding was not found."""

    known: list[BaselineKey | None]
    left: dict[BaselineKey, int]


class Baseline:
    """Known findings, counted by what identifies them. `path` is the file, which need not exist yet.

    `chosen` are the selectors that the options of a run give: what these leave out is not looked for, so it is not gone.
    """

    def __init__(
        self,
        path: str,
        counts: dict[BaselineKey, int] | None = None,
        chosen: Settings = Settings(),  # noqa: B008
    ) -> None:
        self.path = path
        self.folder = os.path.dirname(os.path.abspath(path))
        self.counts = counts or {}
        self._chosen = chosen

    @property
    def total(self) -> int:
        """The number of known findings."""
        return sum(self.counts.values())

    def key(self, found: Finding) -> BaselineKey:
        """Return what identifies a finding."""
        return BaselineKey(self._relative(found.path), found.where, found.code)

    def _relative(self, path: str) -> str:
        return os.path.relpath(os.path.abspath(path), self.folder).replace(os.sep, "/")

    def _compare(self, reports: Iterable[FileReport]) -> _Compared:
        """Compare findings with the known ones: those at the same logical path first, then those whose path has changed."""
        left = dict(self.counts)
        known: list[BaselineKey | None] = []
        unknown: list[tuple[int, Finding]] = []
        for report in reports:
            for found in report.diagnostics:
                key = self.key(found)
                if left.get(key, 0) > 0:
                    left[key] -= 1
                    known.append(key)
                else:
                    unknown.append((len(known), found))
                    known.append(None)
        if unknown and any(left.values()):
            for index, key in self._moved(unknown, left):
                known[index] = key
                left[key] -= 1
        return _Compared(known, left)

    def _moved(
        self, unknown: list[tuple[int, Finding]], left: dict[BaselineKey, int]
    ) -> Iterator[tuple[int, BaselineKey]]:
        """Yield the findings that are known at another logical path, by their number and what they are known by."""
        from hotlint.syntax.parser import parse
        from hotlint.syntax.source import Source

        formers: dict[tuple[str, str], Former] = {}
        for index, found in unknown:
            file = self._relative(found.path)
            if (file, found.code) not in formers:
                paths = [(k.where, n) for k, n in left.items() if n > 0 and (k.path, k.code) == (file, found.code)]
                root = lru_cache(1)(lambda path=found.path: parse(Source(path, _text(path))).root)
                formers[file, found.code] = Former(paths, root)
            where = formers[file, found.code].take(found.where)
            if where is not None:
                yield index, BaselineKey(file, where, found.code)

    def marked(self, reports: Iterable[FileReport]) -> list[FileReport]:
        """Return reports whose findings have their state: "unchanged" for known ones, "new" for the others.

        Of equal findings, as many are known as the baseline counts: the first ones.
        """
        reports = list(reports)
        known = iter(self._compare(reports).known)
        made = []
        for report in reports:
            findings = [d._replace(state="new" if next(known) is None else "unchanged") for d in report.diagnostics]
            made.append(report._replace(diagnostics=tuple(findings)))
        return made

    def stale(self, reports: Iterable[FileReport]) -> dict[BaselineKey, int]:
        """Return the known findings that are no longer there, of files that were checked or no longer exist."""
        reports = list(reports)
        checked = {self._relative(report.path) for report in reports}
        left = {key: n for key, n in self._compare(reports).left.items() if n > 0}
        codes = self._looked_for({key.code for key in left})
        return {
            key: n
            for key, n in left.items()
            if key.code in codes and (key.path in checked or not os.path.exists(os.path.join(self.folder, key.path)))
        }

    def _looked_for(self, codes: set[str]) -> set[str]:
        """Return the codes whose findings the run looked for."""
        if self._chosen == Settings():
            return codes
        from hotlint.linter.packs import registry

        rules = {code: registry.load().find(code) for code in codes}
        return {code for code, rule in rules.items() if self._chosen.wants_code(code, rule.name if rule else "")}

    def absent(self, stale: dict[BaselineKey, int]) -> list[Finding]:
        """Return findings that are no longer there, as far as the baseline knows them: file, code and logical path."""
        from hotlint.linter.packs import registry

        rules = registry.load()
        found = []
        for key, number in sorted(stale.items()):
            rule = rules.find(key.code)
            name, severity = (rule.name, rule.severity) if rule is not None else ("", "warning")
            path = portable(os.path.join(self.folder, key.path))
            message = f"{key.code} {name}".rstrip() + " is no longer found here"
            gone = Diagnostic(
                key.code, severity, message, PositionSpan(0, 0, 0, 0), rule=name, path=path, where=key.where, state="absent"
            )  # fmt: skip
            found += [gone] * number
        return found

    def updated(self, reports: Iterable[FileReport]) -> Baseline:
        """Return the baseline with the known findings where they are now, without those that are no longer there."""
        reports = list(reports)
        compared, stale = self._compare(reports), self.stale(reports)
        counts = {key: n - stale.get(key, 0) for key, n in compared.left.items()}
        findings = (found for report in reports for found in report.diagnostics)
        for found, known in zip(findings, compared.known, strict=True):
            if known is not None:
                key = self.key(found)
                counts[key] = counts.get(key, 0) + 1
        return Baseline(self.path, {key: n for key, n in counts.items() if n > 0})

    def of(self, reports: Iterable[FileReport]) -> Baseline:
        """Return a baseline of all findings of reports, those of configurations aside, for the same file."""
        counts: dict[BaselineKey, int] = {}
        for report in reports:
            for found in report.diagnostics if report.checked else ():
                key = self.key(found)
                counts[key] = counts.get(key, 0) + 1
        return Baseline(self.path, counts)

    def text(self) -> str:
        """Return the baseline as JSON with sorted keys, one finding a line."""
        import json

        files: dict[str, dict[str, dict[str, int]]] = {}
        for key in sorted(self.counts):
            files.setdefault(key.path, {}).setdefault(key.where, {})[key.code] = self.counts[key]
        return json.dumps({"version": VERSION, "findings": files}, indent=1, ensure_ascii=False) + "\n"


def read_baseline(path: str, chosen: Settings = Settings()) -> Baseline:  # noqa: B008
    """Return the baseline in a file. Raises OSError, and BaselineError for a file that is no baseline."""
    import json

    try:
        data = json.loads(read_text(path))
        if not isinstance(data, dict) or data.get("version") != VERSION:
            advice = "write it anew with 'hotlint baseline write'"
            raise BaselineError(f"'{path}' is no baseline of version {VERSION}", advice=advice)
        baseline = Baseline(path, dict(_entries(data["findings"])), chosen)
        if baseline.total > MOST:
            raise BaselineError(f"'{path}' is no baseline: it knows more than {MOST:,} findings")
        return baseline
    except json.JSONDecodeError as exc:
        from hotlint.syntax.json_parser import json_error

        raise BaselineError(f"'{path}' is no baseline: not JSON in line {exc.lineno}: {json_error(exc)[0]}") from None
    except (KeyError, TypeError, AttributeError):
        why = "'findings' must have the places of each file, and the codes of each place with their numbers"
        raise BaselineError(f"'{path}' is no baseline: {why}") from None
    except (ValueError, ReadError, RecursionError) as exc:
        raise BaselineError(f"'{path}' is no baseline: {exc}") from None


def known_findings(path: str, chosen: Settings = Settings(), advice: str = "") -> Baseline:  # noqa: B008
    """Return the baseline in a file. Raises OperationError, with `advice` for a file that cannot be read."""
    try:
        return read_baseline(path, chosen)
    except OSError as exc:
        raise OperationError(cannot_read(exc).message, advice=advice) from None


def _text(path: str) -> str:
    """Return the text of a file; that of an empty one where it cannot be read."""
    try:
        return read_text(path)
    except (OSError, ReadError):
        return ""


def _entries(files: Any) -> Iterator[tuple[BaselineKey, int]]:
    for path, places in files.items():
        for where, codes in places.items():
            for code, number in codes.items():
                if number.__class__ is not int or not 0 <= number <= MOST:
                    raise ValueError(f"'{code}' in '{path}' is not found between 0 and {MOST:,} times")
                if number:
                    yield BaselineKey(path, where, code), number


class Former:
    """Known findings of one file and code that are not found where they were, by their logical paths, each with its number."""

    def __init__(self, paths: Iterable[tuple[str, int]], root: Callable[[], Node | None]) -> None:
        self._left = dict(paths)
        self._root = root

    def take(self, path: str) -> str | None:
        """Return where the finding at `path` was before, which is counted off; None for one that is new."""
        found = next((old for old, n in self._left.items() if n > 0 and self._is_moved(old, path)), None)
        if found is not None:
            self._left[found] -= 1
        return found

    def _is_moved(self, old: str, new: str) -> bool:
        """Return whether two paths differ in indices of lists, and at most in one key above the finding, which is gone."""
        before, after = steps_of(old), steps_of(new)
        if len(before) != len(after):
            return False
        pairs = enumerate(zip(before, after, strict=True))
        renamed = [i for i, (a, b) in pairs if a != b and not (a.isdecimal() and b.isdecimal())]
        if not renamed:
            return True
        (at,) = renamed if len(renamed) == 1 else (len(after) - 1,)
        return at < len(after) - 1 and not has_path(self._root(), [*after[:at], before[at]])
