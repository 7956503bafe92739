"""The answer of hotlint/why: how a value is computed, step by step, with the place of each step."""

from __future__ import annotations

from itertools import islice
from typing import Any

from lsprotocol import types

from hotlint.dry_run.provenance import NoSuchPartError, Step, explain
from hotlint.dry_run.results import ValueResult
from hotlint.ide.why import flattened, span_of_step, why
from hotlint.language.values import show
from hotlint_server import convert
from hotlint_server.dry_runs import dry_run, dry_run_in_use
from hotlint_server.features.preview_page import plain
from hotlint_server.session import Session

MAX_STEPS = 200
SHOWN = 200
"""Characters of a value that are shown on a line."""


def why_at(session: Session, uri: str, data: dict[str, Any]) -> dict[str, Any] | None:
    """Return {value, known, reason, shown, text, uri, range, steps} of the value that a request names; None for no value.

    It is at `position` of the document, or at `path` of its dry run, such as resources.server.properties.name, with
    `environments` and `parameters` as in hotlint/preview. Raises OSError or ReadError.
    """
    path = data.get("path")
    if isinstance(path, str):
        preview = dry_run(session, uri, data.get("environments"), data.get("parameters"))
        try:
            return _answer(session, explain(preview, path))
        except NoSuchPartError:
            return None
    position = data.get("position")
    if not isinstance(position, dict):
        return None
    line, character = position.get("line", 0), position.get("character", 0)
    offset = convert.offset_of(session.workspace.positions(uri), types.Position(int(line), int(character)))
    found = _at(session, uri, offset, data)
    return _answer(session, found) if found is not None else None


def _at(session: Session, uri: str, offset: int, data: dict[str, Any]) -> Step | None:
    """Return the provenance of the value at an offset of a template, or of an environment that is used with one."""
    analysis = session.workspace.analysis(uri)
    if analysis.kind != "environment":
        given = data.get("environments") is not None or data.get("parameters") is not None
        preview = dry_run(session, uri, data.get("environments"), data.get("parameters")) if given else None
        return why(analysis, preview or dry_run_in_use(session, uri), offset)
    found = analysis.name_at(offset)
    for user in session.workspace.users(analysis.path) if found is not None and found.kind == "parameter" else ():
        if user.kind == "hot" and found is not None and found.name in user.template.parameters:
            template = session.workspace.uri(user.path)
            chosen = session.workspace.folder(user.path).environments(user.path)
            environments = [session.workspace.uri(p) for p in dict.fromkeys([*chosen, analysis.path])]
            return explain(dry_run(session, template, environments), f"parameters.{found.name}")
    return None


def _answer(session: Session, step: Step) -> dict[str, Any]:
    steps = [_step(session, inner, depth) for inner, depth in islice(flattened(step), MAX_STEPS + 1)]
    return {**steps[0], "steps": steps[1:]}


def _step(session: Session, step: Step, depth: int) -> dict[str, Any]:
    answer = {"text": step.text, "depth": depth, **_value(step.value), "uri": None, "range": None}
    if step.location is not None:
        positions = session.workspace.positions_of(step.location.path)
        text = session.workspace.text_of(step.location.path)
        span = span_of_step(step, text) if text is not None else None
        if positions is not None and span is not None:
            answer["uri"] = session.workspace.uri(step.location.path)
            answer["range"] = convert.range_of(positions, span)
    return answer


def _value(result: ValueResult | None) -> dict[str, Any]:
    """Return a value as the protocol has it: JSON, on one line, whether it is known, and why it is not."""
    if result is None:
        return {"value": None, "shown": None, "known": None, "reason": None}
    data = result.to_dict()
    value, reason = plain(data.get("value")), data.get("error") or data.get("unknown")
    shown = f"error: {result.error}" if result.error is not None else show(value, SHOWN)
    return {"value": value, "shown": shown, "known": reason is None, "reason": reason}
