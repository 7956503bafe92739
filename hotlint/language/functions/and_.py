"""and: whether all of several conditions hold. `or` builds on it.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#and
Heat: heat.engine.hot.functions.And
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.language.functions.arguments import describe_argument
from hotlint.language.functions.base import EACH, ArgumentError, Call, CallTarget, Function, Run, Snippet
from hotlint.language.values import MARKS, EvaluationError, Unknown, Value, propagate_unknown

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import ClassVar


class And(Function):
    """Function `and`."""

    name = "and"
    since = "2016-10-14"
    condition_since = "2016-10-14"
    value = False
    arguments = {(): "condition", (EACH,): "condition"}
    summary = "Whether all of two or more conditions hold."
    form = "and: [<condition>, <condition>, ...]\n"
    parameters = (("conditions", "two or more conditions: names, true or false, or condition functions"),)
    snippet = "and:\n  - ${1:condition}\n  - ${2:condition}"
    given = "conditions: {is_prod: true, has_db: false}\n"
    example = "and: [is_prod, has_db]\n"
    result = "false\n"

    decisive: ClassVar[bool] = False
    """The answer of one condition that decides, whatever the others say."""

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, list):
            yield ArgumentError(f"{self.name} needs a list of conditions, not {describe_argument(args)}")
        elif len(args) < 2:
            message = f"{self.name} needs two or more conditions, not {describe_argument(args)}"
            yield ArgumentError(message)

    def targets(self, call: Call) -> Iterable[CallTarget]:
        return super().targets(call) if isinstance(call.args, list) else ()

    def compute(self, args: Snippet, run: Run) -> Value:
        unknown: Unknown | None = None
        for value in run.resolve(args):
            try:
                holds = run.condition(value)
            except EvaluationError as exc:
                if unknown is None or exc.slug == "budget":
                    raise
                break  # Heat may never come so far
            if isinstance(holds, MARKS):
                unknown = unknown or propagate_unknown(holds, "boolean")
            elif bool(holds) is self.decisive:
                return self.decisive
        return unknown if unknown is not None else not self.decisive


FUNCTION = And()
