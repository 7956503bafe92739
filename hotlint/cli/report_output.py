"""Write the report of a run: in its format, to a file or the terminal."""

from __future__ import annotations

import os
import sys

from hotlint.cli.errors import UsageError
from hotlint.cli.options import chosen_rules, nearest_baseline
from hotlint.common.annotations import IO, TYPE_CHECKING
from hotlint.common.counts import counted
from hotlint.common.printable import output, printable
from hotlint.common.records import NamedTuple
from hotlint.operations.errors import missing_extra
from hotlint.output.findings.model import FileReport, Finding, Summary, assumptions, has_cause, summarize
from hotlint.output.formats import binary_writer, format_names, pieces_of

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Collection, Iterable, Iterator

    from hotlint.operations.baseline import Baseline


class ReportFile(NamedTuple):
    """A report to write: its format and its file."""

    format: str
    path: str


class ReportView:
    """Reports as they are read, any number of times: each is changed on its way, so that they need not be in memory together."""

    def __init__(self, reports: Iterable[FileReport], change: Callable[[FileReport], FileReport]) -> None:
        self._reports, self._change = reports, change

    def __iter__(self) -> Iterator[FileReport]:
        for report in self._reports:
            yield self._change(report)


class Content(NamedTuple):
    """What a report shows. `absent` are the findings that a baseline knows and that are no longer there."""

    reports: Iterable[FileReport]
    summary: Summary
    absent: list[Finding]
    statistics: bool
    quiet: bool = False

    def pieces(self, name: str, *, color: bool = False) -> Iterable[str]:
        """Return the report in a format of text, bit by bit; `color` is for text alone."""
        given: dict[str, object] = {"statistics": self.statistics} if name in _WITH_STATISTICS else {}
        if name == "text":
            given |= {"color": color, "quiet": self.quiet}
        if (
            name == "sarif"
        ):  # which alone can say what a baseline knows; code scanning would open an alert for what is gone
            given["absent"] = [] if _in_github() else self.absent
            return pieces_of(name)(self.reports, self.summary, **given)
        return pieces_of(name)(self._new(), self.summary, **given)

    def fill(self, name: str, file: IO[bytes]) -> None:
        """Write the report in a format to an open file."""
        write = binary_writer("findings", name)
        if write is not None:
            write(self._new(), self.summary, file)
            return
        for piece in self.pieces(name):
            file.write(piece.encode("utf-8", "backslashreplace"))

    def _folded(self, *, for_people: bool) -> Content:
        """Return the content with one finding for one cause, and a summary that counts those.

        Not `for_people`: only what a whole tree has in common is one finding. So the rules are counted in each format.
        """
        if not any(has_cause(found) or found.deployments for report in self.reports for found in report.diagnostics):
            return self
        from hotlint.output.findings.one_cause import Folded, of_whole_trees

        reports = Folded(self.reports, of_whole_trees)
        counted = summarize(reports)
        by_rule = counted.by_rule
        if for_people:
            reports = Folded(self._new())
            counted = summarize(reports)
        places = sum(self.summary.counts.values())
        summary = self.summary._replace(
            counts=counted.counts, fixable=counted.fixable, by_rule=by_rule,
            places=places if places > sum(counted.counts.values()) else 0,
        )  # fmt: skip
        return self._replace(reports=reports, summary=summary)

    def shown(self, name: str, options: Namespace) -> tuple[Content, dict[tuple[str, str], int]]:
        """Return what a format shows by the options, and how many more findings each rule has, by code and name.

        Reports for people have one finding for one cause. In all other formats, a file has the findings that it has alone, without
        what a whole tree has in common.
        """
        content = self._folded(for_people=name in _FOR_PEOPLE)
        reports, left_out = content.reports, dict[tuple[str, str], int]()
        if options.min_severity != "info":
            reports = ReportView(reports, lambda r: r.only(options.min_severity))
        if options.max_per_rule is not None:
            reports, left_out = limited(reports, options.max_per_rule)
        return content._replace(reports=reports), left_out

    def _new(self) -> ReportView:
        return ReportView(self.reports, lambda report: report.new())


