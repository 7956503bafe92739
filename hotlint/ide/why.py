"""Why a value is what it is: the provenance of the value at a cursor."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.file_kinds import TEMPLATES
from hotlint.dry_run.provenance import NoSuchPartError, Step, explain_call, explain_part
from hotlint.dry_run.results import StackResult
from hotlint.ide.cursor import calls_at, cursor_at
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.syntax.source import Span

_SECTION_OF = {"parameter": "parameters", "condition": "conditions", "resource": "resources", "output": "outputs"}


def why(analysis: FileAnalysis, preview: StackResult, offset: int) -> Step | None:
    """Return how the value at an offset of a template is computed; None where there is no value.

    `preview` is a dry run of the template, which may be one of a nested stack. On a function the value is what it
    returns, on a name what is named, and on a key or a literal what is written there.
    """
    if analysis.kind not in TEMPLATES:
        return None
    try:
        return (
            _of_name(analysis, preview, offset)
            or _of_call(analysis, preview, offset)
            or _of_path(analysis, preview, offset)
        )
    except NoSuchPartError:
        return None


def flattened(step: Step, depth: int = 0) -> Iterator[tuple[Step, int]]:
    """Yield a step and the steps behind it, each before those behind it in turn, and with its depth: 0 for the first one."""
    yield step, depth
    for inner in step.steps:
        yield from flattened(inner, depth + 1)


def span_of_step(step: Step, text: str) -> Span | None:
    """Return where a step is written, in the text of its file: to the end of the line where only its start is known."""
    location = step.location
    if location is None:
        return None
    if location.end is not None:
        return Span(location.offset, max(location.end, location.offset))
    end = text.find("\n", location.offset)
    return Span(location.offset, end if end >= 0 else len(text))


def _of_name(analysis: FileAnalysis, preview: StackResult, offset: int) -> Step | None:
    """Return the step of a definition at an offset, or of a condition that a resource names."""
    found = analysis.name_at(offset)
    section = _SECTION_OF.get(found.kind) if found is not None else None
    if found is None or section is None or not (found.defines or found.kind == "condition"):
        return None
    return explain_part(preview, [section, found.name])


def _of_call(analysis: FileAnalysis, preview: StackResult, offset: int) -> Step | None:
    """Return the step of the innermost call around an offset."""
    for part, call in calls_at(analysis, offset):
        if part.field != "condition" or part.owner.section != "conditions" or call.parent is not None:
            return explain_call(preview, call)
        return explain_part(preview, ["conditions", part.owner.name])
    return None


def _of_path(analysis: FileAnalysis, preview: StackResult, offset: int) -> Step | None:
    """Return the step of the value that the keys around an offset lead to."""
    steps = [str(step) for step in cursor_at(analysis.document.root, offset).path]
    if len(steps) < 2 or steps[0] not in _SECTION_OF.values():
        return None
    if steps[0] == "resources" and len(steps) < 3:
        return None
    return explain_part(preview, steps[:2] if steps[0] in ("parameters", "conditions") else steps)
