"""Fn::MemberListToMap: mapping from a list of numbered names and values.

CloudFormation's function, which HOT has until version 2013-05-23 only.
Heat: heat.engine.cfn.functions.MemberListToMap
"""

from __future__ import annotations

import re
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
from hotlint.language.values import MARKS, Value, propagate_unknown, show

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
            return propagate_unknown(members, "map")
        if not isinstance(members, list | str | dict | set):
            raise wrong_type("Fn::MemberListToMap", "a list of members", members, (2,))
        given: dict[str, str] = {}
        for index, member in enumerate(members):
            require("Fn::MemberListToMap", "members that are strings", member, (2, index), str)
            if isinstance(member, MARKS):
                return propagate_unknown(member, "map")
            key, equals, value = member.partition("=")
            if not equals:
                raise error(f"Fn::MemberListToMap needs name=value, not {show(member)}", (2, index), "member-form")
            given[key] = value
        return _pairs(given, name_word, value_word)


def _pairs(given: dict[str, str], name_word: str, value_word: str) -> dict[str, str]:
    numbered: dict[int, dict[str, str]] = {}
    for key, value in given.items():
        found = _MEMBER.match(key)
        if found:
            numbered.setdefault(int(found[1]), {})[found[2]] = value
    members = (numbered[number] for number in sorted(numbered))
    return {m[name_word]: m[value_word] for m in members if name_word in m and value_word in m}


FUNCTIONS = (FnMemberListToMap(),)
