"""Fn::FindInMap: value of the section Mappings.

A function of CloudFormation's format.
Heat: heat.engine.cfn.functions.FindInMap
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.base import ArgumentError, Function, Run, Snippet, describe_argument, error
from hotlint.language.values import MARKS, Value, propagate_unknown, show


class FnFindInMap(Function):
    """Function `Fn::FindInMap`."""

    name = "Fn::FindInMap"
    summary = "The value at two keys of one of the template's mappings."
    form = "Fn::FindInMap: [<mapping>, <key>, <key within>]\n"
    parameters = (
        ("mapping", "the name of an entry of the section Mappings"),
        ("key", "a key of that mapping"),
        ("within", "a key of the mapping at that key"),
    )
    snippet = "Fn::FindInMap: [${1:mapping}, ${2:key}, ${3:key}]"
    given = "mappings: {sizes: {small: {cpus: 1}}}\n"
    example = "Fn::FindInMap: [sizes, small, cpus]\n"
    result = "1\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, list) or len(args) != 3:
            yield ArgumentError(f"Fn::FindInMap needs a list [mapping, key, key], not {describe_argument(args)}")

    def compute(self, args: Snippet, run: Run) -> Value:
        value: Value = run.mappings()
        for index, arg in enumerate(args):
            if isinstance(value, MARKS):
                return propagate_unknown(value)
            key = run.resolve(arg)
            if isinstance(key, MARKS):
                return propagate_unknown(key)
            if not isinstance(value, dict) or not isinstance(key, str) or key not in value:
                where = "the section Mappings" if index == 0 else "what it looks in"
                raise error(f"Fn::FindInMap finds no {show(key)} in {where}", (index,), "no-mapping")
            value = value[key]
        return value


FUNCTIONS = (FnFindInMap(),)
