"""Findings with 0-based lines and columns in code points, as the Python API and the command show them.

Everywhere else a place is a span of code-point offsets; the server converts those to positions of its own protocol.
`hotlint.output.findings.conversion` makes these of diagnostics. What is here serves results of the cache, so it imports little.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from hotlint.common.records import NamedTuple
from hotlint.linter.diagnostic import SEVERITIES, Diagnostic, FailingSeverity, Severity


class PositionSpan(NamedTuple):
    """A range of 0-based lines and code-point columns; the end is exclusive."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int

    @property
    def start(self) -> str:
        """The beginning as `line:column`, both counted from one."""
        return f"{self.start_line + 1}:{self.start_column + 1}"

    def from_one(self) -> dict[str, int]:
        """Return lines and columns by name, counted from one, as agents get them."""
        return {name: number + 1 for name, number in self._asdict().items()}


Finding = Diagnostic[PositionSpan]
"""A finding as it is shown: in all of its parts, `span` is a `PositionSpan`, and `path` names a file."""


class FileReport(NamedTuple):
    """The findings in one file.

    `suppressed` counts those that comments suppress; `fail_on` is the mildest severity that fails a run (None: error; "never": none does);
    `checked` is False for a configuration file. `evaluation` is the seconds that its dry runs took,
    and `budget` those that they may take; 0 where the result was known. `is_supplied`: others of its folder use the template, and
    what these supply was unknown, instead of missing. `environments` are the files that the template is checked with, in its first
    deployment; `is_discovered`: they were found by name or types. `plugins` are folders of plugins that were found, too."""

    path: str
    diagnostics: tuple[Finding, ...]
    suppressed: int = 0
    fail_on: FailingSeverity | None = None
    checked: bool = True
    evaluation: float = 0.0
    budget: float = 0.0
    is_supplied: bool = False
    environments: tuple[str, ...] = ()
    is_discovered: bool = False
    plugins: tuple[str, ...] = ()

    def fails(self) -> bool:
        """Return whether a finding fails the run."""
        return any(self.failed_by(d) for d in self.diagnostics if d.state != "unchanged")

    def failed_by(self, found: Finding) -> bool:
        """Return whether a finding is at least as severe as `fail_on`."""
        limit = self.fail_on or "error"
        return limit != "never" and SEVERITIES.index(found.severity) <= SEVERITIES.index(limit)

    def new(self) -> FileReport:
        """Return the report without the findings that a baseline knows."""
        return (
            self._replace(diagnostics=tuple(d for d in self.diagnostics if d.state != "unchanged"))
            if self.diagnostics
            else self
        )

    def only(self, severity: Severity) -> FileReport:
        """Return the report without milder findings."""
        kept = tuple(d for d in self.diagnostics if SEVERITIES.index(d.severity) <= SEVERITIES.index(severity))
        return self._replace(diagnostics=kept)


def assumptions(reports: Iterable[FileReport]) -> list[str]:
    """Return what a run has taken for granted, one clause for each kind: environments, plugins, what others supply."""
    found, plugins, supplied = [], dict[str, None](), 0
    for report in reports:
        if report.is_discovered:
            found.append((report.path, ", ".join(report.environments)))
        plugins |= dict.fromkeys(report.plugins)
        supplied += report.is_supplied
    said = []
    if len(found) == 1:
        said.append(f"checking {found[0][0]} with {found[0][1]}, found by name, types or a script")
    elif found:
        such = f"such as {found[0][0]} with {found[0][1]}"
        said.append(f"checking {len(found)} templates with environments found by name, types or a script, {such}")
    if found:
        said.append("use -e to choose other environments, --no-discovery for none")
    if plugins:
        said.append(f"types of the plugins in {', '.join(plugins)} are known (--no-discovery uses none)")
    if supplied:
        subject = "a template that others use gets" if supplied == 1 else f"{supplied} templates that others use get"
        said.append(f"assumed that {subject} the values and types that are missing")
    return said


def portable(path: str) -> str:
    """Return a path with slashes, relative to the working folder where it is below that.

    In a job of GitHub or GitLab that works in a folder of the checkout, it is relative to the checkout: both services
    look up the files of a report there.
    """
    here = os.getcwd()
    top = os.environ.get("GITHUB_WORKSPACE") or os.environ.get("CI_PROJECT_DIR") or ""
    if top and here != os.path.normpath(top) and _below(here, top):
        path, here = os.path.normpath(os.path.join(here, path)), top
    return (os.path.relpath(path, here) if _below(path, here) else path).replace(os.sep, "/").removeprefix("./")


