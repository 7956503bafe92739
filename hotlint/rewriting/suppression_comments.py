"""Write suppression comments for findings, so that a check of the same text reports none of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from hotlint.analysis.file_kinds import is_source
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.suppression import COMMENT, ends_by_start
from hotlint.rewriting.document_lines import DocumentLines
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.nodes import Document, Scalar
from hotlint.syntax.nodes import Mapping as MappingNode
from hotlint.syntax.parser import parse
from hotlint.syntax.source import LineIndex, Source, Span


def with_suppressions(document: Document, found: Iterable[Diagnostic]) -> str:
    """Return the text with a comment for every finding: at the end of its line, or on a line above it.

    Several codes of a line share a comment; one that is there is extended. A finding within a scalar of several lines gets the comment
    of the nearest entry around it, and one without such an entry a comment for the whole file. JSON holds no comments: its
    text is returned as it is.
    """
    if is_json(document):
        return document.text
    writer = _Writer(document)
    for diagnostic in found:
        writer.add(diagnostic)
    return apply_edits(document.text, writer.edits())


def is_json(document: Document) -> bool:
    """Return whether a document is JSON, which holds no comments."""
    return document.text.lstrip("\ufeff \t\r\n").startswith("{") and not is_source(document.source.uri, document)


class _Writer:
    """Collects codes by the line whose comment suppresses them."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.lines = LineIndex(document.text)
        self.layout = DocumentLines(document)
        self.nodes = ends_by_start(document.root)
        self.behind: dict[int, dict[str, None]] = {}
        self.above: dict[int, dict[str, None]] = {}
        self.in_file: dict[str, None] = {}
        self.is_source = is_source(document.source.uri, document)

    def add(self, found: Diagnostic) -> None:
        """Choose the place for the comment of one finding."""
        line: int | None = self.lines.position(found.span.start).line
        if self.is_source and not found.span.end:  # its first line may be a statement of Jinja
            line = None
        elif isinstance(self.layout.owner.get(line or 0), Scalar):
            line = self._enclosing(found.span.start)
        elif line in self.layout.unstripped or self._has_other_comment(line or 0):
            self.above.setdefault(line or 0, {})[found.code] = None
            return
        if line is None:
            self.in_file[found.code] = None
        else:
            self.behind.setdefault(line, {})[found.code] = None

    def _enclosing(self, offset: int) -> int | None:
        """Return the line of the innermost entry or item around an offset that can hold a comment; None without one."""
        around = sorted(start for start, end in self.nodes.items() if start < offset <= end)
        lines = (self.lines.position(start).line for start in reversed(around))
        free = (n for n in lines if n not in self.layout.unstripped and n not in self.layout.owner)
        return next((n for n in free if not self._has_other_comment(n)), None)

    def edits(self) -> list[Edit]:
        """Return the edits that write the comments."""
        made = []
        for line, codes in self.behind.items():
            end = self.lines.line_span(line).end
            own = self._codes(line, "disable")
            if own is not None:
                known = re.split(r"[\s,]+", self.document.text[own.start : own.end])
                new = [code for code in codes if code not in known]
                made += [Edit(Span(own.end, own.end), "".join(f", {code}" for code in new))] if new else []
            else:
                made.append(Edit(Span(end, end), f"  # hotlint: disable={', '.join(codes)}"))
        for line, codes in self.above.items():
            above = self._codes(line - 1, "disable-next-line") if line else None
            if above is not None:
                made.append(Edit(Span(above.end, above.end), "".join(f", {code}" for code in codes)))
                continue
            start = self.lines.line_span(line).start
            text = self.lines.line_text(line)
            indent = " " * (len(text) - len(text.lstrip()))
            made.append(Edit(Span(start, start), f"{indent}# hotlint: disable-next-line={', '.join(codes)}\n"))
        if self.in_file:
            start = 1 if self.document.text.startswith("\ufeff") else 0
            made.insert(0, Edit(Span(start, start), f"# hotlint: disable-file={', '.join(self.in_file)}\n"))
        return made

    def _codes(self, line: int, kind: str) -> Span | None:
        """Return the list of codes in the suppression comment of a line; None where it has none of this kind."""
        comment = self._comment(line)
        found = COMMENT.match(self.document.text, comment.start, comment.end) if comment else None
        if found is None or found[1] != kind:
            return None
        return Span(found.start(2), found.start(2) + len(found[2].rstrip(", ")))

    def _comment(self, line: int) -> Span | None:
        start, end = self.lines.line_span(line)
        return next((c for c in self.document.comments if start <= c.start <= end), None)

    def _has_other_comment(self, line: int) -> bool:
        return self._comment(line) is not None and self._codes(line, "disable") is None


SECTION = "templates"
_SPECIAL = re.compile(r"[*?\[]")


def glob_of(path: str) -> str:
    """Return the glob that matches one file, of its path relative to the configuration's folder, with slashes."""
    return "/" + _SPECIAL.sub(lambda found: f"[{found[0]}]", path)


def with_ignored(text: str, codes_by_glob: Mapping[str, Iterable[str]]) -> str | None:
    """Return the text of a configuration that ignores rules in the files of globs.

    None when the text cannot be extended without touching its other entries: it cannot be parsed, its `templates` are in
    flow style, or they have one of the globs already.
    """
    rows = [f"{json.dumps(g)}: {{ignore: [{', '.join(sorted(codes))}]}}" for g, codes in codes_by_glob.items()]
    document = parse(Source("", text))
    root = document.root
    if document.problems or not (root is None or (isinstance(root, MappingNode) and not root.flow)):
        return None
    section = root.get(SECTION) if isinstance(root, MappingNode) else None
    if section is None:
        made = f"{text.rstrip()}\n\n" if text.strip() else ""
        made += f"{SECTION}:\n" + "".join(f"  {row}\n" for row in rows)
    elif isinstance(section, MappingNode) and section.entries and not section.flow:
        if any(g in section.named for g in codes_by_glob):
            return None
        first = section.entries[0].key.start
        indent = " " * (first - text.rfind("\n", 0, first) - 1)
        end = text.find("\n", section.end) if text[section.end - 1 : section.end] != "\n" else section.end - 1
        head, tail = (text, "") if end < 0 else (text[:end], text[end + 1 :])
        made = head + "\n" + "".join(f"{indent}{row}\n" for row in rows) + tail
    else:
        return None
    return made if _entries(made) == {*_entries(text), *codes_by_glob} else None


def _entries(text: str) -> set[str | None]:
    """Return the globs below `templates`; only None for a text with problems."""
    document = parse(Source("", text))
    if document.problems:
        return {None}
    section = document.root.get(SECTION) if isinstance(document.root, MappingNode) else None
    return set(section.named) if isinstance(section, MappingNode) else set()
