"""Fn::Not: negation of a condition.

A function of CloudFormation's format.
Heat: heat.engine.cfn.functions.Not
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.language.functions.arguments import describe_argument, is_condition
from hotlint.language.functions.base import ArgumentError, Call, CallTarget, Run, Snippet
from hotlint.language.functions.not_ import Not
from hotlint.language.values import Value


class FnNot(Not):
    """Function `Fn::Not`."""

    name = "Fn::Not"
    replaced_by = "not"
    arguments = {(0,): "condition"}
    form = "Fn::Not: [<condition>]\n"
    snippet = "Fn::Not: [${1:condition}]"
    example = "Fn::Not: [is_prod]\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, list) or len(args) != 1:
            yield ArgumentError(f"Fn::Not needs a list of one condition, not {describe_argument(args)}")
        elif not is_condition(args[0]):
            message = f"Fn::Not needs a condition, not {describe_argument(args[0])}"
            yield ArgumentError(message, (0,), phase="resolve")

    def targets(self, call: Call) -> Iterable[CallTarget]:
        return super().targets(call) if isinstance(call.args, list) else ()

    def compute(self, args: Snippet, run: Run) -> Value:
        return super().compute(args[0], run)


FUNCTION = FnNot()
