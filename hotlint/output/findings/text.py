"""Findings for the terminal: the source line, a caret under the exact place, and a summary.

Of several files, all errors come first, then all warnings, then advice: one line for each rule that repeats in a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.common.printable import printable
from hotlint.output.findings.model import FileReport, Finding, Summary

COLORS = {"error": "31", "warning": "33", "info": "36"}


class Paint:
    """Colors, or none."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.on and text else text


def render(
    reports: Iterable[FileReport],
    summary: Summary,
    *,
    color: bool = False,
    statistics: bool = False,
    quiet: bool = False,
) -> str:
    """Return every finding with its source line, with `statistics` a row a rule, and a last line that counts all.

    `quiet`: without the last line.
    """
    return "".join(pieces(reports, summary, color=color, statistics=statistics, quiet=quiet))


def pieces(
    reports: Iterable[FileReport],
    summary: Summary,
    *,
    color: bool = False,
    statistics: bool = False,
    quiet: bool = False,
) -> Iterator[str]:
    """Yield what `render` returns, bit by bit."""
    paint = Paint(color)
    for found in ordered(reports, summary):
        yield f"{finding(found, paint)}\n"
    if statistics and summary.by_rule:
        yield f"{statistics_table(summary, paint)}\n"
    if not quiet:
        yield f"{summary_line(summary, paint)}\n"


def ordered(reports: Iterable[FileReport], summary: Summary, *, folded: bool = True) -> Iterator[Finding]:
    """Yield the findings in the order of reports for people. The reports of several files are read once for each severity.

    `folded`: of the advice of one rule in one file, only the first finding, which names the lines of the others.
    """
    if summary.files <= 1:
        yield from (f for r in reports for f in r.diagnostics)
        return
    for severity in (s for s, count in summary.counts.items() if count):
        for report in reports:
            found = [f for f in report.diagnostics if f.severity == severity]
            yield from _once_a_rule(found) if folded and severity == "info" else found


def _once_a_rule(found: list[Finding]) -> Iterator[Finding]:
    """Yield the first finding of each rule in one file. It names the lines of the others."""
    by_rule: dict[str, list[Finding]] = {}
    for one in found:
        by_rule.setdefault(one.code, []).append(one)
    for first, *others in by_rule.values():
        more = f" (and {len(others)} more like it in {_lines(others)})" if others else ""
        yield first._replace(message=first.message + more)


def _lines(found: list[Finding]) -> str:
    """Return the lines of findings in words, such as `lines 2, 7 and 9`."""
    lines = [str(number) for number in sorted({one.span.start_line + 1 for one in found})]
    if len(lines) == 1:
        return f"line {lines[0]}"
    last = f"{len(lines) - SHOWN_LINES} more" if len(lines) > SHOWN_LINES + 1 else lines[-1]
    return f"lines {', '.join(lines[: min(len(lines) - 1, SHOWN_LINES)])} and {last}"


def finding(found: Finding, paint: Paint) -> str:
    """Return one finding, ending in an empty line; lines and columns count from one."""
    place = paint(f"{printable(found.path)}:{found.span.start}", "1")
    severity = paint(f"{found.severity}", f"1;{COLORS[found.severity]}")
    fixable = " [*]" if any(f.safety == "safe" for f in found.fixes) else ""
    head = f"{place}: {severity} {paint(found.code, COLORS[found.severity])}{fixable}: {printable(found.message)}"
    return "\n".join([head, *_excerpt(found, paint), *_related(found), ""])


def _excerpt(found: Finding, paint: Paint) -> list[str]:
    if not found.lines or not any(line.strip() for line in found.lines):
        return []
    number = str(found.span.start_line + 1)
    line, start, end = found.lines[0], found.span.start_column, found.span.end_column
    if found.span.end_line > found.span.start_line:
        end = len(line.rstrip())
    line, start, end = cut(line, start, max(end, start + 1))
    margin = " " * len(number)
    shown, offset, width = caret(line, start, end)
    return [f"  {number} | {shown}", f"  {margin} | {' ' * offset}{paint('^' * width, COLORS[found.severity])}"]


def _related(found: Finding) -> list[str]:
    return [f"  see {printable(r.path)}:{r.span.start}: {printable(r.message)}" for r in found.related]


SHOWN_COLUMNS = 160
SHOWN_LINES = 10


def cut(line: str, start: int, end: int) -> tuple[str, int, int]:
    """Return a line cut to `SHOWN_COLUMNS` around its marked part, and the start and end of that part in it."""
    if len(line) <= SHOWN_COLUMNS:
        return line, start, end
    left = max(0, start - SHOWN_COLUMNS // 3)
    right = min(len(line), left + SHOWN_COLUMNS)
    head, tail = "…" if left else "", "…" if right < len(line) else ""
    shift = len(head) - left
    return f"{head}{line[left:right]}{tail}", start + shift, min(end, right) + shift


def caret(line: str, start: int, end: int) -> tuple[str, int, int]:
    """Return a line as a terminal shows it, with the column and width of the part from `start` to `end` there.

    Tabs become spaces up to the next eighth column; wide characters take two columns, combining ones none.
    """
    if line.isascii() and "\t" not in line and line.isprintable():
        return line, start, max(end - start, 1)
    shown, column, places = "", 0, []
    for char in line:
        places.append(column)
        piece = " " * (8 - column % 8) if char == "\t" else printable(char)
        shown += piece
        column += _columns(char) if piece == char else len(piece)
    places.append(column)
    first = places[min(start, len(line))]
    return shown, first, max(places[min(end, len(line))] - first, 1)


def _columns(char: str) -> int:
    if char.isascii():
        return 1
    from unicodedata import combining, east_asian_width

    return 0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1


def summary_line(summary: Summary, paint: Paint) -> str:
    """Return a line such as `Found 2 errors and 1 warning at 5 places in 2 of 3 files.`

    Places are counted where a cause has several.
    """
    checked = f"{summary.files} file" + ("s" if summary.files != 1 else "")
    apart = [f"{summary.suppressed} suppressed by comments"] if summary.suppressed else []
    apart += [f"{summary.known} known by the baseline"] if summary.known else []
    suppressed = f" ({', '.join(apart)})" if apart else ""
    if not any(summary.counts.values()):
        text = f"Nothing found in {checked}{suppressed}." if summary.files else "No templates found."
        return paint(text, "32" if summary.files else "33")
    counted = [f"{n} {_plural(name, n)}" for name, n in summary.counts.items() if n]
    listed = counted[0] if len(counted) == 1 else f"{', '.join(counted[:-1])} and {counted[-1]}"
    files = summary.files + summary.unchecked
    where = f"{summary.files_with_findings} of {files} files" if files != 1 else "1 file"
    fixable = f" {summary.fixable} fixable with --fix [*]." if summary.fixable else ""
    worst = next(name for name, n in summary.counts.items() if n)
    places = f" at {summary.places} places" if summary.places else ""
    return paint(f"Found {listed}{places} in {where}{suppressed}.{fixable}", f"1;{COLORS[worst]}")


def statistics_table(summary: Summary, paint: Paint) -> str:
    """Return a row for each rule and severity, the most frequent first: findings, code, severity, rule, fixable."""
    rows = []
    for count in summary.by_rule:
        severity = paint(f"{count.severity:<7}", COLORS[count.severity])
        fixable = f"  ({count.fixable} fixable)" if count.fixable else ""
        rows.append(f"{count.findings:6}  {printable(count.code)}  {severity}  {printable(count.rule)}{fixable}\n")
    return "".join(rows)


def _plural(name: str, count: int) -> str:
    return name if count == 1 or name == "info" else f"{name}s"
