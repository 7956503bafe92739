"""Ref: a parameter's value or a reference to a resource."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.base import (
    ArgumentFault,
    Call,
    Function,
    Run,
    Snippet,
    Target,
    described,
    fault,
    wrong_type,
)
from hotlint.language.values import Fault, Value, show


class Ref(Function):
    name = "Ref"
    until = "2013-05-23"
    replaced_by = "get_param"
    summary = "The value of a parameter, or a reference to a resource."
    form = "Ref: <parameter or resource>\n"
    parameters = (("name", "the name of a parameter or a resource, written out"),)
    snippet = "Ref: ${1:name}"
    given = "parameters: {flavor: m1.small}\n"
    example = "Ref: flavor\n"
    result = "m1.small\n"

    def misuses(self, args: Snippet, version: str) -> Iterator[ArgumentFault]:
        if isinstance(args, list | dict | Call):
            yield ArgumentFault(f"Ref needs the name of a parameter or resource, written out, not {described(args)}")

    def targets(self, call: Call) -> Iterator[Target]:
        if isinstance(call.args, str):
            yield Target("ref", call.args, ())

    def compute(self, args: Snippet, run: Run) -> Value:
        if not isinstance(args, str):
            raise wrong_type("Ref", "the name of a parameter or resource", args)
        try:
            return run.reference(args)
        except Fault as exc:
            if exc.slug != "unknown-resource":
                raise
        try:
            return run.parameter(args)
        except Fault as exc:
            if exc.slug != "unknown-parameter":
                raise
            message = f"there is no parameter or resource {show(args)}"
            raise fault(message, (), "unknown-ref") from None


FUNCTION = Ref()
