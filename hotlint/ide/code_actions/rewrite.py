"""Rewrites: quote a scalar, upgrade the template to a newer version."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.ide.code_actions.action import REWRITE, CodeAction
from hotlint.ide.cursor import cursor_at
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.language import versions
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Scalar
from hotlint.syntax.source import Span


def quote(analysis: FileAnalysis, offset: int) -> Iterator[CodeAction]:
    """Yield the action that quotes a plain scalar, which makes it a string whatever it looks like."""
    node = cursor_at(analysis.document.root, offset).node
    if (
        not isinstance(node, Scalar)
        or node.style
        or node.end <= node.start
        or "\n" in analysis.text[node.start : node.end]
    ):
        return
    written = analysis.text[node.start : node.end]
    quoted = '"' + written.replace("\\", "\\\\").replace('"', '\\"') + '"'
    title = "Quote the value" if isinstance(node.value, str) else "Quote the value, which makes it a string"
    yield CodeAction(title, REWRITE, (Edit(Span(node.start, node.end), quoted),))


def upgrade(analysis: FileAnalysis, offset: int) -> Iterator[CodeAction]:
    """Yield an upgrade to each newer version, at the version of the template."""
    node = analysis.template.version_node
    if node is None or offset not in Span(node.start, node.end):
        return
    for version in reversed(versions.VERSIONS):
        if version > analysis.template.version:
            yield CodeAction(f"Upgrade to {versions.display_name(version)}", REWRITE, upgrade=version)
