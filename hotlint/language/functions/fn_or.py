"""Fn::Or: whether one of several conditions holds.

A function of CloudFormation's format.
Heat: heat.engine.cfn.functions.Or
"""

from __future__ import annotations

from hotlint.language.functions.or_ import Or


class FnOr(Or):
    """Function `Fn::Or`."""

    name = "Fn::Or"
    replaced_by = "or"
    form = "Fn::Or: [<condition>, <condition>, ...]\n"
    snippet = "Fn::Or:\n  - ${1:condition}\n  - ${2:condition}"
    example = "Fn::Or: [is_prod, has_db]\n"


FUNCTION = FnOr()
