"""Fn::Split: predecessor of str_split.

CloudFormation's function, which HOT has until version 2013-05-23 only.
Heat: heat.engine.cfn.functions.Split
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.arguments import describe_argument, error, require
from hotlint.language.functions.base import ArgumentError, Function, Run, Snippet
from hotlint.language.values import MARKS, Value, propagate_unknown


class FnSplit(Function):
    """Function `Fn::Split`."""

    name = "Fn::Split"
    until = "2013-05-23"
    replaced_by = "str_split"
    summary = "A string cut at every delimiter into a list."
    form = "Fn::Split: [<delimiter>, <string>]\n"
    parameters = (("delimiter", "the string at which to cut, written out"), ("string", "the string to cut"))
    snippet = "Fn::Split: ['${1:,}', ${2:string}]"
    given = "parameters: {names: 'web,db'}\n"
    example = "Fn::Split: [',', {Ref: names}]\n"
    result = "[web, db]\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, list) or len(args) != 2:
            yield ArgumentError(f"Fn::Split needs [delimiter, string], not {describe_argument(args)}")
        elif not isinstance(args[0], str):
            message = f"Fn::Split needs its delimiter as a string, written out, not {describe_argument(args[0])}"
            yield ArgumentError(message, (0,), phase="resolve")

    def compute(self, args: Snippet, run: Run) -> Value:
        text = run.resolve(args[1])
        require("Fn::Split", "a string to cut", text, (1,), str)
        if isinstance(text, MARKS):
            return propagate_unknown(text, "list")
        if args[0] == "":
            raise error("Fn::Split needs a delimiter that is not empty", (0,))
        run.spend(len(text) // 100)
        return text.split(args[0])


FUNCTION = FnSplit()
