"""What the rules on arguments share: turning a function's own faults into findings."""

from __future__ import annotations

from hotlint.functions.base import ArgumentFault, Call
from hotlint.rule import Checked, Context, Where
from hotlint.template import Part


def reported(call: Call, part: Part, ctx: Context, slugs: frozenset[str], *, others: bool = False) -> Checked:
    """A finding for each fault of the call whose slug is in `slugs` (or, with `others`, is not)."""
    if call.function is None:
        return
    for found in ctx.faults(call):
        if (found.slug in slugs) != others:
            severity = ctx.call_severity(part, call, found.phase)
            yield ctx.report(ctx.argument(call, found.path, _part(found)), sentence(found.message), severity=severity)


def _part(found: ArgumentFault) -> Where:
    return "key" if found.part == "key" else "value"


def sentence(message: str) -> str:
    """A function's message as a sentence: a name of a function at its start stays as it is."""
    return message if message.endswith((".", "?", "!", ")")) else message + "."
