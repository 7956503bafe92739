"""get_param: value of a parameter, or a part of it.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#get-param
Heat: heat.engine.hot.functions.GetParam
"""

from __future__ import annotations

from collections.abc import Iterable

from hotlint.language.functions.base import Call, CallTarget, Function, Run, Snippet, error, require
from hotlint.language.values import MARKS, Value, propagate_unknown


class GetParam(Function):
    """Function `get_param`."""

    name = "get_param"
    condition_since = "2016-10-14"
    arguments = {(): "parameter", (0,): "parameter"}
    fails_on_null = True
    summary = "The value of a parameter, or a part of it: a path of keys and indices leads into a list or mapping."
    form = "get_param: <parameter>\n# or\nget_param: [<parameter>, <key or index>, ...]\n"
    parameters = (
        ("parameter", "the name of a parameter, or a pseudo parameter such as OS::stack_name"),
        ("path", "keys and indices that lead to a part of a json or comma_delimited_list value"),
    )
    snippet = "get_param: ${1:parameter}"
    given = "parameters: {flavors: {small: m1.small, large: m1.large}}\n"
    example = "get_param: [flavors, small]\n"
    result = "m1.small\n"

    def targets(self, call: Call) -> Iterable[CallTarget]:
        return super().targets(call) if call.args != "" else ()  # an empty name is an error of its own

    def compute(self, args: Snippet, run: Run) -> Value:
        if args.__class__ is str and args:
            return run.read_parameter(args)
        args = run.resolve(args)
        if not args:
            raise error("get_param needs the name of a parameter")
        require("get_param", "the name of a parameter, or a list that begins with it", args, (), str, list)
        if isinstance(args, MARKS):
            return propagate_unknown("get_param", args, once=False)
        name, path = (args, []) if isinstance(args, str) else (args[0], args[1:])
        require("get_param", "the name of a parameter as a string", name, (0,), str)
        if isinstance(name, MARKS):
            return propagate_unknown("get_param", name, once=False)
        value = run.read_parameter(name)
        if path:
            from hotlint.language.functions.value_access import take
        for step in path:
            value = take(value, step, _NOWHERE, number_text=True)
            if value is _NOWHERE:
                return ""  # so Heat answers a path that leads nowhere
        return value


_NOWHERE = object()


FUNCTIONS = (GetParam(),)
