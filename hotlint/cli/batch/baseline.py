"""The baseline: findings that are known and no longer reported, by file, logical path and code.

Lines and columns are not part of it, so that a finding stays known when its lines move.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from hotlint.common.files import ReadError, read_text
from hotlint.common.records import NamedTuple
from hotlint.output.findings.model import FileReport, Finding, PositionSpan, portable

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Any

NAME = ".hotlint-baseline.json"
VERSION = 1


class BaselineKey(NamedTuple):
    """What identifies known findings: a file relative to the folder of the baseline, a logical path, and a code."""

    path: str
    where: str
    code: str


class BaselineError(Exception):
    """A file that is no baseline; `message` is a sentence that says why."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(message)


class Baseline:
    """Known findings, counted by what identifies them. `path` is the file, which need not exist yet."""

    def __init__(self, path: str, counts: dict[BaselineKey, int] | None = None) -> None:
        self.path = path
        self.folder = os.path.dirname(os.path.abspath(path))
        self.counts = counts or {}

    @property
    def total(self) -> int:
        """The number of known findings."""
        return sum(self.counts.values())

    def key(self, found: Finding) -> BaselineKey:
        """Return what identifies a finding."""
        path = os.path.relpath(os.path.abspath(found.path), self.folder)
        return BaselineKey(path.replace(os.sep, "/"), found.where, found.code)

    def marked(self, reports: Iterable[FileReport]) -> list[FileReport]:
        """Return reports whose findings have their state: "unchanged" for known ones, "new" for the others.

        Of equal findings, as many are known as the baseline counts: the first ones.
        """
        left = dict(self.counts)
        made = []
        for report in reports:
            findings = []
            for found in report.diagnostics:
                key = self.key(found)
                known = left.get(key, 0)
                left[key] = known - 1
                findings.append(found._replace(state="unchanged" if known > 0 else "new"))
            made.append(report._replace(diagnostics=tuple(findings)))
        return made

    def stale(self, reports: Iterable[FileReport]) -> dict[BaselineKey, int]:
        """Return the known findings that are no longer there, of files that were checked or no longer exist."""
        left = dict(self.counts)
        checked: set[str] = set()
        for report in reports:
            checked.add(os.path.relpath(os.path.abspath(report.path), self.folder).replace(os.sep, "/"))
            for found in report.diagnostics:
                key = self.key(found)
                if key in left:
                    left[key] -= 1
        return {
            key: n
            for key, n in left.items()
            if n > 0 and (key.path in checked or not os.path.exists(os.path.join(self.folder, key.path)))
        }

    def absent(self, stale: dict[BaselineKey, int]) -> list[Finding]:
        """Return findings that are no longer there, as far as the baseline knows them: file, code and logical path."""
        from hotlint.linter import registry

        rules = registry.load()
        found = []
        for key, number in sorted(stale.items()):
            rule = rules.find(key.code)
            name, severity = (rule.name, rule.severity) if rule is not None else ("", "warning")
            path = portable(os.path.join(self.folder, key.path))
            message = f"{key.code} {name}".rstrip() + " is no longer found here"
            gone = Finding(
                key.code, severity, message, path, PositionSpan(0, 0, 0, 0), (), (), name, (), (), where=key.where, state="absent"
            )  # fmt: skip
            found += [gone] * number
        return found

    def without(self, stale: dict[BaselineKey, int]) -> Baseline:
        """Return the baseline without findings that are no longer there."""
        counts = {key: n - stale.get(key, 0) for key, n in self.counts.items()}
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


def read_baseline(path: str) -> Baseline:
    """Return the baseline in a file. Raises OSError, and BaselineError for a file that is no baseline."""
    import json

    try:
        data = json.loads(read_text(path))
        if not isinstance(data, dict) or data.get("version") != VERSION:
            raise BaselineError(
                f"'{path}' is no baseline of version {VERSION}; write it anew with 'hotlint baseline write'"
            )
        return Baseline(path, dict(_entries(data["findings"])))
    except (ValueError, KeyError, TypeError, AttributeError, ReadError) as exc:
        raise BaselineError(f"'{path}' is no baseline: {exc}") from None


def find_baseline() -> str | None:
    """Return the path of the nearest baseline, in the working folder or above it; None without one."""
    folder = os.getcwd()
    while True:
        path = os.path.join(folder, NAME)
        if os.path.isfile(path):
            return portable(path)
        above = os.path.dirname(folder)
        if above == folder or os.path.exists(os.path.join(folder, ".git")):
            return None
        folder = above


def _entries(files: Any) -> Iterator[tuple[BaselineKey, int]]:
    for path, places in files.items():
        for where, codes in places.items():
            for code, number in codes.items():
                yield BaselineKey(path, where, code), int(number)
