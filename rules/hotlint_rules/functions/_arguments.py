"""What the rules on arguments share: turning a function's own fault into a finding."""

from __future__ import annotations

from hotlint.analysis.template import Part
from hotlint.language.functions.base import ArgumentError, Call, Function
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.rule import Context


def finding(error: ArgumentError, call: Call, part: Part, ctx: Context) -> Diagnostic:
    """The finding for a fault, at the argument that is at fault."""
    place = ctx.argument(call, error.path, "key" if error.part == "key" else "value")
    return ctx.report(place, sentence(error.message), severity=ctx.call_severity(part, call, error.phase))


def sentence(message: str) -> str:
    """A function's message as a sentence: a name of a function at its start stays as it is."""
    return message if message.endswith((".", "?", "!", ")")) else message + "."


def successor(function: Function) -> str | None:
    """What HOT has in place of an old function, in words."""
    return function.replacement or (f"'{function.replaced_by}'" if function.replaced_by else None)
