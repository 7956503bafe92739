"""contains: whether a value is in a list.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#contains
Heat: heat.engine.hot.functions.Contains
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.base import ArgumentError, Function, Run, Snippet, describe_argument, require
from hotlint.language.values import MARKS, Partial, PartialText, Value, equal, propagate_unknown


class Contains(Function):
    """Function `contains`."""

    name = "contains"
    since = "2017-09-01"
    condition_since = "2017-09-01"
    fails_on_null = True
    summary = "Whether a value is in a list, or a string in another."
    form = "contains: [<value>, <list>]\n"
    parameters = (("value", "the value to look for"), ("list", "the list (or string) to look in"))
    snippet = "contains: [${1:value}, ${2:list}]"
    given = "parameters: {roles: [web, db]}\n"
    example = "contains: [db, {get_param: roles}]\n"
    result = "true\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, list) or len(args) != 2:
            yield ArgumentError(f"contains needs [value, list], not {describe_argument(args)}")

    def compute(self, args: Snippet, run: Run) -> Value:
        value = run.resolve(args[0])
        where = run.resolve(args[1])
        require("contains", "a list to look in", where, (1,), list, str)
        if isinstance(where, Partial) and isinstance(where.known, list):
            found = any(equal(value, item) for item in where.known)
            return True if found else propagate_unknown("contains", where.rest, value, where.known, type_="boolean")
        if isinstance(where, str | PartialText):
            return self._in_text(value, where)
        if isinstance(where, MARKS):
            return propagate_unknown("contains", where, value, type_="boolean")
        run.spend(len(where) // 10)
        answers = [equal(value, item) for item in where]
        if True in answers:
            return True
        return propagate_unknown("contains", value, where, type_="boolean") if None in answers else False

    def _in_text(self, value: Value, where: str | PartialText) -> Value:
        require("contains", "a string to look for in a string", value, (0,), str)
        if isinstance(value, str):
            if isinstance(where, str):
                return value in where
            if any(isinstance(part, str) and value in part for part in where.parts):
                return True
        return propagate_unknown("contains", value, where, type_="boolean")


FUNCTIONS = (Contains(),)
