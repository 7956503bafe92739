"""Fn::GetAtt: attribute of a resource.

A function of CloudFormation's format.
Heat: heat.engine.cfn.functions.GetAtt
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.arguments import describe_argument
from hotlint.language.functions.base import ArgumentError, Call, Snippet
from hotlint.language.functions.get_attr import GetAttr


class FnGetAtt(GetAttr):
    """Function `Fn::GetAtt`."""

    name = "Fn::GetAtt"
    replaced_by = "get_attr"
    summary = "An attribute of a resource once it is created."
    form = "Fn::GetAtt: [<resource>, <attribute>]\n"
    parameters = GetAttr.parameters[:2]
    changes = ()
    snippet = "Fn::GetAtt: [${1:resource}, ${2:attribute}]"
    given = "attributes: {server: {PublicIp: 10.0.0.5}}\n"
    example = "Fn::GetAtt: [server, PublicIp]\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, list) or len(args) != 2:
            yield ArgumentError(f"Fn::GetAtt needs a list [resource, attribute], not {describe_argument(args)}")
            return
        for index, what in enumerate(("the name of a resource", "the name of an attribute")):
            if not isinstance(args[index], str | Call):
                message = f"Fn::GetAtt needs {what} here, not {describe_argument(args[index])}"
                yield ArgumentError(message, (index,), phase="validate")


FUNCTION = FnGetAtt()
