"""str_replace, its stricter variants and Fn::Replace: a string with placeholders replaced by values.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#str-replace
Heat: heat.engine.hot.functions.Replace, ReplaceJson (2015-10-15), ReplaceJsonStrict,
ReplaceJsonVeryStrict; heat.engine.cfn.functions.Replace
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping

from hotlint.common.annotations import Any, ClassVar
from hotlint.language.functions.base import (
    ArgumentError,
    Call,
    Function,
    Pairs,
    Path,
    Run,
    Snippet,
    describe_argument,
    error,
    require,
)
from hotlint.language.functions.value_access import json_text
from hotlint.language.values import MARKS, PartialText, Value, may_be, may_be_omitted, propagate_unknown, show, text_of

_JSON_PARAMS = "2015-10-15"
_FEW = 8
"""Placeholders of which each takes a look at the whole text; more of them share one, at each letter."""


class StrReplace(Function):
    """Function `str_replace`."""

    name = "str_replace"
    placeholders: ClassVar[str] = "params"
    fails_on_null = True
    hint_arguments: ClassVar[bool] = True
    summary = "A string in which every placeholder is replaced by its value; longer placeholders are replaced first."
    form = "str_replace:\n  template: <string with placeholders>\n  params:\n    <placeholder>: <value>\n"
    parameters: ClassVar[Pairs] = (
        ("template", "the string that contains placeholders"),
        ("params", "a mapping of placeholders and the values that replace them"),
    )
    keys: ClassVar[tuple[str, ...]] = ("template", "params")
    changes: ClassVar[Pairs] = (("2015-10-15", "mappings and lists may be values: they are put in as JSON"),)
    snippet = "str_replace:\n  template: ${1:string}\n  params:\n    ${2:placeholder}: ${3:value}"
    given = "parameters: {domain: example.org}\n"
    example = "str_replace:\n  template: www.$domain\n  params:\n    $domain: {get_param: domain}\n"
    result = "www.example.org\n"

    strict: ClassVar[bool] = False  # every placeholder must occur in the template
    empty_values: ClassVar[bool] = True  # a value may be null or empty
    template_at: ClassVar[Path] = ("template",)
    params_at: ClassVar[Path] = ("params",)

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, dict):
            yield ArgumentError(f"{self.name} needs a mapping with template and params, not {describe_argument(args)}")
            return
        for key in ("template", "params"):
            if key not in args:
                yield ArgumentError(f"{self.name} requires '{key}'")
        yield from self.check_params_form(args.get("params", {}))

    def check_params_form(self, params: Snippet) -> Iterator[ArgumentError]:
        """Yield errors of the mapping of placeholders itself."""
        if not isinstance(params, dict | Call):
            message = (
                f"{self.name} needs a mapping of placeholders and values as params, not {describe_argument(params)}"
            )
            yield ArgumentError(message, self.params_at)

    def takes_null(self, args: Snippet, argument: Call) -> bool:
        named = args if self.empty_values and isinstance(args, dict) else {"params": argument}
        return named.get("template") is not argument and named.get("params") is not argument

    def compute(self, args: Snippet, run: Run) -> Value:
        json_params = run.version >= _JSON_PARAMS
        return self.replaced(run.resolve(args["template"]), run.resolve(args["params"]), json_params, run)

    def replaced(self, template: Value, params: Value, json_params: bool, run: Run) -> Value:
        """Return the template with its placeholders replaced; unknown values stay marks in it."""
        require(self.name, "a string as its template", template, self.template_at, str)
        require(self.name, "a mapping as its params", params, self.params_at, dict)
        if isinstance(params, MARKS):
            return propagate_unknown(self.name, params, template, type_="string")
        for key in params:
            if not isinstance(key, str):
                message = f"{self.name} needs string placeholders, not {show(key)}; put it in quotes"
                raise error(message, (*self.params_at, key), "placeholder-type", "key")
        values = {key: self._text(value, key, json_params) for key, value in params.items()}
        if "" in params:
            message = f"{self.name} cannot replace an empty placeholder"
            raise error(message, (*self.params_at, ""), "placeholder-empty", "key")
        return self._put_in(template, values, run)

    def _text(self, value: Value, key: str, json_params: bool) -> Value:
        """Return the string that replaces a placeholder."""
        if isinstance(value, MARKS) and (json_params or may_be(value, str, int, float, bool, type(None))):
            return value
        if not self.empty_values and (value is None or value in ("", [], {})):
            message = f"{self.name} needs a value for '{key}' that is not empty"
            raise error(message, (*self.params_at, key), "placeholder-value-empty")
        if value is None:
            return ""
        if isinstance(value, str | int | float):
            return str(value)
        if not json_params:
            message = f"{self.name} inserts only strings and numbers (mappings and lists from {_JSON_PARAMS}), for '{key}' too"
            raise error(message, (*self.params_at, key))
        try:
            return json_text(value)
        except (TypeError, ValueError):
            message = f"{self.name} cannot write the value of '{key}' as JSON: {show(value)}"
            raise error(message, (*self.params_at, key), "not-json") from None

    def _put_in(self, template: Value, values: dict[str, Value], run: Run) -> Value:
        missing: list[str] = []
        if isinstance(template, str) and all(value.__class__ is str for value in values.values()):
            made: Value = _known(template, values, missing, run)
        else:
            made = text_of(_pieces(template, values, missing, run))
        if self.strict and missing and isinstance(template, str):
            names = ", ".join(f"'{key}'" for key in missing)
            message = f"{self.name} finds no {names} in its template"
            raise error(message, (*self.params_at, missing[0]), "placeholder-missing", "key")
        return made


def _known(template: str, values: Mapping[str, Any], missing: list[str], run: Run) -> str:
    """Return a template with values put in; add the placeholders that are not in it to `missing`.

    A letter that is in none of all these stands for a value until all are found: no placeholder is looked for in what was put in.
    """
    everything = "".join((template, *values, *values.values()))
    letters = (letter for letter in map(chr, range(0xE000, sys.maxunicode)) if letter not in everything)
    found: dict[str, str] = {}
    size = len(template)
    for key in _longest_first(values):
        number = template.count(key)
        run.spend(1 + len(template) // 1000 + number // 10)
        if number == 0:
            missing.append(key)
            continue
        letter = next(letters)
        template, found[letter] = template.replace(key, letter), values[key]
        size += number * len(values[key])
    run.spend(size // 100)
    if len(found) > _FEW:
        return template.translate({ord(letter): value for letter, value in found.items()})
    for letter, value in found.items():
        template = template.replace(letter, value)
    return template


def _pieces(template: Value, values: dict[str, Value], missing: list[str], run: Run) -> list[Value]:
    """Return the parts of a template with values put in, of which some are unknown; else as `_known`."""
    if isinstance(template, PartialText):
        pieces: list[Value] = [part if isinstance(part, str) else [part] for part in template.parts]
    else:
        pieces = [template] if isinstance(template, str) else [[template]]
    # What was put in is an item of its own, in which no further placeholder is looked for.
    for key in _longest_first(values):
        before = len(pieces)
        run.spend(1 + before // 10)
        pieces = _with(pieces, key, values[key])
        run.spend(len(pieces) - before)
        if len(pieces) == before and not may_be_omitted(values[key]):
            missing.append(key)
    parts = [piece[0] if isinstance(piece, list) else piece for piece in pieces]
    run.spend(sum(len(part) for part in parts if isinstance(part, str)) // 100)
    return parts


def unused_placeholders(template: str, keys: Iterable[str]) -> list[str]:
    """Return the placeholders that replace nothing in a template: they are not in it, or only as part of longer ones."""
    unused = []
    for key in _longest_first(keys):
        rest = template.replace(key, "\0")  # a sign that no text has: no placeholder is found across what was put in
        if rest == template:
            unused.append(key)
        template = rest
    return unused


def _longest_first(keys: Iterable[str]) -> list[str]:
    """Return placeholders in the order in which Heat replaces them."""
    return sorted(sorted(keys), key=len, reverse=True)


def _with(pieces: list[Value], key: str, value: Value) -> list[Value]:
    """Return the pieces of a string with a value in place of a placeholder."""
    found: list[Value] = []
    for piece in pieces:
        if piece.__class__ is list or key not in piece:
            found.append(piece)
            continue
        first, *others = piece.split(key)
        found.append(first)
        for other in others:
            found += ([value], other)
    return found


class StrReplaceStrict(StrReplace):
    """Function `str_replace_strict`."""

    name = "str_replace_strict"
    since = "2017-02-24"
    hint_arguments = False
    summary = "As str_replace, and it fails when a placeholder does not occur in the template."
    form = "str_replace_strict:\n  template: <string with placeholders>\n  params:\n    <placeholder>: <value>\n"
    changes = ()
    snippet = "str_replace_strict:\n  template: ${1:string}\n  params:\n    ${2:placeholder}: ${3:value}"
    given = "parameters: {port: 8080}\n"
    example = "str_replace_strict:\n  template: listen=%port%\n  params:\n    '%port%': {get_param: port}\n"
    result = "listen=8080\n"
    strict = True


class StrReplaceVstrict(StrReplaceStrict):
    """Function `str_replace_vstrict`."""

    name = "str_replace_vstrict"
    since = "2017-09-01"
    summary = "As str_replace_strict, and it fails as well when the value of a placeholder is null or empty."
    form = "str_replace_vstrict:\n  template: <string with placeholders>\n  params:\n    <placeholder>: <value>\n"
    snippet = "str_replace_vstrict:\n  template: ${1:string}\n  params:\n    ${2:placeholder}: ${3:value}"
    given = "parameters: {zones: [a, b]}\n"
    example = "str_replace_vstrict:\n  template: zones=ZONES\n  params:\n    ZONES: {get_param: zones}\n"
    result = '\'zones=["a", "b"]\'\n'
    empty_values = False


class FnReplace(StrReplace):
    """Function `Fn::Replace`."""

    name = "Fn::Replace"
    until = "2013-05-23"
    replaced_by = "str_replace"
    placeholders = ""
    hint_arguments = False
    summary = "A string in which every placeholder is replaced by its value."
    form = "Fn::Replace:\n  - <placeholder>: <value>\n  - <string with placeholders>\n"
    parameters = (
        ("params", "a mapping of placeholders and the values that replace them"),
        ("template", "the string that contains placeholders"),
    )
    keys = ()
    changes = ()
    template_at = (1,)
    params_at = (0,)
    snippet = "Fn::Replace:\n  - ${1:placeholder}: ${2:value}\n  - ${3:string}"
    given = "parameters: {domain: example.org}\n"
    example = "Fn::Replace:\n  - $domain: {Ref: domain}\n  - www.$domain\n"
    result = "www.example.org\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, list) or len(args) != 2:
            yield ArgumentError(
                f"Fn::Replace needs a list [mapping of placeholders, string], not {describe_argument(args)}"
            )
        else:
            yield from self.check_params_form(args[0])

    def compute(self, args: Snippet, run: Run) -> Value:
        return self.replaced(run.resolve(args[1]), run.resolve(args[0]), False, run)


FUNCTIONS = (StrReplace(), StrReplaceStrict(), StrReplaceVstrict(), FnReplace())
