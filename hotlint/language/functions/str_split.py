"""str_split and Fn::Split: list of the parts of a string between delimiters.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#str-split
Heat: heat.engine.hot.functions.StrSplit; heat.engine.cfn.functions.Split
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.base import (
    ArgumentError,
    Function,
    Run,
    Snippet,
    describe_argument,
    error,
    require,
    wrong_type,
)
from hotlint.language.values import MARKS, PartialText, Value, may_be, propagate_unknown, show


class StrSplit(Function):
    """Function `str_split`."""

    name = "str_split"
    since = "2015-10-15"
    fails_on_null = True
    summary = "A string cut at every delimiter into a list, or one item of that list."
    form = "str_split: [<delimiter>, <string>, <index>]\n"
    parameters = (
        ("delimiter", "the string at which to cut"),
        ("string", "the string to cut; null yields null"),
        ("index", "which item to yield; without it, all of them as a list"),
    )
    snippet = "str_split: ['${1:,}', ${2:string}]"
    given = "parameters: {image: 'registry/nginx:1.27'}\n"
    example = "str_split: [':', {get_param: image}, 1]\n"
    result = "'1.27'\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if isinstance(args, str | dict):
            yield ArgumentError(f"str_split needs a list [delimiter, string, index], not {describe_argument(args)}")

    def compute(self, args: Snippet, run: Run) -> Value:
        args = run.resolve(args)
        if isinstance(args, MARKS):
            return propagate_unknown("str_split", args)
        if not isinstance(args, list) or len(args) < 2:
            raise error(f"str_split needs a list [delimiter, string, index], not {describe_argument(args)}")
        delimiter, text, *rest = args
        if text is None:
            return None
        require("str_split", "a string to cut", text, (1,), str, type(None))
        require("str_split", "a string as its delimiter", delimiter, (0,), str, type(None))
        if delimiter == "":
            raise error("str_split needs a delimiter that is not empty", (0,))
        index = self._index(rest[0]) if rest else None
        if isinstance(delimiter, MARKS) or isinstance(text, MARKS) or isinstance(index, MARKS):
            return self._unknown(delimiter, text, index, bool(rest))
        number = text.count(delimiter) if delimiter is not None else 0
        run.spend(len(text) // 100 + 1 + number // (1 if index is None else 10))
        items = text.split(delimiter)
        if index is None:
            return items
        try:
            return items[index]
        except IndexError:
            found = f"{len(items)} items" if len(items) > 1 else "one item"
            message = f"str_split finds {found} in {show(text)}, so none has the index {index}"
            raise error(message, (2,), "index-out-of-range") from None

    def _index(self, given: Value) -> Value:
        if isinstance(given, MARKS):
            return given
        try:
            return int(given)
        except (ValueError, TypeError, OverflowError):
            raise wrong_type("str_split", "a number as its index", given, (2,)) from None

    def _unknown(self, delimiter: Value, text: Value, index: Value, indexed: bool) -> Value:
        """Return what is certain although an argument is partly unknown: an item before the first unknown part."""
        if isinstance(text, PartialText) and isinstance(text.parts[0], str) and not isinstance(delimiter, MARKS):
            certain = text.parts[0].split(delimiter)[:-1]
            if isinstance(index, int) and 0 <= index < len(certain):
                return certain[index]
        type_ = None if may_be(text, type(None)) else "string" if indexed else "list"
        return propagate_unknown("str_split", text, delimiter, index, type_=type_)


class FnSplit(Function):
    """Function `Fn::Split`."""

    name = "Fn::Split"
    until = "2013-05-23"
    replaced_by = "str_split"
    summary = "A string cut at every delimiter into a list."
    form = "Fn::Split: [<delimiter>, <string>]\n"
    parameters = (("delimiter", "the string at which to cut, written out"), ("string", "the string to cut"))
    snippet = "Fn::Split: ['${1:,}', ${2:string}]"
    given = "parameters: {names: 'web,db'}\n"
    example = "Fn::Split: [',', {Ref: names}]\n"
    result = "[web, db]\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, list) or len(args) != 2:
            yield ArgumentError(f"Fn::Split needs [delimiter, string], not {describe_argument(args)}")
        elif not isinstance(args[0], str):
            message = f"Fn::Split needs its delimiter as a string, written out, not {describe_argument(args[0])}"
            yield ArgumentError(message, (0,), phase="resolve")

    def compute(self, args: Snippet, run: Run) -> Value:
        text = run.resolve(args[1])
        require("Fn::Split", "a string to cut", text, (1,), str)
        if isinstance(text, MARKS):
            return propagate_unknown("Fn::Split", text, args[0], type_="list")
        if args[0] == "":
            raise error("Fn::Split needs a delimiter that is not empty", (0,))
        run.spend(len(text) // 100 + text.count(args[0]))
        return text.split(args[0])


FUNCTIONS = (StrSplit(), FnSplit())
