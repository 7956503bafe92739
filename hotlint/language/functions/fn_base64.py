"""Fn::Base64: the string itself; nothing is encoded.

CloudFormation's function, which HOT has until version 2013-05-23 only.
Heat: heat.engine.cfn.functions.Base64
"""

from __future__ import annotations

from hotlint.language.functions.base import Function, Run, Snippet, require
from hotlint.language.values import Value


class FnBase64(Function):
    """Function `Fn::Base64`."""

    name = "Fn::Base64"
    until = "2013-05-23"
    summary = "The string itself: nothing is encoded, the function only makes CloudFormation templates work."
    form = "Fn::Base64: <string>\n"
    parameters = (("string", "a string"),)
    snippet = "Fn::Base64: ${1:string}"
    example = "Fn::Base64: echo ready\n"
    result = "echo ready\n"

    def compute(self, args: Snippet, run: Run) -> Value:
        text = run.resolve(args)
        require("Fn::Base64", "a string", text, (), str)
        return text


FUNCTIONS = (FnBase64(),)
