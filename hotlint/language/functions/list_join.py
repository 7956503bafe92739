"""list_join and Fn::Join: items of lists joined into one string.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#list-join
Heat: heat.engine.hot.functions.Join, JoinMultiple (2015-10-15); heat.engine.cfn.functions.Join
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.common.annotations import ClassVar
from hotlint.language.functions.base import (
    ArgumentError,
    Call,
    Function,
    Pairs,
    Run,
    Snippet,
    describe_argument,
    error,
    require,
    wrong_type,
)
from hotlint.language.origins import id_of
from hotlint.language.values import MARKS, Partial, Value, may_be_omitted, propagate_unknown, show, text_of

_SEVERAL = "2015-10-15"


class ListJoin(Function):
    """Function `list_join`."""

    name = "list_join"
    hint_arguments: ClassVar[bool] = True
    fails_on_null = True
    summary = "The items of a list, or of several lists, joined into one string with a delimiter between them."
    form = "list_join: [<delimiter>, <list>, <list>, ...]\n"
    parameters: ClassVar[Pairs] = (
        ("delimiter", "the string to put between items"),
        ("list", "a list of strings"),
        ("more", "further lists (from 2015-10-15), joined as if they were one"),
    )
    changes: ClassVar[Pairs] = (
        ("2015-10-15", "several lists may be given, and mappings and lists may be items: they are joined as JSON"),
    )
    snippet = "list_join: ['${1:,}', ${2:list}]"
    given = "parameters: {names: [web, db]}\n"
    example = "list_join: [', ', {get_param: names}]\n"
    result = "web, db\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        several = version >= _SEVERAL
        form = "[delimiter, list, ...]" if several else "[delimiter, list]"
        if not isinstance(args, list):
            yield ArgumentError(f"{self.name} needs a list {form}, not {describe_argument(args)}")
        elif len(args) < 2 or (len(args) > 2 and not several):
            hint = f" (several lists count from {_SEVERAL})" if len(args) > 2 and self.name == "list_join" else ""
            yield ArgumentError(f"{self.name} needs a list {form}, not {describe_argument(args)}{hint}")

    def takes_null(self, args: Snippet, argument: Call) -> bool:
        return isinstance(args, list) and args[0] is not argument

    def compute(self, args: Snippet, run: Run) -> Value:
        as_json = run.version >= _SEVERAL
        lists = run.resolve(args[1:])
        items: list[Value] = []
        for index, joined in enumerate(lists, 1):
            items += self._items(joined, index, as_json)
        delimiter = run.resolve(args[0])
        require(self.name, "a string as its delimiter", delimiter, (0,), str)
        parts: list[Value] = []
        for text in items:
            # How many items an unknown list has is not known: the delimiters around it are unknown with it.
            if parts and not isinstance(text, _Several) and not isinstance(parts[-1], _Several):
                parts.append(delimiter)
            parts.append(text)
        run.spend(len(parts) + sum(len(part) for part in parts if isinstance(part, str)) // 100)
        return text_of(
            propagate_unknown(self.name, part.items, delimiter, type_="string") if isinstance(part, _Several) else part
            for part in parts
        )

    def _items(self, joined: Value, index: int, as_json: bool) -> list[Value]:
        """Return the items of one list as strings."""
        if isinstance(joined, Partial) and isinstance(joined.known, list):
            wholes: list[Value] = [_Several(i) if isinstance(i, MARKS) else i for i in joined.known]
            return [self._text(i, index, n, as_json) for n, i in enumerate(wholes)]
        if isinstance(joined, MARKS):
            # From then on, whatever is empty passes for an empty list; an ID is never empty.
            if not as_json or id_of(joined) is not None:
                require(self.name, "a list of items to join", joined, (index,), list, type(None))
            return [_Several(joined)]
        if joined is None or (as_json and not joined):
            return []
        if not isinstance(joined, list):
            raise wrong_type(self.name, "a list of items to join", joined, (index,))
        return [self._text(item, index, number, as_json) for number, item in enumerate(joined)]

    def _text(self, item: Value, index: int, number: int, as_json: bool) -> Value:
        if item is None:
            return ""
        if isinstance(item, str | _Several):
            return item
        kinds = "strings, mappings and lists" if as_json else "strings"
        types = (str, dict, list, type(None)) if as_json else (str, type(None))
        require(self.name, f"items that are {kinds}", item, (index, number), *types)
        if isinstance(item, MARKS):
            return _Several(item) if may_be_omitted(item) else item
        from hotlint.language.functions.value_access import json_text  # most items are strings

        try:
            return json_text(item)
        except (TypeError, ValueError):
            message = f"{self.name} cannot write this item as JSON: {show(item)}"
            raise error(message, (index, number), "not-json") from None


class _Several:
    """Items of a list of which not even the number is known."""

    def __init__(self, items: Value) -> None:
        self.items = items


class FnJoin(ListJoin):
    """Function `Fn::Join`."""

    name = "Fn::Join"
    until = "2013-05-23"
    replaced_by = "list_join"
    same_form = True
    hint_arguments = False
    summary = "The items of a list joined into one string with a delimiter between them."
    form = "Fn::Join: [<delimiter>, <list>]\n"
    parameters = (("delimiter", "the string to put between items"), ("list", "a list of strings"))
    changes = ()
    snippet = "Fn::Join: ['${1:,}', ${2:list}]"
    given = "parameters: {names: [web, db]}\n"
    example = "Fn::Join: [', ', {Ref: names}]\n"
    result = "web, db\n"


FUNCTIONS = (ListJoin(), FnJoin())
