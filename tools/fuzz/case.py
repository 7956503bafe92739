"""One case: the input, what is done with it, how it is kept in a file, and what holds for every text and every answer.

A broken promise is raised, with a kind by which failures are grouped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

Step = list[Any]
"""What an editor does next, or the arguments of a command, as JSON; see `fuzz.targets`, `fuzz.edits` and `fuzz.protocol`."""
CRASH_CODE = "HOT000"


class Case(NamedTuple):
    """A text and what is done with it.

    `target` is one of `fuzz.targets.TARGETS`. `encoding` is how the text is written to a file that is then read; "" passes the
    text itself. `files` are other files of the same folder, `steps` what an editor does, `choice` any number from which a target
    takes its options.
    """

    target: str
    text: str
    encoding: str = ""
    files: dict[str, str] = {}
    steps: list[Step] = []
    choice: int = 0

    def to_json(self) -> str:
        """Return the case as JSON; lone surrogates are escaped."""
        return json.dumps(self._asdict(), indent=1, sort_keys=True)

    def save(self, path: Path) -> None:
        """Write the case to a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.to_json() + "\n", encoding="ascii")


def load(path: Path) -> Case:
    """Return the case of a file. Raises OSError, or ValueError and TypeError for a file that holds none."""
    return Case(**json.loads(path.read_text(encoding="ascii")))


class BrokenPromiseError(AssertionError):
    """A promise that a case breaks. `kind` names the promise."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind


def check_span(span: Span, text: str, what: str, *, whole_lines: bool = False) -> None:
    """Raises BrokenPromiseError for a span outside of the text, or one whose ends split or take in the end of a line.

    `whole_lines`: it may take in a line end, as an edit that removes a line does.
    """
    if not 0 <= span.start <= span.end <= len(text):
        raise BrokenPromiseError("span outside", f"{what}: {tuple(span)} in {len(text)} characters")
    if span.end > span.start and text[span.end - 1] == "\r" and not whole_lines:
        raise BrokenPromiseError("span with \\r", f"{what}: {text[span.start : span.end][-40:]!r}")
    for offset in span:
        if 0 < offset < len(text) and text[offset - 1 : offset + 1] == "\r\n":
            raise BrokenPromiseError("span with \\r", f"{what}: {tuple(span)} splits a line end")


def check_findings(found: Iterable[Diagnostic], text: str) -> None:
    """Raises BrokenPromiseError for a rule that crashed, a span that is none of the text, or a finding without a message."""
    for diagnostic in found:
        if diagnostic.code == CRASH_CODE:
            raise BrokenPromiseError("HOT000", diagnostic.message)
        if not diagnostic.message.strip():
            raise BrokenPromiseError("message", f"{diagnostic.code} has none")
        check_span(diagnostic.span, text, diagnostic.code)
        for related in diagnostic.related:
            if related.path is None:
                check_span(related.span, text, f"{diagnostic.code}, related")
        for fix in diagnostic.fixes:
            for edit in fix.edits:
                if edit.path is None:
                    check_span(edit.span, text, f"{diagnostic.code}, fix {fix.title!r}", whole_lines=True)


def check_edited(before: str, edits: Iterable[Edit], what: str) -> None:
    """Raises BrokenPromiseError for edits that overlap, or that make a valid text worse YAML."""
    try:
        after = apply_edits(before, edits)
    except ValueError as error:
        raise BrokenPromiseError("overlapping edits", what) from error
    check_no_worse(before, after, what)


def check_no_worse(before: str, after: str, what: str) -> None:
    """Raises BrokenPromiseError when a text has more syntax problems than the valid one that it was made from."""
    old, new = (parse(Source("t.yaml", text)) for text in (before, after))
    if not old.broken and (new.broken or len(new.problems) > len(old.problems)):
        raise BrokenPromiseError("broken by a fix", f"{what}: {[p.message for p in new.problems][:3]}")