def _in_github() -> bool:
    return os.environ.get("GITHUB_ACTIONS") == "true"


def write_report(
    reports: Iterable[FileReport],
    options: Namespace,
    only: Collection[str] | None = None,
    of_text: Callable[[bytes, str], FileReport] | None = None,
) -> int:
    """Write the report as the options of `hotlint check` ask for. Returns the exit code.

    The reports may be more than the memory holds, and are read several times. `only` are the paths of the files whose findings
    are shown in a terminal; the summary counts all. `of_text` checks an earlier text of a file.
    """
    if options.fail_on:
        reports = ReportView(reports, lambda r: r._replace(fail_on=options.fail_on))
    reports, absent = _marked(reports, options)
    reports = _of_changed_lines(reports, options, of_text) if options.new_from else reports
    summary, failed = _summarized(reports)
    if options.fix_only:
        return 0
    shown = "github" if _in_github() else "text"
    name = options.format or shown
    files = list(options.report)
    if options.output:
        files.insert(0, ReportFile(name, options.output))
        name = shown
    whole = Content(reports, summary, absent, options.statistics, options.quiet)
    _write_files(files, whole, options)
    if only is not None and name in _READ:
        whole = whole._replace(reports=[report for report in reports if report.path in only])
    content, left_out = whole.shown(name, options)
    for (code, rule), count in () if options.quiet else left_out.items():
        print(f"hotlint: {count} more of {code} {rule} not shown (--max-per-rule)", file=sys.stderr)
    color = use_color(options.color)
    stream = output().own if color or name == "github" else sys.stdout
    for piece in content.pieces(name, color=color):
        stream.write(piece)
    if options.statistics and name not in _WITH_STATISTICS:
        from hotlint.output.findings.text import Paint, statistics_table

        sys.stderr.write(statistics_table(content.summary, Paint(False)))
    if options.statistics:
        _write_used(reports)
    if name in _READ and not options.quiet and (assumed := assumptions(reports)):
        print(f"hotlint: {printable('; '.join(assumed))}", file=sys.stderr)
    return 1 if failed else 0


def must_be_writable(options: Namespace) -> None:
    """Raise UsageError, before anything is checked, for a report without a file that it needs, or whose packages are missing."""
    for name in {options.format or "text", *(file.format for file in options.report)}:
        try:
            is_binary = binary_writer("findings", name) is not None
        except ModuleNotFoundError as exc:
            raise missing_extra(exc, "dask", f"a report as {name}") from None
        if is_binary and name == options.format and not options.output:
            raise UsageError(f"a report as {name} is not text: --output FILE or --report {name}=FILE names its file")


def _summarized(reports: Iterable[FileReport]) -> tuple[Summary, bool]:
    """Return the counts of reports, and whether one of them fails the run. They are read once."""
    failing: list[bool] = []

    def looked_at(report: FileReport) -> FileReport:
        if not failing and report.fails():
            failing.append(True)
        return report

    return summarize(ReportView(reports, looked_at)), bool(failing)


_WITH_STATISTICS = frozenset({"text", "json"})
"""Formats that have a place for counts of each rule; next to any other, they go to standard error."""


_READ = frozenset({"text", "concise"})
"""Formats that are read in a terminal."""
_FOR_PEOPLE = frozenset({"text", "markdown", "html"})
"""Formats that have one finding for one cause."""


def report_file(text: str) -> ReportFile:
    """Return what FORMAT=FILE asks for. Raises ArgumentTypeError."""
    from argparse import ArgumentTypeError

    name, equals, path = text.partition("=")
    if not equals or not path:
        raise ArgumentTypeError(f"a report is FORMAT=FILE, such as sarif=hotlint.sarif, not '{text}'")
    known = format_names("findings")
    if name not in known:
        from hotlint.common.suggestions import did_you_mean

        hint = did_you_mean(name, known) or f" (there are {', '.join(known)})"
        raise ArgumentTypeError(f"there is no format '{name}'{hint}")
    return ReportFile(name, path)


