"""Fn::If: one of two values, depending on a condition.

A function of CloudFormation's format.
Heat: heat.engine.cfn.functions.If
"""

from __future__ import annotations

from hotlint.language.functions.if_ import If


class FnIf(If):
    """Function `Fn::If`."""

    name = "Fn::If"
    replaced_by = "if"
    form = "Fn::If: [<condition>, <value if it holds>, <value if not>]\n"
    parameters = (*If.parameters[:2], ("value_if_false", "the value where it does not"))
    changes = ()
    snippet = "Fn::If: [${1:condition}, ${2:value}, ${3:otherwise}]"
    example = "Fn::If: [is_prod, m1.large, m1.small]\n"


FUNCTION = FnIf()
