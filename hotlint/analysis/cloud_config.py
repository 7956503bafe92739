"""The keys of a cloud-config, the YAML that cloud-init reads from user data: what they are, and what is wrong with one.

`hotlint/data/cloud_config.json` has the facts, which tools/generate/cloud_config.py writes from cloud-init's own schemas: what any of
their versions takes. Completion, hovers and rules read them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache

from hotlint.common.records import NamedTuple
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.resource_types.catalog import read_packaged
from hotlint.resource_types.facts import Facts
from hotlint.resource_types.schema import Properties
from hotlint.syntax.nodes import Entry, Mapping, Node, Scalar, Sequence

_FLAGS = ("true", "false", "1", "0", "on", "off", "yes", "no")
"""Texts that cloud-init takes for a flag (`is_true` and `is_false` in cloudinit/util.py)."""
_SCALARS = ("string", "integer", "number", "boolean")
_NUMBER = r"[+-]?\d+(\.\d+)?\s*"
_WORDS = {
    "map": "a mapping", "list": "a list", "string": "a string", "integer": "an integer", "number": "a number",
    "boolean": "true or false",
}  # fmt: skip
_OTHERS = frozenset({"coreos", "rancher"})
"""Keys of a configuration for a system that reads it without cloud-init, and has keys of its own elsewhere, too."""
_COMMANDS = ("runcmd", "bootcmd")
"""Lists of commands, none of which runs when cloud-init cannot read one (`shellify` in cloudinit/util.py)."""


class CloudConfigProblem(NamedTuple):
    """A problem in a cloud-config at a node or at the key of an entry. `meant` is the name in place of a misspelled one.

    `is_likely`: a system that reads the same file, or an image with modules of its own, may still use it.
    """

    at: Node | Entry
    message: str
    meant: str | None = None
    is_likely: bool = False


@cache
def keys() -> Properties:
    """Return the keys of a cloud-config as properties, which an image may have more of."""
    return Properties(json.loads(read_packaged("cloud_config.json")), True)


def problems(
    root: Mapping, is_unknown: Callable[[Node], bool], *, is_complete: bool = True
) -> Iterator[CloudConfigProblem]:
    """Yield the problems of a cloud-config. `is_unknown` tells what has a value that is not written there.

    `is_complete`: nothing is put into the text that may add keys.
    """
    if not _OTHERS.isdisjoint(root.named):
        return
    facts = {"type": "map", "properties": keys().facts}
    yield from _Check(is_unknown, is_complete).mapping(root, facts, "")


class _Check(NamedTuple):
    is_unknown: Callable[[Node], bool]
    is_complete: bool

    def value(self, node: Node, facts: Facts, path: str) -> Iterator[CloudConfigProblem]:
        if "type" not in facts or self.is_unknown(node):
            return
        types = {facts["type"], *facts.get("also", ())}
        if isinstance(node, Mapping) and "map" in types:
            yield from self.mapping(node, facts, path)
        elif isinstance(node, Sequence) and "list" in types:
            for item in node.items if "items" in facts else ():
                yield from self.value(item, facts["items"], path)
        elif not isinstance(node, Scalar) or types.isdisjoint(_SCALARS):
            if not isinstance(node, Scalar) or node.value is not None:
                yield CloudConfigProblem(node, _wrong_form(node, types, path))
        elif _is_command(path, types) and not isinstance(node.value, str | None):
            message = (
                f"command of '{path}' is {node.text}, which is no string, so that none of them runs: put it in quotes"
            )
            yield CloudConfigProblem(node, message)
        elif not _is_scalar_of(node, types, facts):
            yield CloudConfigProblem(node, _wrong_scalar(node, types, facts, path))

    def mapping(self, node: Mapping, facts: Facts, path: str) -> Iterator[CloudConfigProblem]:
        known: dict[str, Facts] = facts.get("properties", {})
        is_open = facts.get("open") or not known
        for entry in node.entries:
            if self.is_unknown(entry.key) or entry.name is None:
                continue
            found = known.get(entry.name, facts.get("values", {}) if is_open else None)
            if found is not None:
                yield from self.value(entry.value, found, f"{path}.{entry.name}" if path else entry.name)
                continue
            hint = did_you_mean(entry.name, known)
            place = f" in '{path}'" if path else ""
            message = f"cloud-init has no key '{entry.name}'{place}{hint}"
            meant = unambiguous_match(entry.name, known)
            yield CloudConfigProblem(entry, message, meant, is_likely=not path and not hint)
        for name, found in known.items() if self.is_complete else ():
            if found.get("required") and name not in node.named:
                yield CloudConfigProblem(node, f"'{name}' is missing in '{path}', so that cloud-init skips it")


def _is_scalar_of(node: Scalar, types: set[str], facts: Facts) -> bool:
    """Return whether cloud-init takes a scalar for a value of one of some types: it converts more than its schema allows."""
    value = node.value
    if not isinstance(value, str):
        return types != {"boolean"} or value in (None, 0, 1)
    allowed = facts["constraints"][0]["allowed_values"] if "constraints" in facts else None
    if "string" in types and (allowed is None or value in allowed):
        return True
    if "boolean" in types and value.lower() in _FLAGS:
        return True
    return not types.isdisjoint(("integer", "number")) and re.fullmatch(_NUMBER, value) is not None


def _is_command(path: str, types: set[str]) -> bool:
    """Return whether a value is a command, or the list of all: what is in the list of one command may be anything."""
    return path in _COMMANDS and "list" in types


def _wrong_scalar(node: Scalar, types: set[str], facts: Facts, path: str) -> str:
    if "string" not in types:
        return f"'{path}' must be {_wanted(types)}, not '{node.text}'"
    allowed = facts["constraints"][0]["allowed_values"]
    return (
        f"cloud-init takes no such value for '{path}'{did_you_mean(node.value, allowed) or ': ' + ', '.join(allowed)}"
    )


def _wrong_form(node: Node, types: set[str], path: str) -> str:
    given = "a mapping" if isinstance(node, Mapping) else "a list" if isinstance(node, Sequence) else "a single value"
    if _is_command(path, types) and "string" in types and isinstance(node, Mapping) and not node.flow:
        return (
            f"command of '{path}' is a mapping because of the ': ' in it, so that none of them runs: put it in quotes"
        )
    ending = ", and runs none of it" if _is_command(path, types) else ""
    return f"cloud-init needs {_wanted(types)} for '{path}', not {given}{ending}"


def _wanted(types: set[str]) -> str:
    return " or ".join(words for name, words in _WORDS.items() if name in types)
