"""list_concat and list_concat_unique: several lists as one, the second without duplicates.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#list-concat
Heat: heat.engine.hot.functions.ListConcat, ListConcatUnique
"""

from __future__ import annotations

from hotlint.language.functions.base import Function, Run, Snippet, require, wrong_type
from hotlint.language.values import MARKS, Partial, Unknown, Value, equal, propagate_unknown


class ListConcat(Function):
    """Function `list_concat`."""

    name = "list_concat"
    since = "2017-09-01"
    fails_on_null = True
    summary = "One list with the items of several, in their order."
    form = "list_concat: [<list>, <list>, ...]\n"
    parameters = (("lists", "lists to put together; null counts as an empty one"),)
    snippet = "list_concat:\n  - ${1:list}\n  - ${2:list}"
    given = "parameters: {extra: [monitoring]}\n"
    example = "list_concat:\n  - [default, web]\n  - {get_param: extra}\n"
    result = "[default, web, monitoring]\n"

    unique: bool = False

    def compute(self, args: Snippet, run: Run) -> Value:
        args = run.resolve(args)
        if isinstance(args, MARKS):
            return propagate_unknown(self.name, args, type_="list")
        if not isinstance(args, list):
            raise wrong_type(self.name, "a list of lists", args)
        items: list[Value] = []
        rest: Unknown | None = None
        for index, part in enumerate(args):
            require(self.name, "lists to put together", part, (index,), list, type(None))
            if isinstance(part, MARKS):
                rest = rest or propagate_unknown(self.name, part, args, type_="list")
                part = (
                    part.known
                    if isinstance(part, Partial) and isinstance(part.known, list)
                    else [propagate_unknown(self.name, part, type_="list", once=False)]
                )
            if part is None:
                continue
            run.spend(len(part))
            items += part
        if self.unique:
            items, doubtful = _distinct(items, run)
            rest = rest or (propagate_unknown(self.name, doubtful, args, type_="list") if doubtful else None)
        return items if rest is None else Partial(items, rest)


def _distinct(items: list[Value], run: Run) -> tuple[list[Value], list[Unknown]]:
    """Return each item once, with a mark for each that may be there already, and these marks."""
    found: list[Value] = []
    doubtful: list[Unknown] = []
    for item in items:
        run.spend(len(found) // 10)
        answers = [equal(item, other) for other in found]
        if True in answers:
            continue
        if None in answers:
            other = found[answers.index(None)]
            item = propagate_unknown("list_concat_unique", item, other, type_="list", once=False)
            doubtful.append(item)
        found.append(item)
    return found, doubtful


class ListConcatUnique(ListConcat):
    """Function `list_concat_unique`."""

    name = "list_concat_unique"
    since = "2017-09-01"
    fails_on_null = True
    summary = "One list with the items of several, each item once, where it occurs first."
    form = "list_concat_unique: [<list>, <list>, ...]\n"
    snippet = "list_concat_unique:\n  - ${1:list}\n  - ${2:list}"
    given = "parameters: {extra: [web, monitoring]}\n"
    example = "list_concat_unique:\n  - [default, web]\n  - {get_param: extra}\n"
    result = "[default, web, monitoring]\n"
    unique = True


FUNCTIONS = (ListConcat(), ListConcatUnique())
