"""yaql: result of a query over data, in the YAQL language.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#yaql
Heat: heat.engine.hot.functions.Yaql
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.suggestions import did_you_mean
from hotlint.language.functions.base import (
    ArgumentError,
    Call,
    Function,
    OfflineRun,
    Run,
    Snippet,
    describe_argument,
    require,
)
from hotlint.language.functions.yaql_syntax import is_plainly_valid
from hotlint.language.values import MARKS, Value, propagate_unknown, show


class Yaql(Function):
    """Function `yaql`."""

    name = "yaql"
    since = "2016-10-14"
    condition_since = "2017-09-01"
    arguments = {("expression",): "expression"}
    fails_on_null = True
    summary = "The result of a YAQL expression on data, within the engine's limits (200 items, 10,000 bytes)."
    form = "yaql:\n  expression: <expression on $.data>\n  data: <anything>\n"
    parameters = (
        ("expression", "a YAQL expression; $.data is what data holds"),
        ("data", "the data to work on; without it, an empty mapping"),
    )
    keys = ("expression", "data")
    changes = (("2017-09-01", "it is allowed in conditions"),)
    snippet = "yaql:\n  expression: ${1:\\$.data}\n  data: ${2:data}"
    given = "parameters: {sizes: ['3', '10', '2']}\n"
    example = "yaql:\n  expression: $.data.sizes.select(int($)).max()\n  data:\n    sizes: {get_param: sizes}\n"
    result = "10\n"

    def check(self, call: Call, run: OfflineRun) -> Iterator[ArgumentError]:
        """Yield errors that need no values, also of the syntax of the expression."""
        wrong = False
        for found in super().check(call, run):
            wrong = True
            yield found
        expression = call.args.get("expression") if isinstance(call.args, dict) else None
        if not wrong and isinstance(expression, str) and not is_plainly_valid(expression):
            message = _syntax_message(expression)
            if message is not None:
                yield ArgumentError(message, ("expression",), "yaql-syntax", phase="validate")

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, dict):
            yield ArgumentError(f"yaql needs a mapping with expression and data, not {describe_argument(args)}")
            return
        for key in args:
            if key not in self.keys:
                message = f"yaql takes expression and data, not {show(key)}{did_you_mean(key, self.keys)}"
                yield ArgumentError(message, (key,), "unknown-key", "key")
        if "expression" not in args:
            yield ArgumentError("yaql requires 'expression'")
        elif not isinstance(args["expression"], str | Call):
            message = f"yaql needs its expression as a string, not {describe_argument(args['expression'])}"
            yield ArgumentError(message, ("expression",), phase="validate")

    def compute(self, args: Snippet, run: Run) -> Value:
        expression = run.resolve(args["expression"])
        require("yaql", "its expression as a string", expression, ("expression",), str)
        if isinstance(expression, MARKS):
            return propagate_unknown("yaql", expression, once=False)
        return run.yaql(expression, run.resolve(args.get("data", {})))


def _syntax_message(expression: str) -> str | None:
    """Return what is wrong with the syntax of an expression; its time counts. None when the file's time is used up."""
    from hotlint.language.sandbox import client

    return client.metered(client.yaql_syntax, expression)


FUNCTIONS = (Yaql(),)
