"""Quick fixes that remove what nothing uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.ide.code_actions.action import QUICK, CodeAction
from hotlint.ide.code_actions.literals import ANCHOR, whole_lines
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.edits import Edit
from hotlint.syntax.source import Span


def remove_unused(analysis: FileAnalysis, findings: Iterable[Diagnostic]) -> Iterator[CodeAction]:
    """Yield the actions that remove the conditions and resources which findings call unused.

    None for the only resource, for what is not on lines of its own, and for what has an anchor or an alias. The section of the
    only condition is removed with it.
    """
    for found in findings:
        for section in (analysis.template.conditions, analysis.template.resources):
            owner = next((one for one in section.values() if one.key.start == found.span.start), None)
            header = analysis.template.sections.get(owner.section) if owner is not None and len(section) < 2 else None
            if owner is None or "unused" not in found.tags or (header is not None and owner.section == "resources"):
                continue
            start = header.key.start if header is not None else owner.key.start
            lines = whole_lines(analysis.text, Span(start, max(owner.node.end, owner.key.end)))
            if lines is None or ANCHOR.search(analysis.text[lines.start : lines.end]):
                continue
            effect = " (an update deletes it)" if owner.section == "resources" else ""
            title = f"Remove the unused {owner.section.removesuffix('s')} '{owner.name}'{effect}"
            yield CodeAction(title, QUICK, (Edit(lines, ""),), found)
