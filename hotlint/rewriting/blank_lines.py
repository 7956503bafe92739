"""Set the blank lines of a document: one between sections and between resources, at most one anywhere else."""

from __future__ import annotations

from itertools import pairwise

from hotlint.analysis.template import kind_of
from hotlint.rewriting.document_lines import DocumentLines
from hotlint.syntax.nodes import Entry, Mapping, Scalar


def spaced(layout: DocumentLines) -> str:
    """Return the text with blank lines set, without white space at the ends of lines, and with one line ending at its end."""
    wanted = _wanted(layout)
    made: list[str] = []
    blank = True  # so that none is at the start
    for number, line in enumerate(layout.lines):
        if layout.is_blank(number):
            if not blank and number not in wanted.without:
                made.append("")
            blank = blank or number not in wanted.without
            continue
        if number in wanted.before and not blank:
            made.append("")
        made.append(line if number in layout.unstripped or not layout.is_free(number) else line.rstrip())
        blank = False
    while made and not made[-1] and len(made) > _kept(layout, made):
        made.pop()
    return "\n".join([*made, ""]) if made else ""


class _Wanted:
    """`before`: lines that a blank one is to be before. `without`: blank lines that are to go."""

    def __init__(self) -> None:
        self.before: set[int] = set()
        self.without: set[int] = set()


def _wanted(layout: DocumentLines) -> _Wanted:
    wanted, root = _Wanted(), layout.document.root
    if not isinstance(root, Mapping) or root.flow or kind_of(layout.document) not in ("hot", "cfn", "environment"):
        return wanted
    for section in root.entries:
        if section is not root.entries[0]:
            _blank_before(layout, section, wanted)
        value = section.value
        if not isinstance(value, Mapping) or value.flow or section.via is not None or not value.entries:
            continue
        first = layout.lead(layout.line_of(value.entries[0].key.start))
        wanted.without.update(range(layout.line_of(section.key.end) + 1, first))
        if section.name in ("resources", "Resources"):
            for one, other in pairwise(value.entries):
                if layout.line_of(one.key.start) < layout.line_of(max(one.value.end, one.key.end)):
                    _blank_before(layout, other, wanted)
    return wanted


def _blank_before(layout: DocumentLines, entry: Entry, wanted: _Wanted) -> None:
    if isinstance(entry.key, Scalar) and layout.begins_line(entry.key.start):
        wanted.before.add(layout.lead(layout.line_of(entry.key.start)))


def _kept(layout: DocumentLines, made: list[str]) -> int:
    """Return the number of lines that stay although they are blank: those of a `|+` scalar at the end."""
    last = len(layout.lines) - 1
    return len(made) if last in layout.owner and not layout.lines[last].strip() else 0
