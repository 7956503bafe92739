"""Fn::And: whether all of several conditions hold.

A function of CloudFormation's format.
Heat: heat.engine.cfn.functions.And
"""

from __future__ import annotations

from hotlint.language.functions.and_ import And


class FnAnd(And):
    """Function `Fn::And`."""

    name = "Fn::And"
    replaced_by = "and"
    form = "Fn::And: [<condition>, <condition>, ...]\n"
    snippet = "Fn::And:\n  - ${1:condition}\n  - ${2:condition}"
    example = "Fn::And: [is_prod, has_db]\n"


FUNCTION = FnAnd()
