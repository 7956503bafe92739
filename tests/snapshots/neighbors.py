"""Templates with one thing more in a list or a mapping, before all others: a copy of the last entry, nothing, something wrong."""

from __future__ import annotations

from collections.abc import Iterator

import yaml

FILLERS = ("~", "x", "{get_param: x0}", "[]", "{}", "5")
DEEPEST = 6


def with_neighbors(text: str) -> Iterator[tuple[str, str]]:
    """Yield a name and a text for each thing put in front of what a collection holds; nothing for what is no YAML."""
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return
    for number, (node, path) in enumerate(_collections(root, (), set())):
        first, last = node.value[0], node.value[-1]
        at = _start(first)
        for entry in (FILLERS[number % len(FILLERS)], None):
            if isinstance(node, yaml.MappingNode):
                added = f"x0: {entry}" if entry is not None else "x0" + _slice(text, last[0].end_mark, last[1].end_mark)
            else:
                added = entry if entry is not None else _slice(text, last.start_mark, last.end_mark)
            added = added.rstrip()
            if node.flow_style:
                changed = f"{text[:at]}{added}, {text[at:]}"
            elif isinstance(node, yaml.MappingNode):
                changed = f"{text[:at]}{added}\n{' ' * first[0].start_mark.column}{text[at:]}"
            else:
                changed = f"{text[:at]}{added}\n{' ' * node.start_mark.column}- {text[at:]}"
            yield f"{'.'.join(path) or 'template'}: {entry or 'copy'}", changed


def _collections(
    node: yaml.Node | None, path: tuple[str, ...], seen: set[int]
) -> Iterator[tuple[yaml.CollectionNode, tuple[str, ...]]]:
    if not isinstance(node, yaml.CollectionNode) or id(node) in seen or not node.value or len(path) > DEEPEST:
        return
    seen.add(id(node))
    yield node, path
    for index, child in enumerate(node.value):
        if isinstance(node, yaml.MappingNode):
            yield from _collections(child[1], (*path, str(child[0].value)), seen)
        else:
            yield from _collections(child, (*path, str(index)), seen)


def _start(first: yaml.Node | tuple[yaml.Node, yaml.Node]) -> int:
    return first[0].start_mark.index if isinstance(first, tuple) else first.start_mark.index


def _slice(text: str, start: yaml.Mark, end: yaml.Mark) -> str:
    return text[start.index : end.index]
