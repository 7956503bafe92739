"""Rewrites: quote a scalar, upgrade the template to a newer version."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hotlint.analysis.symbols import name_span
from hotlint.ide.code_actions.action import REWRITE, CodeAction
from hotlint.ide.cursor import cursor_at
from hotlint.ide.snapshot import Snapshot
from hotlint.language import functions, versions
from hotlint.language.functions.base import Function
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Mapping, Scalar, walk
from hotlint.syntax.source import Span


def quote(snapshot: Snapshot, offset: int) -> Iterator[CodeAction]:
    """Yield the action that quotes a plain scalar, which makes it a string whatever it looks like."""
    node = cursor_at(snapshot.document.root, offset).node
    if (
        not isinstance(node, Scalar)
        or node.style
        or node.end <= node.start
        or "\n" in snapshot.text[node.start : node.end]
    ):
        return
    written = snapshot.text[node.start : node.end]
    quoted = '"' + written.replace("\\", "\\\\").replace('"', '\\"') + '"'
    title = "Quote the value" if isinstance(node.value, str) else "Quote the value, which makes it a string"
    yield CodeAction(title, REWRITE, (Edit(Span(node.start, node.end), quoted),))


def upgrade(snapshot: Snapshot, offset: int) -> Iterator[CodeAction]:
    """Yield an upgrade to each newer version, at the version of the template."""
    node = snapshot.template.version_node
    if node is None or offset not in Span(node.start, node.end):
        return
    for version in reversed(versions.VERSIONS):
        if version > snapshot.template.version:
            yield upgrade_action(snapshot, version)


def upgrade_action(snapshot: Snapshot, version: str) -> CodeAction:
    """Return the action that upgrades a template, with removed functions replaced by their successors."""
    title = f"Upgrade to {versions.display_name(version)}"
    node = snapshot.template.version_node
    if not isinstance(node, Scalar):
        return CodeAction(title, REWRITE, disabled="The template has no heat_template_version to upgrade.")
    edits = [Edit(name_span(node), version)]
    for _, call in snapshot.template.calls():
        if functions.status(call.name, version, call.context) != "removed" or not isinstance(call.node, Mapping):
            continue
        successor = functions.get(call.function.replaced_by or "")
        if successor is None or not _same_form(call.function, successor):
            return CodeAction(
                title, REWRITE, disabled=f"{call.name} does not exist in {version} and has no direct replacement."
            )
        edits.append(Edit(name_span(call.node.entries[0].key), successor.name))
    suspect = _meant_as_data(snapshot, version)
    if suspect:
        return CodeAction(
            title, REWRITE, disabled=f"'{suspect}' is data in this template and would be a function in {version}."
        )
    return CodeAction(title, REWRITE, tuple(dict.fromkeys(edits)))


def _same_form(old: Function, new: Function) -> bool:
    return re.sub(r"^\S+", "", old.form) == re.sub(r"^\S+", "", new.form) and old.keys == new.keys


def _meant_as_data(snapshot: Snapshot, version: str) -> str | None:
    """Return the key of a mapping that is data now and would be a function in a newer version; None for no such."""
    current = snapshot.template.version
    for resource in snapshot.template.resources.values():
        for node in walk(resource.field("properties")):
            if isinstance(node, Mapping) and len(node.entries) == 1 and isinstance(node.entries[0].name, str):
                name = node.entries[0].name
                if functions.status(name, current) == "future" and functions.status(name, version) == "available":
                    return name
    return None
