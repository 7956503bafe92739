"""Fn::GetAZs: availability zones of the cloud.

CloudFormation's function, which HOT has until version 2013-05-23 only.
Heat: heat.engine.cfn.functions.GetAZs
"""

from __future__ import annotations

from hotlint.language.functions.base import Function, Run, Snippet
from hotlint.language.values import Unknown, Value


class FnGetAZs(Function):
    """Function `Fn::GetAZs`."""

    name = "Fn::GetAZs"
    until = "2013-05-23"
    summary = "The names of the cloud's availability zones, as a list; the region that is given does not count."
    form = "Fn::GetAZs: <region>\n"
    parameters = (("region", "a region, which is ignored"),)
    snippet = "Fn::GetAZs: ''"
    example = "Fn::GetAZs: ''\n"
    result = "'?'\n"

    def compute(self, args: Snippet, run: Run) -> Value:
        return Unknown("only the cloud knows its availability zones", "list", ("zones",))


FUNCTIONS = (FnGetAZs(),)
