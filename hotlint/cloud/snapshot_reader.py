"""Read snapshots of clouds from files, which people may have changed."""

from __future__ import annotations

import os
from typing import Any

from hotlint.cloud.errors import CloudError
from hotlint.cloud.facts import CloudFacts
from hotlint.cloud.sections import SECTIONS
from hotlint.cloud.snapshot import FORM, Snapshot
from hotlint.common.files import ReadError, read_text
from hotlint.syntax.nodes import Mapping, Node, Scalar
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

NODES_LIMIT = 2_000_000
"""Nodes of a snapshot that are read, aliases counted each time: 5,000 networks with their subnets have 150,000."""
_known: dict[str, tuple[tuple[int, int], CloudFacts]] = {}


def read_facts(path: str) -> CloudFacts:
    """Return the facts of a snapshot file, read once as long as the file is unchanged.

    Raises CloudError for a file that cannot be read, or is no snapshot; the message is for users.
    """
    try:
        status = os.stat(path)
        version = status.st_mtime_ns, status.st_size
        if path in _known and _known[path][0] == version:
            return _known[path][1]
        facts = CloudFacts(plain_snapshot(read_text(path)), path)
    except OSError as exc:
        raise CloudError(f"snapshot '{path}' cannot be read: {exc.strerror}") from None
    except ReadError as exc:
        raise CloudError(f"snapshot '{path}' cannot be read: {exc.message}") from None
    except CloudError as exc:
        raise CloudError(f"'{path}' is not a snapshot of a cloud: {exc}") from None
    _known[path] = version, facts
    return facts


def plain_snapshot(text: str) -> Snapshot:
    """Return the data of a snapshot's text. Raises CloudError, whose message is a clause, for any other text."""
    document = parse(Source("snapshot", text))
    if document.problems:
        raise CloudError(document.problems[0].message)
    if not isinstance(document.root, Mapping):
        raise CloudError("it is not a mapping")
    found = _Reading().plain(document.root)
    _check(found)
    return found  # type: ignore[no-any-return]


class _Reading:
    """Turns nodes into plain data, up to a number of them: aliases of aliases would have no end."""

    def __init__(self) -> None:
        self.left = NODES_LIMIT

    def plain(self, node: Node) -> Any:
        self.left -= 1
        if self.left < 0:
            raise CloudError(f"it has more than {NODES_LIMIT} values")
        if isinstance(node, Scalar):
            return node.value
        if isinstance(node, Mapping):
            return {entry.name: self.plain(entry.value) for entry in node.items()}
        return [self.plain(item) for item in node.items]


def _check(found: Snapshot) -> None:
    """Raise CloudError where data has not the form of a snapshot."""
    if found.get("snapshot") != FORM:
        hint = " of a newer hotlint" if isinstance(found.get("snapshot"), int) else ""
        raise CloudError(f"it does not say 'snapshot: {FORM}'{hint}")
    for name in (section.name for section in SECTIONS):
        for entry in _list(found, name):
            if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
                raise CloudError(f"each item of '{name}' must be a mapping with a name")
    for name in ("heat", "microversions", "quotas"):
        if not isinstance(found.get(name, {}), dict):
            raise CloudError(f"'{name}' must be a mapping")
    for service, counts in found.get("quotas", {}).items():
        values = counts.values() if isinstance(counts, dict) else [counts]
        for count in values:
            numbers = count.values() if isinstance(count, dict) else [None]
            if not all(isinstance(n, int) and not isinstance(n, bool) for n in numbers):
                raise CloudError(f"each quota of '{service}' must be a mapping of limit and used, both integers")
    if not all(isinstance(item, str) for item in _list(found, "services")):
        raise CloudError("'services' must be a list of types")
    heat = found.get("heat", {})
    for name in ("resource_types", "unavailable_types"):
        if not all(isinstance(item, str) for item in _list(heat, name)):
            raise CloudError(f"'{name}' must be a list of names")
    if not all(isinstance(item, dict) and isinstance(item.get("version"), str) for item in _list(heat, "versions")):
        raise CloudError("each item of 'versions' must be a mapping with a version in quotes")


def _list(mapping: dict[str, Any], name: str) -> list[Any]:
    items = mapping.get(name, [])
    if not isinstance(items, list):
        raise CloudError(f"'{name}' must be a list")
    return items