def beside(path: str, named: str) -> str:
    """Return a path for people who named another one: as `portable` does, but relative above the folder if that one is."""
    shown = portable(os.path.abspath(path))
    return shown if os.path.isabs(named) or not os.path.isabs(shown) else os.path.relpath(path).replace(os.sep, "/")


def has_cause(found: Finding) -> bool:
    """Return whether a finding may share its cause: one that it names, or the words of a warning or of an old name."""
    return bool(found.causes) or found.severity == "warning" or "deprecated" in found.tags


def elsewhere(found: Finding) -> str:
    """Return ", see PATH:LINE:COLUMN, ..." for the related places of a finding in other files; empty without one.

    For formats that have one text for a finding. Lines and columns count from one. A place that the message names is left out.
    """
    places = {
        f"{portable(r.path)}:{r.span.start}": None
        for r in found.related
        if r.path != found.path and not (r.words and f"{portable(r.path)}:{r.span.start_line + 1}" in found.message)
    }
    return f", see {', '.join(places)}" if places else ""


def without_lines(found: Finding) -> str:
    """Return the message of a finding without the lines of places in other files, which edits of these change."""
    message = found.message
    for place in found.related:
        if place.words:
            line = place.span.start_line + 1
            message = message.replace(f"{place.words}:{line}", place.words, 1)
            message = message.replace(f"{place.words} in line {line}", place.words, 1)
    return message


def _below(path: str, folder: str) -> bool:
    """Return whether an absolute path is below a folder, by its name alone; False for a relative path."""
    return os.path.normpath(path).startswith(os.path.join(os.path.normpath(folder), ""))


class RuleCount(NamedTuple):
    """How many findings of one rule have one severity. `fixable` of them have a safe fix; `rule` is the rule's name."""

    code: str
    rule: str
    severity: Severity
    findings: int
    fixable: int


class Summary(NamedTuple):
    """Counts of one run. `counts` is by severity; `fixable` findings have a safe fix.

    `by_rule` counts by rule and severity, the most frequent first. `known` are findings that a baseline knows, which no other
    count includes. `places` are the findings before those of one cause were folded (`hotlint.output.findings.one_cause`); 0 where none was.
    `unchecked` are files with findings that are none of the checked `files`: configurations, and files that cannot be read.
    """

    files: int
    files_with_findings: int
    counts: dict[Severity, int]
    fixable: int
    suppressed: int
    by_rule: tuple[RuleCount, ...]
    known: int = 0
    places: int = 0
    unchecked: int = 0


def summarize(reports: Iterable[FileReport]) -> Summary:
    """Count the findings of reports."""
    counts: dict[Severity, int] = dict.fromkeys(SEVERITIES, 0)
    by_rule: dict[tuple[str, str, Severity], RuleCount] = {}
    files = suppressed = known = 0
    paths, checked = set(), set()
    for report in reports:
        files += report.checked
        if report.checked and report.diagnostics:
            checked.add(report.path)
        suppressed += report.suppressed
        known += sum(d.state == "unchanged" for d in report.diagnostics)
        for found in report.new().diagnostics:
            paths.add(found.path)
            counts[found.severity] += 1
            key = (found.code, found.rule, found.severity)
            before = by_rule.get(key) or RuleCount(*key, 0, 0)
            is_fixable = any(f.safety == "safe" for f in found.fixes)
            by_rule[key] = before._replace(findings=before.findings + 1, fixable=before.fixable + is_fixable)
    ranked = sorted(by_rule.values(), key=lambda c: (-c.findings, c.code, SEVERITIES.index(c.severity)))
    fixable = sum(c.fixable for c in ranked)
    return Summary(
        files, len(paths), counts, fixable, suppressed, tuple(ranked), known,
        unchecked=len(paths - checked),
    )  # fmt: skip


def fingerprinted(reports: Iterable[FileReport]) -> Iterator[tuple[Finding, str]]:
    """Return every finding with its fingerprint: a hash of code, path, message, source line, and a number among equals.

    The lines of other places that the message names are no part of it.
    """
    from hashlib import sha256

    seen: dict[str, int] = {}
    for report in reports:
        for found in report.diagnostics:
            line = found.lines[0].strip() if found.lines else ""
            facts = "\0".join((found.code, portable(found.path), without_lines(found), line))
            number = seen[facts] = seen.get(facts, -1) + 1
            yield found, sha256(f"{facts}\0{number}".encode(errors="surrogatepass")).hexdigest()[:32]
