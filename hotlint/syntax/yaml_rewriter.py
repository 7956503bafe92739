"""Rewrite a fragment of YAML in another style, with ruamel.yaml's round trip: quotes and comments stay.

The one module that imports ruamel.yaml, and only when a fragment is rewritten. Its answer is a proposal: ruamel.yaml types
some scalars otherwise than Heat's parser, so the caller parses the whole text again and compares.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

ENDLESS = 1 << 20
"""A line width that nothing reaches, so that no scalar is folded."""


def to_block_style(fragment: str) -> list[str] | None:
    """Return a flow collection as the lines of a block collection, what it holds as it was.

    None for a fragment that ruamel.yaml does not read, that is not a flow collection, or whose comments would be lost.
    """
    written = _round_trip(fragment, lambda data: data.fa.set_block_style())
    if written is None:
        return None
    lines = written.split("\n")
    return lines if _comments(fragment) <= _comments(written) else None


def with_keyed_arguments(fragment: str, name: str, keys: tuple[str, ...]) -> str | None:
    """Return the call of a function, `{old: [first, second]}`, as `{name: {key: first, other key: second}}`.

    Quotes, block scalars, and whether a collection is in flow style stay. None for a fragment that ruamel.yaml does not read, that
    has another form, or whose comments would be lost.
    """

    def change(data: Any) -> None:
        ((old, arguments),) = data.items()
        keyed = type(data)(zip(keys, arguments, strict=True))
        if arguments.fa.flow_style():
            keyed.fa.set_flow_style()
        del data[old]
        data[name] = keyed

    written = _round_trip(fragment, change)
    return written if written is not None and _comments(fragment) <= _comments(written) else None


def _round_trip(fragment: str, change: Callable[[Any], None]) -> str | None:
    """Return a collection that is not empty as ruamel.yaml writes it after a change; None where it cannot."""
    from io import StringIO

    from ruamel.yaml import YAML
    from ruamel.yaml.comments import CommentedMap, CommentedSeq
    from ruamel.yaml.error import YAMLError

    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    yaml.width = ENDLESS
    yaml.indent(mapping=2, sequence=4, offset=2)
    yaml.brace_single_entry_mapping_in_flow_sequence = True  # `[{a: b}]`, not `[a: b]`
    try:
        data: Any = yaml.load(f"{fragment}\n")  # else a block scalar at the end would lose its last line ending
        if not isinstance(data, CommentedMap | CommentedSeq) or not data:
            return None
        change(data)
        written = StringIO()
        yaml.dump(data, written)
    except (YAMLError, ValueError, TypeError, AttributeError, NotImplementedError):
        return None
    return written.getvalue().rstrip("\n")


def _comments(text: str) -> set[str]:
    """Return everything that may be a comment: the text after each `#` of a line."""
    return {line[line.index("#") :].strip() for line in text.split("\n") if "#" in line}
