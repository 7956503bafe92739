"""equals: whether two values are equal.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#equals
Heat: heat.engine.hot.functions.Equals
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.arguments import describe_argument
from hotlint.language.functions.base import ArgumentError, Function, Run, Snippet
from hotlint.language.values import Value, equal, propagate_unknown


class Equals(Function):
    """Function `equals`."""

    name = "equals"
    since = "2016-10-14"
    condition_since = "2016-10-14"
    value = False
    summary = "Whether two values are equal; a string is never equal to a number."
    form = "equals: [<value>, <value>]\n"
    parameters = (("value", "a value"), ("other", "the value to compare it with"))
    snippet = "equals: [{get_param: ${1:parameter}}, ${2:value}]"
    given = "parameters: {env: prod}\n"
    example = "equals: [{get_param: env}, prod]\n"
    result = "true\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, list) or len(args) != 2:
            yield ArgumentError(f"{self.name} needs [value, value], not {describe_argument(args)}")

    def compute(self, args: Snippet, run: Run) -> Value:
        values = [run.resolve(arg) for arg in args]
        answer = equal(*values)
        return propagate_unknown(values, "boolean") if answer is None else answer


FUNCTION = Equals()