def _write_used(reports: Iterable[FileReport]) -> None:
    """Say how much of their budget the dry runs of the most expensive file took; nothing where no file was evaluated."""
    most = max(reports, key=lambda report: report.evaluation, default=None)
    if most is not None and most.evaluation >= 0.005:
        used = f"{most.evaluation:.2f} of {most.budget:g} seconds"
        print(f"hotlint: dry runs used at most {used}, in {printable(most.path)}", file=sys.stderr)


def _write_files(files: list[ReportFile], whole: Content, options: Namespace) -> None:
    """Write reports to files. Raises UsageError when one cannot be written, or two are to be in one file."""
    paths = [os.path.realpath(file.path) for file in files]
    twice = next((file.path for file, path in zip(files, paths, strict=True) if paths.count(path) > 1), None)
    if twice is not None:
        raise UsageError(f"two reports cannot be in one file: '{twice}'")
    for file in files:
        _write_content(file, whole.shown(file.format, options)[0])


def _write_content(file: ReportFile, content: Content) -> None:
    from hotlint.common.file_replacement import fill_whole

    try:
        fill_whole(file.path, lambda opened: content.fill(file.format, opened))
    except OSError as exc:
        raise UsageError(f"cannot write '{file.path}': {exc.strerror}") from None


def baseline_of(options: Namespace) -> Baseline | None:
    """Return the baseline that the options name, or the nearest one; None for none.

    Raises UsageError for one that cannot be read. A command that changes files calls it before it changes any.
    """
    if options.no_baseline:
        return None
    path = options.baseline or nearest_baseline()
    if path is None:
        return None
    from hotlint.operations.baseline import known_findings

    return known_findings(path, chosen_rules(options))


def _marked(reports: Iterable[FileReport], options: Namespace) -> tuple[Iterable[FileReport], list[Finding]]:
    """Return reports whose findings say whether the baseline knows them, and what only the baseline has, which is reported."""
    baseline = baseline_of(options)
    if baseline is None:
        return reports, []
    gone = baseline.stale(reports)
    stale = sum(gone.values())
    if stale and not options.quiet:
        findings = "1 finding is" if stale == 1 else f"{stale} findings are"
        hint = "'hotlint baseline update' removes what is gone"
        print(f"hotlint: {findings} in '{printable(baseline.path)}' and no longer found; {hint}", file=sys.stderr)
    return baseline.marked(reports), baseline.absent(gone)


def _of_changed_lines(
    reports: Iterable[FileReport], options: Namespace, of_text: Callable[[bytes, str], FileReport] | None
) -> ReportView:
    """Return reports with the findings of lines that changed since a revision. Says how many others there are."""
    from hotlint.operations.git import ChangedLines

    shown = ReportView(reports, ChangedLines(options.new_from, of_text).only)
    left_out = sum(
        len(before.new().diagnostics) - len(r.new().diagnostics) for before, r in zip(reports, shown, strict=True)
    )
    if left_out and not options.quiet:
        what = f"{counted(left_out, 'finding')} of lines that did not change"
        print(f"hotlint: not reported: {what} (--new-from)", file=sys.stderr)
    return shown


def limited(reports: Iterable[FileReport], limit: int) -> tuple[list[FileReport], dict[tuple[str, str], int]]:
    """Return reports with at most `limit` findings of each rule, and how many more each rule has, by code and name."""
    seen: dict[tuple[str, str], int] = {}
    shown = []
    for report in reports:
        kept = []
        for found in report.diagnostics:
            key = (found.code, found.rule)
            seen[key] = seen.get(key, 0) + 1
            if seen[key] <= limit:
                kept.append(found)
        shown.append(report._replace(diagnostics=tuple(kept)))
    return shown, {key: count - limit for key, count in seen.items() if count > limit}


def use_color(choice: str) -> bool:
    """Return whether to write colors: as chosen; for "auto" on a terminal only, or where FORCE_COLOR is set.

    NO_COLOR (https://no-color.org) prevents them in either case.
    """
    if choice != "auto" or os.environ.get("NO_COLOR"):
        return choice == "always"
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")
