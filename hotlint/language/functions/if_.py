"""if and Fn::If: one of two values, depending on a condition.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#if
Heat: heat.engine.hot.functions.If, IfNullable (2021-04-16); heat.engine.cfn.functions.If
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.annotations import ClassVar
from hotlint.language.functions.base import (
    EACH,
    ArgumentError,
    Function,
    Pairs,
    Path,
    Run,
    Snippet,
    as_written,
    describe_argument,
    is_condition,
)
from hotlint.language.origins import origin_of
from hotlint.language.values import MARKS, OMITTED, Either, EvaluationError, Unknown, Value, equal, show

_OMITS = "2021-04-16"


class If(Function):
    """Function `if`."""

    name = "if"
    since = "2016-10-14"
    macro = True
    arguments = {(0,): "condition", (EACH,): "result"}
    hint_arguments = True
    summary = "One of two values, depending on whether a condition holds."
    form = "if: [<condition>, <value if it holds>, <value if not>]\n"
    parameters: ClassVar[Pairs] = (
        ("condition", "the name of a condition, true or false, or a condition function"),
        ("value_if_true", "the value where the condition holds"),
        ("value_if_false", "the value where it does not; from 2021-04-16 it may be left out, and so is then the item"),
    )
    changes: ClassVar[Pairs] = (
        ("2021-04-16", "without a third argument, the item or key is left out where the condition is false"),
    )
    snippet = "if: [${1:condition}, ${2:value}, ${3:otherwise}]"
    given = "conditions: {is_prod: true}\n"
    example = "if: [is_prod, m1.large, m1.small]\n"
    result = "m1.large\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        counts = (2, 3) if version >= _OMITS else (3,)
        if not isinstance(args, list) or len(args) not in counts:
            hint = ""
            if isinstance(args, list) and len(args) == 2:
                hint = f" (the third may be left out from {_OMITS})"
            form = "[condition, value if true, value if false]"
            yield ArgumentError(f"{self.name} needs {form}, not {describe_argument(args)}{hint}")
        elif not is_condition(args[0]):
            message = f"{self.name} needs a condition as its first argument, not {describe_argument(args[0])}"
            yield ArgumentError(message, (0,))

    def early_arguments(self, args: Snippet) -> list[tuple[Path, Snippet]]:
        return [((0,), args[0])] if isinstance(args, list) and args else []

    def check_early_value(self, value: Value, path: Path, run: Run) -> None:
        run.condition(value)

    def compute(self, args: Snippet, run: Run) -> Value:
        holds = run.condition(args[0])
        branches = (args[1], args[2] if len(args) > 2 else OMITTED)
        if not isinstance(holds, MARKS):
            return run.resolve(branches[0 if holds else 1], nullable=True)
        values = [_tried(branch, run) for branch in branches]
        if all(isinstance(value, EvaluationError) for value in values):
            raise values[0]
        first, second = (_failing(value) if isinstance(value, EvaluationError) else value for value in values)
        if first is second or (first is not OMITTED and equal(first, second)):
            return first
        return Either(show(as_written(args[0])), first, second, origin_of(holds))


def _tried(branch: Snippet, run: Run) -> Value:
    try:
        return run.resolve(branch, nullable=True)
    except EvaluationError as exc:
        if exc.slug == "budget":
            raise
        return exc


def _failing(failure: EvaluationError) -> Unknown:
    return Unknown(f"it would fail: {failure.message}")


class FnIf(If):
    """Function `Fn::If`."""

    name = "Fn::If"
    replaced_by = "if"
    form = "Fn::If: [<condition>, <value if it holds>, <value if not>]\n"
    parameters = (*If.parameters[:2], ("value_if_false", "the value where it does not"))
    changes = ()
    snippet = "Fn::If: [${1:condition}, ${2:value}, ${3:otherwise}]"
    example = "Fn::If: [is_prod, m1.large, m1.small]\n"


FUNCTIONS = (If(), FnIf())
