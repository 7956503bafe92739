"""Ref: value of a parameter or reference to a resource.

CloudFormation's function, which HOT has until version 2013-05-23 only.
Heat: heat.engine.cfn.functions.Ref, ParamRef
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.base import (
    ArgumentError,
    Call,
    Function,
    Run,
    Snippet,
    describe_argument,
    error,
    require,
    wrong_type,
)
from hotlint.language.values import MARKS, EvaluationError, Value, propagate_unknown, show


class Ref(Function):
    """Function `Ref`."""

    name = "Ref"
    until = "2013-05-23"
    replaced_by = "get_param"
    arguments = {(): "ref"}
    summary = "The value of a parameter, or a reference to a resource."
    form = "Ref: <parameter or resource>\n"
    parameters = (("name", "the name of a parameter or a resource, written out"),)
    snippet = "Ref: ${1:name}"
    given = "parameters: {flavor: m1.small}\n"
    example = "Ref: flavor\n"
    result = "m1.small\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if isinstance(args, list | dict | Call):
            yield ArgumentError(
                f"Ref needs the name of a parameter or resource, written out, not {describe_argument(args)}"
            )

    def compute(self, args: Snippet, run: Run) -> Value:
        if not isinstance(args, str):
            raise wrong_type("Ref", "the name of a parameter or resource", args)
        try:
            return run.reference(args)
        except EvaluationError as exc:
            if exc.slug != "unknown-resource":
                raise
        try:
            return run.read_parameter(args)
        except EvaluationError as exc:
            if exc.slug != "unknown-parameter":
                raise
            message = f"undefined parameter or resource {show(args)}"
            raise error(message, (), "unknown-ref") from None


class ParameterRef(Ref):
    """Function `Ref` of conditions."""

    name = "Ref in conditions"  # rules tell it from the other one
    arguments = {(): "parameter"}
    summary = "The value of a parameter."

    def compute(self, args: Snippet, run: Run) -> Value:
        name = run.resolve(args)
        require("Ref", "the name of a parameter", name, (), str)
        if isinstance(name, MARKS):
            return propagate_unknown("Ref", name, once=False)
        if not name:
            raise error("Ref needs the name of a parameter")
        return run.read_parameter(name)


FUNCTIONS = (Ref(), ParameterRef())
