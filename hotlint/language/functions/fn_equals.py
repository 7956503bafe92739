"""Fn::Equals: whether two values are equal.

A function of CloudFormation's format.
Heat: heat.engine.cfn.functions.Equals
"""

from __future__ import annotations

from hotlint.language.functions.equals import Equals


class FnEquals(Equals):
    """Function `Fn::Equals`."""

    name = "Fn::Equals"
    replaced_by = "equals"
    form = "Fn::Equals: [<value>, <value>]\n"
    snippet = "Fn::Equals: [{Ref: ${1:parameter}}, ${2:value}]"
    example = "Fn::Equals: [{Ref: env}, prod]\n"


FUNCTION = FnEquals()
