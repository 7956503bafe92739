"""Completion in files of policies: keys, choices, codes, types of resources, and the variables of expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.common.files import ReadError
from hotlint.formats.policies import POLICIES, SUBJECTS, VARIABLES
from hotlint.ide.completion import usage_stats
from hotlint.ide.completion.cursor_position import cursor_position
from hotlint.ide.completion.relevance import Relevance
from hotlint.ide.completion.request import CompletionAt, CompletionItem, CompletionList
from hotlint.ide.own_files import OwnRequest, words
from hotlint.policies.reader import read_policies
from hotlint.resource_types.catalog import PACKAGED
from hotlint.syntax.source import Span

_TESTED = re.compile(r"^[ ]*+-[ ]*+policy:[ ]*+[\"']?([\w-]+)", re.M)
_CODE = re.compile(r"^[ ]*+(?:-[ ]*+)?code:[ ]*+[\"']?([A-Z][A-Z_-]*[0-9]+)", re.M)
_WORD, _MEMBER = re.compile(r"\w*"), re.compile(r"\bproperties\.$")


def policy_completions(at: CompletionAt) -> CompletionList:
    """Return the completions in a file of policies: keys, choices, and what expressions, tests and other policies name."""
    request = OwnRequest(at, POLICIES)
    place = request.place
    if place.kind == "expression":
        return _in_expression(request, at.offset)
    items: list[CompletionItem] = []
    if request.takes_key and place.level is not None:
        items += request.keys(place.level)
    if request.takes_value or request.position.maybe_key:
        items += _values(request, place.kind)
    return request.answer(items)


def _values(request: OwnRequest, kind: str) -> Iterator[CompletionItem]:
    if kind in ("codes", "tested code"):
        tested = _TESTED.findall(request.text) if kind == "tested code" else []
        yield from words(sorted(_codes(request), key=tested.__contains__))
    elif kind == "patterns" and request.steps[-1] == "resources":
        yield from _types(request)
    else:
        yield from request.values()


def _codes(request: OwnRequest) -> list[str]:
    """Return the codes of the policies of a file and of those that it extends."""
    try:
        extended = [policy.code for policy in read_policies(request.path, request.text).policies]
    except (OSError, ReadError):
        extended = []
    return list(dict.fromkeys((*_CODE.findall(request.text), *extended)))


def _types(request: OwnRequest) -> Iterator[CompletionItem]:
    """Yield the types of resources, those that most templates use first, and the globs of their namespaces."""
    counts = usage_stats.types()
    most = max(counts.values(), default=1)
    names = request.catalog.names()
    for rank, name in enumerate(names):
        relevance = Relevance(
            usage=counts.get(name, 0) / most, is_repeated=name in request.text, rank=rank / len(names)
        )
        yield CompletionItem(name, "type", relevance, about=("type", name))
    for space in dict.fromkeys(f"{name.rpartition('::')[0]}::*" for name in names):
        yield CompletionItem(space, "type", Relevance(rank=1), "all types of the namespace")


def _in_expression(request: OwnRequest, offset: int) -> CompletionList:
    """Return the variables that a word of an expression may name; behind `properties.`, the properties of the types."""
    text, key = request.text, request.steps[-1]
    word = _WORD.match(text[max(0, offset - 200) : offset][::-1])
    start = offset - (len(word[0]) if word is not None else 0)
    span = Span(start, offset)
    at_key = text.rfind(f"{key}:", 0, start)
    siblings = cursor_position(text, max(at_key, 0)).siblings
    if _MEMBER.search(text, max(0, start - 20), start):
        return request.answer(_properties(text, at_key), span)
    if text[start - 1 : start] in (".", "'", '"'):
        return request.answer((), span)
    subject = next((s for s in SUBJECTS if s in siblings), "resources")
    found = [
        CompletionItem(n, "value", Relevance(rank=rank), about)
        for rank, (n, about) in enumerate(VARIABLES[subject].items())
    ]
    return request.answer(found, span)


def _properties(text: str, at_key: int) -> Iterator[CompletionItem]:
    """Yield the properties of the types that the policy around an expression is about."""
    policy = text.rfind("\n- ", 0, at_key) + 1
    named = re.search(
        r"^[ -]*resources:(.*(?:\n[ ]+- .*)*)", text[policy : text.find("\n- ", at_key) + 1 or len(text)], re.M
    )
    for name in re.findall(r"[\w:]+", named.group(1)) if named is not None else ():
        kind = PACKAGED.resource(name)
        for rank, prop in enumerate(kind.properties if kind is not None else ()):
            yield CompletionItem(prop, "property", Relevance(rank=rank), about=("property", name, prop))
