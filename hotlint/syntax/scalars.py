"""Scalars: the types of plain and tagged ones, as Heat's YAML loader reads them, and strings as the text of one."""

from __future__ import annotations

import re
from functools import lru_cache

import yaml
from yaml.constructor import SafeConstructor
from yaml.nodes import ScalarNode

from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple
from hotlint.syntax.nodes import Mapping, Sequence

_STR = "tag:yaml.org,2002:str"


class InvalidScalar(NamedTuple):
    """Stands for the value of a scalar on which Heat's loader fails; `message` says why, in a sentence."""

    message: str


_RESOLVERS: dict[str, list[tuple[str, re.Pattern[str]]]] = yaml.SafeLoader.yaml_implicit_resolvers
_CONSTRUCT = SafeConstructor()
_WORDS: dict[str, Any] = {
    written: value
    for word, value in (*SafeConstructor.bool_values.items(), ("null", None))
    for written in (word, word.title(), word.upper())
}
_FEW, _DATE = 100, len("2021-04-16")
_LONG = 14_000
"""Bits of an integer that may have more digits than Python writes, which Heat's client fails on."""


def _integer(node: ScalarNode) -> int:
    """Return an integer. Raises ValueError for one that cannot be written as JSON, whatever base it is in."""
    value: int = _CONSTRUCT.construct_yaml_int(node)
    if value.bit_length() > _LONG:
        str(value)
    return value


_BY_TAG = {
    "tag:yaml.org,2002:null": lambda node: None,
    "tag:yaml.org,2002:bool": _CONSTRUCT.construct_yaml_bool,
    "tag:yaml.org,2002:int": _integer,
    "tag:yaml.org,2002:float": _CONSTRUCT.construct_yaml_float,
    "tag:yaml.org,2002:timestamp": lambda node: node.value,
    "tag:yaml.org,2002:binary": lambda node: _CONSTRUCT.construct_yaml_binary(node).decode("utf-8"),
    _STR: lambda node: node.value,
}
KEY_ONLY_SCALARS = ("=", "<<")
"""Plain scalars that are valid as keys, not as values."""
LIST_TAGS = ("tag:yaml.org,2002:set", "tag:yaml.org,2002:omap", "tag:yaml.org,2002:pairs")
"""Tags of collections that Heat gets as lists."""
COLLECTION_TAGS = frozenset(
    (kind, f"tag:yaml.org,2002:{name}")
    for kind, names in ((Mapping, ("map", "set")), (Sequence, ("seq", "omap", "pairs")))
    for name in names
)
"""Node classes and the tags that do not change how Heat's loader constructs them."""


def typed(text: str) -> Any:
    """Return the value that Heat's loader constructs for a plain scalar (YAML 1.1), or an InvalidScalar."""
    # Small templates have no other words, numbers and dates, and need not compile the expressions for these.
    if text[:1].isalpha():
        return _WORDS.get(text, text)
    if text.isdecimal() and text.isascii() and len(text) < _FEW and (text[0] != "0" or text == "0"):
        return int(text)
    if len(text) == _DATE and text[4] == "-" == text[7]:
        return text
    for tag, pattern in (*_RESOLVERS.get(text[:1], ()), *_RESOLVERS.get(None, ())):  # type: ignore[call-overload]
        if pattern.match(text):
            return construct_tagged(tag, text)
    return text


def construct_tagged(tag: str, text: str) -> Any:
    """Return the value of a scalar with a full tag (`tag:yaml.org,2002:int`), or an InvalidScalar."""
    construct = _BY_TAG.get(tag)
    if construct is None:
        if text in KEY_ONLY_SCALARS:
            return InvalidScalar(f"`{text}` has a special meaning in YAML; put it in quotes")
        return InvalidScalar(f"unknown YAML tag {short_tag(tag)}; Heat accepts only the standard tags")
    try:
        return construct(ScalarNode(tag, text))  # type: ignore[no-untyped-call]
    except (ValueError, KeyError, IndexError, yaml.YAMLError):
        return InvalidScalar(
            f"{text[:40]!r} is not a valid {tag.rpartition(':')[2]}; put it in quotes if it is meant as a string"
        )


def short_tag(tag: str) -> str:
    """Return a tag as written in YAML: `!!int` for `tag:yaml.org,2002:int`."""
    return tag.replace("tag:yaml.org,2002:", "!!")


_PLAIN = r"[\w$<./](?:[\w.$%<>@/+-]|:(?=[\w:]))*"
"""What YAML reads as one plain scalar in block and in flow style."""
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


@lru_cache(4096)
def written(text: str) -> str:
    """Return a string as the text of a scalar: plain where that is read as the same string, otherwise in quotes.

    `y` and `n` are in quotes, too: YAML 1.1 has them as booleans, though Heat's loader does not.
    """
    if re.fullmatch(_PLAIN, text) and typed(text) == text and text.lower() not in ("y", "n"):
        return text
    quote = "'" if text.isprintable() else '"'
    return quote + within(text, quote) + quote


def within(text: str, quote: str) -> str:
    """Return a string as it is written between quotes of a kind. Text between single quotes has to be printable."""
    return text.replace("'", "''") if quote == "'" else "".join(map(_escaped, text))


def _escaped(char: str) -> str:
    return _ESCAPES.get(char, char) if char in _ESCAPES or char.isprintable() else escape(char)


def escape(char: str) -> str:
    """Return the escape of a character in a double-quoted scalar, which is the only place for one that is not shown."""
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"
