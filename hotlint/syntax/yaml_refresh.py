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
        left = _merge_mapping(old, data)
        written = StringIO()
        yaml.dump(old, written)
        written.writelines(f"# {line}".rstrip() + "\n" for line in left)
        result = written.getvalue()
        is_meant = _unordered(plain_yaml.load_fast(result)) == _unordered(data)
    except (YAMLError, ValueError, TypeError, AttributeError, NotImplementedError):
        return None
    return result if is_meant else None


def _merge_mapping(old: Any, new: dict[str, Any]) -> list[str]:
    """Change the entries of a mapping. Returns the comment lines below its last one that are left over."""
    left: list[str] = []
    for key in [key for key in old if key not in new]:
        left += _remove(old, key, [*old].index(key))
    keys = [*old]
    for index, key in enumerate(keys):
        value, below = _merged(old[key], new[key])
        if value is not old[key]:  # its comments come below
            old.ca.items.get(key, [None] * 4)[3:] = [None]
        old[key] = value
        left = _kept_before(old, keys[index + 1 : index + 2], below) + left
    for key in [key for key in new if key not in old]:
        old[key] = _made(new[key])
        left = _kept_before(old, [key], left)
    return left


def _merged(old: Any, new: Any) -> tuple[Any, list[str]]:
    """Return the old node with new data, changed in place where it is of the same kind; else a new node.

    Returned with it are the comment lines in it, or below its last item, that are left over.
    """
    from ruamel.yaml.comments import CommentedMap, CommentedSeq

    if isinstance(old, CommentedMap) and isinstance(new, dict) and new:
        return old, _merge_mapping(old, new)
    if isinstance(old, CommentedSeq) and isinstance(new, list) and new:
        return old, _merge_list(old, new)
    if _plain(old) == new and type(_plain(old)) is type(new):
        return old, []
    return _made(new), [line for token in _tokens_in(old) for line in _own_lines(token)]


def _merge_list(old: Any, new: list[Any]) -> list[str]:
    """Change the items of a list. Returns the comment lines below its last one that are left over."""
    wanted = {_identity(item): item for item in new}
    left: list[str] = []
    index = 0
    while index < len(old):
        identity = _identity(old[index])
        if identity in wanted:
            old[index], below = _merged(old[index], wanted.pop(identity))
            index += 1
            left = _kept_before(old, [index] if index < len(old) else [], below) + left
        else:
            left += _remove(old, index, index)
    for item in new:
        if _identity(item) in wanted:
            old.append(_made(wanted.pop(_identity(item))))
            left = _kept_before(old, [len(old) - 1], left)
    if left and old.ca.end:
        left += [line for token in _flat(old.ca.end) for line in _own_lines(token)]
        old.ca.end = []
    return left


def _identity(item: Any) -> Any:
    if isinstance(item, dict):
        return ("id", str(item["id"])) if item.get("id") else tuple(str(item.get(key)) for key in _NAMING)
    return repr(_plain(item))


def _remove(parent: Any, key: Any, position: int) -> list[str]:
    """Remove an item. Comment lines below it, which belong to what follows, stay; returned are those that nothing follows."""
    comments = [line for token in _tokens(parent, key) for line in _own_lines(token)]
    del parent[key]
    following = [*parent][position:] if isinstance(parent, dict) else [*range(position, len(parent))]
    return _kept_before(parent, following[:1], comments)


def _kept_before(parent: Any, following: list[Any], comments: list[str]) -> list[str]:
    """Put comment lines before the item that follows. Returns those that are left over, as nothing does."""
    if following and comments:
        lines = "\n".join([*comments, *_before(parent, following[0])])
        parent.yaml_set_comment_before_after_key(following[0], before=lines, indent=parent.lc.col)
    return [] if following else comments


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
    yield from _tokens_in(parent[key])


def _tokens_in(node: Any) -> Iterator[Any]:
    if hasattr(node, "ca"):
        yield from _flat(node.ca.comment)
        for inner in [*node] if isinstance(node, dict) else range(len(node)):
            yield from _tokens(node, inner)
        yield from _flat(node.ca.end)


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
