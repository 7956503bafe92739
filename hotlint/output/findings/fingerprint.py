"""Fingerprints of findings, which stay the same when lines are added or removed elsewhere in the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

from hotlint.output.findings.model import FileReport, Finding, portable, without_lines


def fingerprinted(reports: Iterable[FileReport]) -> Iterator[tuple[Finding, str]]:
    """Return every finding with its fingerprint: a hash of code, path, message, source line, and a number among equals.

    The lines of other places that the message names are no part of it.
    """
    seen: dict[str, int] = {}
    for report in reports:
        for found in report.diagnostics:
            line = found.lines[0].strip() if found.lines else ""
            facts = "\0".join((found.code, portable(found.path), without_lines(found), line))
            number = seen[facts] = seen.get(facts, -1) + 1
            yield found, sha256(f"{facts}\0{number}".encode(errors="surrogatepass")).hexdigest()[:32]
