"""not: negation of a condition.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#not
Heat: heat.engine.hot.functions.Not
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.arguments import describe_argument, is_condition
from hotlint.language.functions.base import ArgumentError, Function, Run, Snippet
from hotlint.language.values import MARKS, Value, propagate_unknown


class Not(Function):
    """Function `not`."""

    name = "not"
    since = "2016-10-14"
    condition_since = "2016-10-14"
    value = False
    arguments = {(): "condition"}
    summary = "True where a condition is false, and the other way round."
    form = "not: <condition>\n"
    parameters = (("condition", "the name of a condition, true or false, or a condition function"),)
    snippet = "not: ${1:condition}"
    given = "conditions: {is_prod: true}\n"
    example = "not: is_prod\n"
    result = "false\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if args is None:
            yield ArgumentError(f"{self.name} needs a condition")
        elif not is_condition(args):
            yield ArgumentError(f"{self.name} needs a condition, not {describe_argument(args)}", (), phase="resolve")

    def compute(self, args: Snippet, run: Run) -> Value:
        holds = run.condition(args)
        return propagate_unknown(holds, "boolean") if isinstance(holds, MARKS) else not holds


FUNCTION = Not()
