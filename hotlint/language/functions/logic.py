"""and, or, not and equals: the functions of conditions, with their spellings in CloudFormation's format.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#and (#or, #not, #equals)
Heat: And, Or, Not and Equals of heat.engine.hot.functions and heat.engine.cfn.functions
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.language.functions.base import (
    EACH,
    ArgumentError,
    Call,
    CallTarget,
    Function,
    Run,
    Snippet,
    describe_argument,
    is_condition,
)
from hotlint.language.values import MARKS, EvaluationError, Unknown, Value, equal, propagate_unknown


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

    decisive: bool = False
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
                unknown = unknown or propagate_unknown(self.name, holds, type_="boolean", once=False)
            elif bool(holds) is self.decisive:
                return self.decisive
        return unknown if unknown is not None else not self.decisive


class Or(And):
    """Function `or`."""

    name = "or"
    summary = "Whether at least one of two or more conditions holds."
    form = "or: [<condition>, <condition>, ...]\n"
    snippet = "or:\n  - ${1:condition}\n  - ${2:condition}"
    example = "or: [is_prod, has_db]\n"
    result = "true\n"
    decisive = True


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
        return propagate_unknown("not", holds, type_="boolean") if isinstance(holds, MARKS) else not holds


class FnAnd(And):
    """Function `Fn::And`."""

    name = "Fn::And"
    replaced_by = "and"
    form = "Fn::And: [<condition>, <condition>, ...]\n"
    snippet = "Fn::And:\n  - ${1:condition}\n  - ${2:condition}"
    example = "Fn::And: [is_prod, has_db]\n"


class FnOr(Or):
    """Function `Fn::Or`."""

    name = "Fn::Or"
    replaced_by = "or"
    form = "Fn::Or: [<condition>, <condition>, ...]\n"
    snippet = "Fn::Or:\n  - ${1:condition}\n  - ${2:condition}"
    example = "Fn::Or: [is_prod, has_db]\n"


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


class Equals(Function):
    """Function `equals`."""

    name = "equals"
    since = "2016-10-14"
    condition_since = "2016-10-14"
    value = False
    summary = "Whether two values are equal; a string is never equal to a number."
    form = "equals: [<value>, <value>]\n"
    parameters = (("value", "a value"), ("other", "the value to compare it with"))
    snippet = "equals: [{get_param: ${1:parameter}}, ${2:value}]"
    given = "parameters: {env: prod}\n"
    example = "equals: [{get_param: env}, prod]\n"
    result = "true\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, list) or len(args) != 2:
            yield ArgumentError(f"{self.name} needs [value, value], not {describe_argument(args)}")

    def compute(self, args: Snippet, run: Run) -> Value:
        values = [run.resolve(arg) for arg in args]
        answer = equal(*values)
        return propagate_unknown("equals", values, type_="boolean") if answer is None else answer


class FnEquals(Equals):
    """Function `Fn::Equals`."""

    name = "Fn::Equals"
    replaced_by = "equals"
    form = "Fn::Equals: [<value>, <value>]\n"
    snippet = "Fn::Equals: [{Ref: ${1:parameter}}, ${2:value}]"
    example = "Fn::Equals: [{Ref: env}, prod]\n"


FUNCTIONS = (And(), Or(), Not(), FnAnd(), FnOr(), FnNot(), Equals(), FnEquals())
