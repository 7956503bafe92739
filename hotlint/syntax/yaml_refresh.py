"""Bring a YAML file up to date with new data, with ruamel.yaml's round trip: its order and its comments stay.

Items of a list that are mappings are matched by their `id`, else by what names them; what is new comes last in its list.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from typing import Any

from hotlint.syntax import plain_yaml

WIDTH = 1 << 20
"""Nothing is folded: an item that is written on one line stays on one, as `hotlint.syntax.yaml_writer` has it."""

_NAMING = ("name", "version", "resource", "note")


def refreshed(text: str, data: dict[str, Any]) -> str | None:
    """Return `text`, the YAML of a mapping, with other data; None where ruamel.yaml does not read it, or not as meant."""
    from ruamel.yaml import YAML
    from ruamel.yaml.comments import CommentedMap
    from ruamel.yaml.error import YAMLError

    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    yaml.width = WIDTH
    yaml.indent(mapping=2, sequence=2, offset=0)
    try:
        old: Any = yaml.load(text)
        if not isinstance(old, CommentedMap):
            return None
        _merge_mapping(old, data)
        written = StringIO()
        yaml.dump(old, written)
    except (YAMLError, ValueError, TypeError, AttributeError, NotImplementedError):
        return None
    result = written.getvalue()
    return result if _unordered(plain_yaml.load_fast(result)) == _unordered(data) else None


def _merge_mapping(old: Any, new: dict[str, Any]) -> None:
    for key in [key for key in old if key not in new]:
        _remove(old, key, [*old].index(key))
    for key, value in new.items():
        old[key] = _merged(old[key], value) if key in old else _made(value)


def _merged(old: Any, new: Any) -> Any:
    """Return the old node with new data, changed in place where it is of the same kind; else a new node."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq

    if isinstance(old, CommentedMap) and isinstance(new, dict):
        _merge_mapping(old, new)
        return old
    if isinstance(old, CommentedSeq) and isinstance(new, list):
        _merge_list(old, new)
        return old
    return old if _plain(old) == new and type(_plain(old)) is type(new) else _made(new)


def _merge_list(old: Any, new: list[Any]) -> None:
    left = {_identity(item): item for item in new}
    index = 0
    while index < len(old):
        identity = _identity(old[index])
        if identity in left:
            old[index] = _merged(old[index], left.pop(identity))
            index += 1
        else:
            _remove(old, index, index)
    for item in new:
        if _identity(item) in left:
            old.append(_made(left.pop(_identity(item))))


def _identity(item: Any) -> Any:
    if isinstance(item, dict):
        return ("id", str(item["id"])) if item.get("id") else tuple(str(item.get(key)) for key in _NAMING)
    return repr(_plain(item))


def _remove(parent: Any, key: Any, position: int) -> None:
    """Remove an item. Comment lines below it, which belong to what follows, stay."""
    comments = [line for token in _tokens(parent, key) for line in _own_lines(token)]
    column = parent.lc.col
    del parent[key]
    following = [*parent][position:] if isinstance(parent, dict) else [*range(position, len(parent))]
    if not comments:
        return
    if following:
        before = _before(parent, following[0])
        parent.yaml_set_comment_before_after_key(following[0], before="\n".join([*comments, *before]), indent=column)


def _before(parent: Any, key: Any) -> list[str]:
    """Return the comment lines that are kept before an item already, and forget them there."""
    kept = parent.ca.items.get(key)
    if not kept or len(kept) < 2 or not kept[1]:
        return []
    lines = [line for token in kept[1] for line in _own_lines(token)]
    kept[1] = None
    return lines


def _tokens(parent: Any, key: Any) -> Iterator[Any]:
    """Yield the comment tokens that ruamel.yaml keeps with an item, in and below it."""
    yield from _flat(parent.ca.items.get(key))
    node = parent[key]
    if hasattr(node, "ca"):
        yield from _flat(node.ca.comment)
        for inner in [*node] if isinstance(node, dict) else range(len(node)):
            yield from _tokens(node, inner)


def _flat(kept: Any) -> Iterator[Any]:
    for token in kept or ():
        if isinstance(token, list):
            yield from _flat(token)
        elif token is not None:
            yield token


def _own_lines(token: Any) -> list[str]:
    """Return the comments of a token that have a line of their own, without their marks."""
    lines = str(token.value).split("\n")
    own = lines if token.start_mark is None or token.start_mark.column == 0 else lines[1:]
    return [line.strip().removeprefix("#").removeprefix(" ") for line in own if line.strip().startswith("#")]


def _plain(value: Any) -> Any:
    """Return a scalar of ruamel.yaml as Python's own."""
    for kind in (str, float):
        if isinstance(value, kind):
            return kind(value)
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _made(value: Any) -> Any:
    """Return new data as nodes: collections of scalars in flow style, and strings that read as such."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq
    from ruamel.yaml.scalarstring import SingleQuotedScalarString

    if isinstance(value, dict):
        made = CommentedMap({key: _made(item) for key, item in value.items()})
        if not any(isinstance(item, dict | list) for item in value.values()):
            made.fa.set_flow_style()
        return made
    if isinstance(value, list):
        listed = CommentedSeq([_made(item) for item in value])
        if not any(isinstance(item, dict | list) for item in value):
            listed.fa.set_flow_style()
        return listed
    return SingleQuotedScalarString(value) if isinstance(value, str) and plain_yaml.needs_quotes(value) else value


def _unordered(value: Any) -> Any:
    """Return data in a form that is equal for lists in another order."""
    if isinstance(value, dict):
        return {key: _unordered(item) for key, item in value.items()}
    if isinstance(value, list):
        return sorted((_unordered(item) for item in value), key=repr)
    return value
