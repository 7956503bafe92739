"""Findings as one self-contained page, with filters by file, rule, severity and deployment."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from hotlint.common.version import rule_address
from hotlint.linter.diagnostic import Related
from hotlint.linter.packs import registry
from hotlint.linter.run_diagnostics import RUN_RULES
from hotlint.output import pages
from hotlint.output.findings.model import FileReport, Finding, PositionSpan, Summary, portable
from hotlint.output.findings.text import Paint, cut, ordered, summary_line


def render(reports: Iterable[FileReport], summary: Summary) -> str:
    """Return the page."""
    return "".join(pieces(reports, summary))


def pieces(reports: Iterable[FileReport], summary: Summary) -> Iterator[str]:
    """Yield what `render` returns, bit by bit."""
    facets = _Facets(reports, summary)
    said = summary_line(summary, Paint(False)).replace("--fix [*]", "--fix")
    by_file = groupby(ordered(reports, summary, folded=False), key=lambda found: found.path)
    return pages.pieces(
        "findings.html", title="Findings of hotlint", subtitle=said, facets=facets,
        groups=((path, [*group]) for path, group in by_file), portable=portable, rule_address=rule_address, snippet=_snippet,
        related=_related, rules=facets.rules(), nothing="No finding fits the filters." if facets.files else said,
    )  # fmt: skip


class _Facets:
    """What findings can be filtered by, with the number of findings of each value, which is a number in the page."""

    def __init__(self, reports: Iterable[FileReport], summary: Summary) -> None:
        self._with = {
            r.path: (f"with {', '.join(r.environments)}",) for r in reports if r.environments and r.diagnostics
        }
        self.files: Counter[str] = Counter()
        self._rules: Counter[tuple[str, str]] = Counter()
        self.severities: Counter[str] = Counter()
        self._deployments: Counter[str] = Counter()
        for found in ordered(reports, summary, folded=False):
            self.files[found.path] += 1
            self._rules[found.code, found.rule] += 1
            self.severities[found.severity] += 1
            self._deployments.update(self._deployments_of(found))
        self.numbers = {name: n for n, name in enumerate((*self.files, *self._deployments))}

    def deployments(self, group: Iterable[Finding]) -> list[str]:
        """Return the deployments that have one of the findings; that of a template with one environment is named by its files."""
        return list(dict.fromkeys(name for found in group for name in self._deployments_of(found)))

    def rules(self) -> list[tuple[str, str, list[str]]]:
        """Return the rules of the findings, for readers who want to know more: code, name, and paragraphs of documentation."""
        known = {rule.code: rule for rule in (*registry.load().rules, *RUN_RULES)}
        texts = ((code, name, inspect.getdoc(known[code])) for code, name in sorted(self._rules) if code in known)
        return [(code, name, re.split(r"\n\s*\n", text)) for code, name, text in texts if text]

    def _deployments_of(self, found: Finding) -> tuple[str, ...]:
        return found.deployments or self._with.get(found.path, ())

    def choices(self) -> list[tuple[str, list[tuple[int | str, str, int]]]]:
        """Return the fields that choose a value: the name, and the options, each with how it is shown and how many findings it has."""
        files = [(self.numbers[path], portable(path), count) for path, count in sorted(self.files.items())]
        rules = [(code, f"{code} {rule}", count) for (code, rule), count in sorted(self._rules.items())]
        deployments = [(self.numbers[name], name, count) for name, count in sorted(self._deployments.items())]
        return [("file", [*files]), ("rule", [*rules]), ("deployment", [*deployments])]


def _snippet(found: Finding) -> Iterator[tuple[int, str, str, str]]:
    """Yield the lines of a finding without their common indentation: number, text before the exact place, at it, after it."""
    indents = [len(line) - len(line.lstrip()) for line in found.lines if line.strip()]
    span = found.span
    for offset, line in enumerate(found.lines if indents else ()):
        number = span.start_line + offset
        start = span.start_column if not offset else len(line) - len(line.lstrip())
        end = span.end_column if number == span.end_line else len(line.rstrip())
        first = min(start, *indents)
        line, start, end = cut(line[first:], start - first, max(end, start + 1) - first)
        marked = line[start:end] or " " if offset == 0 or end > start else ""
        yield number + 1, _shown(line[:start]), _shown(marked), _shown(line[end:])


def _shown(line: str) -> str:
    return line.replace("\t", "  ")


def _related(found: Finding) -> list[tuple[str, list[Related[PositionSpan]]]]:
    """Return the related places of a finding, those with the same message together."""
    return [(message, [*places]) for message, places in groupby(found.related, key=lambda related: related.message)]
