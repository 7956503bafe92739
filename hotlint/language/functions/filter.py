"""filter: list without some of its items.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#filter
Heat: heat.engine.hot.functions.Filter
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.base import ArgumentError, Function, Run, Snippet, describe_argument, wrong_type
from hotlint.language.values import MARKS, Partial, Unknown, Value, equal, may_be, propagate_unknown

_PLAIN = (str, int, bool, type(None))
"""Types of values that are found in a set: no two of them are compared."""


class Filter(Function):
    """Function `filter`."""

    name = "filter"
    since = "2017-02-24"
    fails_on_null = True
    summary = "A list without the items that are equal to one of the given values."
    form = "filter: [<list of values>, <list>]\n"
    parameters = (("values", "a list of the values to leave out"), ("list", "the list to leave them out of"))
    snippet = "filter:\n  - [${1:value}]\n  - ${2:list}"
    given = "parameters: {servers: [10.0.0.1, '', 10.0.0.2]}\n"
    example = "filter:\n  - ['']\n  - {get_param: servers}\n"
    result = "[10.0.0.1, 10.0.0.2]\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, list) or len(args) != 2:
            yield ArgumentError(f"filter needs [list of values, list], not {describe_argument(args)}")

    def compute(self, args: Snippet, run: Run) -> Value:
        items = run.resolve(args[1])
        if isinstance(items, MARKS):
            may_be_other = may_be(items, str, float, int, bool, dict)  # of which an empty one is returned as it is
            return propagate_unknown("filter", items, type_=None if may_be_other else "list", once=False)
        if not items:
            return items
        if not isinstance(items, list):
            raise wrong_type("filter", "a list to filter", items, (1,))
        values = run.resolve(args[0])
        if isinstance(values, MARKS):
            return propagate_unknown("filter", values, items, type_="list")
        if not values:
            return items
        if not isinstance(values, list):
            raise wrong_type("filter", "a list of the values to leave out", values, (0,))
        return self._filtered(items, values, run)

    def _filtered(self, items: list[Value], values: list[Value], run: Run) -> Value:
        kept: list[Value] = []
        doubt: Unknown | None = None
        plain = {value for value in values if value.__class__ in _PLAIN}
        others = [value for value in values if value.__class__ not in _PLAIN]
        for item in items:
            is_plain = item.__class__ in _PLAIN
            if is_plain and item in plain:
                continue
            compared = others if is_plain else values
            run.spend(1 + len(compared) // 3)
            answers = [equal(item, value) for value in compared]
            if True in answers:
                continue
            if None in answers:
                value = compared[answers.index(None)]
                item = propagate_unknown("filter", item, value, type_="list", once=False)
                doubt = doubt or propagate_unknown("filter", item, items, values, type_="list")
            kept.append(item)
        return kept if doubt is None else Partial(kept, doubt)


FUNCTIONS = (Filter(),)
