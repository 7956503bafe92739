"""Fn::Select: item of a list or a mapping.

CloudFormation's function, which HOT has until version 2015-04-30 only.
Heat: heat.engine.cfn.functions.Select
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.base import ArgumentError, Function, Run, Snippet, describe_argument, error, wrong_type
from hotlint.language.values import MARKS, Value, propagate_unknown, show


class FnSelect(Function):
    """Function `Fn::Select`."""

    name = "Fn::Select"
    until = "2015-04-30"
    replaced_by = "get_param"
    replacement = "a path, as in get_param: [<mapping>, <key>]"
    summary = "One item of a list, by its index, or of a mapping, by its key; an empty string where there is none."
    form = "Fn::Select: [<index or key>, <list or mapping>]\n"
    parameters = (
        ("index", "an index of a list, or a key of a mapping"),
        ("from", "a list, a mapping, or either as JSON string"),
    )
    snippet = "Fn::Select: [${1:0}, ${2:list}]"
    given = "parameters: {names: [web, db]}\n"
    example = "Fn::Select: [1, {get_param: names}]\n"
    result = "db\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        # Strings of two characters and mappings with two keys pass for two arguments too.
        if not isinstance(args, list | str | dict) or len(args) != 2:
            yield ArgumentError(f"Fn::Select needs [index, list or mapping], not {describe_argument(args)}")

    def compute(self, args: Snippet, run: Run) -> Value:
        index, where = (run.resolve(arg) for arg in args)
        if isinstance(where, str) and where:
            where = _from_json(where)
        if where is None or where == "":
            return ""
        if isinstance(where, MARKS):
            return propagate_unknown(where)
        if isinstance(index, MARKS):
            return propagate_unknown(index)
        if isinstance(where, dict):
            if not isinstance(index, str):
                raise wrong_type("Fn::Select", "a string as the key of a mapping", index, (0,))
            return where.get(index, "")
        if not isinstance(where, list):
            raise wrong_type("Fn::Select", "a list or mapping to select from", where, (1,))
        try:
            index = int(index)
        except (ValueError, TypeError, OverflowError):
            raise wrong_type("Fn::Select", "a number as the index of a list", index, (0,)) from None
        try:
            return where[index]
        except IndexError:
            return ""


def _from_json(text: str) -> Value:
    import json

    try:
        value = json.loads(text)
    except ValueError:
        raise error(
            f"Fn::Select selects from a list, a mapping, or a JSON string, not {show(text)}", (1,), "not-json"
        ) from None
    if value == "":
        raise error("Fn::Select finds a scalar in the JSON string, neither list nor mapping", (1,))
    return value


FUNCTIONS = (FnSelect(),)
