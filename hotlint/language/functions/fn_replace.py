"""Fn::Replace: predecessor of str_replace.

CloudFormation's function, which HOT has until version 2013-05-23 only.
Heat: heat.engine.cfn.functions.Replace
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.arguments import describe_argument
from hotlint.language.functions.base import ArgumentError, Run, Snippet
from hotlint.language.functions.str_replace import StrReplace
from hotlint.language.values import Value


class FnReplace(StrReplace):
    """Function `Fn::Replace`."""

    name = "Fn::Replace"
    until = "2013-05-23"
    replaced_by = "str_replace"
    placeholders = ""
    hint_arguments = False
    summary = "A string in which every placeholder is replaced by its value."
    form = "Fn::Replace:\n  - <placeholder>: <value>\n  - <string with placeholders>\n"
    parameters = (
        ("params", "a mapping of placeholders and the values that replace them"),
        ("template", "the string that contains placeholders"),
    )
    keys = ()
    changes = ()
    template_at = (1,)
    params_at = (0,)
    snippet = "Fn::Replace:\n  - ${1:placeholder}: ${2:value}\n  - ${3:string}"
    given = "parameters: {domain: example.org}\n"
    example = "Fn::Replace:\n  - $domain: {Ref: domain}\n  - www.$domain\n"
    result = "www.example.org\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, list) or len(args) != 2:
            yield ArgumentError(
                f"Fn::Replace needs a list [mapping of placeholders, string], not {describe_argument(args)}"
            )
        else:
            yield from self.check_params_form(args[0])

    def compute(self, args: Snippet, run: Run) -> Value:
        return self.replaced(run.resolve(args[1]), run.resolve(args[0]), False, run)


FUNCTION = FnReplace()
