"""Shared by the rules on arguments: turns a function's own error into a finding."""

from __future__ import annotations

from hotlint.rule import ArgumentError, Call, Diagnostic, Function, Part, RuleContext

OTHER_RULES = frozenset({"unknown-algorithm", "yaql-syntax", "not-in-conditions", "removed"})
"""Errors of arguments that have rules of their own."""


def finding(error: ArgumentError, call: Call, part: Part, ctx: RuleContext) -> Diagnostic:
    """Return the finding for an argument error, at the argument that is wrong."""
    place = ctx.argument(call, error.path, "key" if error.part == "key" else "value")
    return ctx.report(place, error.message, severity=ctx.call_severity(part, call, error.phase))


def successor(function: Function) -> str | None:
    """Return what HOT has instead of a function of CloudFormation, in words; None where it has nothing."""
    return function.replacement or (f"'{function.replaced_by}'" if function.replaced_by else None)
