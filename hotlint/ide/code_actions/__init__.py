"""Code actions: fixes of findings, additions of what is missing, and small refactorings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.ide.code_actions import (
    across_files,
    grouping,
    inlining,
    missing,
    nesting,
    parameters,
    passing,
    restyle,
    unused,
)
from hotlint.ide.code_actions.action import QUICK, CodeAction
from hotlint.ide.code_actions.suppression import suppress
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.navigation import Users
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.source import Span

__all__ = ["CodeAction", "actions"]


def actions(
    analysis: FileAnalysis, span: Span, findings: Iterable[Diagnostic], users: Users, *, thorough: bool = True
) -> Iterator[CodeAction]:
    """Yield the actions for a span; `findings` are those of the text, `users` the files that may use it.

    Not `thorough`: without those that take dry runs to prove, as for the light bulb at each move of the cursor.
    """
    here = [d for d in findings if d.span.start <= span.end and span.start <= d.span.end]
    for diagnostic in here:
        for fix in diagnostic.fixes:
            yield CodeAction(fix.title, QUICK, fix.edits, diagnostic, preferred=len(diagnostic.fixes) == 1)
    titles = {fix.title for diagnostic in here for fix in diagnostic.fixes}
    if analysis.kind == "hot":
        yield from (a for a in missing.missing_names(analysis, span.start) if a.title not in titles)
        yield from (a for a in missing.missing_properties(analysis, span.start) if a.title not in titles)
        yield from across_files.add_parameter_in_child(analysis, span.start, users)
        yield from passing.pass_values(analysis, span.start)
        yield from parameters.remove(analysis, here, users)
        yield from unused.remove_unused(analysis, here)
    yield from across_files.create_missing_file(analysis, span.start)
    yield from suppress(analysis, here)
    if analysis.kind == "hot":
        yield from parameters.extract(analysis, span)
        if thorough:
            yield from across_files.extract_to_environment(analysis, span, users)
            yield from across_files.move_to_environment(analysis, span.start, users)
            yield from passing.pass_to_here(analysis, span.start, users)
            yield from nesting.extract_resources(analysis, span, users)
            yield from grouping.group_copies(analysis, span, users)
            yield from inlining.inline_nested(analysis, span.start, users)
        yield from parameters.inline(analysis, span.start, users)
        yield from restyle.quote(analysis, span.start)
        yield from restyle.upgrade(analysis, span.start)
    if analysis.kind in ("hot", "environment"):
        yield from restyle.block_style(analysis, span.start)
