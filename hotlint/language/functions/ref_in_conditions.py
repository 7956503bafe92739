"""Ref in the conditions of CloudFormation's format: the value of a parameter.

Heat: heat.engine.cfn.functions.ParamRef
"""

from __future__ import annotations

from hotlint.language.functions.arguments import error, require
from hotlint.language.functions.base import Run, Snippet
from hotlint.language.functions.ref import Ref
from hotlint.language.values import MARKS, Value, propagate_unknown


class ParameterRef(Ref):
    """Function `Ref` of conditions."""

    name = "Ref in conditions"  # rules tell it from the other one
    arguments = {(): "parameter"}
    summary = "The value of a parameter."

    def compute(self, args: Snippet, run: Run) -> Value:
        name = run.resolve(args)
        require("Ref", "the name of a parameter", name, (), str)
        if isinstance(name, MARKS):
            return propagate_unknown(name)
        if not name:
            raise error("Ref needs the name of a parameter")
        return run.parameter(name)


FUNCTION = ParameterRef()
