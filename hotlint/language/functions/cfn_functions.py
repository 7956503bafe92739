"""Functions that only CloudFormation and HOT's version 2013-05-23 have: Fn::Base64, Fn::GetAZs, Fn::Select and others.

Heat: heat.engine.cfn.functions
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.common.printable import from_json
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
from hotlint.language.origins import ZONES, ValueSource
from hotlint.language.values import MARKS, Unknown, Value, propagate_unknown, show


class FnBase64(Function):
    """Function `Fn::Base64`."""

    name = "Fn::Base64"
    until = "2013-05-23"
    summary = "The string itself: nothing is encoded, the function only makes CloudFormation templates work."
    form = "Fn::Base64: <string>\n"
    parameters = (("string", "a string"),)
    snippet = "Fn::Base64: ${1:string}"
    example = "Fn::Base64: echo ready\n"
    result = "echo ready\n"

    def compute(self, args: Snippet, run: Run) -> Value:
        text = run.resolve(args)
        require("Fn::Base64", "a string", text, (), str)
        return text


class FnFindInMap(Function):
    """Function `Fn::FindInMap`."""

    name = "Fn::FindInMap"
    arguments = {(0,): "mapping"}
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
                return propagate_unknown("Fn::FindInMap", value, once=False)
            key = run.resolve(arg)
            if isinstance(key, MARKS):
                return propagate_unknown("Fn::FindInMap", key, once=False)
            if not isinstance(value, dict) or not isinstance(key, str) or key not in value:
                where = "the section Mappings" if index == 0 else "what it looks in"
                raise error(f"Fn::FindInMap finds no {show(key)} in {where}", (index,), "no-mapping")
            value = value[key]
        return value


class FnGetAZs(Function):
    """Function `Fn::GetAZs`."""

    name = "Fn::GetAZs"
    until = "2013-05-23"
    summary = "The names of the cloud's availability zones, as a list; the region that is given does not count."
    form = "Fn::GetAZs: <region>\n"
    parameters = (("region", "a region, which is ignored"),)
    snippet = "Fn::GetAZs: ''"
    example = "Fn::GetAZs: ''\n"
    result = "'?'\n"

    def compute(self, args: Snippet, run: Run) -> Value:
        return Unknown("only the cloud knows its availability zones", "list", ValueSource(ZONES))


_MEMBER = re.compile(r"\.member\.([0-9]+)\.(.*)")


class FnMemberListToMap(Function):
    """Function `Fn::MemberListToMap`."""

    name = "Fn::MemberListToMap"
    until = "2013-05-23"
    summary = "A mapping made from a list of numbered names and values, as Amazon's APIs write them."
    form = "Fn::MemberListToMap: [<name word>, <value word>, <list of .member.N.word=string>]\n"
    parameters = (
        ("name", "the word that marks names"),
        ("value", "the word that marks values"),
        ("members", "a list of strings such as .member.0.Name=key"),
    )
    snippet = "Fn::MemberListToMap: [${1:Name}, ${2:Value}, ${3:list}]"
    example = "Fn::MemberListToMap: [Name, Value, ['.member.0.Name=env', '.member.0.Value=prod']]\n"
    result = "{env: prod}\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        # Strings of three characters and mappings with three keys pass for three arguments too.
        if not isinstance(args, list | str | dict) or len(args) != 3:
            message = f"Fn::MemberListToMap needs [name word, value word, list], not {describe_argument(args)}"
            yield ArgumentError(message)
            return
        for index, word in enumerate(list(args)[:2]):
            if not isinstance(word, str):
                message = f"Fn::MemberListToMap needs a word as a string here, not {describe_argument(word)}"
                yield ArgumentError(message, (index,))

    def compute(self, args: Snippet, run: Run) -> Value:
        name_word, value_word, members = args
        members = run.resolve(members)
        if isinstance(members, MARKS):
            return propagate_unknown("Fn::MemberListToMap", members, name_word, value_word, type_="map")
        if not isinstance(members, list | str | dict | set):
            raise wrong_type("Fn::MemberListToMap", "a list of members", members, (2,))
        given: dict[str, str] = {}
        for index, member in enumerate(members):
            require("Fn::MemberListToMap", "members that are strings", member, (2, index), str)
            if isinstance(member, MARKS):
                return propagate_unknown("Fn::MemberListToMap", members, name_word, value_word, type_="map")
            key, equals, value = member.partition("=")
            if not equals:
                raise error(f"Fn::MemberListToMap needs name=value, not {show(member)}", (2, index), "member-form")
            given[key] = value
        return _pairs(given, name_word, value_word)


def _pairs(given: dict[str, str], name_word: str, value_word: str) -> dict[str, str]:
    numbered: dict[str, dict[str, str]] = {}  # by digits: Python reads no number of thousands of them
    for key, value in given.items():
        found = _MEMBER.match(key)
        if found:
            numbered.setdefault(found[1].lstrip("0"), {})[found[2]] = value
    members = (numbered[number] for number in sorted(numbered, key=lambda digits: (len(digits), digits)))
    return {m[name_word]: m[value_word] for m in members if name_word in m and value_word in m}


class FnSelect(Function):
    """Function `Fn::Select`."""

    name = "Fn::Select"
    until = "2015-04-30"
    replaced_by = "get_param"
    replacement = "a path, as in get_param: [<mapping>, <key>]"
    summary = "One item of a list, by its index, or of a mapping, by its key; an empty string where there is none."
    form = "Fn::Select: [<index or key>, <list or mapping>]\n"
    parameters = (
        ("index", "an index of a list, or a key of a mapping"),
        ("from", "a list, a mapping, or either as JSON string"),
    )
    snippet = "Fn::Select: [${1:0}, ${2:list}]"
    given = "parameters: {names: [web, db]}\n"
    example = "Fn::Select: [1, {get_param: names}]\n"
    result = "db\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        # Strings of two characters and mappings with two keys pass for two arguments too.
        if not isinstance(args, list | str | dict) or len(args) != 2:
            yield ArgumentError(f"Fn::Select needs [index, list or mapping], not {describe_argument(args)}")

    def compute(self, args: Snippet, run: Run) -> Value:
        index, where = (run.resolve(arg) for arg in args)
        if isinstance(where, str) and where:
            where = _from_json(where)
        if where is None or where == "":
            return ""
        if isinstance(where, MARKS) or isinstance(index, MARKS):
            return propagate_unknown("Fn::Select", where, index)
        if isinstance(where, dict):
            if not isinstance(index, str):
                raise wrong_type("Fn::Select", "a string as the key of a mapping", index, (0,))
            return where.get(index, "")
        if not isinstance(where, list):
            raise wrong_type("Fn::Select", "a list or mapping to select from", where, (1,))
        try:
            index = int(index)
        except (ValueError, TypeError, OverflowError):
            raise wrong_type("Fn::Select", "a number as the index of a list", index, (0,)) from None
        try:
            return where[index]
        except IndexError:
            return ""


def _from_json(text: str) -> Value:
    try:
        value = from_json(text)
    except ValueError:
        raise error(
            f"Fn::Select selects from a list, a mapping, or a JSON string, not {show(text)}", (1,), "not-json"
        ) from None
    if value == "":
        raise error("Fn::Select finds a scalar in the JSON string, neither list nor mapping", (1,))
    return value


FUNCTIONS = (FnBase64(), FnFindInMap(), FnGetAZs(), FnMemberListToMap(), FnSelect())
